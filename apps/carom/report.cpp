#include "pages/report.hpp"

#include <filesystem>

#include "facade/rendering.hpp"
#include "pages/verb.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct ReportCommand {
  std::string folder;
  std::string output;
  ReportRequest request;
};

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

void add_report_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<ReportCommand>();
  verb.description("A page for the browser from results: of " + listed(verbs_with_pages()));
  verb.add_option("FOLDER", options->folder, "Result folder, as a verb's -o has left it")
      ->required();
  verb.add_option("-o,--output", options->output, "The page to write (default: FOLDER/report.html)")
      ->type_name("FILE");
  verb.add_option("--at", options->request.at,
                  "Hold an axis at the point nearest to a value; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  choose(verb, chosen, options, run_report);
}

}  // namespace

extern const Command report_command{40, "report", "A page for the browser from results",
                                    add_report_options};

}  // namespace carom
