#include "laws/compliant/impact.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "numerics/passing_zero.hpp"

namespace carom {
namespace {

/// Errors of steps add up: a step may err by this share of the tolerance.
constexpr double step_share_of_impact = 0.01;
constexpr double least_error_of_impact = 1e-15;
/// Slips below this share of the speeds have stopped: ends of a symmetric chain stop together.
constexpr double stopped_share = 1e-9;
/// A slip that has turned round by less than this share of that is rounding.
constexpr double turned_share = 1e-4;
/// The first step, and the moment by which forces that begin are compared, as shares of the time in
/// which the fastest contact would be stopped.
constexpr double first_share = 1e-4;
constexpr double moment_of_impact = 1e-6;
/// Contacts that leave within this share of their indentation leave in one instant.
constexpr double leaving_together = 1e-10;
/// Events are located to this share of a step.
constexpr double event_share = 4e-16;
/// So many events without progress in time mean that something is wrong.
constexpr int most_at_once = 100;
/// A cone is left by this share of the largest force: where contact ends both forces are rounding.
constexpr double cone_share = 1e-12;
/// Forces below this share of the largest are none when it is asked whether all is over.
constexpr double no_force = 1e-12;
/// Accelerations below this share of the terms they are the sum of are none.
constexpr double balanced = 1e-10;

}  // namespace

CompliantEnd CompliantImpact::solve(std::span<const YieldingContact> contacts,
                                    std::span<const double> inertia,
                                    std::span<const double> velocity,
                                    const CompliantOptions& options) {
  count_ = contacts.size();
  contacts_ = contacts;
  inertia_ = inertia;
  options_ = options;
  tolerance_ = std::max(step_share_of_impact * options.tolerance, least_error_of_impact);
  begin(velocity);
  if (fastest_ <= options.rest) return CompliantEnd::not_colliding;
  if (!decide()) return CompliantEnd::friction;
  refresh();
  while (true) {
    if (over()) break;
    if (locked()) return CompliantEnd::locked;
    if (steps_ >= options_.step_limit || at_once_ > most_at_once) return CompliantEnd::steps;
    if (!advance()) return CompliantEnd::friction;
  }
  evaluate(step_.y0);
  taken_ = step_.y0[5 * count_];
  for (std::size_t i = 0; i < count_; ++i) {
    CompliantTouch& touch = touches_[i];
    const YieldingContact& contact = contacts_[i];
    taken_ += contact.law->lost(contact.numbers, memory_[i]) +
              contact.law->stored(contact.numbers, memory_[i], step_.y0[i]);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const std::size_t row = 2 * i + axis;
      impulse_[row] = step_.y0[count_ + row];
      touch.impulse[axis] = impulse_[row];
      touch.work[axis] = step_.y0[3 * count_ + row];
    }
    if (closed(i)) touch.ended = step_.t0;
    touch.permanent = memory_[i].permanent;
    // A slip that has stopped, and a contact that rests, are so exactly.
    if (stands(i, last_modes_[i])) velocity_[2 * i] = 0;
    if (closed(i) && std::abs(rate(i)) <= std::max(options_.rest, floor_)) velocity_[2 * i + 1] = 0;
    if (closed(i)) touch.velocity_after = {velocity_[2 * i], velocity_[2 * i + 1]};
  }
  return CompliantEnd::apart;
}

