#include "facade/rendering.hpp"
#include "study/either_study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

std::string drawn(const DescribeReport& report) {
  return mechanism_svg(report.drawing);
}
std::string drawn(const TrainDescription& report) {
  return train_row_svg(report);
}

int run_describe(const ReportOptions& options) {
  const EitherStudy either = either_study_of(options.scenario);
  std::visit(
      [&](const auto& study) {
        const auto report = describe(study);
        if (!options.svg.empty()) write_drawing(options.scenario, options.svg, drawn(report));
        tell(report, options);
      },
      either);
  return 0;
}

void add_describe_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<ReportOptions>();
  add_scenario(verb, options->scenario);
  add_json(verb, options->json);
  add_file(verb, "--svg", options->svg, "Draw the mechanism, or the train, to this file");
  choose(verb, chosen, options, run_describe);
}

}  // namespace

extern const Command describe_command{10, "describe",
                                      "The mechanism, or the train, checked, measured and drawn",
                                      add_describe_options};

}  // namespace carom
