#include "motion/instant.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "motion/thresholds.hpp"

namespace carom {
namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

const Law& law_of_several(const Tree& tree, const MotionOptions& options) {
  const Law* const asked = tree.laws->find(options.several);
  assert(asked != nullptr);
  return *asked;
}

}  // namespace

Instant::Instant(Flow& flow, const Law& law, const MotionOptions& options, double tolerance,
                 double start)
    : flow_(flow),
      tree_(flow.tree()),
      options_(options),
      tolerance_(tolerance),
      decision_(flow.tree()),
      rule_(flow.tree(), law, law_of_several(flow.tree(), options)),
      probe_(flow.size()),
      in_instant_(flow.tree().contacts.size()),
      last_time_(start),
      last_struck_(flow.tree().contacts.size(), never),
      rested_(flow.tree().contacts.size(), never),
      stuck_(flow.tree().contacts.size()) {}

/// Approaches slower than this are no impacts. A surface may be faster than anything on it.
double Instant::rest_speed(const MotionPresent& present) const {
  double rest = present.scales.events().speed;
  for (const ContactRates& c : present.contacts)
    rest = std::max(rest, rest_tolerance * std::abs(c.velocity[0]));
  return rest_factor * rest * (slow_impacts_ > patience ? slow_factor : 1);
}

/// Whether instants follow each other without progress in time. Impacts that do (in a corner) lose
/// energy: that is progress.
bool Instant::too_many(const MotionPresent& present) {
  const double now = present.time();
  const bool progress = now - last_time_ > 4 * epsilon * std::max(1.0, now);
  at_once_ = progress || struck_last_ ? 0 : at_once_ + 1;
  last_time_ = now;
  return at_once_ > instants_at_once;
}

/// A surface whose velocity has jumped comes towards who touches it, or leaves; one whose
/// displacement has, leaves, or is within the contact: then there is nothing to go on with.
bool Instant::meet_jumps(MotionPresent& present, MotionRecord& record) {
  flow_.prepare(present.state(), present.time(), {});
  for (int i = 0; i < flow_.contacts(); ++i) {
    ContactRates& rates = present.contacts[i];
    rates.velocity = flow_.velocity(i);
    if (!switches_->displacement_jumps(tree_.contacts[i].surface)) continue;
    const double gap = flow_.geometric_gap(i);
    if (gap < -touching_tolerance * tree_.size) {
      record.stop(MotionEnd::jump, i);
      return false;
    }
    rates.gap = std::max(gap, 0.0);
    present.state()[flow_.gap_index(i)] = rates.gap;
    present.orders[i] = {.asleep = present.orders[i].asleep};
    if (rates.gap > 0 && present.regimes[i].closed()) present.regimes[i] = {};
  }
  return true;
}

/// Contacts that take part only somewhere: who does from now on. One that is below its surface when
/// it begins has no motion to go on with.
bool Instant::wake(MotionPresent& present, MotionRecord& record) {
  for (int i = 0; i < flow_.contacts(); ++i) {
    if (!tree_.contacts[i].conditional) continue;
    StartOrder& order = present.orders[i];
    const bool slept = std::exchange(order.asleep, switches_->sleeps(i));
    if (!slept || order.asleep) continue;
    order = {};
    if (present.contacts[i].gap >= -touching_tolerance * tree_.size) continue;
    record.stop(MotionEnd::active_below, i);
    return false;
  }
  return true;
}

/// A contact leaves with a velocity.
void Instant::part(int contact, MotionPresent& present) {
  if (present.regimes[contact].fixed()) rested_[contact] = present.time();
  present.regimes[contact] = {};
  present.orders[contact].gap = 1;
}

