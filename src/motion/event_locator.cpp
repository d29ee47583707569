#include "motion/event_locator.hpp"

#include "motion/thresholds.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>

namespace carom {
namespace {

/// Whether a formula varies.
bool has_formulas(const Tree& tree) {
  const auto varies = [](const Expression& formula) { return !formula.is_constant(); };
  return std::ranges::any_of(tree.torques, varies, &TreeTorque::value) ||
         std::ranges::any_of(tree.forces, varies, &TreeForce::value_x) ||
         std::ranges::any_of(tree.forces, varies, &TreeForce::value_y) ||
         std::ranges::any_of(tree.drives, varies, &TreeDrive::angle) ||
         std::ranges::any_of(tree.surfaces, varies, &TreeSurface::normal_motion) ||
         std::ranges::any_of(tree.surfaces, varies, &TreeSurface::tangential_motion);
}

bool has_force(const FoundEvent& event) {
  return event.watched != Watched::gap && event.watched != Watched::slip;
}

}  // namespace

EventLocator::EventLocator(Flow& flow, double tolerance)
    : flow_(flow),
      tree_(flow.tree()),
      tolerance_(tolerance),
      formulas_(has_formulas(flow.tree())),
      probe_(flow.size()),
      inside_(flow.size()),
      inside_slope_(flow.size()),
      probed_(flow.tree().contacts.size()),
      between_(flow.tree().contacts.size()) {}

std::optional<FoundEvent> EventLocator::find(MotionPresent& present,
                                             std::vector<ContactRates>& end) {
  const auto switched = switches_ != nullptr ? find_switch(present, end) : std::nullopt;
  auto event = first_event(tree_, present.regimes, present.orders, present.contacts, end,
                           present.step.size, present.scales.events(),
                           [&](double share) { return inside(present.step, share); });
  if (event && !locate(present, end, *event)) event.reset();
  return event ? event : switched;
}

std::span<const double> EventLocator::switch_values(std::span<const double> y, double t) {
  switched_.resize(static_cast<std::size_t>(switches_->in_state()));
  switches_->state_values(flow_.positions(y), flow_.velocities(y), t, switched_);
  return switched_;
}

/// Shortens the step so that it ends where a switch of the state first comes to zero.
std::optional<FoundEvent> EventLocator::find_switch(MotionPresent& present,
                                                    std::vector<ContactRates>& end) {
  const DenseStep& step = present.step;
  const auto least = [&](std::span<const double> y, double t) {
    const auto values = switch_values(y, t);
    return static_cast<int>(std::ranges::min_element(values) - values.begin());
  };
  constexpr std::array shares = {0.25, 0.5, 0.75, 1.0};
  double low = 0, high = 0;
  for (const double share : shares) {
    low = high;
    high = share * step.size;
    const double t = step.t0 + high;
    if (share < 1) step.between(t, inside_);
    const std::vector<double>& y = share < 1 ? inside_ : step.y1;
    if (switched_[static_cast<std::size_t>(least(y, t))] < 0) break;
  }
  probe_.t0 = step.t0;
  probe_.y0 = step.y0;
  probe_.slope0 = step.slope0;
  int which = -1;
  // A step of the method that ends beyond it; the least one that does.
  const auto beyond = [&](double x) {
    probe_.attempt(flow_, x, tolerance_, present.scales.of_state());
    which = least(probe_.y1, step.t0 + x);
    return switched_[static_cast<std::size_t>(which)] < 0;
  };
  if (!(switched_[static_cast<std::size_t>(
            least(high < step.size ? inside_ : step.y1, step.t0 + high))] < 0) ||
      !beyond(high))
    return std::nullopt;
  int crossed = which;
  const double resolution = resolution_at(present, high);
  while (high - low > resolution) {
    const double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    if (beyond(middle)) {
      high = middle;
      crossed = which;
    } else {
      low = middle;
    }
  }
  beyond(high);
  flow_.observe(probe_.y1, end);
  std::swap(present.step, probe_);
  return FoundEvent{.watched = Watched::formula, .formula = crossed};
}

/// The contacts inside a step.
std::span<const ContactRates> EventLocator::inside(const DenseStep& step, double share) {
  const double t = step.t0 + share * step.size;
  step.between(t, inside_);
  flow_(inside_, inside_slope_, t);
  flow_.observe(inside_, between_);
  return between_;
}

double EventLocator::value(const MotionPresent& present, const FoundEvent& event,
                           std::span<const ContactRates> contacts) const {
  return watched_value(tree_, event.contact, present.regimes[event.contact], event.watched,
                       contacts[event.contact], present.scales.events());
}

/// The watched function at the end of a step of size x from where the last one began.
double EventLocator::probed(const MotionPresent& present, const FoundEvent& event, double x) {
  probe_.attempt(flow_, x, tolerance_, present.scales.of_state());
  flow_.observe(probe_.y1, probed_);
  return value(present, event, probed_);
}

/// How near to a root is at it. Time itself matters to formulas alone.
double EventLocator::resolution_at(const MotionPresent& present, double x) const {
  return std::max(64 * epsilon * x, formulas_ ? 2 * epsilon * std::abs(present.step.t0) : 0);
}

/// Where a force comes to zero; leaves the probe there.
double EventLocator::located_force(const MotionPresent& present, const FoundEvent& event,
                                   double longest) {
  double low = event.from * present.step.size;
  held_ = low;
  const double high = std::min(event.until * present.step.size, longest);
  const double resolution = resolution_at(present, high);
  const double at_high = probed(present, event, high);
  if (!(at_high < 0)) return high;
  const double at_low =
      low > 0 ? probed(present, event, low) : value(present, event, present.contacts);
  // A share of friction may lie on the edge of its cone for long: there only a fall below it, by
  // more than rounding, is an event.
  const EventScales& scales = present.scales.events();
  const double allowed = at_low > 0                        ? 0
                         : event.watched == Watched::wedge ? scales.acceleration
                                                           : scales.force;
  if (!(at_low + allowed > 0) || !(at_high + allowed < 0)) {
    held_ = 0;
    low = std::max(low, resolution);
    probed(present, event, low);
    return low;
  }
  std::uintmax_t iterations = 60;
  const auto close = [&](double a, double b) { return std::abs(a - b) <= resolution; };
  const auto root = boost::math::tools::toms748_solve(
      [&](double x) { return probed(present, event, x) + allowed; }, low, high, at_low + allowed,
      at_high + allowed, close, iterations);
  held_ = root.first;
  pole_ = std::abs(probed(present, event, root.second)) > std::max(at_low, -at_high);
  return root.second;
}

/// Where in (0, longest] the function comes to zero; leaves the probe there.
double EventLocator::located_root(const MotionPresent& present, const FoundEvent& event,
                                  double longest) {
  pole_ = false;
  if (has_force(event)) return located_force(present, event, longest);
  // Newton's method, kept between the ends by bisection.
  // What rounding left where the step begins may be a root too.
  const DenseStep& step = present.step;
  double low = std::min(2 * epsilon * std::max(std::abs(step.t0), step.size), longest);
  double high = longest;
  double x = std::clamp(event.at * step.size, low, high);
  for (int iteration = 0; iteration < 100; ++iteration) {
    const double resolution = resolution_at(present, step.size);
    const double at_x = probed(present, event, x);
    const ContactRates& rates = probed_[event.contact];
    const double slope = event.watched == Watched::gap ? rates.velocity[1]
                         : present.regimes[event.contact].mode == Mode::slides_plus
                             ? rates.acceleration[0]
                             : -rates.acceleration[0];
    (at_x > 0 ? low : high) = x;
    double next = slope < 0 ? x - at_x / slope : 0.5 * (low + high);
    if (std::abs(next - x) <= resolution) break;
    if (!(next > low && next <= high)) next = 0.5 * (low + high);
    if (std::abs(next - x) <= resolution) break;
    x = next;
  }
  return x;
}

/// Whether the probe ends where the event's function is zero, but for rounding. A force that
/// changes its sign by way of infinity has no zero there: feet of a symmetric mechanism can come to
/// share their load in any way for an instant, and rounding decides how they do. (Where loads are
/// shared for longer, they may jump.)
bool EventLocator::at_event(const MotionPresent& present, const FoundEvent& event) const {
  const bool shared = std::isfinite(probed_[event.contact].wedge);
  if (event.watched == Watched::normal_force && !shared && pole_) return false;
  const EventScales& scales = present.scales.events();
  return value(present, event, probed_) <= (event.watched == Watched::gap     ? scales.gap
                                            : event.watched == Watched::slip  ? scales.speed
                                            : event.watched == Watched::wedge ? scales.acceleration
                                                                              : scales.force);
}

/// Whether forces are such as no contact has: a pull, or outside the cone.
bool EventLocator::breaks_conditions(const MotionPresent& present,
                                     std::span<const ContactRates> contacts) const {
  const double allowed = present.scales.events().force;
  for (int i = 0; i < flow_.contacts(); ++i) {
    if (!present.regimes[i].pressed()) continue;
    const auto& force = contacts[i].force;
    const double outside = std::abs(force[0]) - tree_.contacts[i].static_friction * force[1];
    if (force[1] < -allowed || (present.regimes[i].fixed() && outside > allowed)) return true;
  }
  return false;
}

/// Forces that contacts share may end in a jump: past the last instant in which friction can
/// provide them the equations have solutions outside the cones alone. The last forces are those
/// where the function still held, `held` after the step's beginning; a contact that has come to
/// pull before that, unseen, has none.
void EventLocator::take_last_forces(const MotionPresent& present, const FoundEvent& event,
                                    double held, std::span<ContactRates> end) {
  if (held > 0) probed(present, event, held);
  const auto& last = held > 0 ? probed_ : present.contacts;
  for (std::size_t i = 0; i < end.size(); ++i)
    end[i].force = last[i].force[1] < 0 ? std::array{0.0, 0.0} : last[i].force;
}

/// Shortens the step so that it ends at the event, or at an earlier one that the shorter step
/// shows. False where the function only seemed to fall: the step has no event.
bool EventLocator::locate(MotionPresent& present, std::vector<ContactRates>& end,
                          FoundEvent& event) {
  const double whole = present.step.size;
  probe_.t0 = present.step.t0;
  probe_.y0 = present.step.y0;
  probe_.slope0 = present.step.slope0;
  double longest = whole;
  double held = 0;
  std::optional<FoundEvent> found;
  std::vector<FoundEvent> ignored;
  for (int tries = 0; tries < 4 * flow_.contacts() + 4; ++tries) {
    const double x = located_root(present, event, longest);
    if (at_event(present, event)) {
      found = event;
      longest = x;
      held = held_;
    } else {
      probed(present, event, longest);
    }
    // Whatever else this shorter step shows happens before.
    ignored.push_back(event);
    std::ranges::copy(probed_, end.begin());
    const auto earlier = first_event(
        tree_, present.regimes, present.orders, present.contacts, end, longest,
        present.scales.events(), [&](double share) { return inside(probe_, share); }, ignored);
    if (!earlier) break;
    event = *earlier;
    event.from *= longest / whole;
    event.at *= longest / whole;
    event.until *= longest / whole;
  }
  if (found) {
    event = *found;
    if (probe_.size != longest) probed(present, event, longest);
    std::ranges::copy(probed_, end.begin());
    if (has_force(event) && breaks_conditions(present, end)) {
      take_last_forces(present, event, held, end);
      probed(present, event, longest);
    }
    std::swap(present.step, probe_);
  } else {
    flow_.observe(present.step.y1, end);
  }
  return found.has_value();
}

}  // namespace carom
