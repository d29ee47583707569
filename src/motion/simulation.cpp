#include "motion/simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "motion/thresholds.hpp"

namespace carom {
namespace {

constexpr double never_ = std::numeric_limits<double>::infinity();

/// A formula may vary faster than a few samples of it can tell; steps that are no simple part of
/// the duration at least do not fall into step with it.
double longest_step(bool formulas, const MotionOptions& options) {
  if (options.largest_step > 0) return options.largest_step;
  return formulas ? options.duration / 161.80339887 : options.duration;
}

}  // namespace

Simulation::Simulation(const Tree& tree, const Law& law, const State& state,
                       const MotionOptions& options, MotionSink& sink, const Expression* section)
    : own_(section != nullptr || FormulaSwitches::in(tree) ? std::optional<Tree>(tree)
                                                           : std::nullopt),
      tree_(own_ ? *own_ : tree),
      options_(options),
      switch_at_(never_),
      tolerance_(std::max(step_share * options.tolerance, least_step_error)),
      end_time_(state.time + options.duration),
      flow_(tree_),
      present_(flow_, state, options.duration),
      record_(flow_, options, sink),
      locator_(flow_, tolerance_),
      instant_(flow_, law, options, tolerance_, state.time),
      bounces_(flow_, options.tolerance, end_time_),
      cycles_(flow_, options.tolerance, end_time_),
      compliant_(flow_, options, tolerance_),
      passing_(tree_),
      end_(tree.contacts.size()),
      step_size_(options.duration / 100),
      longest_step_(longest_step(locator_.formulas() || options.controller != nullptr, options)) {
  flow_.set_controller(options.controller);
  if (!own_) return;
  switches_.emplace(*own_, options.duration);
  if (section != nullptr) switches_->watch(*section);
  locator_.watch(*switches_);
  instant_.watch(*switches_);
}

void Simulation::begin() {
  std::vector<double>& y = present_.state();
  const double start = present_.time();
  if (switches_) switches_->begin(start);
  flow_.prepare(y, start, {});
  if (flow_.failed()) return record_.stop(why_failed(flow_));
  if (switches_) {
    switches_->follow_state(flow_.positions(y), flow_.velocities(y), start);
    for (int i = 0; i < flow_.contacts(); ++i) present_.orders[i].asleep = switches_->sleeps(i);
  }
  record_.open(present_);
  std::vector<Regime> touching = present_.regimes;
  for (int i = 0; i < flow_.contacts(); ++i) {
    const double gap = flow_.geometric_gap(i);
    const bool pressed = is_pressed(i);
    if (present_.orders[i].asleep) {
      y[flow_.gap_index(i)] = gap;
      continue;
    }
    const bool touches = std::abs(gap) <= touching_tolerance * tree_.size && !pressed;
    if (gap < 0 && !touches && !pressed) return record_.stop(MotionEnd::below_surface, i);
    y[flow_.gap_index(i)] = touches ? 0 : gap;
    if (touches) touching[i].mode = Mode::slides_plus;
  }
  // What touches but for a little is put onto its surface before the books are opened.
  flow_.set_regimes(touching);
  flow_.project_positions(y, start);
  if (flow_.failed()) return record_.stop(MotionEnd::singular_inertia);
  flow_.set_regimes(present_.regimes);
  if (compliant_.any()) {
    if (const auto end = evaluate(flow_, present_)) return record_.stop(*end);
    compliant_.press(present_);
  }
  record_.open(present_);
  passing_.begin(flow_.positions(y), start);
  if (const auto end = evaluate(flow_, present_)) return record_.stop(*end);
  if (switches_ && !begin_state_switches()) return;
  if (follower_ != nullptr) {
    follower_->open(tree_, present_, switches_ ? &*switches_ : nullptr);
    follower_->arrive(std::nullopt, present_);
  }
  pass_instant(std::nullopt);
  if (!record_.over() && compliant_.any()) {
    compliant_.begin(present_, record_);
    step_size_ = std::min(step_size_, compliant_.first_step());
  }
  record_.tell_samples(present_, start);
}

/// Whether a contact that yields starts below its surface. One that approaches and all but touches
/// begins its collision at the surface.
bool Simulation::is_pressed(int contact) const {
  if (!compliant_.yields(contact)) return false;
  const double depth = -flow_.geometric_gap(contact) / tree_.size;
  const double floor =
      rest_tolerance * std::max(flow_.speed(), least_speed_share * tree_.size / options_.duration);
  const bool approaches = flow_.velocity(contact)[1] < -floor;
  return depth > (approaches ? touching_tolerance : pressed_share);
}

Motion Simulation::run() {
  begin();
  while (!record_.over()) advance();
  if (compliant_.any()) compliant_.finish(present_, record_);
  Motion motion = record_.take(present_);
  if (follower_ != nullptr) follower_->close(present_, motion.end);
  motion.passed = passing_.take();
  return motion;
}

void Simulation::advance() {
  const long steps = record_.motion().steps;
  if (present_.time() >= end_time_) return record_.stop(MotionEnd::duration);
  if (steps >= options_.step_limit) return record_.stop(MotionEnd::step_limit);
  if ((record_.has_told() || steps % 64 == 0) && record_.asked_to_stop())
    return record_.stop(MotionEnd::stopped);
  if (switches_) {
    find_switch();
    if (record_.over()) return;
    if (switch_at_ <= present_.time()) return cross_switch();
  }
  if (!attempt_step()) return;
  std::optional<FoundEvent> event = locator_.find(present_, end_);
  const bool yields = compliant_.any() && compliant_.find(present_, end_);
  if (yields) event.reset();
  finish_step(event);
  if (yields && !record_.over()) {
    compliant_.pass(present_, record_);
    step_size_ = std::max(step_size_, compliant_.first_step());
  }
}

/// The sides of this state, and how far formulas of t alone stay on theirs.
void Simulation::find_switch() {
  follow_state();
  const double h = std::min({step_size_, longest_step_, end_time_ - present_.time()});
  switch_at_ = switches_->last_before(present_.time(), h,
                                      std::ranges::any_of(present_.regimes, &Regime::pressed));
  if (switch_at_ >= end_time_) switch_at_ = never_;
}

/// A state that jumped, or has left where a switch chatters, shows its sides by itself.
void Simulation::follow_state() {
  const auto y = std::span<const double>(present_.state());
  if (!switches_->follow_state(flow_.positions(y), flow_.velocities(y), present_.time())) return;
  if (const auto end = evaluate(flow_, present_)) record_.stop(*end);
}

/// From the last instant before formulas of t alone change to the first one after it.
void Simulation::cross_switch() {
  constexpr FoundEvent crossing{.watched = Watched::formula};
  if (follower_ != nullptr) follower_->arrive(crossing, present_);
  present_.step.t0 = switches_->cross(present_.time());
  record_.motion().drive = switches_->jumping_drive();
  if (switches_->jumping_drive() >= 0) return record_.stop(MotionEnd::jump);
  pass_instant(crossing);
  switches_->forget_jumps();
}

/// Where a switch of the state is at zero: the other side, if the motion goes on into it; the same,
/// if it turns round; or it is evaluated as it is. False where the motion is over.
bool Simulation::choose_side(int which) {
  const int was = switches_->state_side(which);
  std::vector<double> values(static_cast<std::size_t>(switches_->in_state()));
  const double at_zero = switches_->rounding(which);
  DenseStep probe(flow_.size());
  for (const int side : {-was, was}) {
    switches_->set_state_side(which, side);
    if (evaluate(flow_, present_)) continue;
    probe.t0 = present_.time();
    probe.y0 = present_.step.y0;
    probe.slope0 = present_.step.slope0;
    const double moment = side_moment * present_.scales.local_time(flow_.acceleration_size());
    probe.attempt(flow_, moment, tolerance_, present_.scales.of_state());
    const auto y = std::span<const double>(probe.y1);
    switches_->state_values(flow_.positions(y), flow_.velocities(y), probe.t0 + moment, values);
    if (!flow_.failed() && values[static_cast<std::size_t>(which)] > at_zero) {
      evaluate(flow_, present_);
      return true;
    }
  }
  switches_->set_state_side(which, 0);
  const auto end = evaluate(flow_, present_);
  if (end) record_.stop(*end);
  return !end;
}

/// The section is watched alone: nothing happens there but that it is told.
bool Simulation::cross_section() {
  const int which = switches_->section();
  const int was = switches_->state_side(which);
  if (!choose_side(which)) return false;
  if (switches_->state_side(which) != was) record_.tell_crossing(present_);
  return true;
}

bool Simulation::begin_state_switches() {
  follow_state();
  for (int which = 0; which < switches_->in_state() && !record_.over(); ++which) {
    if (switches_->state_side(which) != 0) continue;
    switches_->set_state_side(which, -1);
    choose_side(which);
  }
  return !record_.over();
}

/// A step that the error allows, observed at its end; false where there is none.
bool Simulation::attempt_step() {
  DenseStep& step = present_.step;
  const double left = end_time_ - step.t0;
  const double tolerance =
      compliant_.any() && compliant_.active()
          ? std::max(collision_step_share * options_.tolerance, least_step_error)
          : tolerance_;
  while (true) {
    double h = std::min(step_size_, longest_step_);
    const bool cut = switch_at_ <= step.t0 + h;
    const bool last = cut || h >= left * (1 - last_step_share);
    if (last) h = cut ? switch_at_ - step.t0 : left;
    const double share = step.attempt<true>(flow_, h, tolerance, present_.scales.of_state());
    ++record_.motion().steps;
    const bool accepted = share <= 1;
    // A step that the end or an event cuts short says nothing against longer ones.
    const double next = DenseStep::next_size(h, share, step_growth);
    if (!accepted || !last) step_size_ = next;
    if (accepted) break;
    if (h <= 16 * epsilon * std::max(std::abs(step.t0), options_.duration)) {
      record_.stop(share < 1e300 && !flow_.singular() ? MotionEnd::step_size : why_no_step(h));
      return false;
    }
  }
  flow_.observe(step.y1, end_);
  speed_at_end_ = flow_.speed();
  return true;
}

/// Why not even a step of this size can be made. Where all is finite without contacts, their forces
/// have grown beyond all numbers.
MotionEnd Simulation::why_no_step(double h) {
  const MotionEnd end = why_failed(flow_);
  if (end != MotionEnd::not_finite) return end;
  std::vector<double> slope(flow_.size());
  flow_.set_regimes(std::vector<Regime>(present_.regimes.size()));
  flow_(present_.step.y0, slope, present_.step.t0 + h);
  flow_.set_regimes(present_.regimes);
  const bool finite = std::ranges::all_of(slope, [](double x) { return std::isfinite(x); });
  return finite ? MotionEnd::step_size : end;
}

void Simulation::finish_step(const std::optional<FoundEvent>& event) {
  part_lifted();
  if (record_.over()) return;
  DenseStep& step = present_.step;
  passing_.look(step, std::max(present_.scales.fastest(), speed_at_end_));
  const double reached = step.t0 + step.size;
  const bool ends = !event && step.size == end_time_ - step.t0;
  const bool switches = !event && step.size == switch_at_ - step.t0;
  record_.tell_samples(present_, ends ? end_time_ : reached);
  if (event && event->watched == Watched::gap)
    step_size_ = std::min(step_size_, std::max(growth_after_flight * step.size,
                                               share_after_flight * options_.duration));
  step.advance();
  if (ends) step.t0 = end_time_;
  if (switches) step.t0 = switch_at_;
  std::ranges::swap(present_.contacts, end_);
  for (std::size_t i = 0; i < present_.orders.size(); ++i)
    present_.orders[i] = {.gap = present_.orders[i].gap == 4 && still_opens(i) ? 4 : 0,
                          .stays = present_.orders[i].stays && !holds_itself(i),
                          .asleep = present_.orders[i].asleep};
  if (compliant_.any()) {
    compliant_.set_orders(present_);
    compliant_.keep(present_, record_);
  }
  if (switches) return cross_switch();
  const bool crossing = event && event->formula >= 0 && event->formula == switches_->section();
  if (crossing) {
    if (!cross_section()) return;
  } else if (event) {
    if (follower_ != nullptr) follower_->arrive(event, present_);
    if (event->formula >= 0 && !choose_side(event->formula)) return;
    return pass_instant(event);
  }
  if (!tree_.drives.empty() || std::ranges::any_of(present_.regimes, &Regime::pressed)) {
    flow_.project(step.y0, step.t0);
    if (const auto end = evaluate(flow_, present_)) return record_.stop(*end);
  } else {
    present_.scales.note_speed(speed_at_end_);
  }
  if (follower_ != nullptr) follower_->advance(present_);
}

/// Whether a contact is wedged and could not let go.
bool Simulation::holds_itself(std::size_t contact) const {
  return present_.contacts[contact].wedge > present_.scales.events().acceleration;
}

/// Whether a gap grows and is next to nothing.
bool Simulation::still_opens(std::size_t contact) const {
  const ContactRates& rates = present_.contacts[contact];
  return rates.gap <= 2 * present_.scales.events().gap && rates.velocity[1] > 0;
}

/// A contact that touched without a force and is lifted within this step has left where the step
/// began.
void Simulation::part_lifted() {
  for (int i = 0; i < flow_.contacts() && !record_.over(); ++i) {
    if (present_.regimes[i].mode != Mode::separates ||
        end_[i].gap <= 2 * present_.scales.events().gap)
      continue;
    present_.regimes[i] = {};
    record_.tell_separation(present_, i);
  }
}

/// An instant, and the bounces that it is the last of to be followed.
void Simulation::pass_instant(const std::optional<FoundEvent>& trigger) {
  if (trigger && compliant_.any() && compliant_.yields(trigger->contact)) {
    compliant_.close(trigger->contact, present_, record_);
    step_size_ = std::min(step_size_, compliant_.first_step());
    return forget_bounces();
  }
  if (!instant_.resolve(trigger, present_, record_)) return;
  if (follower_ != nullptr) follower_->depart(present_, instant_.impact());
  if (compliant_.any()) {
    compliant_.go_on(present_, record_);
    if (compliant_.active()) return forget_bounces();
  }
  if (!instant_.impact().any) return forget_bounces();
  sum_bounces();
}

void Simulation::forget_bounces() {
  bounces_.forget();
  cycles_.forget();
}

/// After an impact: the bounces to come, of its contact or of several in turn, where they have a
/// sum and formulas are smooth until then.
void Simulation::sum_bounces() {
  const InstantImpact& impact = instant_.impact();
  const auto one = bounces_.follow(present_, impact, instant_.touching());
  const auto several = cycles_.follow(present_, impact);
  if (!one && !several) return;
  const double duration = one ? one->duration : several->sum.duration();
  if (switches_ && switches_->last_before(present_.time(), duration, false) != never_) return;
  const std::array contact{impact.striking.front()};
  const double since = present_.time();
  const std::vector<Regime> before = present_.regimes;
  const std::vector<ContactRates> seen = present_.contacts;
  const auto velocities = flow_.velocities(present_.state());
  const std::vector<double> velocities_before(velocities.begin(), velocities.end());
  if (follower_ != nullptr && one) follower_->sum(*one, impact, present_);
  if (follower_ != nullptr && !one) follower_->sum(*several);
  const double loss =
      one ? bounces_.complete(*one, impact, present_) : cycles_.complete(*several, present_);
  forget_bounces();
  record_.add_loss(loss);
  ++record_.motion().limits;
  const std::span<const int> contacts = one ? std::span<const int>(contact) : several->contacts;
  if (!instant_.rest_after_bounces(contacts, present_, record_)) return;
  if (follower_ != nullptr) follower_->depart(present_, {});
  record_.tell_limit(present_, contact[0], impact, velocities_before, since, loss,
                     one ? impact.answer.makes_energy : several->makes_energy);
  if (!record_.over()) record_.tell_changes(present_, before, seen);
}

}  // namespace carom
