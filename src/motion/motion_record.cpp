#include "motion/motion_record.hpp"

#include "motion/thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom {

MotionRecord::MotionRecord(Flow& flow, const MotionOptions& options, MotionSink& sink)
    : flow_(flow),
      options_(options),
      sink_(sink),
      determined_(flow.tree().contacts.size(), {true, true}),
      couples_determined_(flow.tree().drives.size(), 1),
      inside_(flow.size()),
      inside_slope_(flow.size()),
      between_(flow.tree().contacts.size()),
      places_(flow.tree()) {}

void MotionRecord::stop(MotionEnd end, int contact) {
  if (over_) return;
  motion_.end = end;
  motion_.contact = contact;
  over_ = true;
}

void MotionRecord::open(const MotionPresent& present) {
  start_ = present.time();
  motion_.first_energy = energy(present);
  first_balance_ = motion_.first_energy.balance();
}

MotionEnergy MotionRecord::energy(const MotionPresent& present) {
  MotionEnergy e = flow_.energy(present.step.y0);
  e.impacts += lost_in_impacts_;
  return e;
}

/// Which of these forces, and of the drives' couples, are determined at the state evaluated last.
void MotionRecord::determine(const MotionPresent& present, std::span<const Regime> regimes,
                             std::span<const ContactRates> contacts) {
  if (flow_.failed()) {
    std::ranges::fill(determined_, std::array{true, true});
    std::ranges::fill(couples_determined_, std::uint8_t{1});
  } else {
    flow_.find_determined(regimes, contacts, present.scales.events().speed, determined_,
                          couples_determined_);
  }
}

/// What a contact does, rigid or not.
Mode MotionRecord::mode_of(const MotionPresent& present, int contact) const {
  const Yielding* const own = flow_.yielding_of(contact);
  return own != nullptr ? own->mode : present.regimes[contact].mode;
}

MotionEvent MotionRecord::new_event(const MotionPresent& present, MotionEventKind kind,
                                    int contact) const {
  MotionEvent event;
  event.time = present.time();
  event.kind = kind;
  event.contact = contact;
  const auto y = std::span<const double>(present.step.y0);
  event.positions.assign(flow_.positions(y).begin(), flow_.positions(y).end());
  event.positions_after = event.positions;
  event.velocities_after.assign(flow_.velocities(y).begin(), flow_.velocities(y).end());
  event.velocities_before = event.velocities_after;
  event.velocity_before = event.velocity_after = present.contacts[contact].velocity;
  event.mode = mode_of(present, contact);
  return event;
}

void MotionRecord::send(const MotionPresent& present, MotionEvent event) {
  event.energy = energy(present);
  tell(std::move(event));
}

void MotionRecord::tell(MotionEvent event) {
  if (event.yields) {
    ++motion_.impacts;
    motion_.last_impact_interval = std::abs(event.time - last_impact_);
    last_impact_ = std::max(event.time, last_impact_);
  }
  motion_.energy_error =
      std::max(motion_.energy_error, std::abs(event.energy.balance() - first_balance_));
  told_ = true;
  sink_.event(event);
  if (++events_ >= options_.event_limit) stop(MotionEnd::event_limit, event.contact);
}

