#include "study/rendering.hpp"
#include "study/study.hpp"
#include "verbs.hpp"

namespace carom {

int run_describe(const DescribeOptions& options) {
  const Study study = study_from_file(options.scenario.file, options.scenario.parameters);
  const DescribeReport report = describe(study);
  if (!options.svg.empty())
    write_drawing(options.scenario, options.svg, mechanism_svg(report.drawing));
  print(options.json ? json(report) : text(report));
  return 0;
}

}  // namespace carom
