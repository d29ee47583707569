#pragma once

/// train/modes.hpp
///
/// The vibration of a body that is free: j masses m, j − 1 springs k. Its modes are known,
///
///     φ_q(i) = cos(π q (i + ½)/j),   ω_q = 2 √(k/m) sin(π q/2j),   q = 1 … j − 1,
///
/// so that flight between collisions takes no steps, and how far its ends can ever swing is a sum.
/// Displacements are from where the segments would be if the body were relaxed at its mass centre.

#include <span>
#include <vector>

#include "train/line.hpp"

namespace carom {

struct EndSwing {
  double left = 0;      ///< displacement of the first segment now
  double right = 0;     ///< of the last
  double reach = 0;     ///< neither ever exceeds this in flight
  double velocity = 0;  ///< of the mass centre
};

/// Vibration in modal coordinates: y_i = Σ a_q φ_q(i), ẏ_i = Σ b_q φ_q(i), q from 1 on.
struct Modes {
  double mean_velocity = 0;
  std::vector<double> a, b;
  std::vector<double> frequency;
};

/// `velocities` of the j segments, `compressions` of the j − 1 springs (x_i−1 − x_i).
Modes modes_of(const LineBody& body, std::span<const double> velocities,
               std::span<const double> compressions);

/// Displacements about the mass centre, from the compressions of the springs.
std::vector<double> displacements(std::span<const double> compressions);

EndSwing end_swing(const LineBody& body, std::span<const double> velocities,
                   std::span<const double> compressions);

/// The segments a time later, of a body that nothing touches.
void fly(const LineBody& body, double time, std::span<double> velocities,
         std::span<double> compressions);

}  // namespace carom
