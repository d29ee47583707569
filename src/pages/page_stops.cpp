#include "pages/page_stops.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/compiled_model.hpp"
#include "reports/account.hpp"
#include "study/mechanism_drawing.hpp"
#include "study/study_point.hpp"

namespace carom {
namespace {

PageAccount page_account(const StrikeReport& report, const StruckLaw& law, const Study& study) {
  PageAccount account;
  for (const StruckStage& stage : law.stages)
    account.stages.push_back(stage_sentence(stage, report.contact_names) + " " +
                             stage_ending(stage, report.before.kinetic_energy));
  if (!law.why.empty()) account.notes.push_back(std::string(name(law.verdict)) + ": " + law.why);
  account.notes.insert(account.notes.end(), law.notes.begin(), law.notes.end());
  if (law.algebraic && law.has_answer) account.notes.emplace_back(algebraic_account);
  account.has_answer = law.has_answer;
  if (!law.has_answer) return account;

  Study after = study;
  auto& velocities = after.scenario.state.velocities;
  velocities = law.answer.after.velocity;
  velocities.insert(velocities.end(), law.answer.after.rates.begin(), law.answer.after.rates.end());
  velocities.insert(velocities.end(), law.answer.after.surfaces.begin(),
                    law.answer.after.surfaces.end());
  const Tree& tree = after.model.compiled().tree;
  const State& state = after.scenario.state;
  ImpactSolver<double> solver(tree);
  if (solver.prepare_with_links(tree, state.positions, state.velocities, state.time))
    for (const DrawnVelocity& each : mechanism_drawing(after, solver).velocities)
      account.velocities.push_back(each.velocity);
  return account;
}

}  // namespace

std::optional<PageStop> page_stop(const Study& study, std::span<const std::string> swept,
                                  std::span<const double> values, const StrikeRequest& request) {
  const std::optional<Study> there = study_at(study, swept, values);
  if (!there) return std::nullopt;
  const Tree& tree = there->model.compiled().tree;
  const State& state = there->scenario.state;
  ImpactSolver<double> solver(tree);
  if (!solver.prepare_with_links(tree, state.positions, state.velocities, state.time) ||
      solver.below_surface())
    return std::nullopt;
  PageStop stop;
  stop.drawing = mechanism_drawing(*there, solver);
  const StrikeReport report = strike(*there, request);
  for (const StruckLaw& law : report.results)
    stop.accounts.push_back(page_account(report, law, *there));
  return stop;
}

std::string angular_unit(const Study& study, const std::string& parameter) {
  const auto& parameters = study.scenario.parameters;
  const auto found = std::ranges::find(parameters, parameter, &Parameter::name);
  if (found == parameters.end()) return {};
  const double now = found->value;
  const auto angles_at = [&](double value) {
    Scenario moved = study.scenario;
    std::vector<double> all;
    for (const Parameter& each : parameters)
      all.push_back(each.name == parameter ? value : each.value);
    std::vector<double> angles;
    if (!evaluate(moved, all)) return angles;
    const auto first =
        moved.state.positions.end() - static_cast<std::ptrdiff_t>(moved.mechanism.links.size()) -
        std::ranges::count_if(moved.mechanism.surfaces,
                              [](const Surface& surface) { return surface.body.has_value(); });
    angles.assign(first, first + static_cast<std::ptrdiff_t>(moved.mechanism.links.size()));
    for (const Surface& surface : moved.mechanism.surfaces) angles.push_back(surface.angle);
    return angles;
  };
  // An angle may depend on the parameter in any way; ± itself at two steps is what an angle does.
  const auto here = angles_at(now), near = angles_at(now + 1e-3), far = angles_at(now + 0.1);
  for (std::size_t i = 0; i < std::min({here.size(), near.size(), far.size()}); ++i) {
    const double slope = std::abs(near[i] - here[i]) / 1e-3;
    const double mean_slope = std::abs(far[i] - here[i]) / 0.1;
    for (const auto& [unit, expected] :
         {std::pair{"rad", 1.0}, std::pair{"deg", std::numbers::pi / 180}})
      if (std::abs(slope - expected) < 1e-9 && std::abs(mean_slope - expected) < 1e-9) return unit;
  }
  return {};
}

}  // namespace carom
