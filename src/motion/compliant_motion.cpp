#include "motion/compliant_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "motion/thresholds.hpp"
#include "numerics/passing_zero.hpp"

namespace carom {
CompliantMotion::CompliantMotion(Flow& flow, const MotionOptions& options, double tolerance)
    : flow_(flow),
      options_(options),
      tolerance_(tolerance),
      courses_(flow.yielding().size()),
      undecided_(courses_.size()),
      gives_way_(courses_.size()),
      tried_(flow.tree().contacts.size()),
      probed_(flow.tree().contacts.size()),
      probe_(courses_.empty() ? 0 : flow.size()) {
  if (courses_.empty()) return;
  trial_.resize(flow.size());
  trial_slope_.resize(flow.size());
  first_step_ = std::numeric_limits<double>::infinity();
}

bool CompliantMotion::active() const {
  for (std::size_t k = 0; k < courses_.size(); ++k)
    if (flow_.yielding()[k].closed() || courses_[k].sunk) return true;
  return false;
}

/// Slips below this have stopped.
double CompliantMotion::speed_floor(const MotionPresent& present) const {
  return present.scales.events().speed;
}

void CompliantMotion::set_orders(MotionPresent& present) const {
  for (std::size_t k = 0; k < courses_.size(); ++k)
    if (flow_.yielding()[k].closed() || courses_[k].sunk)
      present.orders[flow_.yielding()[k].contact].gap = 4;
}

bool CompliantMotion::go_on(MotionPresent& present, MotionRecord& record) {
  if (!active()) return true;
  return decide(present, record);
}

void CompliantMotion::watch(const MotionPresent& present) {
  watches_.clear();
  rest_ = speed_floor(present);
  slip_floor_ = slip_share * rest_;
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    const Yielding& own = flow_.yielding()[k];
    const TreeContact& contact = contact_of(k);
    const Course& course = courses_[k];
    if (!own.closed() && !course.sunk) continue;
    bool turns = false;
    const Guards guards = contact.yields->guards(contact.compliance, own.memory);
    for (const Guard& guard : guards) {
      watches_.push_back({Watch::Kind::guard, k, guard});
      turns = turns || guard.event == CompliantEvent::turn;
    }
    if (course.sunk) watches_.push_back({Watch::Kind::apart, k, {}});
    if (!own.closed()) continue;
    if (!turns && course.compressing) watches_.push_back({Watch::Kind::compression, k, {}});
    if (contact.yields->loss_rate != nullptr && course.compressing == 1)
      watches_.push_back({Watch::Kind::peak, k, {}});
    if (course.colliding && !course.lasts && (course.rebounds || is_still(k, present)))
      watches_.push_back({Watch::Kind::rest, k, {}});
    if (rubs(k))
      watches_.push_back({own.mode == Mode::sticks ? Watch::Kind::cone : Watch::Kind::slip, k, {}});
  }
  at_start_.resize(watches_.size());
  at_end_.resize(watches_.size());
  for (std::size_t w = 0; w < watches_.size(); ++w)
    at_start_[w] = value(watches_[w], present.contacts);
}

/// Above zero as long as what it watches has not come.
double CompliantMotion::value(const Watch& watch, std::span<const ContactRates> contacts) const {
  const Yielding& own = flow_.yielding()[watch.place];
  const TreeContact& contact = contact_of(watch.place);
  const ContactRates& rates = contacts[own.contact];
  const double indentation = -rates.gap;
  const double rate = -rates.velocity[1];
  switch (watch.kind) {
    case Watch::Kind::guard: {
      const bool leaves = watch.guard.event == CompliantEvent::release &&
                          watch.guard.watch == CompliantQuantity::indentation &&
                          courses_[watch.place].lasts && !courses_[watch.place].colliding;
      const double slack = leaves ? lasting_slack * own.depth : 0;
      const double watched = watch.guard.watch == CompliantQuantity::indentation ? indentation
                             : watch.guard.watch == CompliantQuantity::rate      ? rate
                                                                                 : rates.force[1];
      return slack +
             (watch.guard.rising ? watch.guard.level - watched : watched - watch.guard.level);
    }
    case Watch::Kind::apart:
      return indentation;
    case Watch::Kind::rest:
      return courses_[watch.place].rebounds ? rates.velocity[1] - rest_ : -1;
    case Watch::Kind::compression:
      return rate;
    case Watch::Kind::peak: {
      const double a = -rates.acceleration[1];
      const auto force = [&](double h) {
        return contact.yields->force(contact.compliance, own.memory, indentation + h * rate,
                                     rate + h * a);
      };
      return force(moment_) - force(-moment_);
    }
    case Watch::Kind::slip: {
      const double direction = own.mode == Mode::slides_plus ? 1 : -1;
      return direction * (own.sprung ? slip(watch.place, direction, rates) : rates.velocity[0]) +
             slip_floor_;
    }
    case Watch::Kind::cone:
      return contact.static_friction * rates.force[1] - std::abs(rates.force[0]) +
             cone_share * courses_[watch.place].touch.peak_force;
  }
  return 0;
}

/// Whether what is watched comes within the step. A slip that has been found to begin may have
/// rounding of the other sign to lose first: that is none.
bool CompliantMotion::comes(std::size_t watch) const {
  if (!(at_end_[watch] < 0)) return false;
  return at_start_[watch] > 0 || watches_[watch].kind != Watch::Kind::slip ||
         at_end_[watch] < at_start_[watch] - slip_floor_;
}

double CompliantMotion::probe(const MotionPresent& present, std::size_t watch, double x) {
  probe_.attempt<true>(flow_, x, tolerance_, present.scales.of_state());
  flow_.observe(probe_.y1, probed_);
  return value(watches_[watch], probed_);
}

