#pragma once

/// reproductions/wang_friction.hpp
///
/// Section 5 of Wang (1993): contact modes and their regions, the impulses that follow from them,
/// continuity and piecewise smoothness, fixed points on the boundary of regions.

#include <array>
#include <functional>
#include <vector>

#include "data/claim.hpp"
#include "maps/impact_pair.hpp"
#include "reproductions/wang_pair.hpp"
#include "study/stop_request.hpp"

namespace carom::wang {

/// The impulse of a collision by its mode, in closed form (Routh's construction, kinetic
/// restitution, after Wang & Mason 1992). B₁, B₂, B₃ of the contact; S, u̇ before.
struct Rubbing {
  double b1, b2, b3, friction, e, slip, approach;
};
std::array<double, 2> impulse_of_mode(const Rubbing& r, PairMode mode);
Rubbing rubbing(const Engine& engine, const PairCollision& collision);

/// A collision at θ with this slip and approach.
PairCollision collision_at(const Engine& engine, double theta, double slip, double approach);

/// Where a region of one mode meets that of another, along a line of states before a collision.
struct RegionBoundary {
  PairMode below, above;
  double at = 0;
  double jump = 0;                 ///< of the impulse, as a share of it
  std::array<double, 2> slopes{};  ///< of P_x, from below and from above
};
std::vector<RegionBoundary> boundaries_along(const std::function<PairCollision(double)>& collision,
                                             double from, double to);

void add_friction(std::vector<Claim>& claims, const StopRequest& stop);

}  // namespace carom::wang
