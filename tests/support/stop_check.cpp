#include "support/stop_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/impact_enumeration.hpp"

namespace carom::testing {

StopCheck StopChecker::check(const Motion& motion) const {
  switch (motion.end) {
    case MotionEnd::duration:
    case MotionEnd::stopped:
      return {};
    case MotionEnd::verdict:
      return impact(motion);
    default:
      return contact(motion);
  }
}

std::vector<Toucher> StopChecker::touching(const DenseState& d, double slip_band, double touch_band,
                                           bool& approaches) const {
  std::vector<Toucher> found;
  for (int k = 0; k < mechanics_.contacts(); ++k) {
    if (!is_closed(d, k)) continue;
    const double vt = d.velocity[2 * k], vn = d.velocity[2 * k + 1];
    if (std::abs(vn) > touch_band * speed_) {
      if (vn < -at_rest * speed_) approaches = true;
      if (vn > 0 || vn >= -at_rest * speed_) continue;
    }
    const Contact& c = mechanics_.mechanism().contacts[k];
    const bool rests = std::abs(vt) <= slip_band * speed_;
    found.push_back({k,
                     rests    ? 0
                     : vt > 0 ? 1
                              : -1,
                     rests, rests ? c.static_friction.value_or(c.friction) : c.friction});
  }
  return found;
}

bool StopChecker::is_closed(const DenseState& d, int contact) const {
  const double normal = std::abs(d.velocity[2 * contact + 1]);
  if (normal <= moves * speed_) return std::abs(d.gap[contact]) <= near * mechanics_.size();
  return std::abs(d.gap[contact]) <= 1e-10 * normal + 1e-13 * mechanics_.size();
}

std::string StopChecker::seen(const DenseState& d) const {
  std::string s;
  for (int k = 0; k < mechanics_.contacts(); ++k)
    if (std::abs(d.gap[k]) <= 1e-3 * mechanics_.size())
      s += fmt::format(" [{}: gap {:.2e} vt {:.3e} vn {:.3e}]", k, d.gap[k], d.velocity[2 * k],
                       d.velocity[2 * k + 1]);
  return s + fmt::format(" speed {:.2g}", speed_);
}

std::string StopChecker::listed(const Continuations& c) {
  std::string s = fmt::format(" {} consistent", c.consistent.size());
  for (const Continuation& one : c.consistent)
    s += fmt::format(" {} force {:.3g}", one.modes, one.largest_force);
  s += " tried " + c.nearly;
  return s;
}

StopCheck StopChecker::contact(const Motion& motion) const {
  const DenseState d = mechanics_.at(motion.final);
  const std::string end(name(motion.end));
  bool approaches = false;
  const auto loose = touching(d, at_rest, at_rest, approaches);
  const auto strict = touching(d, accurate, moves, approaches);
  const std::string where = seen(d);
  if (approaches) {
    // It stopped while something strikes.
    StopCheck strike = impact(motion);
    strike.kind = end + ": a contact strikes: " + strike.kind;
    return strike;
  }
  if (motion.end == MotionEnd::event_limit && bounces_on(motion, d))
    return {Finding::confirmed, end + ": bounces that do not die", where};
  if (loose.empty()) return {Finding::false_stop, end + ": nothing touches", where};
  const Continuations ways = modes_.continuations(motion.final, loose);
  const Continuations as_is = modes_.continuations(motion.final, strict);
  const std::string details = where + " |" + listed(ways) + " | as is" + listed(as_is);
  const bool slips_differ = !std::ranges::equal(
      loose, strict, [](const Toucher& a, const Toucher& b) { return a.slip == b.slip; });
  const std::size_t count = ways.consistent.size();
  if (motion.end == MotionEnd::no_modes) {
    if (count == 0) return {Finding::confirmed, "paradox", details};
    return {Finding::false_stop,
            fmt::format("no_modes: {} consistent{}", count > 1 ? "several" : "one",
                        slips_differ ? ", rounding taken for slip" : ""),
            details};
  }
  if (motion.end == MotionEnd::several_modes) {
    if (count > 1) return {Finding::confirmed, "several modes", details};
    // Feet with frictions of their own that still slide, however slowly, share their load as they
    // like, and each share leaves another velocity: not if all of it is within a motion's accuracy.
    if (as_is.consistent.size() > 1)
      return {Finding::confirmed, "several modes of a slow slip", details};
    return {Finding::false_stop, fmt::format("several_modes: {} consistent", count), details};
  }
  // A step that goes to zero: forces without bound, or a paradox met head on.
  if (motion.end == MotionEnd::step_size) {
    if (count == 0) return {Finding::confirmed, "step_size: a paradox", details};
    // Those of the motion so far are far below, and so are those of its inertia and gravity.
    const double load =
        std::max(force_, d.inertia.diagonal().maxCoeff() * modes_.scale(d, motion.final));
    if (ways.largest_force > 1e4 * load || ways.jumps || ways.critical)
      return {Finding::confirmed, "step_size: forces without bound", details};
  }
  return {Finding::false_stop, end, details};
}

bool StopChecker::bounces_on(const Motion& motion, const DenseState& d) const {
  for (int k = 0; k < mechanics_.contacts(); ++k) {
    const double leaves = d.velocity[2 * k + 1], falls = -d.free_rates[2 * k + 1];
    if (!(leaves > at_rest * speed_ && falls > 0) || !is_closed(d, k)) continue;
    // The flight to come takes the time that the last one took.
    if (std::abs(2 * leaves / falls / motion.last_impact_interval - 1) < 0.1) return true;
  }
  return false;
}

StopCheck StopChecker::impact(const Motion& motion) const {
  const StopCheck check = impact(motion, 1e-9);
  // What may be rounding may be a slip as well.
  return check.finding == Finding::unclear ? impact(motion, 1e-12) : check;
}

StopCheck StopChecker::impact(const Motion& motion, double rounding) const {
  const DenseState d = mechanics_.at(motion.final);
  ImpactProblem p;
  std::vector<int> set;
  for (int k = 0; k < mechanics_.contacts(); ++k)
    if (is_closed(d, k)) set.push_back(k);
  const int n = static_cast<int>(set.size());
  p.mobility = Matrix(2 * n, 2 * n);
  p.velocity = Vector(2 * n);
  bool slow = false;
  for (int i = 0; i < n; ++i) {
    const Contact& c = mechanics_.mechanism().contacts[set[i]];
    p.friction.push_back(c.friction);
    p.restitution.push_back(c.restitution);
    for (int a = 0; a < 2; ++a) {
      double v = d.velocity[2 * set[i] + a];
      if (std::abs(v) <= rounding * speed_)
        v = 0;
      else if (std::abs(v) <= at_rest * speed_)
        slow = true;
      p.velocity[2 * i + a] = v;
      for (int j = 0; j < n; ++j)
        for (int b = 0; b < 2; ++b)
          p.mobility(2 * i + a, 2 * j + b) = d.contact_mobility(2 * set[i] + a, 2 * set[j] + b);
    }
    if (p.velocity[2 * i + 1] < 0) p.striking.push_back(i);
  }
  const std::string verdict(name(motion.verdict));
  if (p.striking.empty()) return {Finding::unclear, verdict + ": nothing strikes", seen(d)};
  const ImpactOutcomes o = impact_outcomes(p);
  const std::string details =
      seen(d) + fmt::format(" | {} striking of {}, {} outcomes, {} jammed, {} none; {}",
                            p.striking.size(), n, o.after.size(), o.jammed, o.none,
                            name(motion.reason));
  const std::string kind =
      fmt::format("{}{}", verdict, p.striking.size() > 1 ? ", several strike" : "");
  if (!o.complete) return {Finding::unclear, kind + ": too many branches", details};
  // Several that strike what cannot give way: no velocities after it fit, it jams.
  const bool stuck = o.jammed > 0 || (p.striking.size() > 1 && o.after.empty());
  const bool right = motion.end != MotionEnd::verdict          ? false
                     : motion.verdict == Verdict::jammed       ? stuck
                     : motion.verdict == Verdict::inconsistent ? o.none > 0
                                                               : o.kinds() > 1;
  if (right) return {Finding::confirmed, kind, details};
  return {slow ? Finding::unclear : Finding::false_stop, kind, details};
}

}  // namespace carom::testing
