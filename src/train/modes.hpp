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
#include <type_traits>
#include <vector>

#include "train/line.hpp"

namespace carom {

template <class T>
struct EndSwingOf {
  T left{};          ///< displacement of the first segment now
  T right{};         ///< of the last
  double reach = 0;  ///< neither ever exceeds this in flight
  T velocity{};      ///< of the mass centre
};
using EndSwing = EndSwingOf<double>;

/// Vibration in modal coordinates: y_i = Σ a_q φ_q(i), ẏ_i = Σ b_q φ_q(i), q from 1 on.
template <class T>
struct ModesOf {
  T mean_velocity{};
  std::vector<T> a, b;
  std::vector<T> frequency;
};
using Modes = ModesOf<double>;

/// `velocities` of the j segments, `compressions` of the j − 1 springs (x_i−1 − x_i).
template <class T>
ModesOf<T> modes_of(const LineBodyOf<T>& body, std::span<const std::type_identity_t<T>> velocities,
                    std::span<const std::type_identity_t<T>> compressions);

/// Displacements about the mass centre, from the compressions of the springs.
template <class T>
std::vector<T> displacements(std::span<const T> compressions);

template <class T>
EndSwingOf<T> end_swing(const LineBodyOf<T>& body,
                        std::span<const std::type_identity_t<T>> velocities,
                        std::span<const std::type_identity_t<T>> compressions);

/// The segments a time later, of a body that nothing touches.
template <class T>
void fly(const LineBodyOf<T>& body, double time, std::span<std::type_identity_t<T>> velocities,
         std::span<std::type_identity_t<T>> compressions);

}  // namespace carom