/// All contacts touch; those that approach, or rest, are closed.
void CompliantImpact::begin(std::span<const double> velocity) {
  const bool sprung = std::ranges::any_of(contacts_, [](const YieldingContact& contact) {
    return is_sprung(*contact.law, contact.numbers);
  });
  const std::size_t size = 5 * count_ + 1 + (sprung ? count_ : 0);
  if (step_.y0.size() != size) {
    step_ = DenseStep(size);
    probe_ = DenseStep(size);
  }
  step_.t0 = 0;
  std::ranges::fill(step_.y0, 0.0);
  before_.assign(velocity.begin(), velocity.end());
  velocity_ = before_;
  force_.assign(2 * count_, 0.0);
  trial_.assign(2 * count_, 0.0);
  impulse_.assign(2 * count_, 0.0);
  memory_.assign(count_, {});
  rubbing_.assign(count_, {});
  touches_.assign(count_, {});
  last_modes_.assign(count_, Mode::apart);
  compressing_.assign(count_, 0);
  loops_.resize(count_);
  for (auto& loop : loops_) loop.clear();
  instants_.clear();
  instant_impulses_.clear();
  instant_modes_.clear();
  friction_.reserve(count_);
  steps_ = 0;
  at_once_ = 0;
  taken_ = 0;
  speed_ = 0;
  fastest_ = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    speed_ = std::max({speed_, std::abs(before_[2 * i]), std::abs(before_[2 * i + 1])});
    fastest_ = std::max(fastest_, -before_[2 * i + 1]);
  }
  floor_ = stopped_share * speed_;
  if (fastest_ <= options_.rest) return;
  double lightest = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const double w = inertia_[(2 * i + 1) * (2 * count_ + 1)];
    memory_[i].mass = w > 0 ? 1 / w : 0;
    lightest = std::max({lightest, w, inertia_[2 * i * (2 * count_ + 1)]});
    rubbing_[i].friction = contacts_[i].friction;
    rubbing_[i].static_friction = contacts_[i].static_friction;
    rubbing_[i].sprung = is_sprung(*contacts_[i].law, contacts_[i].numbers);
  }
  for (std::size_t i = 0; i < count_; ++i) {
    if (rate(i) < -options_.rest) continue;
    const bool rests = rate(i) <= options_.rest;
    pass({Watch::Kind::guard,
          static_cast<int>(i),
          {CompliantEvent::close, CompliantQuantity::indentation, 0, true}});
    if (rests) memory_[i].approach = fastest_;
    if (rests) velocity_[2 * i + 1] = before_[2 * i + 1] = 0;
  }
  duration_scale_ = time_scale();
  next_step_ = first_share * duration_scale_;
  scale_.assign(size, 0.0);
  for (std::size_t i = 0; i < count_; ++i) {
    scale_[i] = duration_scale_ * speed_;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      scale_[count_ + 2 * i + axis] = speed_ / lightest;
      scale_[3 * count_ + 2 * i + axis] = speed_ * speed_ / lightest;
    }
  }
  scale_[5 * count_] = speed_ * speed_ / lightest;
  if (sprung)
    for (std::size_t i = 0; i < count_; ++i)
      scale_[spring_index(i)] = speed_ / (lightest * duration_scale_);
}

/// The shortest time in which a contact that approaches would be stopped, if it were alone: its
/// energy is there where ∫F dδ comes to it, F about a power of δ.
double CompliantImpact::time_scale() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count_; ++i) {
    const double speed = rate(i);
    if (!closed(i) || speed <= options_.rest) continue;
    const double energy = 0.5 * memory_[i].mass * speed * speed;
    CompliantMemory memory = memory_[i];
    double low = 0, high = 1e-15;
    for (int k = 0; k < 200; ++k) {
      const double force = contacts_[i].law->force(contacts_[i].numbers, memory, high, 0);
      if (0.4 * force * high >= energy) break;
      low = high;
      high *= 2;
    }
    shortest = std::min(shortest, (low + high) / speed);
  }
  return shortest;
}

/// A slip that has stopped, exactly.
bool CompliantImpact::stands(std::size_t i, Mode mode) const {
  return mode == Mode::sticks && !rubbing_[i].sprung && std::abs(velocity_[2 * i]) <= floor_;
}

double CompliantImpact::normal_force(std::size_t i, double indentation, double rate) const {
  if (!closed(i) || memory_[i].branch == Branch::locked) return 0;
  return contacts_[i].law->force(contacts_[i].numbers, memory_[i], indentation, rate);
}

/// v and f at y.
void CompliantImpact::evaluate(std::span<const double> y) {
  const std::size_t width = 2 * count_;
  for (std::size_t r = 0; r < width; ++r) {
    double sum = before_[r];
    for (std::size_t c = 0; c < width; ++c) sum += inertia_[r * width + c] * y[count_ + c];
    velocity_[r] = sum;
  }
  for (std::size_t i = 0; i < count_; ++i) {
    force_[2 * i + 1] = normal_force(i, y[i], rate(i));
    if (rubbing_[i].sprung) rubbing_[i].spring = y[spring_index(i)];
  }
  friction_.find(rubbing_, inertia_, {}, force_);
}

/// w, the slip of a contact that is sprung and slides.
double CompliantImpact::slip(std::size_t i, double direction, double indentation) const {
  const CompliantLaw& law = *contacts_[i].law;
  return slip_of(law.tangential(contacts_[i].numbers, memory_[i], indentation), direction,
                 contacts_[i].friction, velocity_[2 * i], rate(i));
}

