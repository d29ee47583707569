#pragma once

/// maps/approach.hpp
///
/// How infinitely many bounces come to their end under friction (docs/theory/maps.md). At a state
/// with u̇ = 0 the contact regions meet where the slip S is zero as well: next to it they are cones
/// about that point, and a collision is homogeneous in (u̇, S). A flight from (u̇, S) is τ = −2u̇/W
/// and S⁻ = S + Ṡτ,
///
///     Ṡ = Q_x − ẍ₂ + hQ₂ + h′θ̇²
///
/// so that a bounce takes the ray r = S/u̇ to another, r⁺ = F(r), and u̇ to κ(r)u̇. A ray that is its
/// own image is an eigenvector of the linear map of its region: bounces along it shrink by κ(r*),
/// and neighbours draw near by F′(r*). Where S is not zero at the end the contact slides there,
/// inside of one region, and κ = e.

#include <optional>

#include "maps/capture.hpp"

namespace carom {

struct RayBounce {
  double slip = 0;   ///< S/u̇ after the collision
  double ratio = 0;  ///< κ: of u̇
  PairMode mode = PairMode::sliding;
};
/// A bounce along the ray `slip` at a state with u̇ = 0; none where W ≥ 0 or the law has no answer.
std::optional<RayBounce> ray_bounce(const ImpactPair& pair, const PairState& state, double slip);

struct BoundaryApproach {
  double drift = 0;                   ///< m/s²; Ṡ in flight
  double slip = 0;                    ///< S/u̇ after a collision
  double ratio = 0;                   ///< κ
  double attraction = 0;              ///< F′; ±1 and beyond: it is no end of others
  PairMode mode = PairMode::sliding;  ///< of the region that it lies in
};
/// The ray along which bounces end at a state with u̇ = S = 0; none where they run out of every
/// cone, or no ray is its own image.
std::optional<BoundaryApproach> boundary_approach(const ImpactPair& pair, const PairState& state);
/// The same for a sequence that has come to its end, if its slip ended with it.
std::optional<BoundaryApproach> boundary_approach(const ImpactPair& pair,
                                                  const PairSequence& sequence);

}  // namespace carom