void MotionRecord::tell_impact(const MotionPresent& present, const InstantImpact& impact,
                               const ImpactRule<double>& rule) {
  const ImpactAnswer& answer = impact.answer;
  ++motion_.impacts;
  motion_.last_impact_interval = present.time() - last_impact_;
  last_impact_ = present.time();
  MotionEvent event = new_event(present, MotionEventKind::impact, impact.striking.front());
  event.velocities_before = impact.velocities_before;
  event.verdict = answer.verdict;
  event.simultaneous = answer.simultaneous;
  event.set_aside = answer.set_aside;
  event.counted_plastic = answer.counted_plastic;
  event.energy_loss = impact.loss;
  event.law = answer.law;
  event.contact_work = answer.contact_work;
  event.makes_energy = answer.makes_energy;
  event.impulses_determined = answer.impulses_determined;
  event.impulses.resize(present.regimes.size());
  if (!answer.impulses_determined)
    event.impulse_determined.resize(present.regimes.size(), {true, true});
  for (std::size_t k = 0; k < rule.set().size(); ++k) {
    event.impulses[rule.set()[k]] = {rule.told_impulse()[2 * k], rule.told_impulse()[2 * k + 1]};
    if (!answer.impulses_determined)
      event.impulse_determined[rule.set()[k]] = {rule.open()[2 * k] == 0,
                                                 rule.open()[2 * k + 1] == 0};
  }
  if (answer.simultaneous) ++motion_.simultaneous_impacts;
  if (!answer.impulses_determined) ++motion_.open_impacts;
  if (answer.makes_energy) {
    ++motion_.gains;
    motion_.energy_made += answer.contact_work;
  }
  event.velocity_before = impact.contact_before[event.contact];
  event.velocity_after = present.contacts[event.contact].velocity;
  send(present, std::move(event));
}

MotionEvent MotionRecord::collision_event(const MotionPresent& present, int contact,
                                          std::string_view law, const CompliantTouch& touch,
                                          CompliantCollision collision,
                                          std::span<const double> positions,
                                          std::span<const double> velocities) {
  MotionEvent event = new_event(present, MotionEventKind::impact, contact);
  event.time = touch.began;
  event.positions.assign(positions.begin(), positions.end());
  event.velocities_before.assign(velocities.begin(), velocities.end());
  event.velocity_before = touch.velocity_before;
  event.velocity_after = touch.velocity_after;
  event.law = law;
  event.contact_work = touch.work[0] + touch.work[1];
  event.energy_loss = -event.contact_work;
  event.impulses.resize(present.regimes.size());
  event.impulses[static_cast<std::size_t>(contact)] = touch.impulse;
  event.yields = true;
  event.collision = std::move(collision);
  event.link_energy = flow_.link_energies(present.step.y0);
  event.energy = energy(present);
  return event;
}

MotionEvent MotionRecord::lasting_event(const MotionPresent& present, MotionEventKind kind,
                                        int contact) {
  MotionEvent event = new_event(present, kind, contact);
  event.force = present.scales.told(present.contacts[contact].force);
  event.energy = energy(present);
  return event;
}

void MotionRecord::tell_limit(const MotionPresent& present, int contact,
                              const InstantImpact& impact,
                              std::span<const double> velocities_before, double since, double loss,
                              bool makes_energy) {
  MotionEvent event = new_event(present, MotionEventKind::limit, contact);
  event.velocities_before.assign(velocities_before.begin(), velocities_before.end());
  event.energy_loss = loss;
  event.law = impact.answer.law;
  event.makes_energy = makes_energy;
  event.since = since;
  event.impulses.resize(present.regimes.size());
  send(present, std::move(event));
}

void MotionRecord::tell_slow_limit(const MotionPresent& present, int contact, double rest) {
  ++motion_.limits;
  ++motion_.slow_limits;
  motion_.slowest = std::max(motion_.slowest, rest);
  MotionEvent event = new_event(present, MotionEventKind::limit, contact);
  event.since = last_impact_;
  event.impulses.resize(present.regimes.size());
  send(present, std::move(event));
}

void MotionRecord::tell_crossing(const MotionPresent& present) {
  const auto y = std::span<const double>(present.step.y0);
  const auto positions = flow_.positions(y), velocities = flow_.velocities(y);
  told_ = true;
  sink_.crossing({present.time(),
                  {positions.begin(), positions.end()},
                  {velocities.begin(), velocities.end()}});
}

void MotionRecord::tell_separation(const MotionPresent& present, int contact) {
  send(present, new_event(present, MotionEventKind::separation, contact));
}