/// Sorts the contacts into those that strike, those that touch and the rest.
void Instant::classify(const std::optional<FoundEvent>& trigger, MotionPresent& present) {
  striking_.clear();
  touching_.clear();
  const double speed = rest_speed(present);
  const EventScales& scales = present.scales.events();
  // Bounces of several contacts become too slow to follow together, not one after another.
  const bool too_slow = trigger && trigger->watched == Watched::gap &&
                        has_bounced(present, trigger->contact) &&
                        -present.contacts[trigger->contact].velocity[1] <= speed;
  for (int i = 0; i < flow_.contacts(); ++i) {
    const ContactRates& c = present.contacts[i];
    const Regime& regime = present.regimes[i];
    const bool triggers = trigger && trigger->contact == i;
    in_instant_[i] = 0;
    if (tree_.contacts[i].yields != nullptr) continue;  // motion/compliant_motion.hpp
    if (present.orders[i].asleep) {
      if (regime.closed()) part(i, present);
      continue;
    }
    if (regime.pressed()) {
      const bool jumps =
          switches_ != nullptr && switches_->velocity_jumps(tree_.contacts[i].surface);
      if (jumps && std::abs(c.velocity[1]) > speed) {
        in_instant_[i] = 1;
        if (c.velocity[1] < 0)
          striking_.push_back(i);
        else
          part(i, present);
        continue;
      }
      const bool smooth = tree_.contacts[i].static_friction == 0;
      const int direction = jumps            ? present.scales.slip_sign(c.velocity[0])
                            : regime.fixed() ? 0
                            : smooth         ? present.scales.slip_sign(c.velocity[0])
                            : regime.mode == Mode::slides_plus ? 1
                                                               : -1;
      const bool stops = (triggers && trigger->watched == Watched::slip) ||
                         (!smooth && !jumps && stops_slipping(present, c, direction));
      touching_.push_back({i, stops ? 0 : direction});
      in_instant_[i] = 1;
      continue;
    }
    const double approach = -c.velocity[1];
    const bool rests = too_slow && has_bounced(present, i) && std::abs(approach) <= speed &&
                       std::abs(c.gap) <= 2 * scales.gap;
    const bool at_surface =
        rests || (triggers && trigger->watched == Watched::gap) ||
        std::abs(c.gap) <= (regime.mode == Mode::separates ? 2 * scales.gap : 0) ||
        (std::abs(approach) > speed && c.gap <= std::abs(approach) * coincidence_share *
                                                    present.scales.local_time(c.acceleration[1]));
    if (!at_surface) continue;
    present.state()[flow_.gap_index(i)] = 0;
    in_instant_[i] = 1;
    if (approach > speed && !grazes(present, i))
      striking_.push_back(i);
    else if (-approach <= speed)
      touching_.push_back({i, slip_on_arrival(present, i, too_slow)});
    // One that leaves already may be brought back by another's impact.
  }
}

/// Whether a contact that nothing can stop, as drives lead it, turns round at its surface but for
/// the accuracy of a motion.
bool Instant::grazes(const MotionPresent& present, int contact) {
  if (tree_.drives.empty()) return false;
  const ContactRates& rates = present.contacts[contact];
  const double depth = 0.5 * rates.velocity[1] * rates.velocity[1] / rates.acceleration[1];
  if (!(rates.acceleration[1] > 0 && depth <= present.scales.events().gap)) return false;
  flow_.prepare(present.step.y0, present.time(), std::array{contact});
  return !(flow_.inertia()[3] > immovable * flow_.inertia()[0]);
}

/// Whether a contact has struck of late.
bool Instant::has_bounced(const MotionPresent& present, int contact) const {
  return present.time() - last_struck_[contact] <= recent_share * options_.duration;
}

/// Whether a slip comes to its end in this instant, but for the accuracy of a motion.
bool Instant::stops_slipping(const MotionPresent& present, const ContactRates& rates,
                             int direction) const {
  const double slows = -direction * rates.acceleration[0];
  return slows > 0 &&
         direction * rates.velocity[0] <=
             slows * coincidence_share * present.scales.local_time(rates.acceleration[0]);
}

/// Which way a contact slides that comes to rest on its surface. Where its bounces have become too
/// slow to follow, the slip that each of them stopped has come to its end with them; and one that
/// rested and was shaken off comes back, if it does so gently, to rest. `too_slow`: bounces are
/// left out that would have rubbed with at least the friction of one.
int Instant::slip_on_arrival(const MotionPresent& present, int contact, bool too_slow) const {
  const double slip = present.contacts[contact].velocity[0];
  if (too_slow && std::abs(slip) <= tree_.contacts[contact].friction * rest_speed(present))
    return 0;
  const double rested =
      stuck_[contact] != 0 ? std::max(rested_[contact], last_struck_[contact]) : rested_[contact];
  const bool ended = present.time() - rested <= recent_share * options_.duration &&
                     std::abs(slip) <= slow_factor * present.scales.events().speed;
  return ended ? 0 : present.scales.slip_sign(slip);
}

