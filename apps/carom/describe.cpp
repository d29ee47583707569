#include "study/either_study.hpp"
#include "study/rendering.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct DescribeOptions {
  ScenarioOptions scenario;
  bool json = false;
  std::string svg;
};

std::string drawn(const DescribeReport& report) {
  return mechanism_svg(report.drawing);
}
std::string drawn(const TrainDescription& report) {
  return train_row_svg(report);
}

int run_describe(const DescribeOptions& options) {
  const EitherStudy either =
      either_study_from_file(options.scenario.file, options.scenario.parameters);
  std::visit(
      [&](const auto& study) {
        const auto report = describe(study);
        if (!options.svg.empty()) write_drawing(options.scenario, options.svg, drawn(report));
        print(options.json ? json(report) : text(report));
      },
      either);
  return 0;
}

}  // namespace

void add_describe(CLI::App& app, Chosen& chosen) {
  CLI::App& verb =
      *app.add_subcommand("describe", "The mechanism, or the train, checked, measured and drawn");
  const auto options = std::make_shared<DescribeOptions>();
  add_scenario(verb, options->scenario);
  add_json(verb, options->json);
  add_file(verb, "--svg", options->svg, "Draw the mechanism, or the train, to this file");
  choose(verb, chosen, options, run_describe);
}

}  // namespace carom
