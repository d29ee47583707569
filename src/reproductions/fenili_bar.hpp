#pragma once

/// reproductions/fenili_bar.hpp
///
/// The bar of Fenili, Souza & Schäfer (2005) as a mechanism of Carom, and what the engine says of
/// it: a slider with a bar, whose tip meets a wall that yields along the slider's line.

#include <cstdint>
#include <random>
#include <string>

#include "carom/mechanism.hpp"
#include "carom/vec2.hpp"

namespace carom::fenili {

/// The paper's symbols, in its own coordinates: y_s, θ, y_w.
struct Bar {
  double m_s = 5, m_b = 2, m_w = 3;
  double inertia = 1.0 / 6;  ///< I_b,cm
  double d_A = 0.5, length = 1, d = 0.6;
  double c_s = 4, k_s = 200, c_w = 6, k_w = 300;
  double e = 0;
  std::string torque = "3";

  double m_t() const { return m_s + m_b + m_w; }
  double a1() const { return inertia + m_b * d_A * d_A; }
  double a2() const { return m_b * d_A + m_w * length; }
  double a3() const { return m_t() * m_w * length * length - a2() * a2(); }
  double D(double c) const { return a1() * m_t() + a3() * c * c; }
};

Mechanism mechanism(const Bar& b);

/// A configuration with its velocities; `M` is the torque.
struct At {
  double y_s = 0, theta = 0, y_w = 0;
  double v_s = 0, omega = 0, v_w = 0;
  double M = 0;
};

/// States within the range of the paper's motion, the same at every call.
class States {
 public:
  static constexpr double fastest_slide = 0.5;  ///< m/s
  static constexpr double fastest_turn = 3;     ///< rad/s

  At next() {
    At x{};
    x.y_s = between(-0.1, 0.1);
    x.theta = between(-1.2, 1.2);
    x.v_s = between(-fastest_slide, fastest_slide);
    x.omega = between(-fastest_turn, fastest_turn);
    x.v_w = between(-fastest_slide, fastest_slide);
    x.M = between(-4, 4);
    return x;
  }

 private:
  /// A generator whose numbers are the same everywhere.
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  std::mt19937_64 random_{2005};
};

/// On the wall: y_w and its velocity follow from (4).
At on_wall(const Bar& b, At x);

/// Accelerations of the engine and the force at the tip, free or on the wall.
struct Accelerations {
  double y_s = 0, theta = 0, y_w = 0, force = 0;
};
Accelerations engine(Bar b, const At& x, bool pressed);

/// An impact of the engine: velocities after, loss.
struct After {
  double v_s = 0, omega = 0, v_w = 0, impulse = 0, loss = 0;
  bool collides = false;
};
After struck(const Bar& b, At x, const char* law);

/// The impulse that the bar gets from the slider at A in such an impact, Â.
Vec2 joint_impulse_at_A(const Bar& b, At x, const char* law);

/// The velocity of the bar's mass centre, by derivatives of its place.
Vec2 mass_centre_velocity(const Bar& b, const At& x);

}  // namespace carom::fenili