/// The impact of the striking contacts; false where it has no answer to go on with.
bool Instant::strike(MotionPresent& present, MotionRecord& record) {
  impact_.any = true;
  impact_.striking = striking_;
  const auto n = static_cast<std::size_t>(flow_.freedom());
  const auto velocities = std::span(present.state()).subspan(n, n);
  impact_.velocities_before.assign(velocities.begin(), velocities.end());
  for (const ContactRates& c : present.contacts) impact_.contact_before.push_back(c.velocity);
  const double kinetic = record.energy(present).kinetic;
  std::vector<int> set;
  for (int i = 0; i < flow_.contacts(); ++i)
    if (in_instant_[i]) set.push_back(i);
  std::vector<Regime> touching = present.regimes;
  for (const int i : set)
    if (!touching[i].pressed()) touching[i].mode = Mode::slides_plus;
  flow_.set_regimes(touching);
  flow_.project_positions(present.state(), present.time());
  flow_.set_regimes(present.regimes);
  const auto positions = flow_.positions(present.state());
  impact_.set = set;
  impact_.rest = rest_speed(present);
  const ImpactAnswer answer = rule_.solve(tree_, positions, impact_.velocities_before,
                                          present.time(), set, striking_, impact_.rest);
  Motion& motion = record.motion();
  motion.verdict = answer.verdict;
  motion.reason = answer.reason;
  motion.simultaneous = answer.simultaneous;
  motion.law = answer.law;
  impact_.answer = answer;
  const bool goes_on =
      answer.verdict == Verdict::unique ||
      (answer.verdict == Verdict::ambiguous && options_.on_ambiguous == OnAmbiguous::first);
  if (!goes_on) {
    record.stop(MotionEnd::verdict, striking_.front());
    return false;
  }
  if (answer.verdict == Verdict::ambiguous) ++motion.choices;
  std::ranges::copy(rule_.velocities_after(), velocities.begin());
  touching_.clear();
  for (std::size_t k = 0; k < set.size(); ++k) {
    const double tangential = rule_.velocity_after()[2 * k];
    const double normal = rule_.velocity_after()[2 * k + 1];
    present.contacts[set[k]].velocity = {tangential, normal};
    if (normal > leaving_share * present.scales.events().speed) {
      part(set[k], present);
    } else {
      touching_.push_back({set[k], present.scales.slip_sign(tangential)});
    }
  }
  impact_.jump.assign(velocities.begin(), velocities.end());
  for (std::size_t i = 0; i < impact_.jump.size(); ++i)
    impact_.jump[i] -= impact_.velocities_before[i];
  impact_.loss = kinetic - record.energy(present).kinetic;
  record.add_loss(impact_.loss);
  for (std::size_t k = 0; k < set.size(); ++k) {
    const auto surface =
        surface_velocity(tree_.surfaces[tree_.contacts[set[k]].surface], present.time());
    impact_.at_slip -= rule_.impulse()[2 * k] * (rule_.velocity_after()[2 * k] + surface[0]) +
                       rule_.impulse()[2 * k + 1] * surface[1];
  }
  impact_.at_slip -= rule_.drive_work();
  remember_impact(present);
  record.tell_impact(present, impact_, rule_);
  return !record.over();
}

void Instant::remember_impact(const MotionPresent& present) {
  double fastest = 0;
  for (const int i : striking_) fastest = std::max(fastest, -impact_.contact_before[i][1]);
  const double slow = slow_factor * rest_factor * present.scales.events().speed;
  slow_impacts_ = fastest <= slow ? slow_impacts_ + 1 : 0;
  for (const int i : striking_) {
    last_struck_[i] = present.time();
    stuck_[i] = present.scales.slip_sign(present.contacts[i].velocity[0]) == 0 ? 1 : 0;
  }
}

/// What is rounding in the velocities of touching contacts (a slip that has stopped, a touch that
/// is gentle) goes, so that whatever they do next starts from zero. Slips that are tied to those
/// that have stopped (feet of one body) have stopped too.
void Instant::settle(MotionPresent& present) {
  for (bool more = true; more;) {
    std::vector<Regime> settled = present.regimes;
    for (const TouchingContact& c : touching_)
      settled[c.contact].mode = c.slip == 0 ? Mode::sticks : Mode::slides_plus;
    flow_.set_regimes(settled);
    flow_.project(present.state(), present.time());
    flow_.set_regimes(present.regimes);
    flow_.prepare(present.state(), present.time(), {});
    more = false;
    for (TouchingContact& c : touching_) {
      if (c.slip == 0 || present.scales.slip_sign(flow_.velocity(c.contact)[0]) != 0) continue;
      c.slip = 0;
      more = true;
    }
  }
}

/// Whether what touches does not approach, as it should once it has settled.
bool Instant::settled(MotionPresent& present) {
  flow_.prepare(present.state(), present.time(), {});
  const double rest = rest_speed(present);
  return std::ranges::none_of(
      touching_, [&](const TouchingContact& c) { return -flow_.velocity(c.contact)[1] > rest; });
}

