#include "facade/rendering.hpp"
#include "study/study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct CriticalOptions : ReportOptions {
  double ratio = 0;
  std::string csv;
};

int run_critical(const CriticalOptions& options) {
  const Study study = study_of(options.scenario);
  if (!options.svg.empty() && study.scenario.sweep.size() != 2)
    throw InputError(
        "", {{{}, "--svg: curves are drawn over two axes; the scenario does not have two", {}}});
  const auto folder = opened_output(options.output, "critical", study.scenario, options.scenario);
  const CriticalReport report = critical(study, {options.ratio});
  if (!options.svg.empty()) write_drawing(options.scenario, options.svg, critical_svg(report));
  if (!options.csv.empty()) write_drawing(options.scenario, options.csv, csv(report));
  if (folder) write_results(*folder, report);
  tell(report, options);
  return 0;
}

void add_critical_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<CriticalOptions>();
  add_scenario(verb, options->scenario);
  add_ratio(verb, options->ratio);
  add_json(verb, options->json);
  add_output(verb, options->output);
  add_file(verb, "--csv", options->csv, "Write the critical points, or curves, as a table");
  add_file(verb, "--svg", options->svg, "Draw the curves over two axes, with the regions coloured");
  choose(verb, chosen, options, run_critical);
}

}  // namespace

extern const Command critical_command{
    60, "critical", "Where along the axes a resting contact gets neither impulse nor velocity",
    add_critical_options};

}  // namespace carom
