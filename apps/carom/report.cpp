#include "study/report.hpp"

#include <filesystem>

#include "study/rendering.hpp"
#include "verbs.hpp"

namespace carom {

int run_report(const ReportCommand& options) {
  const std::string output = options.output.empty()
                                 ? (std::filesystem::path(options.folder) / "report.html").string()
                                 : options.output;
  std::error_code ignored;
  if (std::filesystem::is_directory(output, ignored))
    throw InputError(output, {{{}, "is a directory; -o needs the name of a file", {}}});
  write_file(output, report_page(json(report(options.folder, options.request))));
  print("The report is in " + output + "\n");
  return 0;
}

}  // namespace carom
