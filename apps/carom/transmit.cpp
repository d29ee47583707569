#include "study/rendering.hpp"
#include "study/study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct TransmitOptions {
  ScenarioOptions scenario;
  double ratio = 0;
  bool json = false;
  std::string svg;
};

int run_transmit(const TransmitOptions& options) {
  const Study study = study_from_file(options.scenario.file, options.scenario.parameters);
  const TransmissionReport report = transmit(study, {options.ratio});
  if (!options.svg.empty()) write_drawing(options.scenario, options.svg, transmission_svg(report));
  print(options.json ? json(report) : text(report));
  return report.verdict == "unique" ? 0 : 1;
}

}  // namespace

void add_transmit(CLI::App& app, Chosen& chosen) {
  CLI::App& verb = *app.add_subcommand(
      "transmit", "How a strike travels: to every contact and through every rod, per unit impulse");
  const auto options = std::make_shared<TransmitOptions>();
  add_scenario(verb, options->scenario);
  add_ratio(verb, options->ratio);
  add_json(verb, options->json);
  add_file(verb, "--svg", options->svg, "Draw the transmission to this file");
  choose(verb, chosen, options, run_transmit);
}

}  // namespace carom
