#pragma once

/// maps/capture.hpp
///
/// Infinitely many bounces of an impact pair (docs/theory/maps.md). Near a state x* with u̇ = 0 the
/// map is x⁺ = A x with x = (t, u̇, θ, θ̇) measured from x*,
///
///     A = 1 + (column 2) (−2/W, e − 1, α, β)ᵀ     α = −2θ̇/W,   β = −(1+e)h′/(ρ²+h′²) − 2Q₂/W
///
/// with eigenvalues e, 1, 1, 1, v₁ = (2/W, 1 − e, −α, −β)·(sign), so that with u̇ₙ = C eⁿ
///
///     t* − t = −z₁,  z = (2/((1−e)W), 1, 2θ̇/((1−e)W), (1+e)/(1−e) h′/(ρ²+h′²) + 2Q₂/((1−e)W)) u̇
///
/// The bounces end in a finite time where W* < 0 (deadbeat), are never infinitely many where
/// W* > 0, and where W* = 0 < Ẇ* they are a separatrix between the two: a self-similar sequence
/// with flights that shrink by λ, λ³ + 2λ² − 2eλ − e = 0, from which others depart by the
/// multiplier of `self_similar` at every bounce. It repels; no run that begins near it stays there.

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "maps/impact_pair.hpp"

namespace carom {

struct PairLimit {
  PairState state;   ///< u̇ = 0
  double w = 0;      ///< W*, m/s²
  double ratio = 0;  ///< of the rebounds: e without friction
  double alpha = 0, beta = 0;
  std::array<double, 16> matrix{};                 ///< A, row by row
  std::array<std::array<double, 4>, 4> vectors{};  ///< v₁ … v₄
  std::array<double, 4> decay{};                   ///< z/u̇
  double force = 0;                                ///< N; of the contact that follows, no friction
};

/// The linearised sequence at a state with u̇ = 0.
PairLimit linearised(const ImpactPair& pair, const PairState& state);

struct PairSequence {
  std::vector<PairCollision> collisions;
  std::optional<PairLimit> limit;
  bool escaped = false;  ///< no collision within the time that was given
  Verdict verdict = Verdict::unique;
};

/// Collisions one after another: at least `count`, and on until infinitely many have been summed or
/// `most` were followed. `within`, s: of one flight.
PairSequence pair_sequence(const ImpactPair& pair, const PairState& start, long count, long most,
                           double within);

struct SelfSimilar {
  double lambda = 0;      ///< ratio of flights
  double multiplier = 0;  ///< by which others depart from it at every bounce
};
SelfSimilar self_similar(double e);

struct Separatrix {
  double launch = 0;  ///< m/s; u̇ of the start
  PairState start;
  double t = 0;  ///< s; where the sequence ends
  double measured_lambda = 0;
  double measured_multiplier = 0;
  SelfSimilar exact;
  double captured_w = 0;  ///< W* of the last launch that is captured
};

/// The launch from this start (its u̇ is the guess) whose bounces are neither captured nor escape,
/// by bisection to rounding: the nearest by steps of 3 % up to `reach` times as fast and as slow.
/// Launches that a just missed collision parts have none.
std::optional<Separatrix> separatrix(const ImpactPair& pair, const PairState& start, double within,
                                     double reach = 4);

}  // namespace carom
