#include "study/study_point.hpp"

#include <algorithm>

#include "dynamics/compiled_model.hpp"
#include "dynamics/drive_check.hpp"
#include "sweeps/closing_solution.hpp"

namespace carom {

std::optional<Study> study_at(const Study& study, std::span<const std::string> parameters,
                              std::span<const double> values) {
  Study moved = study;
  std::vector<double> all;
  for (const Parameter& parameter : study.scenario.parameters) {
    const auto named = std::ranges::find(parameters, parameter.name);
    all.push_back(named == parameters.end()
                      ? parameter.value
                      : values[static_cast<std::size_t>(named - parameters.begin())]);
  }
  const Scenario& there = moved.scenario;
  if (!evaluate(moved.scenario, all) || (there.simulate && !in_range(*there.simulate)) ||
      (there.map && !in_range(*there.map)))
    return std::nullopt;
  try {
    moved.model = Model(moved.scenario.mechanism);
  } catch (const InputError&) {
    return std::nullopt;
  }
  const Tree& tree = moved.model.compiled().tree;
  if (!close(moved.scenario, tree) || !drives_kept(tree, moved.scenario.state)) return std::nullopt;
  return moved;
}

}  // namespace carom
