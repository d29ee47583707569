#include <algorithm>
#include <charconv>

#include "study/rendering.hpp"
#include "study/train_study.hpp"
#include "verbs.hpp"

namespace carom {
namespace {

TrainPanels chosen_panels(const std::vector<std::string>& wanted) {
  if (wanted.empty()) return {};
  const std::vector<std::string> known{"loops", "velocities", "wave"};
  std::vector<Fault> faults;
  for (const std::string& each : wanted)
    if (std::ranges::find(known, each) == known.end())
      faults.push_back(
          {{}, "--draw: \"" + each + "\" is not a panel" + nearest_or_all(each, known), {}});
  if (!faults.empty()) throw InputError("", std::move(faults));
  const auto has = [&](const std::string& each) {
    return std::ranges::find(wanted, each) != wanted.end();
  };
  return {has("loops"), has("velocities"), has("wave")};
}

/// The tolerance of --converge.
double settled_to(const std::string& written) {
  if (written.empty()) return 1e-3;
  double value = 0;
  const auto [end, fault] = std::from_chars(written.data(), written.data() + written.size(), value);
  if (fault != std::errc() || end != written.data() + written.size())
    throw InputError("", {{{}, "--converge is \"" + written + "\"; must be a number", {}}});
  return value;
}

}  // namespace

int run_collide(const CollideCommand& options) {
  const TrainPanels panels = chosen_panels(options.draw);
  const TrainStudy study =
      train_study_from_file(options.scenario.file, options.scenario.parameters);
  CollideRequest request;
  request.patience = options.patience;
  if (options.converge) request.converge = settled_to(options.converge_to);
  const auto folder = opened_output(options.output, "collide", study.scenario, options.scenario);
  request.drawing = !options.svg.empty() || folder;
  const CollideReport report = collide(study, request);
  if (report.drawing && !options.svg.empty())
    write_drawing(options.scenario, options.svg, train_svg(*report.drawing, panels));
  if (folder) write_results(*folder, report);
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

int run_fit(const FitCommand& options) {
  const FitReport report = fit({options.data, options.speed, options.interior, options.model});
  print(options.json ? json(report) : text(report));
  return 0;
}

}  // namespace carom
