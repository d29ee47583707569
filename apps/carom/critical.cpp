#include "study/rendering.hpp"
#include "study/study.hpp"
#include "verbs.hpp"

namespace carom {

int run_critical(const CriticalOptions& options) {
  const Study study = study_from_file(options.scenario.file, options.scenario.parameters);
  if (!options.svg.empty() && study.scenario.sweep.size() != 2)
    throw InputError(
        "", {{{}, "--svg: curves are drawn over two axes; the scenario does not have two", {}}});
  const auto folder = opened_output(options.output, "critical", study.scenario, options.scenario);
  const CriticalReport report = critical(study, {options.ratio});
  if (!options.svg.empty()) write_drawing(options.scenario, options.svg, critical_svg(report));
  if (!options.csv.empty()) write_drawing(options.scenario, options.csv, csv(report));
  if (folder) write_results(*folder, report);
  print(options.json ? json(report) : text(report));
  return 0;
}

}  // namespace carom