void MotionRecord::tell_changes(const MotionPresent& present, std::span<const Regime> before,
                                std::span<const ContactRates> seen) {
  const auto leaves = [&](int i) { return before[i].closed() && !present.regimes[i].closed(); };
  std::vector<std::array<bool, 2>> determined_before;
  for (int i = 0; i < flow_.contacts() && determined_before.empty(); ++i)
    if (leaves(i)) {
      determine(present, before, seen);
      determined_before = determined_;
    }
  determine(present, present.regimes, present.contacts);
  for (int i = 0; i < flow_.contacts() && !over_; ++i) {
    const Regime& was = before[i];
    const Regime& is = present.regimes[i];
    if (leaves(i)) {
      MotionEvent event = new_event(present, MotionEventKind::separation, i);
      event.force = present.scales.told(seen[i].force);
      event.determined = determined_before[i];
      send(present, std::move(event));
      continue;
    }
    if (!is.closed()) continue;
    const auto turned = [&] {
      if (!was.pressed() || !is.pressed()) return false;
      if (was.fixed() != is.fixed()) return true;
      return !is.fixed() && was.mode != is.mode && flow_.tree().contacts[i].static_friction > 0;
    };
    if (was.closed() && !turned()) continue;
    MotionEvent event = new_event(present,
                                  !was.closed() ? MotionEventKind::contact
                                  : is.fixed()  ? MotionEventKind::sticks
                                                : MotionEventKind::slides,
                                  i);
    event.force = present.scales.told(present.contacts[i].force);
    event.determined = determined_[i];
    send(present, std::move(event));
  }
}

void MotionRecord::tell_samples(const MotionPresent& present, double until) {
  if (!(options_.every > 0)) return;
  const double end = start_ + options_.duration;
  const double rounding = 4 * epsilon * std::max(std::abs(start_), std::abs(end));
  while (true) {
    const double time = start_ + static_cast<double>(next_sample_) * options_.every;
    const bool last = until >= end && time >= end - 0.5 * options_.every;
    if (time > until + rounding && !last) return;
    const double at = std::min(time, until);
    if (next_sample_ == 0)
      inside_ = present.step.y0;
    else
      present.step.between(at, inside_);
    flow_(inside_, inside_slope_, at);
    ++sampling_;
    if (!flow_.failed()) {
      flow_.observe(inside_, between_);
      determine(present, present.regimes, between_);
      std::vector<ContactMotion> contacts;
      for (int i = 0; i < flow_.contacts(); ++i)
        contacts.push_back({mode_of(present, i), between_[i].gap, between_[i].velocity,
                            present.scales.told(between_[i].force), determined_[i]});
      MotionEnergy e = flow_.energy(inside_);
      e.impacts += lost_in_impacts_;
      places_.find(flow_.positions(inside_), at);
      sink_.sample({at, flow_.positions(inside_), flow_.velocities(inside_), contacts, e,
                    places_.joints(), places_.ends(), places_.contacts(), places_.mass_centre(),
                    flow_.drive_couples(), couples_determined_});
    }
    ++next_sample_;
    if (last) return;
  }
}

Motion MotionRecord::take(const MotionPresent& present) {
  const auto y = std::span<const double>(present.step.y0);
  motion_.final.time = present.time();
  motion_.final.positions.assign(flow_.positions(y).begin(), flow_.positions(y).end());
  motion_.final.velocities.assign(flow_.velocities(y).begin(), flow_.velocities(y).end());
  determine(present, present.regimes, present.contacts);
  for (int i = 0; i < flow_.contacts(); ++i)
    motion_.contacts.push_back({mode_of(present, i), present.contacts[i].gap,
                                present.contacts[i].velocity,
                                present.scales.told(present.contacts[i].force), determined_[i]});
  motion_.energy = energy(present);
  motion_.energy_error =
      std::max(motion_.energy_error, std::abs(motion_.energy.balance() - first_balance_));
  motion_.evaluations = flow_.evaluations() - sampling_;
  return std::move(motion_);
}

}  // namespace carom
