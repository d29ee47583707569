#include "maps/approach.hpp"

#include <array>
#include <cmath>

namespace carom {
namespace {

double slip_drift(const ImpactPair& pair, const PairState& p) {
  const BodyHeight at = pair.height(p.theta);
  const double q2 = pair.torque ? pair.h.derivative().derivative().at(p.t) : 0;
  return pair.x.derivative().derivative().at(p.t) - pair.along.derivative().derivative().at(p.t) +
         at.h * q2 + at.d1 * p.omega * p.omega;
}

}  // namespace

std::optional<RayBounce> ray_bounce(const ImpactPair& pair, const PairState& state, double slip) {
  const double w = pair_acceleration(pair, state);
  if (!(w < 0)) return std::nullopt;
  PairSolver solver(pair);
  PairState p = state;
  p.gap = 0;
  p.u = -1;
  p.s += slip - 2 * slip_drift(pair, state) / w - solver.contact_velocity(state)[0];
  PairCollision collision;
  if (!solver.collide(p, &collision) || !(p.u > 0)) return std::nullopt;
  return RayBounce{collision.velocity_after[0] / p.u, p.u, collision.mode};
}

std::optional<BoundaryApproach> boundary_approach(const ImpactPair& pair, const PairState& state) {
  constexpr int most = 2000;
  constexpr double close = 1e-14, step = 1e-6;
  double slip = 0;
  for (int n = 0; n < most; ++n) {
    const auto next = ray_bounce(pair, state, slip);
    if (!next || !std::isfinite(next->slip)) return std::nullopt;
    const bool found = std::abs(next->slip - slip) <= close * (1 + std::abs(slip));
    slip = next->slip;
    if (!found) continue;
    BoundaryApproach approach{slip_drift(pair, state), slip, next->ratio, 0, next->mode};
    // What sticks has no slip left, whatever it had.
    if (next->mode == PairMode::sticking_in_compression ||
        next->mode == PairMode::sticking_in_restitution)
      return approach;
    const auto above = ray_bounce(pair, state, slip + step);
    const auto below = ray_bounce(pair, state, slip - step);
    if (above && below) approach.attraction = (above->slip - below->slip) / (2 * step);
    return approach;
  }
  return std::nullopt;
}

std::optional<BoundaryApproach> boundary_approach(const ImpactPair& pair,
                                                  const PairSequence& sequence) {
  // A slip that does not end with the bounces is beyond every cone when they have become 1e9 times
  // slower; one that does is within.
  constexpr double steepest = 1e5;
  if (!sequence.limit || sequence.collisions.empty()) return std::nullopt;
  const std::array<double, 2>& last = sequence.collisions.back().velocity_after;
  if (!(last[1] > 0) || std::abs(last[0]) > steepest * last[1]) return std::nullopt;
  return boundary_approach(pair, sequence.limit->state);
}

}  // namespace carom
