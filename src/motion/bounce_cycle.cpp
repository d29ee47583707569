#include "motion/bounce_cycle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

BounceCycle::BounceCycle(const Flow& flow, double tolerance, double end)
    : flow_(flow),
      tolerance_(tolerance),
      end_(end),
      kept_(flow.contacts() > 1 ? 3 * longest_cycle : 0) {}

std::optional<CycleLimit> BounceCycle::follow(const MotionPresent& present,
                                              const InstantImpact& impact) {
  if (kept_.empty()) return std::nullopt;
  keep(present, impact);
  for (int period = 1; period <= longest_cycle && 3 * period <= count_; ++period)
    if (repeats(period)) return limit_of(period, present);
  return std::nullopt;
}

void BounceCycle::keep(const MotionPresent& present, const InstantImpact& impact) {
  last_ = (last_ + 1) % kept();
  count_ = std::min(count_ + 1, kept());
  Struck& now = kept_[static_cast<std::size_t>(last_)];
  now.time = present.time();
  now.approach = -impact.contact_before[static_cast<std::size_t>(impact.striking.front())][1];
  now.loss = impact.loss;
  now.at_slip = impact.at_slip;
  now.makes_energy = impact.answer.makes_energy;
  now.striking = impact.striking;
  now.regimes = present.regimes;
  now.y = present.step.y0;
  now.before = impact.contact_before;
  now.after.clear();
  for (const ContactRates& c : present.contacts) now.after.push_back(c.velocity);
}

/// Whether the same contacts have struck in the same order three times, and gone on in the same
/// modes.
bool BounceCycle::repeats(int period) const {
  for (int k = 0; k < period; ++k)
    if (!ago(k).like(ago(k + period)) || !ago(k).like(ago(k + 2 * period))) return false;
  return true;
}

std::vector<int> BounceCycle::strikers(int period) const {
  std::vector<int> all;
  for (int k = 0; k < period; ++k)
    for (const int contact : ago(k).striking)
      if (std::ranges::find(all, contact) == all.end()) all.push_back(contact);
  std::ranges::sort(all);
  return all;
}

std::optional<CycleLimit> BounceCycle::limit_of(int period, const MotionPresent& present) const {
  CycleLimit limit;
  limit.period = period;
  limit.contacts = strikers(period);
  if (limit.contacts.size() < 2) return std::nullopt;  // bounce_follower.hpp
  limit.since = present.time();
  limit.sum.ratio = ago(0).approach / ago(period).approach;
  limit.sum.lasts = ago(0).time - ago(period).time;
  const double ratio = limit.sum.ratio;
  if (!(ratio > 0) || !(ratio < 1)) return std::nullopt;
  const double duration = limit.sum.duration();
  // A foot that stays does not fall: the time in which the others would.
  double falls = 0;
  for (const int contact : limit.contacts)
    falls = std::max(falls, std::abs(present.contacts[contact].acceleration[1]));
  const double before = ago(period).time - ago(2 * period).time;
  double change = std::abs(limit.sum.lasts / before - ratio);
  double fastest = 0;
  for (int k = 0; k < period; ++k) {
    const double now = ago(k).approach, was = ago(k + period).approach;
    fastest = std::max(fastest, now);
    change = std::max({change, std::abs(now / was - ratio),
                       std::abs(was / ago(k + 2 * period).approach - ratio)});
    limit.makes_energy = limit.makes_energy || ago(k).makes_energy;
  }
  const double share = std::min(followed_share, followed_by_tolerance * std::sqrt(tolerance_));
  const double error = std::max(limit_error_share * tolerance_, least_limit_error);
  const double left_out = change / ((1 - ratio) * (1 - ratio));
  // Feet that clatter in next to no time have not come to rest for that: speeds count by
  // themselves.
  const bool regular = duration * left_out <= error * present.scales.duration() &&
                       fastest * left_out <= error * present.scales.fastest();
  const bool soon = falls > 0 && duration <= share * present.scales.local_time(falls) &&
                    present.time() + duration < end_;
  if (!regular || !soon || !undisturbed(limit, present)) return std::nullopt;
  return limit;
}

