/// What happens in the instant of an event: who strikes, who stays, and the account of it.

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/simulation.hpp"

namespace carom {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// Contacts that would strike within this share of the local time (see `local_time`) strike
/// together.
constexpr double coincidence = 1e-10;
/// What just holds in an instant is decided by this share of the local time after it.
constexpr double moment_share = 1e-4;
/// So many instants without progress in time mean that something is wrong.
constexpr int instants_at_once = 200;
/// A contact that struck within this share of the duration and comes back at rest has bounced.
constexpr double recent_share = 1e-3;
/// Contacts can rattle for ever (feet that creep down a slope wake each other): after so many
/// impacts in a row that are slower than so many times what counts as rest, such are rest.
constexpr int patience = 1000;
constexpr double slow_rattle = 100;

/// Slips below this share of what counts as rest are rounding.
constexpr double slip_share = 1e-3;
/// Slips of contacts that bounce are this many times faster at most than what counts as rest.
constexpr double slow_slips = 100;
/// After an impact, normal velocities below this share of what counts as rest are rounding.
constexpr double rest_share = 1e-4;

int sign(double x, double rounding) {
  return x > rounding ? 1 : x < -rounding ? -1 : 0;
}

}  // namespace

/// Which way a contact slides. Only rounding is no slip: where links lie flat, a slip that is
/// slower than anything else may be the shadow of a fast motion across.
int Simulation::slip_sign(double velocity) const {
  return sign(velocity, slip_share * event_scales_.speed);
}

MotionEnergy Simulation::energy() {
  MotionEnergy e = flow_.energy(step_.y0);
  e.impacts = lost_in_impacts_;
  return e;
}

MotionEvent Simulation::new_event(MotionEventKind kind, int contact) const {
  MotionEvent event;
  event.time = step_.t0;
  event.kind = kind;
  event.contact = contact;
  const auto y = std::span<const double>(step_.y0);
  event.positions.assign(flow_.positions(y).begin(), flow_.positions(y).end());
  event.velocities_after.assign(flow_.velocities(y).begin(), flow_.velocities(y).end());
  event.velocities_before = event.velocities_after;
  event.velocity_before = event.velocity_after = at_0_[contact].velocity;
  event.mode = regimes_[contact].mode;
  return event;
}

void Simulation::send(MotionEvent event) {
  event.energy = energy();
  result_.energy_error =
      std::max(result_.energy_error, std::abs(event.energy.balance() - first_balance_));
  sink_.event(event);
  if (++events_ >= options_.event_limit && !over_) stop(MotionEnd::event_limit, event.contact);
}

/// Approaches slower than this are no impacts.
double Simulation::rest_speed() const {
  return 2 * event_scales_.speed * (slow_impacts_ > patience ? slow_rattle : 1);
}

/// Sorts the contacts into those that strike, those that touch and the rest.
void Simulation::classify(const std::optional<FoundEvent>& trigger) {
  striking_.clear();
  touching_.clear();
  const double speed = rest_speed();
  // Bounces of several contacts become too slow to follow together, not one after another.
  const bool too_slow = trigger && trigger->watched == Watched::gap &&
                        has_bounced(trigger->contact) &&
                        -at_0_[trigger->contact].velocity[1] <= speed;
  for (int i = 0; i < flow_.contacts(); ++i) {
    const ContactRates& c = at_0_[i];
    const bool triggers = trigger && trigger->contact == i;
    in_instant_[i] = 0;
    if (regimes_[i].pressed()) {
      const bool smooth = tree_.contacts[i].static_friction == 0;
      const int direction = regimes_[i].fixed()                     ? 0
                            : smooth                                ? slip_sign(c.velocity[0])
                            : regimes_[i].mode == Mode::slides_plus ? 1
                                                                    : -1;
      const bool stops = (triggers && trigger->watched == Watched::slip) ||
                         (!smooth && stops_slipping(c, direction));
      touching_.push_back({i, stops ? 0 : direction});
      in_instant_[i] = 1;
      continue;
    }
    const double approach = -c.velocity[1];
    const bool rests = too_slow && has_bounced(i) && std::abs(approach) <= speed &&
                       std::abs(c.gap) <= 2 * event_scales_.gap;
    const bool at_surface =
        rests || (triggers && trigger->watched == Watched::gap) ||
        std::abs(c.gap) <= (regimes_[i].mode == Mode::separates ? 2 * event_scales_.gap : 0) ||
        (std::abs(approach) > speed &&
         c.gap <= std::abs(approach) * coincidence * local_time(c.acceleration[1]));
    if (!at_surface) continue;
    step_.y0[flow_.gap_index(i)] = 0;
    in_instant_[i] = 1;
    if (approach > speed && !grazes(i))
      striking_.push_back(i);
    else if (-approach <= speed)
      touching_.push_back({i, slip_on_arrival(i, too_slow)});
    // One that leaves already may be brought back by another's impact.
  }
}

