#include "motion/motion_present.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

MotionPresent::MotionPresent(const Flow& flow, const State& state, double duration)
    : step(flow.size()),
      regimes(flow.tree().contacts.size()),
      orders(flow.tree().contacts.size()),
      contacts(flow.tree().contacts.size()),
      scales(flow, state.time, duration) {
  step.t0 = state.time;
  std::ranges::copy(state.positions, step.y0.begin());
  std::ranges::copy(state.velocities, step.y0.begin() + flow.freedom());
}

std::optional<MotionEnd> evaluate(Flow& flow, MotionPresent& present) {
  DenseStep& step = present.step;
  flow(step.y0, step.slope0, step.t0);
  const bool finite = std::ranges::all_of(step.slope0, [](double x) { return std::isfinite(x); });
  if (flow.failed() || !finite) return why_failed(flow);
  flow.observe(step.y0, present.contacts);
  present.scales.update(flow, present.contacts, step.t0);
  return std::nullopt;
}

void forget_orders(MotionPresent& present) {
  for (StartOrder& order : present.orders) order = {.asleep = order.asleep};
}

MotionEnd why_failed(const Flow& flow) {
  return flow.singular()         ? MotionEnd::singular_inertia
         : flow.without_forces() ? MotionEnd::no_modes
                                 : MotionEnd::not_finite;
}

}  // namespace carom
