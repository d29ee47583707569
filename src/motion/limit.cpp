/// Infinitely many bounces that end in a finite time: when they are summed, and how the motion goes
/// on after them.

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/simulation.hpp"

namespace carom {
namespace {

/// Bounces are followed one by one until those to come take this share of the local time, or the
/// second share times √tolerance: what is left out of the energies is of second order in it.
constexpr double followed_share = 1e-4;
constexpr double followed_by_tolerance = 0.03;
/// Bounces that are slower than so many times what counts as rest need not be that short, nor that
/// regular.
constexpr double slow_bounces = 100;
/// What the sum of bounces leaves out may be this share of tolerance and duration, or the second
/// share of the duration.
constexpr double limit_error_share = 1e-3;
constexpr double least_limit_error = 1e-14;

}  // namespace

/// Sums the bounces to come, where they shrink regularly.
void Simulation::follow_bounces(const Struck& struck) {
  const int contact = struck.striking.front();
  const bool alone = struck.striking.size() == 1 && orders_[contact].gap == 1 &&
                     std::ranges::none_of(touching_, [&](const TouchingContact& c) {
                       return !regimes_[c.contact].closed();
                     });
  if (!alone || contact != bouncing_) bounce_count_ = 0;
  bouncing_ = contact;
  if (!alone) return;
  if (bounce_count_ == 3) {
    std::ranges::rotate(bounces_, bounces_.begin() + 1);
    --bounce_count_;
  }
  bounces_[static_cast<std::size_t>(bounce_count_++)] = {
      step_.t0, -struck.contact_before[contact][1], at_0_[contact].velocity[1],
      at_0_[contact].acceleration[1]};
  if (bounce_count_ < 3) return;
  const bool slow = at_0_[contact].velocity[1] < slow_bounces * event_scales_.speed;
  const double share =
      slow ? followed_share
           : std::min(followed_share, followed_by_tolerance * std::sqrt(options_.tolerance));
  // The slowest are summed however their flights still change: what is left is next to nothing.
  const double error = slow ? std::numeric_limits<double>::infinity()
                            : std::max(limit_error_share * options_.tolerance, least_limit_error) *
                                  options_.duration;
  const auto limit =
      bounce_limit(bounces_, share * local_time(at_0_[contact].acceleration[1]), error);
  if (!limit || step_.t0 + limit->duration >= end_time_) return;
  if (!undisturbed(*limit, struck)) return;
  complete(*limit, struck);
}

/// Whether nothing else happens while the bounces to come last: no other gap closes, no slip comes
/// to its end.
bool Simulation::undisturbed(const BounceLimit& limit, const Struck& struck) const {
  const double T = limit.duration;
  constexpr double margin = 4;
  for (int i = 0; i < flow_.contacts(); ++i) {
    const ContactRates& c = at_0_[i];
    const bool strikes = i == struck.striking.front();
    const double normal_jump = std::abs(c.velocity[1] - struck.contact_before[i][1]);
    const double slip_jump = std::abs(c.velocity[0] - struck.contact_before[i][0]);
    if (!strikes && !regimes_[i].closed()) {
      const double nears = T * (std::abs(c.velocity[1]) + normal_jump * limit.jumps()) +
                           0.5 * T * T * std::abs(c.acceleration[1]);
      if (c.gap <= margin * nears) return false;
    }
    const bool slides = strikes || (regimes_[i].pressed() && !regimes_[i].fixed());
    const double changes = T * std::abs(c.acceleration[0]) + slip_jump * limit.jumps();
    if (slides && tree_.contacts[i].friction > 0 && slip_sign(c.velocity[0]) != 0 &&
        std::abs(c.velocity[0]) <= margin * changes)
      return false;
  }
  return true;
}

void Simulation::complete(const BounceLimit& limit, const Struck& struck) {
  const int contact = struck.striking.front();
  const double since = step_.t0;
  const double T = limit.duration;
  const int n = flow_.freedom();
  std::vector<double>& y = step_.y0;
  const std::vector<double> velocities_before(y.begin() + n, y.begin() + 2 * n);
  for (int i = 0; i < n; ++i) {
    const double acceleration = step_.slope0[n + i];
    y[i] += T * y[n + i] + 0.5 * T * T * acceleration + jump_[i] * T * limit.losses();
    y[n + i] += T * acceleration + jump_[i] * limit.jumps();
  }
  for (int i = 0; i < flow_.contacts(); ++i)
    if (!regimes_[i].pressed())
      y[flow_.gap_index(i)] += T * at_0_[i].velocity[1] + 0.5 * T * T * at_0_[i].acceleration[1];
  y[flow_.gap_index(contact)] = 0;
  for (int k = 0; k < Flow::ledger_size; ++k) {
    const std::size_t i = flow_.ledger_index(static_cast<Flow::Ledger>(k));
    y[i] += T * step_.slope0[i];
  }
  // What friction takes at a slip that goes on is in proportion to the impulse, the rest to its
  // square.
  const double rubbed = struck.at_slip;
  const double loss = rubbed * limit.jumps() + (struck.loss - rubbed) * limit.losses();
  lost_in_impacts_ += loss;
  step_.t0 += T;
  last_event_time_ = step_.t0;
  bounce_count_ = 0;
  ++result_.limits;

  const std::vector<Regime> before = regimes_;
  const std::vector<ContactRates> seen = at_0_;
  std::ranges::fill(orders_, StartOrder{});
  evaluate();
  if (over_) return;
  striking_.clear();
  touching_.clear();
  for (int i = 0; i < flow_.contacts(); ++i) {
    if (i != contact && !regimes_[i].pressed()) continue;
    const bool at_rest = i != contact && regimes_[i].fixed();
    touching_.push_back({i, at_rest ? 0 : slip_sign(at_0_[i].velocity[0]), 0});
  }
  settle();
  if (!decide(std::nullopt)) return;
  flow_.set_regimes(regimes_);
  flow_.project(y, step_.t0);
  evaluate();
  if (over_) return;
  MotionEvent event = new_event(MotionEventKind::limit, contact);
  event.velocities_before = velocities_before;
  event.energy_loss = loss;
  event.law = struck.answer.law;
  event.makes_energy = struck.answer.makes_energy;
  event.since = since;
  event.impulses.resize(tree_.contacts.size());
  send(std::move(event));
  if (!over_) record_changes(before, seen);
}

}  // namespace carom