/// Whether a contact that nothing can stop, as drives lead it, turns round at its surface but for
/// the accuracy of a motion.
bool Simulation::grazes(int contact) {
  if (tree_.drives.empty()) return false;
  const ContactRates& rates = at_0_[contact];
  const double depth = 0.5 * rates.velocity[1] * rates.velocity[1] / rates.acceleration[1];
  if (!(rates.acceleration[1] > 0 && depth <= event_scales_.gap)) return false;
  flow_.prepare(step_.y0, step_.t0, std::array{contact});
  return !(flow_.inertia()[3] > immovable * flow_.inertia()[0]);
}

/// Whether a contact has struck of late.
bool Simulation::has_bounced(int contact) const {
  return step_.t0 - last_struck_[contact] <= recent_share * options_.duration;
}

/// Whether a slip comes to its end in this instant, but for the accuracy of a motion.
bool Simulation::stops_slipping(const ContactRates& rates, int direction) const {
  const double slows = -direction * rates.acceleration[0];
  return slows > 0 &&
         direction * rates.velocity[0] <= slows * coincidence * local_time(rates.acceleration[0]);
}

/// Which way a contact slides that comes to rest on its surface. Where its bounces have become too
/// slow to follow, the slip that each of them stopped has come to its end with them; and one that
/// rested and was shaken off comes back, if it does so gently, to rest. `too_slow`: bounces are
/// left out that would have rubbed with at least the friction of one.
int Simulation::slip_on_arrival(int contact, bool too_slow) const {
  const double slip = at_0_[contact].velocity[0];
  if (too_slow && std::abs(slip) <= tree_.contacts[contact].friction * rest_speed()) return 0;
  const double rested =
      stuck_[contact] != 0 ? std::max(rested_[contact], last_struck_[contact]) : rested_[contact];
  const bool ended = step_.t0 - rested <= recent_share * options_.duration &&
                     std::abs(slip) <= slow_slips * event_scales_.speed;
  return ended ? 0 : slip_sign(slip);
}

