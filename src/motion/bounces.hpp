#pragma once

/// motion/bounces.hpp
///
/// The end of infinitely many bounces of one contact. Let u⁻, u⁺ be the normal velocities before
/// (as a speed) and after the last impact that was followed, ρ = u⁺/u⁻ < 1, Δ the jump of the
/// generalized velocities in it, a = v̇_n < 0 and q̈ the accelerations in flight, loss its loss. As
/// bounces shrink, a, q̈ and ρ stop changing and Δ, u shrink by ρ each time, so that
///
///     next flight   τ = −2u⁺/a          all of them   T = τ/(1 − ρ)
///     q̇ after all = q̇ + T q̈ + Δ ρ/(1 − ρ)
///     q after all = q + T q̇ + ½T² q̈ + Δ T ρ²/(1 − ρ²)
///     loss of all = loss ρ²/(1 − ρ²),   impulses of all = impulse ρ/(1 − ρ)
///
/// (impact k comes T ρᵏ before the end and jumps by Δρᵏ). What is left out is the change of a and
/// q̈ during T: of order T δ, δ the relative change of a and ρ from one bounce to the next.
///
/// Source: the linearised sequence of docs/theory/motion.md; the tennis ball T = 2eV/((1 − e)g).

#include <optional>
#include <span>

namespace carom {

/// A bounce of a contact, right after its impact.
struct Bounce {
  double time = 0;          ///< s
  double approach = 0;      ///< u⁻ > 0, m/s
  double rebound = 0;       ///< u⁺, m/s
  double acceleration = 0;  ///< a, m/s²
  double ratio() const { return rebound / approach; }
};

/// The sum of all bounces to come.
struct BounceLimit {
  double duration = 0;  ///< T
  double ratio = 0;     ///< ρ
  double jumps() const { return ratio / (1 - ratio); }
  double losses() const { return ratio * ratio / (1 - ratio * ratio); }
};

/// From three bounces in a row with nothing else between; none where they do not shrink, or where
/// T is above `longest`, or what is left out above `error` (s).
std::optional<BounceLimit> bounce_limit(std::span<const Bounce, 3> bounces, double longest,
                                        double error);

}  // namespace carom
