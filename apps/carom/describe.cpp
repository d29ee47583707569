#include "study/either_study.hpp"
#include "study/rendering.hpp"
#include "verbs.hpp"

namespace carom {
namespace {

std::string drawn(const DescribeReport& report) {
  return mechanism_svg(report.drawing);
}
std::string drawn(const TrainDescription& report) {
  return train_row_svg(report);
}

}  // namespace

int run_describe(const DescribeOptions& options) {
  const EitherStudy either =
      either_study_from_file(options.scenario.file, options.scenario.parameters);
  std::visit(
      [&](const auto& study) {
        const auto report = describe(study);
        if (!options.svg.empty()) write_drawing(options.scenario, options.svg, drawn(report));
        print(options.json ? json(report) : text(report));
      },
      either);
  return 0;
}

}  // namespace carom