/// Whether nothing else happens while the impacts to come last: no other gap closes, no slip comes
/// to its end.
bool BounceCycle::undisturbed(const CycleLimit& limit, const MotionPresent& present) const {
  constexpr double margin = 4;
  for (int i = 0; i < flow_.contacts(); ++i) {
    if (present.orders[i].asleep) continue;
    const bool strikes = std::ranges::find(limit.contacts, i) != limit.contacts.end();
    if (!strikes && !present.regimes[i].closed()) {
      double fastest = 0;
      for (int k = 0; k < limit.period; ++k)
        fastest = std::max({fastest, std::abs(ago(k).before[static_cast<std::size_t>(i)][1]),
                            std::abs(ago(k).after[static_cast<std::size_t>(i)][1])});
      if (present.contacts[i].gap <= margin * fastest * limit.sum.duration()) return false;
    }
    const bool rubs =
        (strikes || present.regimes[i].pressed()) && flow_.tree().contacts[i].friction > 0;
    if (rubs && !slip_goes_on(i, limit, present)) return false;
  }
  return true;
}

/// Whether a slip is stopped by each of its own impacts, or is not all but used up by those to
/// come.
bool BounceCycle::slip_goes_on(int contact, const CycleLimit& limit,
                               const MotionPresent& present) const {
  constexpr double margin = 4;
  const auto i = static_cast<std::size_t>(contact);
  bool stops = true, struck = false;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int k = 0; k < limit.period; ++k) {
    const Struck& each = ago(k);
    low = std::min({low, each.before[i][0], each.after[i][0]});
    high = std::max({high, each.before[i][0], each.after[i][0]});
    const bool own = std::ranges::find(each.striking, contact) != each.striking.end();
    struck = struck || own;
    if (own || each.regimes[i].pressed())
      stops = stops && present.scales.slip_sign(each.after[i][0]) == 0;
  }
  if (struck && stops) return true;
  const double slip = present.contacts[contact].velocity[0];
  const double changes = (high - low) * limit.sum.ratio / (1 - limit.sum.ratio);
  return present.scales.slip_sign(slip) == 0 || std::abs(slip) > margin * changes;
}

double BounceCycle::complete(const CycleLimit& limit, MotionPresent& present) {
  const auto n = static_cast<std::size_t>(flow_.freedom());
  const Struck& was = ago(limit.period);
  const Struck& now = ago(0);
  std::vector<double>& y = present.step.y0;
  for (std::size_t r = 0; r < n; ++r) {
    y[r] = limit.sum.place(now.y[r], was.y[r], now.y[n + r], was.y[n + r]);
    y[n + r] = limit.sum.rate(now.y[n + r], was.y[n + r]);
  }
  for (int i = 0; i < flow_.contacts(); ++i) {
    const auto g = static_cast<std::size_t>(flow_.gap_index(i));
    const auto k = static_cast<std::size_t>(i);
    if (std::ranges::find(limit.contacts, i) != limit.contacts.end())
      y[g] = 0;
    else if (!present.regimes[i].pressed())
      y[g] = limit.sum.place(now.y[g], was.y[g], now.after[k][1], was.after[k][1]);
  }
  const double ratio = limit.sum.ratio;
  const double once = ratio / (1 - ratio), squared = ratio * ratio / (1 - ratio * ratio);
  for (int k = 0; k < Flow::ledger_size; ++k) {
    const std::size_t i = flow_.ledger_index(static_cast<Flow::Ledger>(k));
    y[i] = now.y[i] + (now.y[i] - was.y[i]) * once;
  }
  present.step.t0 += limit.sum.duration();
  double loss = 0;
  for (int k = 0; k < limit.period; ++k)
    loss += ago(k).at_slip * once + (ago(k).loss - ago(k).at_slip) * squared;
  count_ = 0;
  return loss;
}

}  // namespace carom
