#include "study/simulate.hpp"

#include "study/rendering.hpp"
#include "verbs.hpp"

namespace carom {
namespace {

OnAmbiguous chosen(const std::string& wanted) {
  if (wanted == "stop") return OnAmbiguous::stop;
  if (wanted == "first") return OnAmbiguous::first;
  throw InputError(
      "", {{{}, "--on-ambiguous is \"" + wanted + "\"; must be \"stop\" or \"first\"", {}}});
}

}  // namespace

int run_simulate(const SimulateCommand& options) {
  SimulateRequest request;
  request.on_ambiguous = chosen(options.on_ambiguous);
  request.law = options.law;
  const Study study = study_from_file(options.scenario.file, options.scenario.parameters);
  const SimulationReport report = simulate(study, request);
  print(options.json ? json(report) : text(report));
  switch (report.motion.end) {
    case MotionEnd::duration:
      return 0;
    case MotionEnd::not_finite:
    case MotionEnd::singular_inertia:
      return 2;
    default:
      return 1;
  }
}

}  // namespace carom