/// δ̈.
double CompliantImpact::acceleration(std::size_t i) const {
  double sum = 0;
  for (std::size_t c = 0; c < 2 * count_; ++c)
    sum -= inertia_[(2 * i + 1) * 2 * count_ + c] * force_[c];
  return sum;
}

void CompliantImpact::operator()(const std::vector<double>& y, std::vector<double>& slope,
                                 double /*t*/) {
  evaluate(y);
  double damped = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    slope[i] = rate(i);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const std::size_t row = 2 * i + axis;
      slope[count_ + row] = force_[row];
      slope[3 * count_ + row] = force_[row] * velocity_[row];
    }
    const YieldingContact& contact = contacts_[i];
    if (contact.law->loss_rate != nullptr && closed(i))
      damped += contact.law->loss_rate(contact.numbers, memory_[i], y[i], rate(i));
    if (rubbing_[i].sprung)
      slope[spring_index(i)] =
          rubbing_[i].mode == Mode::sticks
              ? stick_rate(contact.law->tangential(contact.numbers, memory_[i], y[i]),
                           y[spring_index(i)], velocity_[2 * i], rate(i))
              : 0;
  }
  slope[5 * count_] = damped;
}

/// Above zero as long as what it watches has not come; at the state evaluated last.
double CompliantImpact::value(const Watch& watch, std::span<const double> y) const {
  const auto i = static_cast<std::size_t>(watch.contact);
  switch (watch.kind) {
    case Watch::Kind::guard: {
      const double watched = watch.guard.watch == CompliantQuantity::indentation ? y[i]
                             : watch.guard.watch == CompliantQuantity::rate      ? rate(i)
                                                                            : force_[2 * i + 1];
      return watch.guard.rising ? watch.guard.level - watched : watched - watch.guard.level;
    }
    case Watch::Kind::compression:
      return rate(i);
    case Watch::Kind::peak: {
      const double moment = moment_of_impact * duration_scale_;
      const double a = acceleration(i);
      return normal_force(i, y[i] + moment * rate(i), rate(i) + moment * a) -
             normal_force(i, y[i] - moment * rate(i), rate(i) - moment * a);
    }
    case Watch::Kind::slip: {
      const double direction = rubbing_[i].mode == Mode::slides_plus ? 1 : -1;
      return direction * (rubbing_[i].sprung ? slip(i, direction, y[i]) : velocity_[2 * i]) +
             turned_share * floor_;
    }
    case Watch::Kind::cone:
      return contacts_[i].static_friction * force_[2 * i + 1] - std::abs(force_[2 * i]) +
             cone_share * touches_[i].peak_force;
  }
  return 0;
}

/// What can end the present branches.
void CompliantImpact::watch() {
  watches_.clear();
  for (std::size_t i = 0; i < count_; ++i) {
    const int contact = static_cast<int>(i);
    bool turns = false;
    const Guards guards = contacts_[i].law->guards(contacts_[i].numbers, memory_[i]);
    for (const Guard& guard : guards) {
      watches_.push_back({Watch::Kind::guard, contact, guard});
      turns = turns || guard.event == CompliantEvent::turn;
    }
    if (!closed(i)) continue;
    if (!turns && compressing_[i]) watches_.push_back({Watch::Kind::compression, contact, {}});
    if (contacts_[i].law->loss_rate != nullptr && compressing_[i] == 1)
      watches_.push_back({Watch::Kind::peak, contact, {}});
    if (!rubs(i)) continue;
    watches_.push_back(
        {rubbing_[i].mode == Mode::sticks ? Watch::Kind::cone : Watch::Kind::slip, contact, {}});
  }
  at_start_.resize(watches_.size());
  at_end_.resize(watches_.size());
}

/// The derivative where the next step begins.
void CompliantImpact::refresh() {
  (*this)(step_.y0, step_.slope0, step_.t0);
  for (std::size_t i = 0; i < count_; ++i)
    if (!compressing_[i] && closed(i) && rate(i) > 0) compressing_[i] = 1;
  keep();
}

