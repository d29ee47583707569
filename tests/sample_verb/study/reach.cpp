#include "study/reach.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

ReachReport reach(const Study& study) {
  ReachReport report;
  report.title = study.scenario.title;
  for (const DescribedLink& link : describe(study).links) {
    report.ends.push_back({link.name, std::hypot(link.far.x, link.far.y)});
    report.farthest = std::max(report.farthest, report.ends.back().distance);
  }
  return report;
}

}  // namespace carom