/// A moment of the motion with these regimes, for the decision.
double Instant::continued(const MotionPresent& present, std::span<const Regime> regimes,
                          double moment, std::span<ContactRates> then) {
  flow_.set_regimes(regimes);
  probe_.t0 = present.step.t0;
  probe_.y0 = present.step.y0;
  flow_(probe_.y0, probe_.slope0, probe_.t0);
  if (flow_.failed()) return std::numeric_limits<double>::infinity();
  const double share = probe_.attempt(flow_, moment, tolerance_, present.scales.of_state());
  if (flow_.failed() || std::isnan(share)) return std::numeric_limits<double>::infinity();
  flow_.observe(probe_.y1, then);
  return share;
}

/// The modes of all touching contacts, together; `approaches`: of those that touch.
Verdict Instant::find_modes(MotionPresent& present, std::span<Regime> regimes,
                            std::span<double> approaches) {
  flow_.prepare(present.state(), present.time(), {});
  const double local = present.scales.local_time(flow_.acceleration_size());
  const double moment = moment_share * local;
  double longest = outlook_share * local;
  if (switches_ != nullptr)
    longest =
        std::min(longest, switches_->last_before(present.time(), longest, false) - present.time());
  for (const TouchingContact& c : touching_) approaches[c.contact] = -flow_.velocity(c.contact)[1];
  std::ranges::copy(present.regimes, regimes.begin());
  const Verdict verdict =
      decision_.decide(flow_, present.state(), present.time(), touching_, regimes, moment, longest,
                       [&](std::span<const Regime> tried, double h, std::span<ContactRates> then) {
                         return continued(present, tried, h, then);
                       });
  flow_.set_regimes(present.regimes);
  return verdict;
}

/// No paradox and no choice rests on slips that are slower than a motion knows its velocities:
/// whether there is one way to go on if they are none. If not, all is left as it was.
bool Instant::decide_at_rest(MotionPresent& present, std::vector<Regime>& regimes,
                             std::vector<double>& approaches) {
  const std::vector<TouchingContact> touching = touching_;
  const std::vector<double> state = present.state();
  flow_.prepare(state, present.time(), {});
  bool any = false;
  for (TouchingContact& c : touching_) {
    if (c.slip == 0 || std::abs(flow_.velocity(c.contact)[0]) > present.scales.events().speed)
      continue;
    c.slip = 0;
    any = true;
  }
  if (!any) return false;
  settle(present);
  std::vector<double> approaches_then(approaches.size());
  std::vector<Regime> regimes_then = regimes;
  if (find_modes(present, regimes_then, approaches_then) == Verdict::unique) {
    regimes = std::move(regimes_then);
    approaches = std::move(approaches_then);
    return true;
  }
  touching_ = touching;
  present.state() = state;
  return false;
}

/// What the touching contacts do from now on; false where there is no single answer.
bool Instant::decide(const std::optional<FoundEvent>& trigger, MotionPresent& present,
                     MotionRecord& record) {
  std::vector<double> approaches(present.regimes.size());
  std::vector<Regime> regimes = present.regimes;
  Verdict verdict = find_modes(present, regimes, approaches);
  if (verdict != Verdict::unique && decide_at_rest(present, regimes, approaches))
    verdict = Verdict::unique;
  if (verdict == Verdict::inconsistent ||
      (verdict == Verdict::ambiguous && options_.on_ambiguous == OnAmbiguous::stop)) {
    const int about = touching_.empty() ? -1 : touching_.front().contact;
    flow_.prepare(present.state(), present.time(), {});
    record.stop(flow_.singular()                   ? MotionEnd::singular_inertia
                : verdict == Verdict::inconsistent ? MotionEnd::no_modes
                                                   : MotionEnd::several_modes,
                trigger && trigger->contact >= 0 ? trigger->contact : about);
    return false;
  }
  Motion& motion = record.motion();
  if (verdict == Verdict::ambiguous) ++motion.choices;
  for (const int contact : decision_.guided())
    if (std::ranges::find(motion.guided, contact) == motion.guided.end())
      motion.guided.push_back(contact);
  begin_regimes(regimes, approaches, present);
  return true;
}