/// A step, or the part of it up to the first event, and that event. False where friction has no
/// answer.
bool CompliantImpact::advance() {
  if (std::ranges::none_of(memory_, [](const auto& m) { return m.branch != Branch::open; }))
    return fly();
  (*this)(step_.y0, step_.slope0, step_.t0);
  watch();
  for (std::size_t w = 0; w < watches_.size(); ++w) at_start_[w] = value(watches_[w], step_.y0);
  while (true) {
    const double share = step_.attempt(*this, next_step_, tolerance_, scale_);
    ++steps_;
    const double h = next_step_;
    next_step_ = DenseStep::next_size(h, share, 5);
    if (share <= 1) break;
    if (steps_ >= options_.step_limit) return true;
  }
  std::size_t first = watches_.size();
  double nearest = 2;
  for (std::size_t w = 0; w < watches_.size(); ++w) {
    at_end_[w] = value(watches_[w], step_.y1);
    if (!comes(w)) continue;
    const double at = at_start_[w] <= 0 ? 0 : at_start_[w] / (at_start_[w] - at_end_[w]);
    if (at >= nearest) continue;
    nearest = at;
    first = w;
  }
  if (first == watches_.size()) {
    step_.advance();
    at_once_ = 0;
    keep();
    return true;
  }
  locate(first);
  return decide() ? (refresh(), true) : false;
}

/// Whether what is watched comes within the step. A slip that has been found to begin may have
/// rounding of the other sign to lose first: that is none.
bool CompliantImpact::comes(std::size_t watch) const {
  if (!(at_end_[watch] < 0)) return false;
  return at_start_[watch] > 0 || watches_[watch].kind != Watch::Kind::slip ||
         at_end_[watch] < at_start_[watch] - turned_share * floor_;
}

/// The watched function after a step of size x from where the last one began; leaves the probe
/// there.
double CompliantImpact::probe(std::size_t watch, double x) {
  probe_.attempt(*this, x, tolerance_, scale_);
  return value(watches_[watch], probe_.y1);
}

/// Whether a contact comes to its end in this instant too, but for rounding: ends of a symmetric
/// chain leave together.
bool CompliantImpact::leaves_too(const Watch& watch, double left) const {
  const auto i = static_cast<std::size_t>(watch.contact);
  return watch.kind == Watch::Kind::guard && watch.guard.event == CompliantEvent::release &&
         watch.guard.watch == CompliantQuantity::indentation &&
         left <= leaving_together * touches_[i].deepest && rate(i) < 0;
}

/// Goes to the first event within the step and passes it, and all that happen there.
void CompliantImpact::locate(std::size_t first) {
  probe_.t0 = step_.t0;
  probe_.y0 = step_.y0;
  probe_.slope0 = step_.slope0;
  const double whole = step_.size;
  double reached = whole;
  for (int tries = 0; tries < 20; ++tries) {
    if (!(at_start_[first] > 0)) {
      reached = 0;
      break;
    }
    reached = passing_zero([&](double x) { return probe(first, x); }, reached, at_start_[first],
                           at_end_[first], event_share * whole);
    probe(first, reached);
    // Another may have come before, which a straight line did not show.
    std::size_t earlier = watches_.size();
    double nearest = 2;
    for (std::size_t w = 0; w < watches_.size(); ++w) {
      at_end_[w] = value(watches_[w], probe_.y1);
      if (w == first || !comes(w)) continue;
      const double at = at_start_[w] <= 0 ? 0 : at_start_[w] / (at_start_[w] - at_end_[w]);
      if (at >= nearest) continue;
      nearest = at;
      earlier = w;
    }
    if (earlier == watches_.size()) break;
    first = earlier;
  }
  if (reached > 0) {
    std::swap(step_, probe_);
    step_.advance();
    next_step_ = std::max(std::min(next_step_, whole), first_share * duration_scale_);
  }
  at_once_ = reached > 1e-12 * duration_scale_ ? 0 : at_once_ + 1;
  evaluate(step_.y0);
  for (std::size_t w = 0; w < watches_.size(); ++w) {
    const bool passed = comes(w) && (reached > 0 || !(at_start_[w] > 0));
    if (w == first || passed || (reached > 0 && leaves_too(watches_[w], at_end_[w])))
      pass(watches_[w]);
  }
}

void CompliantImpact::note(std::size_t contact, CompliantChange change) {
  instants_.push_back({step_.t0, static_cast<int>(contact), change, force_[2 * contact + 1]});
  for (std::size_t r = 0; r < 2 * count_; ++r) instant_impulses_.push_back(step_.y0[count_ + r]);
}

