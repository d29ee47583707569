#include "study/reach.hpp"

#include "facade/rendering.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

int run_reach(const ReportOptions& options) {
  const Study study = study_of(options.scenario);
  const auto folder = opened_output(options.output, "reach", study.scenario, options.scenario);
  const ReachReport report = reach(study);
  if (folder) folder->complete(json(report));
  tell(report, options);
  return 0;
}

void add_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<ReportOptions>();
  add_scenario(verb, options->scenario);
  add_json(verb, options->json);
  add_output(verb, options->output);
  choose(verb, chosen, options, run_reach);
}

}  // namespace

extern const Command reach_command{140, "reach", "How far the ends of the links are", add_options};

}  // namespace carom
