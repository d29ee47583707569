#pragma once

/// motion/motion_present.hpp
///
/// Where a motion is: the state at which the next step begins, what its contacts do there, and what
/// is small. Whoever carries the motion on (a step, an instant, a sum of bounces) changes it.

#include <optional>
#include <vector>

#include "carom/simulate.hpp"
#include "motion/event_search.hpp"
#include "motion/motion_scales.hpp"
#include "numerics/dense_step.hpp"

namespace carom {

struct MotionPresent {
  /// At a state; gaps and energies so far are zero, and no contact is pressed.
  MotionPresent(const Flow& flow, const State& state, double duration);

  double time() const { return step.t0; }
  std::vector<double>& state() { return step.y0; }

  DenseStep step;                      ///< the next begins at (t0, y0)
  std::vector<Regime> regimes;         ///< of the contacts, from now on
  std::vector<StartOrder> orders;      ///< how their functions leave zero
  std::vector<ContactRates> contacts;  ///< observed where the step begins
  MotionScales scales;
};

/// The derivative and the contacts where the next step begins, and the scales; or why there are
/// none. The flow's regimes must be those of the present.
std::optional<MotionEnd> evaluate(Flow& flow, MotionPresent& present);

/// What contacts that are not asleep begin with: nothing is known of how their functions leave
/// zero.
void forget_orders(MotionPresent& present);

/// Why the flow has no slope.
MotionEnd why_failed(const Flow& flow);

}  // namespace carom
