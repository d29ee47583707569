#pragma once

/// reproductions/wang_cases.hpp
///
/// Whole sequences of collisions of Wang (1993): the dropped ball, e = 0 and e = 1, where
/// infinitely many bounces end and what follows, the sign of W*, and the critical case W* = 0.

#include <vector>

#include "data/claim.hpp"
#include "maps/capture.hpp"
#include "reproductions/wang_pair.hpp"
#include "study/stop_request.hpp"

namespace carom::wang {

/// A ball with W(t) = k (t − t*).
struct Ramp {
  double k = 50;          ///< m/s³
  double critical = 0.5;  ///< s; t*
  Engine ball(double e) const;
};

/// A body with |W| above 0.1 m/s² at a state on the plate, of any; the same at every call.
struct OnPlate {
  Engine engine;
  PairState state;
  double w = 0;
};
std::vector<OnPlate> any_on_plate(int count);

/// Equations (25) and (29) as they are, whatever is solid: the root of φ/τ next to −2u̇/W, and
/// u̇₁(n+1).
struct Algebraic {
  double tau = 0, u = 0;
};
Algebraic algebraic_step(const Engine& engine, const PairState& state);

/// The map as a whole: (7), (30), (31), and where it jumps.
void add_map(std::vector<Claim>& claims);
void add_ball(std::vector<Claim>& claims);
void add_cases(std::vector<Claim>& claims, const StopRequest& stop);
void add_critical(std::vector<Claim>& claims);

}  // namespace carom::wang
