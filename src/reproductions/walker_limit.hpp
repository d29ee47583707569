#pragma once

/// reproductions/walker_limit.hpp
///
/// The simplest walker where its feet have no mass against the hip, by its own equations: with θ
/// the stance leg's angle from the slope's normal, φ the angle between the legs, γ the slope,
/// √(l/g) the unit of time,
///
///     θ̈ = sin(θ − γ)        φ̈ = θ̈ + θ̇² sin φ − cos(θ − γ) sin φ
///     heel strike φ = 2θ:   θ⁺ = −θ,  θ̇⁺ = cos 2θ θ̇,  φ⁺ = −2θ,  φ̇⁺ = cos 2θ (1 − cos 2θ) θ̇
///
/// A step begins with (θ, θ̇), the rest follows. It is a second method beside the motion of the
/// mechanism with small feet: fixed steps of the classical Runge–Kutta method, the strike located
/// within the last.
///
/// Source: M. Garcia, A. Chatterjee, A. Ruina, M. Coleman, The simplest walking model: stability,
/// complexity, and scaling, Journal of Biomechanical Engineering 120 (1998) 281.

#include <Eigen/Core>
#include <array>
#include <complex>
#include <optional>

namespace carom::walking {

struct WalkerStep {
  Eigen::Vector2d state;  ///< (θ, θ̇) after the heel strike
  double time = 0;
};

/// None where it falls.
std::optional<WalkerStep> walker_step(const Eigen::Vector2d& state, double slope);

struct WalkerGait {
  Eigen::Vector2d state;
  double time = 0;             ///< of all its steps
  Eigen::Matrix2d derivative;  ///< of them
  std::array<std::complex<double>, 2> multipliers() const;
  /// det(J + 1): zero where a multiplier is −1, and the gait doubles.
  double doubling() const { return 1 + derivative.trace() + derivative.determinant(); }
};

/// A gait of so many steps, by Newton's method from a start.
std::optional<WalkerGait> walker_gait(Eigen::Vector2d start, double slope, int steps);

/// The slope at which a gait doubles, between two slopes; `gait` is one at `from`, and becomes that
/// at the doubling.
std::optional<double> walker_doubling(WalkerGait& gait, int steps, double from, double to);

}  // namespace carom::walking
