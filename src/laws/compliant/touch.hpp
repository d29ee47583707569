#pragma once

/// laws/compliant/touch.hpp
///
/// What a contact that yields went through, from where it closed to where it is open again, and the
/// restitution of it by three definitions:
///
///     kinematic   −v_n⁺/v_n⁻                                 (v where it closed and opened)
///     kinetic     (p − p†)/p†                                (p† normal impulse until the deepest)
///     energetic   √(W_r/W_c)                                 (work of F in restitution,
///     compression)
///
/// None of them is told where the contact did not approach.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "carom/simulate.hpp"

namespace carom {

struct CompliantTouch {
  bool touched = false;
  int touches = 0;                          ///< how often it closed
  double began = 0;                         ///< s; where it closed first
  double ended = 0;                         ///< s; where it opened last
  double peak_force = 0;                    ///< N
  double peak_time = 0;                     ///< s
  double deepest = 0;                       ///< m
  double permanent = 0;                     ///< m
  std::array<double, 2> velocity_before{};  ///< m/s; where it closed first
  std::array<double, 2> velocity_after{};   ///< m/s; where it opened last
  std::array<double, 2> impulse{};          ///< N s, on the chain
  std::array<double, 2> work{};             ///< J, on the chain
  double compression_impulse = 0;           ///< N s; normal, until the deepest
  double compression_work = 0;              ///< J; of the normal force, until the deepest
  double compression_end = 0;               ///< s

  double duration() const { return ended - began; }
  bool approached() const { return touched && velocity_before[1] < 0; }
  std::optional<double> kinematic() const {
    if (!approached()) return {};
    return -velocity_after[1] / velocity_before[1];
  }
  std::optional<double> kinetic() const {
    if (!approached() || !(compression_impulse > 0)) return {};
    return impulse[1] / compression_impulse - 1;
  }
  std::optional<double> energetic() const {
    if (!approached() || !(compression_work < 0)) return {};
    return std::sqrt(std::max(0.0, (work[1] - compression_work) / -compression_work));
  }

  /// An end of compression: the deepest so far, or not.
  void turn(double time, double indentation, double normal_impulse, double normal_work) {
    if (indentation < deepest) return;
    deepest = indentation;
    compression_end = time;
    compression_impulse = normal_impulse;
    compression_work = normal_work;
  }
  void press(double time, double force) {
    if (force <= peak_force) return;
    peak_force = force;
    peak_time = time;
  }
};

/// What is told of it.
inline CompliantCollision collision(const CompliantTouch& touch) {
  return {.peak_force = touch.peak_force,
          .duration = touch.duration(),
          .indentation = {touch.deepest, touch.permanent},
          .kinematic = touch.kinematic(),
          .kinetic = touch.kinetic(),
          .energetic = touch.energetic(),
          .touches = touch.touches,
          .work = touch.work};
}

}  // namespace carom