/// Takes the regimes decided upon, and notes how what begins with them leaves zero.
void Instant::begin_regimes(std::span<const Regime> regimes, std::span<const double> approaches,
                            MotionPresent& present) {
  for (const TouchingContact& c : touching_) {
    const Regime& regime = regimes[c.contact];
    StartOrder& order = present.orders[c.contact];
    if (!regime.closed() && c.slip == 0) rested_[c.contact] = present.time();
    if (!regime.closed() && order.gap == 0) order.gap = c.hardly ? 4 : c.gently ? 3 : 2;
    // Where what rests holds the whole mechanism, a touch that is too slow to strike cannot be
    // stopped, and is turned round.
    if (!regime.closed() && approaches[c.contact] > leaving_share * present.scales.events().speed)
      order.gap = 4;
    // A slip that begins so slowly that rounding turns it round (links that lie flat between
    // contacts that rest hardly allow it) is left alone for a step.
    const bool turned_round = at_once_ > 2;
    if (regime.slides() && c.slip == 0) order.slip = turned_round ? 3 : c.gently ? 2 : 1;
  }
  std::ranges::copy(regimes, present.regimes.begin());
}

/// Who is wedged though it could let go: that has been decided upon.
void Instant::note_wedges(MotionPresent& present) {
  for (std::size_t i = 0; i < present.orders.size(); ++i)
    present.orders[i].stays = present.contacts[i].wedge <= present.scales.events().acceleration;
}

bool Instant::resolve(const std::optional<FoundEvent>& trigger, MotionPresent& present,
                      MotionRecord& record) {
  const int about = trigger ? trigger->contact : -1;
  const auto over = [&](MotionEnd end, int contact = -1) {
    record.stop(end, contact);
    return false;
  };
  if (too_many(present)) return over(MotionEnd::step_size, about);
  const std::vector<Regime> before = present.regimes;
  const std::vector<ContactRates> seen = present.contacts;
  const bool bounced =
      trigger && trigger->watched == Watched::gap && has_bounced(present, trigger->contact);
  if (trigger && trigger->watched == Watched::formula && !meet_jumps(present, record)) return false;
  if (switches_ != nullptr && !wake(present, record)) return false;
  classify(trigger, present);
  impact_ = {};
  struck_last_ = !striking_.empty();
  if (!striking_.empty() && !strike(present, record)) return false;
  if (impact_.any && switches_ != nullptr) {
    const auto y = std::span<const double>(present.state());
    switches_->follow_state(flow_.positions(y), flow_.velocities(y), present.time());
    if (!wake(present, record)) return false;
    std::erase_if(touching_, [&](const TouchingContact& c) {
      const bool leaves = present.orders[c.contact].asleep;
      if (leaves) part(c.contact, present);
      return leaves;
    });
  }
  const std::vector<double> arrived = present.state();
  settle(present);
  if (!decide(trigger, present, record)) {
    // What cannot all rest has been brought as near to it as can be: that is no state of the
    // motion.
    if (!settled(present)) present.state() = arrived;
    return false;
  }
  flow_.set_regimes(present.regimes);
  const std::vector<double> decided = present.state();
  flow_.project(present.state(), present.time());
  if (!std::ranges::all_of(present.state(), [](double x) { return std::isfinite(x); })) {
    present.state() = decided;
    return over(MotionEnd::step_size, about);
  }
  if (const auto end = evaluate(flow_, present)) return over(*end);
  note_wedges(present);
  // Bounces of several contacts at once have become too slow to tell from rest.
  impact_.slow = bounced && !impact_.any;
  if (impact_.slow) record.tell_slow_limit(present, about, rest_speed(present));
  record.tell_changes(present, before, seen);
  return !record.over();
}

bool Instant::rest_after_bounces(std::span<const int> contacts, MotionPresent& present,
                                 MotionRecord& record) {
  const auto over = [&](MotionEnd end) {
    record.stop(end);
    return false;
  };
  last_time_ = present.time();
  forget_orders(present);
  striking_.clear();
  touching_.clear();
  // Nothing has stopped meanwhile, so slips are what they were: one that every bounce stops has
  // stopped, though the sum of the bounces leaves an error of second order.
  for (int i = 0; i < flow_.contacts(); ++i) {
    const bool bounced = std::ranges::find(contacts, i) != contacts.end();
    if (!bounced && !present.regimes[i].pressed()) continue;
    // Of contacts in turn each is moved by the others' impacts too.
    const bool stopped =
        present.regimes[i].fixed() || (bounced && contacts.size() > 1 && stuck_[i] != 0);
    touching_.push_back(
        {i, stopped ? 0 : present.scales.slip_sign(present.contacts[i].velocity[0])});
  }
  if (const auto end = evaluate(flow_, present)) return over(*end);
  settle(present);
  if (!decide(std::nullopt, present, record)) return false;
  flow_.set_regimes(present.regimes);
  flow_.project(present.state(), present.time());
  if (const auto end = evaluate(flow_, present)) return over(*end);
  note_wedges(present);
  return true;
}

}  // namespace carom
