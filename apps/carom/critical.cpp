#include "study/rendering.hpp"
#include "study/study.hpp"
#include "verbs.hpp"

namespace carom {

int run_critical(const CriticalOptions& options) {
  const Study study = study_from_file(options.scenario.file, options.scenario.parameters);
  const CriticalReport report = critical(study, {options.ratio});
  print(options.json ? json(report) : text(report));
  return 0;
}

}  // namespace carom