/// Whether a contact comes to its end in this instant too, but for rounding: ends of a symmetric
/// chain leave together.
bool CompliantMotion::leaves_too(const Watch& watch, double left) const {
  return watch.kind == Watch::Kind::guard && watch.guard.event == CompliantEvent::release &&
         watch.guard.watch == CompliantQuantity::indentation &&
         left <= together_share * courses_[watch.place].touch.deepest &&
         probed_[flow_.yielding()[watch.place].contact].velocity[1] > 0;
}

bool CompliantMotion::find(MotionPresent& present, std::vector<ContactRates>& end) {
  found_.clear();
  if (!active()) return false;
  watch(present);
  const auto earliest = [&](std::span<const ContactRates> contacts, std::size_t besides) {
    std::size_t first = watches_.size();
    double nearest = 2;
    for (std::size_t w = 0; w < watches_.size(); ++w) {
      at_end_[w] = value(watches_[w], contacts);
      if (w == besides || !comes(w)) continue;
      const double at = at_start_[w] <= 0 ? 0 : at_start_[w] / (at_start_[w] - at_end_[w]);
      if (at >= nearest) continue;
      nearest = at;
      first = w;
    }
    return first;
  };
  const std::size_t none = watches_.size();
  std::size_t first = earliest(end, none);
  if (first == none) return false;
  DenseStep& step = present.step;
  probe_.t0 = step.t0;
  probe_.y0 = step.y0;
  probe_.slope0 = step.slope0;
  const double whole = step.size;
  double reached = whole;
  for (int tries = 0; tries < 20; ++tries) {
    if (!(at_start_[first] > 0)) {
      reached = 0;
      break;
    }
    reached = passing_zero([&](double x) { return probe(present, first, x); }, reached,
                           at_start_[first], at_end_[first], 2 * epsilon * whole);
    probe(present, first, reached);
    const std::size_t earlier = earliest(probed_, first);
    if (earlier == none) break;
    first = earlier;
  }
  if (reached > 0) {
    std::ranges::copy(probed_, end.begin());
    std::swap(step, probe_);
  } else {
    // The event is where the step begins: it is passed there.
    step.size = 0;
    step.y1 = step.y0;
    step.slope1 = step.slope0;
    std::ranges::copy(present.contacts, end.begin());
  }
  at_once_ = reached > 0 ? 0 : at_once_ + 1;
  found_.push_back(first);
  for (std::size_t w = 0; w < watches_.size(); ++w) {
    if (w == first) continue;
    const bool passed = comes(w) && (reached > 0 || !(at_start_[w] > 0));
    if (passed || (reached > 0 && leaves_too(watches_[w], at_end_[w]))) found_.push_back(w);
  }
  std::ranges::sort(found_);
  return true;
}

void CompliantMotion::turn(std::size_t k, const MotionPresent& present) {
  Course& course = courses_[k];
  if (course.compressing == 0) return;
  course.compressing = 0;
  const int contact = flow_.yielding()[k].contact;
  const double* const sums = present.step.y0.data() + flow_.yielding_index(k);
  course.touch.press(present.time(), present.contacts[contact].force[1]);
  course.touch.turn(present.time(), -present.contacts[contact].gap, sums[1] - course.sums[1],
                    sums[3] - course.sums[3]);
}

bool CompliantMotion::pass(MotionPresent& present, MotionRecord& record) {
  if (at_once_ > events_at_once) {
    record.stop(MotionEnd::step_size, flow_.yielding()[watches_[found_.front()].place].contact);
    return false;
  }
  std::ranges::fill(undecided_, std::uint8_t{0});
  std::ranges::fill(gives_way_, std::uint8_t{0});
  const std::vector<std::size_t> found = found_;
  const std::vector<Watch> watches = watches_;
  for (const std::size_t w : found) {
    pass_one(watches[w], present, record);
    if (record.over()) return false;
  }
  flow_.hold_yielding();
  return go_on(present, record);
}

void CompliantMotion::pass_one(const Watch& watch, MotionPresent& present, MotionRecord& record) {
  const std::size_t k = watch.place;
  Yielding& own = flow_.yielding()[k];
  const TreeContact& contact = contact_of(k);
  Course& course = courses_[k];
  const ContactRates& rates = present.contacts[own.contact];
  switch (watch.kind) {
    case Watch::Kind::peak:
      course.touch.press(present.time(), rates.force[1]);
      course.compressing = 2;
      return;
    case Watch::Kind::compression:
      return turn(k, present);
    case Watch::Kind::slip:
      undecided_[k] = 1;
      return;
    case Watch::Kind::cone:
      undecided_[k] = gives_way_[k] = 1;
      return;
    case Watch::Kind::apart:
      course.sunk = false;
      own.memory = {};
      present.state()[flow_.gap_index(own.contact)] = 0;
      present.orders[own.contact].gap = 1;
      return;
    case Watch::Kind::rest:
      return settle(k, present, record);
    case Watch::Kind::guard:
      break;
  }
  const CompliantEvent event = watch.guard.event;
  if (event == CompliantEvent::close) return close_one(k, present);
  if (event == CompliantEvent::turn) turn(k, present);
  if (event == CompliantEvent::release) {
    turn(k, present);
    if (own.mode == Mode::sticks && !own.sprung &&
        std::abs(rates.velocity[0]) <= speed_floor(present))
      present.contacts[own.contact].velocity[0] = 0;
  }
  contact.yields->pass(contact.compliance, own.memory, event, -rates.gap, -rates.velocity[1]);
  if (event == CompliantEvent::release) end_touch(k, present, record);
  if (event == CompliantEvent::turn && own.memory.branch == Branch::locked && course.colliding &&
      !course.lasts)
    settle(k, present, record);
}

}  // namespace carom
