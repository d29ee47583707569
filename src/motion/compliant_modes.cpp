// Which way contacts that yield slide, or whether they stick: decided together.

#include <algorithm>
#include <cmath>
#include <vector>

#include "motion/compliant_motion.hpp"
#include "motion/thresholds.hpp"

namespace carom {
namespace {

/// So many combinations of slips are tried: those of four contacts.
constexpr std::size_t most_tried = 4;

}  // namespace

/// Whether slips and friction are consistent with the modes, a moment after the present; leaves the
/// contacts in `tried_`.
bool CompliantMotion::try_modes(const MotionPresent& present) {
  flow_.hold_yielding();
  // A cone may be left because forces elsewhere change, and damped ones do with the rates.
  const DenseStep& step = present.step;
  for (std::size_t i = 0; i < trial_.size(); ++i) trial_[i] = step.y0[i] + moment_ * step.slope0[i];
  flow_(trial_, trial_slope_, present.time());
  if (flow_.failed()) return false;
  flow_.observe(trial_, tried_);
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    if (!undecided_[k]) continue;
    const Yielding& own = flow_.yielding()[k];
    const ContactRates& rates = tried_[own.contact];
    if (own.mode == Mode::sticks) {
      if (std::abs(rates.force[0]) >
          contact_of(k).static_friction * rates.force[1] * (1 + cone_share))
        return false;
    } else {
      const double slope =
          own.mode == Mode::slides_plus ? rates.acceleration[0] : -rates.acceleration[0];
      if (slope < -1e-9 * flow_.acceleration_size()) return false;
    }
  }
  return true;
}

/// w, the slip of a contact that is sprung and slides.
double CompliantMotion::slip(std::size_t k, double direction, const ContactRates& rates) const {
  const TreeContact& contact = contact_of(k);
  return slip_of(
      contact.yields->tangential(contact.compliance, flow_.yielding()[k].memory, -rates.gap),
      direction, contact.friction, rates.velocity[0], -rates.velocity[1]);
}

/// A contact that yields along its surface, where its slip has stopped or friction gives way: it is
/// decided by itself. With less friction in sliding than in rest it may be held again at once.
void CompliantMotion::decide_sprung(std::size_t k, MotionPresent& present) {
  if (!undecided_[k]) return;
  Yielding& own = flow_.yielding()[k];
  const ContactRates& rates = present.contacts[own.contact];
  const bool forward = gives_way_[k] ? rates.force[0] < 0 : own.mode == Mode::slides_plus;
  const double direction = forward ? 1 : -1;
  if (gives_way_[k] && direction * slip(k, direction, rates) > -slip_floor_) {
    own.mode = forward ? Mode::slides_plus : Mode::slides_minus;
    return;
  }
  own.mode = Mode::sticks;
  present.state()[flow_.spring_index(k)] = -direction * contact_of(k).friction * rates.force[1];
}

/// Modes of all contacts whose slip is zero and does not grow, together; then the derivative where
/// the next step begins.
bool CompliantMotion::decide(MotionPresent& present, MotionRecord& record) {
  const double floor = speed_floor(present);
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    Yielding& own = flow_.yielding()[k];
    if (!own.closed() || !rubs(k)) {
      undecided_[k] = gives_way_[k] = 0;
      continue;
    }
    if (own.sprung) {
      decide_sprung(k, present);
      undecided_[k] = gives_way_[k] = 0;
      continue;
    }
    const double slip = present.contacts[own.contact].velocity[0];
    bool stops = undecided_[k] != 0 || (own.mode == Mode::sticks && std::abs(slip) <= floor);
    // An impact of others has moved what stuck.
    if (own.mode == Mode::sticks && std::abs(slip) > floor)
      own.mode = slip > 0 ? Mode::slides_plus : Mode::slides_minus;
    if (!stops && std::abs(slip) <= floor) {
      const double slope = present.contacts[own.contact].acceleration[0];
      stops = (own.mode == Mode::slides_plus ? slope : -slope) < 0;
    }
    undecided_[k] = stops ? 1 : 0;
    if (!stops) continue;
    own.mode = Mode::sticks;
    open.push_back(k);
  }
  if (!open.empty()) {
    bool found = try_modes(present);
    for (bool more = true; more && !flow_.failed();) {
      more = false;
      for (const std::size_t k : open) {
        Yielding& own = flow_.yielding()[k];
        const auto& force = tried_[own.contact].force;
        if (own.mode != Mode::sticks) continue;
        if (std::abs(force[0]) <= contact_of(k).static_friction * force[1] * (1 + cone_share) &&
            !gives_way_[k])
          continue;
        // Friction that points back: it slides ahead.
        own.mode = force[0] < 0 ? Mode::slides_plus : Mode::slides_minus;
        more = true;
      }
      if (more) found = try_modes(present);
    }
    if (!found && open.size() <= most_tried) {
      std::vector<Mode> kept;
      for (const std::size_t k : open) kept.push_back(flow_.yielding()[k].mode);
      constexpr Mode modes[] = {Mode::sticks, Mode::slides_plus, Mode::slides_minus};
      int combinations = 1;
      for (std::size_t i = 0; i < open.size(); ++i) combinations *= 3;
      for (int code = 0; code < combinations && !found; ++code) {
        int rest = code;
        for (const std::size_t k : open) {
          flow_.yielding()[k].mode = modes[rest % 3];
          rest /= 3;
        }
        found = try_modes(present);
      }
      if (!found)
        for (std::size_t i = 0; i < open.size(); ++i) flow_.yielding()[open[i]].mode = kept[i];
    }
    if (!found) {
      record.stop(MotionEnd::no_modes, flow_.yielding()[open.front()].contact);
      return false;
    }
  }
  std::ranges::fill(undecided_, std::uint8_t{0});
  std::ranges::fill(gives_way_, std::uint8_t{0});
  flow_.hold_yielding();
  set_orders(present);
  if (const auto end = evaluate(flow_, present)) {
    record.stop(*end);
    return false;
  }
  keep(present, record);
  tell_lasting(present, record);
  return !record.over();
}

}  // namespace carom
