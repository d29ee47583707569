// What contacts that yield go through: where a touch begins and ends, and what is told of it.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "motion/compliant_motion.hpp"
#include "motion/thresholds.hpp"

namespace carom {
namespace {

constexpr double never_still = std::numeric_limits<double>::infinity();

/// Whether a contact is damped, and by the speed of its approach alone.
bool damps_by_approach(const TreeContact& contact) {
  if (contact.yields->loss_rate == nullptr) return false;
  const auto taken = [&](double approach) {
    const CompliantMemory memory{.branch = Branch::loading, .approach = approach, .mass = 1};
    return contact.yields->loss_rate(contact.compliance, memory, 1, 1);
  };
  return taken(0) == 0 && taken(1) > 0;
}

}  // namespace

/// What a contact of mass m = 1/W_nn is measured in, that closes with a speed and is pressed by an
/// acceleration: ½ m v² + m a δ = ∫F dδ, F about a power of δ.
void CompliantMotion::measure(std::size_t k, double speed, double acceleration) {
  Yielding& own = flow_.yielding()[k];
  const TreeContact& contact = contact_of(k);
  const double mass = own.memory.mass;
  double depth = 1e-15;
  for (int i = 0; i < 200; ++i) {
    const double force =
        contact.yields->force(contact.compliance, own.memory, own.memory.permanent + depth, 0);
    if (0.4 * force * depth >= mass * (0.5 * speed * speed + acceleration * depth)) break;
    depth *= 2;
  }
  own.depth = depth;
  own.speed = std::sqrt(speed * speed + 2 * acceleration * depth);
  own.load = mass * own.speed * own.speed / depth;
  courses_[k].stopping = depth / own.speed;
}

void CompliantMotion::begin_touch(std::size_t k, const MotionPresent& present) {
  const int contact = flow_.yielding()[k].contact;
  courses_[k] = {};
  Course& course = courses_[k];
  course.touch.touched = true;
  course.touch.touches = 1;
  course.touch.began = present.time();
  course.touch.velocity_before = present.contacts[contact].velocity;
  course.compressing = 1;
  const auto y = std::span<const double>(present.step.y0);
  course.positions.assign(flow_.positions(y).begin(), flow_.positions(y).end());
  course.velocities.assign(flow_.velocities(y).begin(), flow_.velocities(y).end());
  std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(flow_.yielding_index(k)), 4,
              course.sums.begin());
}

/// Contact begins where the step begins, at present.contacts. `pressed`: it is below its surface
/// already, as if it had been pressed there slowly; what it then stores is in no books.
void CompliantMotion::close_one(std::size_t k, MotionPresent& present, bool pressed) {
  Yielding& own = flow_.yielding()[k];
  const TreeContact& contact = contact_of(k);
  const ContactRates& rates = present.contacts[own.contact];
  double& gap = present.state()[flow_.gap_index(own.contact)];
  if (!courses_[k].sunk) {
    own.memory = {};
    if (!pressed) gap = 0;
  }
  begin_touch(k, present);
  Course& course = courses_[k];
  flow_.prepare(present.state(), present.time(), std::array{own.contact}, false);
  const double w = flow_.inertia()[3];
  const double pressing =
      std::max(-flow_.rates()[1], least_pressing * std::max(flow_.reference(), epsilon));
  own.memory.mass = w > 0 ? 1 / w : 0;
  const double floor = speed_floor(present);
  const double approach = -rates.velocity[1];
  course.colliding = approach > floor;
  course.lasts = !course.colliding;
  // One that does not approach has no speed by which it could be damped.
  if (course.lasts && damps_by_approach(contact) && own.memory.approach == 0 &&
      std::ranges::find(undamped_, own.contact) == undamped_.end())
    undamped_.push_back(own.contact);
  contact.yields->pass(contact.compliance, own.memory, CompliantEvent::close, -gap,
                       course.colliding ? approach : 0);
  measure(k, course.colliding ? approach : 0, pressing);
  if (pressed) {
    for (const Guard& guard : contact.yields->guards(contact.compliance, own.memory))
      if (guard.event == CompliantEvent::load && -gap > guard.level)
        contact.yields->pass(contact.compliance, own.memory, guard.event, -gap, approach);
    own.depth = std::max(own.depth, -gap);
    double& work = present.state()[flow_.yielding_index(k) + 3];
    work = course.sums[3] = -contact.yields->stored(contact.compliance, own.memory, -gap);
  }
  present.state()[flow_.spring_index(k)] = 0;
  own.mode = !rubs(k)                     ? Mode::slides_plus
             : rates.velocity[0] > floor  ? Mode::slides_plus
             : rates.velocity[0] < -floor ? Mode::slides_minus
                                          : Mode::sticks;
  if (own.sprung && rubs(k)) {
    const double direction = rates.velocity[0] < 0 ? -1 : 1;
    if (!(direction * slip(k, direction, rates) > 0)) own.mode = Mode::sticks;
  }
  first_step_ = std::min(first_step_, first_share * course.stopping);
  const double moment = moment_of_contact * course.stopping;
  moment_ = moment_ > 0 ? std::min(moment_, moment) : moment;
  flow_.hold_yielding();
}

void CompliantMotion::press(MotionPresent& present) {
  for (std::size_t k = 0; k < courses_.size(); ++k)
    if (present.state()[flow_.gap_index(flow_.yielding()[k].contact)] < 0)
      close_one(k, present, true);
}

bool CompliantMotion::begin(MotionPresent& present, MotionRecord& record) {
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    const int contact = flow_.yielding()[k].contact;
    if (present.state()[flow_.gap_index(contact)] != 0) continue;
    if (present.contacts[contact].velocity[1] > speed_floor(present))
      present.orders[contact].gap = 1;
    else
      close_one(k, present);
  }
  return go_on(present, record);
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

