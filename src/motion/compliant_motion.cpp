#include "motion/compliant_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "motion/thresholds.hpp"

namespace carom {
namespace {

/// The first step of a collision, and the moment by which forces that begin are compared, as shares
/// of the time in which the contact would be stopped.
constexpr double first_share = 1e-4;
constexpr double moment_of_contact = 1e-6;
/// A cone is left by this share of the largest force: where contact ends both forces are rounding.
constexpr double cone_share = 1e-12;
/// Contacts that leave within this share of their indentation leave in one instant.
constexpr double together_share = 1e-10;
/// So many combinations of slips are tried: those of four contacts.
constexpr std::size_t most_tried = 4;
/// So many events without progress in time mean that something is wrong.
constexpr int events_at_once = 100;

}  // namespace

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

/// The time in which a mass of 1/W_nn would be stopped.
double CompliantMotion::stopping_time(std::size_t k, double speed) const {
  const CompliantMemory& memory = flow_.yielding()[k].memory;
  const TreeContact& contact = contact_of(k);
  const double energy = 0.5 * memory.mass * speed * speed;
  double depth = 1e-15;
  for (int i = 0; i < 200; ++i) {
    const double force =
        contact.yields->force(contact.compliance, memory, memory.permanent + depth, 0);
    if (0.4 * force * depth >= energy) break;
    depth *= 2;
  }
  return depth / speed;
}

void CompliantMotion::begin_touch(std::size_t k, MotionPresent& present) {
  const int contact = flow_.yielding()[k].contact;
  Course& course = courses_[k];
  course.touch = {};
  course.touch.touched = true;
  course.touch.began = present.time();
  course.touch.velocity_before = present.contacts[contact].velocity;
  const auto y = std::span<const double>(present.state());
  course.positions.assign(flow_.positions(y).begin(), flow_.positions(y).end());
  course.velocities.assign(flow_.velocities(y).begin(), flow_.velocities(y).end());
  std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(flow_.yielding_index(k)), 4,
              course.sums.begin());
  course.loop.clear();
}

/// Contact begins where the step begins, at present.contacts.
void CompliantMotion::close_one(std::size_t k, MotionPresent& present) {
  Yielding& own = flow_.yielding()[k];
  const TreeContact& contact = contact_of(k);
  const ContactRates& rates = present.contacts[own.contact];
  Course& course = courses_[k];
  const bool again = course.sunk;
  double& gap = present.state()[flow_.gap_index(own.contact)];
  if (!again) {
    own.memory = {};
    gap = 0;
  }
  begin_touch(k, present);
  flow_.prepare(present.state(), present.time(), std::array{own.contact}, false);
  const double w = flow_.inertia()[3];
  own.memory.mass = w > 0 ? 1 / w : 0;
  const double speed = std::max(-rates.velocity[1], 0.0);
  // One that rests is damped as one that has fallen by rounding.
  contact.yields->pass(contact.compliance, own.memory, CompliantEvent::close, -gap,
                       std::max(speed, speed_floor(present)));
  course.sunk = false;
  course.compressing = 1;
  ++course.touch.touches;
  const double floor = speed_floor(present);
  present.state()[flow_.spring_index(k)] = 0;
  own.mode = !rubs(k)                     ? Mode::slides_plus
             : rates.velocity[0] > floor  ? Mode::slides_plus
             : rates.velocity[0] < -floor ? Mode::slides_minus
                                          : Mode::sticks;
  if (own.sprung && rubs(k)) {
    const double direction = rates.velocity[0] < 0 ? -1 : 1;
    if (!(direction * slip(k, direction, rates) > 0)) own.mode = Mode::sticks;
  }
  const double scale = stopping_time(k, std::max(speed, floor));
  first_step_ = std::min(first_step_, first_share * scale);
  moment_ = moment_ > 0 ? std::min(moment_, moment_of_contact * scale) : moment_of_contact * scale;
  flow_.hold_yielding();
}

bool CompliantMotion::begin(MotionPresent& present, MotionRecord& record) {
  if (!any()) return true;
  bool closed = false;
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    const int contact = flow_.yielding()[k].contact;
    const ContactRates& rates = present.contacts[contact];
    if (present.state()[flow_.gap_index(contact)] != 0) continue;
    if (rates.velocity[1] > speed_floor(present)) {
      present.orders[contact].gap = 1;
      continue;
    }
    close_one(k, present);
    closed = true;
  }
  return !closed || go_on(present, record);
}

bool CompliantMotion::close(int contact, MotionPresent& present, MotionRecord& record) {
  first_step_ = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    const Yielding& own = flow_.yielding()[k];
    const ContactRates& rates = present.contacts[own.contact];
    // Ends of a symmetric chain arrive together.
    const bool arrives =
        own.contact == contact || (!own.closed() && !courses_[k].sunk && rates.velocity[1] < 0 &&
                                   std::abs(rates.gap) <= 16 * epsilon * flow_.tree().size);
    if (arrives) close_one(k, present);
  }
  return go_on(present, record);
}