/// What an event does to its contact, at the state evaluated last.
void CompliantImpact::pass(const Watch& watch) {
  const auto i = static_cast<std::size_t>(watch.contact);
  const YieldingContact& contact = contacts_[i];
  CompliantTouch& touch = touches_[i];
  const std::vector<double>& y = step_.y0;
  const auto turn = [&] {
    if (!compressing_[i]) return;
    compressing_[i] = 0;
    touch.press(step_.t0, force_[2 * i + 1]);
    touch.turn(step_.t0, y[i], y[count_ + 2 * i + 1], y[3 * count_ + 2 * i + 1]);
    note(i, CompliantChange::turns);
  };
  switch (watch.kind) {
    case Watch::Kind::peak:
      touch.press(step_.t0, force_[2 * i + 1]);
      compressing_[i] = 2;
      return;
    case Watch::Kind::compression:
      return turn();
    case Watch::Kind::slip:
      rubbing_[i].undecided = true;
      return;
    case Watch::Kind::cone:
      rubbing_[i].undecided = rubbing_[i].gives_way = true;
      return;
    case Watch::Kind::guard:
      break;
  }
  const CompliantEvent event = watch.guard.event;
  if (event == CompliantEvent::turn) turn();
  contact.law->pass(contact.numbers, memory_[i], event, y[i], rate(i));
  if (event == CompliantEvent::close) {
    if (!touch.touched) {
      touch.touched = true;
      touch.began = step_.t0;
      touch.velocity_before = {velocity_[2 * i], velocity_[2 * i + 1]};
    }
    ++touch.touches;
    compressing_[i] = 1;
    // Forces that jump have their peak where they begin.
    touch.press(step_.t0, normal_force(i, y[i], rate(i)));
    rubbing_[i].mode = velocity_[2 * i] > floor_    ? Mode::slides_plus
                       : velocity_[2 * i] < -floor_ ? Mode::slides_minus
                                                    : Mode::sticks;
    if (rubbing_[i].sprung) {
      const double direction = velocity_[2 * i] < 0 ? -1 : 1;
      if (!(direction * slip(i, direction, y[i]) > 0)) rubbing_[i].mode = Mode::sticks;
      step_.y0[spring_index(i)] = 0;
    }
    if (!rubs(i)) rubbing_[i].mode = Mode::slides_plus;
    note(i, CompliantChange::begins);
  } else if (event == CompliantEvent::load) {
    note(i, CompliantChange::yields);
  } else if (event == CompliantEvent::release) {
    turn();
    touch.ended = step_.t0;
    touch.velocity_after = {velocity_[2 * i], velocity_[2 * i + 1]};
    if (stands(i, rubbing_[i].mode)) touch.velocity_after[0] = 0;
    if (options_.loops) loops_[i].push_back({y[i], 0.0});
    note(i, CompliantChange::ends);
    rubbing_[i].mode = Mode::apart;
  }
  rubbing_[i].locked = memory_[i].branch == Branch::locked;
}

/// A contact that yields along its surface, where its slip has stopped or friction gives way: it is
/// decided by itself. With less friction in sliding than in rest it may be held again at once.
void CompliantImpact::decide_sprung(std::size_t i) {
  RubbingContact& contact = deciding_[i];
  if (!contact.undecided) return;
  contact.undecided = false;
  const bool forward = contact.gives_way ? contact.spring < 0 : contact.mode == Mode::slides_plus;
  const double direction = forward ? 1 : -1;
  if (contact.gives_way && direction * slip(i, direction, step_.y0[i]) > -turned_share * floor_) {
    contact.mode = forward ? Mode::slides_plus : Mode::slides_minus;
    return;
  }
  contact.mode = Mode::sticks;
  contact.spring = -direction * contact.friction * force_[2 * i + 1];
  step_.y0[spring_index(i)] = contact.spring;
}

