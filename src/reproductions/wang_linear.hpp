#pragma once

/// reproductions/wang_linear.hpp
///
/// Fixed points of the impact pair and the map about them: (30) to (41) of Wang (1993), rates of
/// convergence, the three cases of W*.

#include <array>
#include <vector>

#include "data/claim.hpp"
#include "maps/capture.hpp"
#include "reproductions/wang_pair.hpp"

namespace carom::wang {

/// A body without friction and a state at which infinitely many of its bounces end, by the map.
struct Capture {
  Engine engine;
  PairState launch;
  PairSequence run;
};
/// Of any bodies, the same at every call; W* < 0.
std::vector<Capture> any_captures(int count);

/// The derivative of the map (t, u̇, θ, θ̇) at u̇ = ε above a fixed point, carried to ε = 0 by three
/// values of ε: the error is of the order ε³.
std::array<double, 16> measured_matrix(const Capture& capture);

/// z₁/z₂, z₃/z₂, z₄/z₂, ζ/z₂ where a sequence comes to its end: as its collisions are, carried to
/// their limit by what shrinks as u̇ and as u̇².
std::array<double, 4> measured_decay(const Capture& capture);

/// A number of the linearised sequence: as printed, and as it is with what is missing.
struct Decay {
  double printed = 0, mended = 0;
};
std::array<Decay, 4> printed_decay(const Capture& capture);

void add_linear(std::vector<Claim>& claims);

}  // namespace carom::wang
