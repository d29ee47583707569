#include "motion/bounce_follower.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/thresholds.hpp"

namespace carom {

BounceFollower::BounceFollower(const Flow& flow, double tolerance, double end)
    : flow_(flow), tolerance_(tolerance), end_(end) {}

std::optional<BounceLimit> BounceFollower::follow(const MotionPresent& present,
                                                  const InstantImpact& impact,
                                                  std::span<const TouchingContact> touching) {
  const int contact = impact.striking.front();
  const bool alone = impact.striking.size() == 1 && present.orders[contact].gap == 1 &&
                     std::ranges::none_of(touching, [&](const TouchingContact& c) {
                       return !present.regimes[c.contact].closed();
                     });
  if (!alone || contact != bouncing_) count_ = 0;
  bouncing_ = contact;
  if (!alone) return std::nullopt;
  if (count_ == 3) {
    std::ranges::rotate(bounces_, bounces_.begin() + 1);
    --count_;
  }
  const ContactRates& rates = present.contacts[contact];
  bounces_[static_cast<std::size_t>(count_++)] = {
      present.time(), -impact.contact_before[contact][1], rates.velocity[1], rates.acceleration[1]};
  if (count_ < 3) return std::nullopt;
  const bool slow = rates.velocity[1] < slow_factor * present.scales.events().speed;
  const double share =
      slow ? followed_share
           : std::min(followed_share, followed_by_tolerance * std::sqrt(tolerance_));
  // The slowest are summed however their flights still change: what is left is next to nothing.
  const double error = slow ? std::numeric_limits<double>::infinity()
                            : std::max(limit_error_share * tolerance_, least_limit_error) *
                                  present.scales.duration();
  const auto limit =
      bounce_limit(bounces_, share * present.scales.local_time(rates.acceleration[1]), error);
  if (!limit || present.time() + limit->duration >= end_) return std::nullopt;
  if (!undisturbed(*limit, present, impact)) return std::nullopt;
  return limit;
}

/// Whether nothing else happens while the bounces to come last: no other gap closes, no slip comes
/// to its end.
bool BounceFollower::undisturbed(const BounceLimit& limit, const MotionPresent& present,
                                 const InstantImpact& impact) const {
  const double T = limit.duration;
  constexpr double margin = 4;
  for (int i = 0; i < flow_.contacts(); ++i) {
    const ContactRates& c = present.contacts[i];
    const Regime& regime = present.regimes[i];
    const bool strikes = i == impact.striking.front();
    if (present.orders[i].asleep) continue;
    const double normal_jump = std::abs(c.velocity[1] - impact.contact_before[i][1]);
    const double slip_jump = std::abs(c.velocity[0] - impact.contact_before[i][0]);
    if (!strikes && !regime.closed()) {
      const double nears = T * (std::abs(c.velocity[1]) + normal_jump * limit.jumps()) +
                           0.5 * T * T * std::abs(c.acceleration[1]);
      if (c.gap <= margin * nears) return false;
    }
    const bool slides = strikes || (regime.pressed() && !regime.fixed());
    const double changes = T * std::abs(c.acceleration[0]) + slip_jump * limit.jumps();
    if (slides && flow_.tree().contacts[i].friction > 0 &&
        present.scales.slip_sign(c.velocity[0]) != 0 && std::abs(c.velocity[0]) <= margin * changes)
      return false;
  }
  return true;
}

double BounceFollower::complete(const BounceLimit& limit, const InstantImpact& impact,
                                MotionPresent& present) {
  const double T = limit.duration;
  const int n = flow_.freedom();
  std::vector<double>& y = present.step.y0;
  const std::vector<double>& slope = present.step.slope0;
  for (int i = 0; i < n; ++i) {
    const double acceleration = slope[n + i];
    y[i] += T * y[n + i] + 0.5 * T * T * acceleration + impact.jump[i] * T * limit.losses();
    y[n + i] += T * acceleration + impact.jump[i] * limit.jumps();
  }
  for (int i = 0; i < flow_.contacts(); ++i)
    if (!present.regimes[i].pressed())
      y[flow_.gap_index(i)] +=
          T * present.contacts[i].velocity[1] + 0.5 * T * T * present.contacts[i].acceleration[1];
  y[flow_.gap_index(impact.striking.front())] = 0;
  for (int k = 0; k < Flow::ledger_size; ++k) {
    const std::size_t i = flow_.ledger_index(static_cast<Flow::Ledger>(k));
    y[i] += T * slope[i];
  }
  present.step.t0 += T;
  count_ = 0;
  // What friction takes at a slip that goes on is in proportion to the impulse, the rest to its
  // square.
  const double rubbed = impact.at_slip;
  return rubbed * limit.jumps() + (impact.loss - rubbed) * limit.losses();
}

}  // namespace carom
