#pragma once

/// reproductions/wang_pair.hpp
///
/// The impact pair of Wang (1993) with numbers that the paper leaves open: an ellipse, its mass
/// centre anywhere, on a plate that moves as a sine, under a force Q₁ along the normal and a torque
/// Q₂ (per m, and per mρ²). Its height h(θ) is written here once more, and Q₁, Q₂, y₂ are formulas
/// and integrals of ours: what is compared with the engine does not come from it.

#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <cstdint>
#include <random>

#include "carom/model.hpp"
#include "maps/impact_pair.hpp"

namespace carom::wang {

/// mean + size·cos(rate·t + phase) + slope·t
struct Input {
  double mean = 0, size = 0, rate = 1, phase = 0, slope = 0;
  double at(double t) const;
};

/// y₂ = size·sin(rate·t + phase)
struct Plate {
  double size = 0, rate = 1, phase = 0;
  double at(double t) const;
  double velocity(double t) const;
  double acceleration(double t) const;
};

struct Body {
  double a = 0.1, b = 0.06;  ///< m; semi-axes
  Vec2 offset;               ///< m; the ellipse's centre from the mass centre
  double mass = 1, rho = 0.058309518948453;
  double e = 0.6, friction = 0;
  Input q1{-9.81}, q2{};
  Plate plate{};

  double h(double theta) const;
  double d1(double theta) const;  ///< h′
  double d2(double theta) const;  ///< h″
  /// h′/(ρ² + h′²)
  double lever(double theta) const;
};

Mechanism mechanism(const Body& body);

/// The body as the engine has it, and as the map has it.
struct Engine {
  Body body;
  Model model;
  ImpactPair pair;
  explicit Engine(const Body& body, std::string_view law = "energetic");
};

/// Numbers between two others, the same at every call and everywhere.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }

 private:
  std::mt19937_64 random_;
};

/// A body, of any shape and under any inputs; and a state right after a collision.
Body any_body(Numbers& numbers);
PairState any_launch(Numbers& numbers);

/// The paper's coordinates at an instant, as the engine's motion has them; y from the plate.
struct Instant {
  double t = 0;
  double y = 0, v = 0;          ///< m, m/s
  double theta = 0, omega = 0;  ///< rad, rad/s
  double gap = 0, u = 0;        ///< u₁, u̇₁: as the engine measures them at the contact
};

/// Accelerations of the engine at a state on the plate with u̇₁ = 0 (`pressed`), or in flight.
struct Accelerated {
  Instant at;
  double y = 0, theta = 0;  ///< ÿ from the plate, θ̈
  double u = 0;             ///< ü₁, at the contact
  double force = 0;         ///< N; of the contact
};

/// From one collision to the next, by `simulate`.
struct Flight {
  Body body;
  Instant left, middle, arrived, rebounded;
  double tau = 0;  ///< s; the time of flight by the map's closed form
  Accelerated free, pressed;
};

Flight flight(const Engine& engine, const PairState& launch);
Accelerated accelerated(const Engine& engine, const PairState& state, bool pressed);

/// ∫ f dt by Gauss' rule with 30 nodes.
template <class F>
double integral(const F& f, double from, double to) {
  return boost::math::quadrature::gauss<double, 30>::integrate(f, from, to);
}
/// ∫∫ f ds dt = ∫ (to − s) f(s) ds
template <class F>
double twice_integral(const F& f, double from, double to) {
  return integral([&](double s) { return (to - s) * f(s); }, from, to);
}

}  // namespace carom::wang
