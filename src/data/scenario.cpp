#include "data/scenario.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "data/question_keys.hpp"
#include "keys/range_checks.hpp"

namespace carom {

bool in_range(const MotionChoice& choice) {
  return in_ranges(choice) && (!choice.every || choice.duration / *choice.every <= most_samples);
}

bool in_range(const MapChoice& choice) {
  return in_ranges(choice);
}

MotionOptions motion_options(const MotionChoice& choice) {
  MotionOptions options;
  options.duration = choice.duration;
  options.tolerance = choice.tolerance;
  options.event_limit = static_cast<long>(choice.events);
  options.step_limit = static_cast<long>(choice.steps);
  options.largest_step = choice.step.value_or(0);
  return options;
}

bool evaluate(Scenario& scenario, std::span<const double> parameters) {
  assert(parameters.size() == scenario.parameters.size());
  std::vector<double> values(parameters.begin(), parameters.end());
  for (const DependentParameter& dependent : scenario.dependent_parameters)
    values[static_cast<std::size_t>(dependent.parameter)] =
        dependent.expression(std::span<const double>(values));

  bool finite =
      std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  for (std::size_t i = 0; i < values.size(); ++i) scenario.parameters[i].value = values[i];
  scenario.mechanism.parameters = scenario.parameters;
  for (const Binding& binding : scenario.bindings) {
    const double value = binding.scale * binding.expression(std::span<const double>(values));
    binding.target(scenario) = value;
    finite = finite && std::isfinite(value);
  }
  settle(scenario);
  return finite;
}

void settle(Scenario& scenario) {
  const Mechanism& mechanism = scenario.mechanism;
  State& state = scenario.state;
  const Base& base = mechanism.base;
  const std::size_t base_coordinates = base.kind == BaseKind::free     ? 2
                                       : base.kind == BaseKind::slider ? 1
                                                                       : 0;
  const auto yields = [](const Surface& surface) { return surface.body.has_value(); };
  const auto yielding = std::count_if(mechanism.surfaces.begin(), mechanism.surfaces.end(), yields);
  std::size_t next = base_coordinates + mechanism.links.size();
  state.positions.resize(next + static_cast<std::size_t>(yielding));
  state.velocities.resize(state.positions.size());

  if (base.kind == BaseKind::free) {
    state.positions[0] = base.position.x;
    state.positions[1] = base.position.y;
  } else if (base.kind == BaseKind::slider) {
    state.positions[0] = base.displacement;
  }
  for (const Surface& surface : mechanism.surfaces) {
    if (!surface.body) continue;
    state.positions[next] = surface.body->displacement;
    state.velocities[next] = surface.body->velocity;
    ++next;
  }
}

}  // namespace carom
