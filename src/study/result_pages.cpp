#include "study/result_pages.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "base/nearest_name.hpp"
#include "io/verb_folder.hpp"

namespace carom {

std::span<const ResultPage> result_pages() {
  static constexpr std::array pages{
      ResultPage{"sweep", sweep_page},
      ResultPage{"critical", critical_page},
      ResultPage{"collide", collide_page},
      ResultPage{"simulate", simulate_page},
  };
  return pages;
}

void refuse_held(const std::string& verb, const ReportRequest& request) {
  if (!request.at.empty())
    throw InputError("",
                     {{{}, fmt::format("--at: results of `{}` have no axes to hold", verb), {}}});
}

Page report(const std::string& folder, const ReportRequest& request) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(folder, ignored))
    throw InputError(
        folder, {{{},
                  "is a file; `carom report` takes a result folder, which -o of `carom sweep`, "
                  "`carom critical`, `carom collide` and `carom simulate` makes",
                  {}}});
  const std::string verb = folder_verb(folder);
  std::vector<std::string> known;
  for (const ResultPage& each : result_pages()) {
    if (each.verb == verb) return each.page(folder, request);
    known.emplace_back(each.verb);
  }
  throw InputError(
      folder,
      {{{},
        fmt::format("has results of `{}`, which have no page{}", verb, nearest_or_all(verb, known)),
        {}}});
}

}  // namespace carom
