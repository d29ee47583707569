#include "pages/verb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/nearest_name.hpp"
#include "stores/verb_folder.hpp"
#include "study/suited.hpp"

namespace carom {
namespace {

template <class Part>
std::vector<std::string> names_with(Part part) {
  std::vector<std::string> names;
  for (const Verb* verb : all_verbs())
    if (verb->*part != nullptr) names.emplace_back(verb->name);
  return names;
}

const Verb* find_verb(std::string_view name) {
  const auto found = std::ranges::find(all_verbs(), name, &Verb::name);
  return found == all_verbs().end() ? nullptr : *found;
}

}  // namespace

std::vector<std::string> verbs_with_pages() {
  return names_with(&Verb::page);
}

std::vector<std::string> sweepable_verbs() {
  return names_with(&Verb::task);
}

const SweepTaskEntry* find_sweep_task(std::string_view verb) {
  const Verb* found = find_verb(verb);
  return found == nullptr || found->task == nullptr ? nullptr : &found->task();
}

Page report(const std::string& folder, const ReportRequest& request) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(folder, ignored))
    throw InputError(
        folder,
        {{{},
          fmt::format("is a file; `carom report` takes a result folder, which -o of {} makes",
                      called(verbs_with_pages())),
          {}}});
  const std::string verb = folder_verb(folder);
  if (const Verb* found = find_verb(verb); found != nullptr && found->page != nullptr)
    return found->page(folder, request);
  throw InputError(folder, {{{},
                             fmt::format("has results of `{}`, which have no page{}", verb,
                                         nearest_or_all(verb, verbs_with_pages())),
                             {}}});
}

}  // namespace carom