bool CompliantMotion::go_on(MotionPresent& present, MotionRecord& record) {
  if (!active()) return true;
  return decide(present, record);
}

void CompliantMotion::watch(const MotionPresent& present) {
  watches_.clear();
  slip_floor_ = slip_share * speed_floor(present);
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
      const double watched = watch.guard.watch == CompliantQuantity::indentation ? indentation
                             : watch.guard.watch == CompliantQuantity::rate      ? rate
                                                                                 : rates.force[1];
      return watch.guard.rising ? watch.guard.level - watched : watched - watch.guard.level;
    }
    case Watch::Kind::apart:
      return indentation;
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

double CompliantMotion::probe(const MotionPresent& present, std::size_t watch, double x) {
  probe_.attempt(flow_, x, tolerance_, present.scales.of_state());
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
      if (w == besides || !(at_end_[w] < 0)) continue;
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
    double low = 0, high = reached;
    double at_low = at_start_[first], at_high = at_end_[first];
    if (!(at_low > 0)) {
      reached = 0;
      break;
    }
    double side = 0;
    for (int i = 0; i < 100 && high - low > 4e-16 * whole; ++i) {
      double x = i < 40 ? high - at_high * (high - low) / (at_high - at_low) : 0.5 * (low + high);
      if (!(x > low && x < high)) x = 0.5 * (low + high);
      const double at_x = probe(present, first, x);
      if (at_x == 0) {
        high = x;
        break;
      }
      if (at_x < 0) {
        if (side < 0) at_low *= 0.5;
        high = x;
        at_high = at_x;
        side = -1;
      } else {
        if (side > 0) at_high *= 0.5;
        low = x;
        at_low = at_x;
        side = 1;
      }
    }
    reached = high;
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
    const bool passed = at_end_[w] < 0 && (reached > 0 || !(at_start_[w] > 0));
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
}

void CompliantMotion::end_touch(std::size_t k, MotionPresent& present, MotionRecord& record) {
  Yielding& own = flow_.yielding()[k];
  Course& course = courses_[k];
  CompliantTouch& touch = course.touch;
  touch.ended = present.time();
  touch.velocity_after = present.contacts[own.contact].velocity;
  touch.permanent = own.memory.permanent;
  const double* const sums = present.step.y0.data() + flow_.yielding_index(k);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    touch.impulse[axis] = sums[axis] - course.sums[axis];
    touch.work[axis] = sums[2 + axis] - course.sums[2 + axis];
  }
  own.mode = Mode::apart;
  flow_.hold_yielding();
  // Where nothing stays, it has left from the surface itself.
  course.sunk = own.memory.permanent > 0;
  if (!course.sunk) {
    own.memory = {};
    present.state()[flow_.gap_index(own.contact)] = 0;
    present.orders[own.contact].gap = 1;
  }
  // One that rested and was lifted at once has not collided.
  if (touch.peak_force == 0) return;
  CompliantCollision told = collision(touch);
  told.loop = std::move(course.loop);
  if (options_.loops) told.loop.push_back({-present.contacts[own.contact].gap, 0.0});
  record.tell_collision(present, own.contact, contact_of(k).yields->name, touch, std::move(told),
                        course.positions, course.velocities);
}

void CompliantMotion::keep(const MotionPresent& present) {
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    const Yielding& own = flow_.yielding()[k];
    if (!own.closed()) continue;
    const ContactRates& rates = present.contacts[own.contact];
    courses_[k].touch.press(present.time(), rates.force[1]);
    if (courses_[k].compressing == 0 && -rates.velocity[1] > 0) courses_[k].compressing = 1;
    if (options_.loops) courses_[k].loop.push_back({-rates.gap, rates.force[1]});
  }
}

/// Whether slips and friction are consistent with the modes, a moment after the present; leaves the
/// contacts in `tried_`.
bool CompliantMotion::try_modes(const MotionPresent& present) {
  flow_.hold_yielding();
  trial_ = present.step.y0;
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    const int contact = flow_.yielding()[k].contact;
    const double rate = -present.contacts[contact].velocity[1];
    if (flow_.yielding()[k].closed() && rate > 0)
      trial_[flow_.gap_index(contact)] -= moment_ * rate;
  }
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
  keep(present);
  return true;
}

void CompliantMotion::finish(const MotionPresent& present, MotionRecord& record) {
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    const Yielding& own = flow_.yielding()[k];
    if (own.closed())
      record.tell_lasting(present, own.contact, own.mode, courses_[k].touch.began,
                          courses_[k].positions, courses_[k].velocities);
  }
}

}  // namespace carom