/// Modes of all contacts whose slip is zero and does not grow, together. False: no answer.
bool CompliantImpact::decide() {
  const double moment = moment_of_impact * duration_scale_;
  deciding_ = rubbing_;
  bool any = false;
  for (std::size_t i = 0; i < count_; ++i) {
    trial_[2 * i + 1] = std::max(
        0.0, normal_force(i, step_.y0[i] + moment * rate(i), rate(i) + moment * acceleration(i)));
    if (!closed(i) || !rubs(i)) continue;
    if (rubbing_[i].sprung) {
      decide_sprung(i);
      continue;
    }
    const double slip = velocity_[2 * i];
    RubbingContact& contact = deciding_[i];
    bool stops = contact.undecided || contact.mode == Mode::sticks;
    if (!stops && std::abs(slip) <= floor_) {
      // One that has only just begun to slide goes on.
      double slope = 0;
      for (std::size_t c = 0; c < 2 * count_; ++c)
        slope += inertia_[2 * i * 2 * count_ + c] * force_[c];
      stops = (contact.mode == Mode::slides_plus ? slope : -slope) < 0;
    }
    contact.undecided = stops;
    any = any || stops;
  }
  bool found = true;
  if (any) found = friction_.decide(deciding_, inertia_, {}, trial_);
  for (std::size_t i = 0; i < count_; ++i) {
    const Mode was = rubbing_[i].mode;
    const Mode is = deciding_[i].mode;
    const bool told = (deciding_[i].undecided || rubbing_[i].undecided) && was != is;
    rubbing_[i].mode = is;
    rubbing_[i].spring = deciding_[i].spring;
    rubbing_[i].undecided = rubbing_[i].gives_way = false;
    if (told)
      note(i, is == Mode::sticks    ? CompliantChange::slip_stops
              : was == Mode::sticks ? CompliantChange::slip_begins
                                    : CompliantChange::slip_turns);
    if (is != Mode::apart) last_modes_[i] = is;
  }
  instant_modes_.resize(count_ * instants_.size());
  for (std::size_t k = 0; k < instants_.size(); ++k) {
    // Events of one instant have the modes that follow from all of them.
    if (instants_[k].time != step_.t0) continue;
    for (std::size_t i = 0; i < count_; ++i) instant_modes_[count_ * k + i] = rubbing_[i].mode;
  }
  return found;
}

void CompliantImpact::keep() {
  for (std::size_t i = 0; i < count_; ++i) {
    if (!closed(i)) continue;
    touches_[i].press(step_.t0, force_[2 * i + 1]);
    if (options_.loops) loops_[i].push_back({step_.y0[i], force_[2 * i + 1]});
  }
}

/// Whether all contacts are open and none comes back, or rest without force.
bool CompliantImpact::over() {
  double largest = 0;
  for (const CompliantTouch& touch : touches_) largest = std::max(largest, touch.peak_force);
  for (std::size_t i = 0; i < count_; ++i) {
    const double most = std::max(options_.rest, floor_);
    if (!closed(i)) {
      if (touches_[i].touched ? rate(i) > most : rate(i) > options_.rest) return false;
      continue;
    }
    if (largest == 0 || std::abs(rate(i)) > most) return false;
    if (std::abs(force_[2 * i + 1]) > no_force * largest) return false;
  }
  return true;
}

/// Whether closed contacts rest, all forces on them balance and nothing else comes: an impulse in
/// their cones moves nothing. What is left of W f is rounding, and to follow it would, after long
/// enough, part them by nothing else.
bool CompliantImpact::locked() {
  const double most = std::max(options_.rest, floor_);
  bool any = false;
  for (std::size_t i = 0; i < count_; ++i) {
    if (closed(i) ? std::abs(rate(i)) > most : rate(i) > most) return false;
    any = any || (closed(i) && force_[2 * i + 1] > 0);
  }
  if (!any) return false;
  for (std::size_t r = 0; r < 2 * count_; ++r) {
    double sum = 0, size = 0;
    for (std::size_t c = 0; c < 2 * count_; ++c) {
      const double term = inertia_[r * 2 * count_ + c] * force_[c];
      sum += term;
      size += std::abs(term);
    }
    if (std::abs(sum) > balanced * size) return false;
  }
  return true;
}

/// No contact is closed: the next to come back, at once.
bool CompliantImpact::fly() {
  double nearest = std::numeric_limits<double>::infinity();
  std::size_t next = count_;
  for (std::size_t i = 0; i < count_; ++i) {
    if (rate(i) <= 0) continue;
    const double time = std::max(0.0, (memory_[i].permanent - step_.y0[i]) / rate(i));
    if (time >= nearest) continue;
    nearest = time;
    next = i;
  }
  ++steps_;
  ++at_once_;
  assert(next < count_);
  if (next == count_) return true;
  for (std::size_t i = 0; i < count_; ++i) step_.y0[i] += nearest * rate(i);
  step_.t0 += nearest;
  if (nearest > 0) at_once_ = 0;
  pass({Watch::Kind::guard,
        static_cast<int>(next),
        {CompliantEvent::close, CompliantQuantity::indentation, memory_[next].permanent, true}});
  next_step_ = first_share * duration_scale_;
  return decide() ? (refresh(), true) : false;
}

}  // namespace carom
