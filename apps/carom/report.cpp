#include "study/report.hpp"

#include <filesystem>

#include "study/rendering.hpp"
#include "verbs.hpp"

namespace carom {

int run_report(const ReportCommand& options) {
  std::error_code ignored;
  if (std::filesystem::is_directory(options.output, ignored))
    throw InputError(options.output, {{{}, "is a directory; -o needs the name of a file", {}}});
  write_file(options.output, report_page(json(report(options.folder, options.request))));
  print("The report is in " + options.output + "\n");
  return 0;
}

}  // namespace carom