/// Whether a contact that collides has been at rest long enough: damping may bring it there without
/// a rebound.
bool CompliantMotion::is_still(std::size_t k, const MotionPresent& present) const {
  return present.time() - courses_[k].still_since >= courses_[k].stopping;
}

void CompliantMotion::keep(MotionPresent& present, MotionRecord& record) {
  const double floor = speed_floor(present);
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    Yielding& own = flow_.yielding()[k];
    if (!own.closed()) continue;
    Course& course = courses_[k];
    const ContactRates& rates = present.contacts[own.contact];
    const double normal = rates.velocity[1];
    course.touch.press(present.time(), rates.force[1]);
    own.depth = std::max(own.depth, -rates.gap);
    own.load = std::max(own.load, rates.force[1]);
    // What is not above rounding has not turned round.
    if (course.compressing == 0 && normal < -slip_floor_) course.compressing = 1;
    if (course.compressing == 0 && normal > 2 * floor) course.rebounds = true;
    if (std::abs(normal) > floor)
      course.still_since = never_still;
    else
      course.still_since = std::min(course.still_since, present.time());
    if (options_.loops && course.colliding) course.loop.push_back({-rates.gap, rates.force[1]});
    const bool lasted = course.lasts && present.time() > course.held_until;
    if (lasted && !course.held.empty() && course.touch.peak_force > 0) tell_held(k, record);
  }
  present.scales.follow(flow_);
}

void CompliantMotion::tell_held(std::size_t k, MotionRecord& record) {
  Course& course = courses_[k];
  for (MotionEvent& event : course.held) record.tell(std::move(event));
  course.held.clear();
  course.colliding = false;
  course.loop.clear();
}

/// The collision of a contact, which ends here.
MotionEvent CompliantMotion::ended_collision(std::size_t k, const MotionPresent& present,
                                             MotionRecord& record) {
  const Yielding& own = flow_.yielding()[k];
  const Course& course = courses_[k];
  CompliantTouch touch = course.touch;
  touch.ended = present.time();
  touch.velocity_after = present.contacts[own.contact].velocity;
  touch.permanent = own.memory.permanent;
  const double* const sums = present.step.y0.data() + flow_.yielding_index(k);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    touch.impulse[axis] = sums[axis] - course.sums[axis];
    touch.work[axis] = sums[2 + axis] - course.sums[2 + axis];
  }
  if (own.closed() && std::abs(touch.velocity_after[1]) <= speed_floor(present))
    touch.velocity_after[1] = 0;
  // One that is pressed still is as deep as it is.
  if (course.compressing != 0)
    touch.turn(present.time(), -present.contacts[own.contact].gap, touch.impulse[1], touch.work[1]);
  CompliantCollision told = collision(touch);
  told.loop = course.loop;
  if (options_.loops && !own.closed())
    told.loop.push_back({-present.contacts[own.contact].gap, 0.0});
  return record.collision_event(present, own.contact, contact_of(k).yields->name, touch,
                                std::move(told), course.positions, course.velocities);
}

/// A collision comes to rest here, unless it opens soon; the contact is told when its modes are
/// known.
void CompliantMotion::settle(std::size_t k, MotionPresent& present, MotionRecord& record) {
  Course& course = courses_[k];
  course.lasts = true;
  course.held.push_back(ended_collision(k, present, record));
  course.held_until = 2 * present.time() - course.touch.began;
}

/// What contact that lasts begins to do in this instant.
void CompliantMotion::tell_lasting(const MotionPresent& present, MotionRecord& record) {
  for (std::size_t k = 0; k < courses_.size() && !record.over(); ++k) {
    const Yielding& own = flow_.yielding()[k];
    Course& course = courses_[k];
    if (!own.closed() || !course.lasts) continue;
    const bool begins = course.told == Mode::apart;
    if (!begins && (!rubs(k) || own.mode == course.told)) continue;
    course.told = own.mode;
    MotionEvent event = record.lasting_event(present,
                                             begins                     ? MotionEventKind::contact
                                             : own.mode == Mode::sticks ? MotionEventKind::sticks
                                                                        : MotionEventKind::slides,
                                             own.contact);
    // One that has just begun may be lifted at once, without a force.
    if (begins && course.held.empty()) course.held_until = present.time();
    if (begins || !course.held.empty())
      course.held.push_back(std::move(event));
    else
      record.tell(std::move(event));
  }
}

void CompliantMotion::end_touch(std::size_t k, MotionPresent& present, MotionRecord& record) {
  Yielding& own = flow_.yielding()[k];
  Course& course = courses_[k];
  own.mode = Mode::apart;
  flow_.hold_yielding();
  if (course.colliding && course.touch.peak_force > 0)
    record.tell(ended_collision(k, present, record));
  else if (course.held.empty() && course.lasts)
    record.tell(record.lasting_event(present, MotionEventKind::separation, own.contact));
  const bool lasted = course.lasts && !course.colliding;
  course.held.clear();
  course.colliding = course.lasts = false;
  // Where nothing stays, it has left from the surface itself.
  course.sunk = own.memory.permanent > 0;
  if (course.sunk) return;
  own.memory = {};
  double& gap = present.state()[flow_.gap_index(own.contact)];
  if (lasted && gap > 0) return;
  gap = 0;
  present.orders[own.contact].gap = 1;
}

void CompliantMotion::finish(const MotionPresent& present, MotionRecord& record) {
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    if (!flow_.yielding()[k].closed()) continue;
    if (!courses_[k].held.empty())
      tell_held(k, record);
    else if (courses_[k].colliding)
      record.tell(ended_collision(k, present, record));
  }
  record.motion().undamped = undamped_;
}

}  // namespace carom
