#include "carom/simulate.hpp"

#include <algorithm>
#include <cmath>

#include "base/finite.hpp"
#include "dynamics/compiled_model.hpp"
#include "keys/option_keys.hpp"
#include "keys/range_checks.hpp"
#include "motion/simulation.hpp"

namespace carom {
namespace {

/// What is wrong with the call, in the order in which `strike` looks.
CallError fault_of(const Model& model, const State& state, const MotionOptions& options,
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

}  // namespace

Motion simulate(const Model& model, const State& state, const MotionOptions& options,
                MotionSink& sink) {
  const Tree& tree = model.compiled().tree;
  const Law* const law = tree.laws->find(options.law);
  const CallError error = fault_of(model, state, options, law);
  if (error != CallError::none) return {.error = error, .end = MotionEnd::refused, .final = state};
  return Simulation(tree, *law, state, options, sink).run();
}

}  // namespace carom
