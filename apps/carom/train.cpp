#include <algorithm>

#include "study/rendering.hpp"
#include "study/train_study.hpp"
#include "verbs.hpp"

namespace carom {

int run_collide(const CollideCommand& options) {
  const TrainStudy study =
      train_study_from_file(options.scenario.file, options.scenario.parameters);
  CollideRequest request;
  request.patience = options.patience;
  if (options.converge) request.converge = options.converge_to;
  request.drawing = !options.svg.empty();
  const CollideReport report = collide(study, request);
  print(options.json ? json(report) : text(report));
  const bool settled = !report.convergence || report.convergence->settled;
  return report.result.verdict == TrainVerdict::collided && settled ? 0 : 1;
}

int run_segment(const SegmentOptions& options) {
  const TrainStudy study =
      train_study_from_file(options.scenario.file, options.scenario.parameters);
  const SegmentReport report = segment(study);
  print(options.json ? json(report) : text(report));
  return 0;
}

}  // namespace carom
