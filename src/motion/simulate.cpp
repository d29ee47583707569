#include "carom/simulate.hpp"

#include <algorithm>
#include <cmath>

#include "base/finite.hpp"
#include "dynamics/compiled_model.hpp"
#include "keys/option_keys.hpp"
#include "keys/range_checks.hpp"
#include "motion/call_fault.hpp"
#include "motion/simulation.hpp"

namespace carom {

CallError fault_of_motion(const Model& model, const State& state, const MotionOptions& options,
                          const Law* law) {
  if (law == nullptr || !fault_of_several(options.several, *model.compiled().tree.laws).empty())
    return CallError::unknown_law;
  const auto size = static_cast<std::size_t>(model.degrees_of_freedom());
  if (state.positions.size() != size || state.velocities.size() != size)
    return CallError::wrong_size;
  if (!all_finite(state.positions) || !all_finite(state.velocities) || !std::isfinite(state.time))
    return CallError::not_finite;
  return in_ranges(options) ? CallError::none : CallError::bad_option;
}

Motion simulate(const Model& model, const State& state, const MotionOptions& options,
                MotionSink& sink) {
  const Tree& tree = model.compiled().tree;
  const Law* const law = tree.laws->find(options.law);
  const CallError error = fault_of_motion(model, state, options, law);
  const auto refused = [&](CallError why) {
    return Motion{.error = why, .end = MotionEnd::refused, .final = state};
  };
  if (error != CallError::none) return refused(error);
  if (options.section.empty()) return Simulation(tree, *law, state, options, sink).run();
  const Mechanism& mechanism = model.compiled().mechanism;
  const std::vector<std::string> names = state_variables(mechanism);
  const ParsedExpression section = parsed_expression(options.section, names, mechanism.parameters);
  if (!section.faults.empty()) return refused(CallError::bad_option);
  return Simulation(tree, *law, state, options, sink, &section.expression).run();
}

}  // namespace carom