/// The impact of the striking contacts; false where it has no answer to go on with.
bool Simulation::strike_contacts(Struck& struck) {
  struck.any = true;
  struck.striking = striking_;
  const auto velocities = std::span(step_.y0).subspan(static_cast<std::size_t>(flow_.freedom()),
                                                      static_cast<std::size_t>(flow_.freedom()));
  struck.velocities_before.assign(velocities.begin(), velocities.end());
  for (const ContactRates& c : at_0_) struck.contact_before.push_back(c.velocity);
  const double kinetic = energy().kinetic;
  std::vector<int> set;
  for (int i = 0; i < flow_.contacts(); ++i)
    if (in_instant_[i]) set.push_back(i);
  std::vector<Regime> touching = regimes_;
  for (const int i : set)
    if (!touching[i].pressed()) touching[i].mode = Mode::slides_plus;
  flow_.set_regimes(touching);
  flow_.project_positions(step_.y0, step_.t0);
  flow_.set_regimes(regimes_);
  flow_.prepare(step_.y0, step_.t0, set);
  const ImpactAnswer answer = rule_.solve(flow_, striking_, rest_speed());
  result_.verdict = answer.verdict;
  result_.reason = answer.reason;
  result_.simultaneous = answer.simultaneous;
  result_.law = answer.law;
  struck.answer = answer;
  const bool goes_on =
      answer.verdict == Verdict::unique ||
      (answer.verdict == Verdict::ambiguous && options_.on_ambiguous == OnAmbiguous::first);
  if (!goes_on) {
    stop(MotionEnd::verdict, striking_.front());
    return false;
  }
  if (answer.verdict == Verdict::ambiguous) ++result_.choices;
  flow_.strike(rule_.impulse(), velocities);
  const double drive_work = flow_.drive_work(velocities);
  touching_.clear();
  for (std::size_t k = 0; k < set.size(); ++k) {
    const double tangential = rule_.velocity_after()[2 * k];
    const double normal = rule_.velocity_after()[2 * k + 1];
    at_0_[set[k]].velocity = {tangential, normal};
    if (normal > rest_share * event_scales_.speed) {
      if (regimes_[set[k]].fixed()) rested_[set[k]] = step_.t0;
      regimes_[set[k]] = {};
      orders_[set[k]].gap = 1;
    } else {
      touching_.push_back({set[k], slip_sign(tangential)});
    }
  }
  jump_.assign(velocities.begin(), velocities.end());
  for (std::size_t i = 0; i < jump_.size(); ++i) jump_[i] -= struck.velocities_before[i];
  struck.loss = kinetic - energy().kinetic;
  lost_in_impacts_ += struck.loss;
  for (std::size_t k = 0; k < set.size(); ++k) {
    const auto surface = surface_velocity(tree_.surfaces[tree_.contacts[set[k]].surface], step_.t0);
    struck.at_slip -= rule_.impulse()[2 * k] * (rule_.velocity_after()[2 * k] + surface[0]) +
                      rule_.impulse()[2 * k + 1] * surface[1];
  }
  struck.at_slip -= drive_work;
  record_impact(struck, answer);
  return !over_;
}

void Simulation::record_impact(const Struck& struck, const ImpactAnswer& answer) {
  ++result_.impacts;
  result_.last_impact_interval = step_.t0 - last_impact_;
  last_impact_ = step_.t0;
  MotionEvent event = new_event(MotionEventKind::impact, struck.striking.front());
  event.velocities_before = struck.velocities_before;
  event.verdict = answer.verdict;
  event.simultaneous = answer.simultaneous;
  event.energy_loss = struck.loss;
  event.law = answer.law;
  event.contact_work = answer.contact_work;
  event.makes_energy = answer.makes_energy;
  event.impulses_determined = answer.impulses_determined;
  event.impulses.resize(tree_.contacts.size());
  if (!answer.impulses_determined)
    event.impulse_determined.resize(tree_.contacts.size(), {true, true});
  for (std::size_t k = 0; k < flow_.set().size(); ++k) {
    event.impulses[flow_.set()[k]] = {rule_.impulse()[2 * k], rule_.impulse()[2 * k + 1]};
    if (!answer.impulses_determined)
      event.impulse_determined[flow_.set()[k]] = {rule_.open()[2 * k] == 0,
                                                  rule_.open()[2 * k + 1] == 0};
  }
  if (answer.simultaneous) ++result_.simultaneous_impacts;
  if (!answer.impulses_determined) ++result_.open_impacts;
  if (answer.makes_energy) {
    ++result_.gains;
    result_.energy_made += answer.contact_work;
  }
  event.velocity_before = struck.contact_before[event.contact];
  event.velocity_after = at_0_[event.contact].velocity;
  double fastest = 0;
  for (const int i : struck.striking) fastest = std::max(fastest, -struck.contact_before[i][1]);
  slow_impacts_ = fastest <= slow_rattle * 2 * event_scales_.speed ? slow_impacts_ + 1 : 0;
  for (const int i : struck.striking) {
    last_struck_[i] = step_.t0;
    stuck_[i] = slip_sign(at_0_[i].velocity[0]) == 0 ? 1 : 0;
  }
  send(std::move(event));
}

