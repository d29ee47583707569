#include "facade/rendering.hpp"
#include "study/study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct TransmitOptions : ReportOptions {
  double ratio = 0;
};

int run_transmit(const TransmitOptions& options) {
  const Study study = study_of(options.scenario);
  const TransmissionReport report = transmit(study, {options.ratio});
  if (!options.svg.empty()) write_drawing(options.scenario, options.svg, transmission_svg(report));
  tell(report, options);
  return report.verdict == Verdict::unique ? 0 : 1;
}

void add_transmit_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<TransmitOptions>();
  add_scenario(verb, options->scenario);
  add_ratio(verb, options->ratio);
  add_json(verb, options->json);
  add_file(verb, "--svg", options->svg, "Draw the transmission to this file");
  choose(verb, chosen, options, run_transmit);
}

}  // namespace

extern const Command transmit_command{
    70, "transmit",
    "How a strike travels: to every contact and through every rod, per unit impulse",
    add_transmit_options};

}  // namespace carom
