#include "study/rendering.hpp"
#include "study/study.hpp"
#include "verbs.hpp"

namespace carom {

int run_transmit(const TransmitOptions& options) {
  const Study study = study_from_file(options.scenario.file, options.scenario.parameters);
  const TransmissionReport report = transmit(study, {options.ratio});
  if (!options.svg.empty()) write_drawing(options.scenario, options.svg, transmission_svg(report));
  print(options.json ? json(report) : text(report));
  return report.verdict == "unique" ? 0 : 1;
}

}  // namespace carom