/// What is rounding in the velocities of touching contacts (a slip that has stopped, a touch that
/// is gentle) goes, so that whatever they do next starts from zero. Slips that are tied to those
/// that have stopped (feet of one body) have stopped too.
void Simulation::settle() {
  for (bool more = true; more;) {
    std::vector<Regime> settled = regimes_;
    for (const TouchingContact& c : touching_)
      settled[c.contact].mode = c.slip == 0 ? Mode::sticks : Mode::slides_plus;
    flow_.set_regimes(settled);
    flow_.project(step_.y0, step_.t0);
    flow_.set_regimes(regimes_);
    flow_.prepare(step_.y0, step_.t0, {});
    more = false;
    for (TouchingContact& c : touching_) {
      if (c.slip == 0 || slip_sign(flow_.velocity(c.contact)[0]) != 0) continue;
      c.slip = 0;
      more = true;
    }
  }
}

/// A moment of the motion with these regimes, for the decision.
double Simulation::continued(std::span<const Regime> regimes, double moment,
                             std::span<ContactRates> then) {
  flow_.set_regimes(regimes);
  probe_.t0 = step_.t0;
  probe_.y0 = step_.y0;
  flow_(probe_.y0, probe_.slope0, probe_.t0);
  if (flow_.failed()) return std::numeric_limits<double>::infinity();
  const double share = probe_.attempt(flow_, moment, tolerance_, scale_);
  if (flow_.failed() || std::isnan(share)) return std::numeric_limits<double>::infinity();
  flow_.observe(probe_.y1, then);
  return share;
}

/// The modes of all touching contacts, together.
bool Simulation::decide(const std::optional<FoundEvent>& trigger) {
  flow_.prepare(step_.y0, step_.t0, {});
  const double moment = moment_share * local_time(flow_.acceleration_size());
  std::vector<double> approaches(regimes_.size());
  for (const TouchingContact& c : touching_) approaches[c.contact] = -flow_.velocity(c.contact)[1];
  std::vector<Regime> regimes = regimes_;
  const Verdict verdict =
      decision_.decide(flow_, step_.y0, step_.t0, touching_, regimes, moment,
                       [&](std::span<const Regime> tried, double h, std::span<ContactRates> then) {
                         return continued(tried, h, then);
                       });
  flow_.set_regimes(regimes_);
  if (verdict == Verdict::inconsistent ||
      (verdict == Verdict::ambiguous && options_.on_ambiguous == OnAmbiguous::stop)) {
    const int about = touching_.empty() ? -1 : touching_.front().contact;
    flow_.prepare(step_.y0, step_.t0, {});
    stop(flow_.singular()                   ? MotionEnd::singular_inertia
         : verdict == Verdict::inconsistent ? MotionEnd::no_modes
                                            : MotionEnd::several_modes,
         trigger ? trigger->contact : about);
    return false;
  }
  if (verdict == Verdict::ambiguous) ++result_.choices;
  for (const int contact : decision_.guided())
    if (std::ranges::find(result_.guided, contact) == result_.guided.end())
      result_.guided.push_back(contact);
  for (const TouchingContact& c : touching_) {
    const Regime& regime = regimes[c.contact];
    StartOrder& order = orders_[c.contact];
    if (!regime.closed() && c.slip == 0) rested_[c.contact] = step_.t0;
    if (!regime.closed() && order.gap == 0) order.gap = c.gently ? 3 : 2;
    // Where what rests holds the whole mechanism, a touch that is too slow to strike cannot be
    // stopped, and is turned round.
    if (!regime.closed() && approaches[c.contact] > rest_share * event_scales_.speed) order.gap = 4;
    // A slip that begins so slowly that rounding turns it round (links that lie flat between
    // contacts that rest hardly allow it) is left alone for a step.
    const bool turned_round = events_at_once_ > 2;
    if (regime.slides() && c.slip == 0) order.slip = turned_round ? 3 : c.gently ? 2 : 1;
  }
  regimes_ = regimes;
  return true;
}

