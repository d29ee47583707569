#pragma once

/// motion/motion_scales.hpp
///
/// What is small in a motion, from what has happened so far. With L the mechanism's size, T the
/// duration, V the fastest speed so far (at least L/T) and m the whole mass, the numbers of a state
/// are measured in
///
///     positions, gaps  L        velocities  V        angles  1        rates  V/L        energies
///     mV²
///
/// While contacts that yield are closed, V is the fastest speed so far alone, at least that of
/// their collision, and their indentations and springs are measured in those of the collision: it
/// may be far smaller and slower than the mechanism. The local time of an acceleration a is √(L/a),
/// in which the mechanism would fall by its own size, or T where that is less. Accelerations of
/// late are remembered: where those at the contacts cancel, they still say what is small. The
/// larger they were the sooner they are forgotten: a force may grow without bound for an instant.

#include <span>
#include <vector>

#include "motion/event_search.hpp"
#include "motion/flow.hpp"

namespace carom {

class MotionScales {
 public:
  MotionScales(const Flow& flow, double start, double duration);

  /// From the flow where it was evaluated last, and the contacts observed there; tells the flow
  /// what accelerations are compared with.
  void update(Flow& flow, std::span<const ContactRates> contacts, double time);
  /// The scales of contacts that yield, which may have been pressed deeper meanwhile.
  void follow(const Flow& flow);
  /// A speed that was reached.
  void note_speed(double speed) { fastest_ = std::max(fastest_, speed); }

  double duration() const { return duration_; }                ///< s
  double fastest() const { return fastest_; }                  ///< m/s; so far
  std::span<const double> of_state() const { return state_; }  ///< of y, for the errors of a step
  const EventScales& events() const { return events_; }
  double local_time(double acceleration) const;  ///< s
  /// Which way a contact slides. Only rounding is no slip: where links lie flat, a slip that is
  /// slower than anything else may be the shadow of a fast motion across.
  int slip_sign(double velocity) const;
  /// A force as it is told: a pull that is rounding is none.
  std::array<double, 2> told(std::array<double, 2> force) const;

 private:
  const Tree& tree_;
  double duration_;
  double time_;  ///< s; when accelerations were looked at last
  double fastest_ = 0;
  std::vector<double> state_;
  EventScales events_;
};

}  // namespace carom