void Simulation::instant(const std::optional<FoundEvent>& trigger) {
  const bool progress = step_.t0 - last_event_time_ > 4 * epsilon * std::max(1.0, step_.t0);
  // Impacts that follow each other in one instant (in a corner) lose energy: that is progress.
  events_at_once_ = progress || struck_last_ ? 0 : events_at_once_ + 1;
  last_event_time_ = step_.t0;
  if (events_at_once_ > instants_at_once)
    return stop(MotionEnd::step_size, trigger ? trigger->contact : -1);
  const std::vector<Regime> before = regimes_;
  const std::vector<ContactRates> seen = at_0_;
  const bool bounced = trigger && trigger->watched == Watched::gap && has_bounced(trigger->contact);
  classify(trigger);
  Struck struck;
  struck_last_ = !striking_.empty();
  if (!striking_.empty() && !strike_contacts(struck)) return;
  settle();
  if (!decide(trigger)) return;
  flow_.set_regimes(regimes_);
  const std::vector<double> decided = step_.y0;
  flow_.project(step_.y0, step_.t0);
  if (!std::ranges::all_of(step_.y0, [](double x) { return std::isfinite(x); })) {
    step_.y0 = decided;
    return stop(MotionEnd::step_size, trigger ? trigger->contact : -1);
  }
  evaluate();
  if (over_) return;
  if (bounced && !struck.any) {
    // Bounces of several contacts at once have become too slow to tell from rest.
    ++result_.limits;
    ++result_.slow_limits;
    result_.slowest = std::max(result_.slowest, rest_speed());
    MotionEvent event = new_event(MotionEventKind::limit, trigger->contact);
    event.since = last_impact_;
    event.impulses.resize(tree_.contacts.size());
    send(std::move(event));
  }
  record_changes(before, seen);
  if (over_) return;
  if (struck.any)
    follow_bounces(struck);
  else
    bounce_count_ = 0;
}

void Simulation::record_changes(std::span<const Regime> before,
                                std::span<const ContactRates> seen) {
  determine();
  for (int i = 0; i < flow_.contacts() && !over_; ++i) {
    const Regime& was = before[i];
    const Regime& is = regimes_[i];
    if (was.closed() && !is.closed()) {
      MotionEvent event = new_event(MotionEventKind::separation, i);
      event.force = told(seen[i].force);
      send(std::move(event));
      continue;
    }
    if (!is.closed()) continue;
    const auto turned = [&] {
      if (!was.pressed() || !is.pressed()) return false;
      if (was.fixed() != is.fixed()) return true;
      return !is.fixed() && was.mode != is.mode && tree_.contacts[i].static_friction > 0;
    };
    if (was.closed() && !turned()) continue;
    MotionEvent event = new_event(!was.closed() ? MotionEventKind::contact
                                  : is.fixed()  ? MotionEventKind::sticks
                                                : MotionEventKind::slides,
                                  i);
    event.force = told(at_0_[i].force);
    event.determined = determined_[i];
    send(std::move(event));
  }
}

/// The time in which the mechanism would fall by its own size, or the duration where that is less.
double Simulation::local_time(double acceleration) const {
  const double a = std::abs(acceleration);
  const double fall = a > 0 ? std::sqrt(tree_.size / a) : options_.duration;
  return std::min(fall, options_.duration);
}

}  // namespace carom
