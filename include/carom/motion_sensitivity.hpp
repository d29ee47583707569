#pragma once

/// carom/motion_sensitivity.hpp
///
/// The derivative of a motion: how its last state, and the times of its events, change with the
/// state it begins at and with any number of its mechanism (docs/theory/sensitivity.md).
///
///     carom::Direction e;                                    // along the restitution of a contact
///     e.numbers = {{"contact.tip.restitution"}};
///     carom::MotionSensitivity slopes;
///     carom::simulate(model, state, {.duration = 2.0}, sink, std::array{e}, slopes);
///
/// It is exact up to the tolerance of the motion: the variational equation between events, jumps of
/// it (saltation) at impacts and where modes change, the closed form of infinitely many bounces.
/// Where there is no derivative it says so, and gives none.
///
/// Threads: plain data; safe on any.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/model.hpp"
#include "carom/simulate.hpp"

namespace carom {

/// How fast a number of a mechanism moves along a direction. Its name is section, whose (a name, or
/// the place from 0), key, and of a pair which: link.left.mass, surface.floor.angle,
/// world.gravity.y, parameter.phi (of formulas).
struct NumberSlope {
  std::string number{};
  double slope = 1;
};

/// A way to change a motion.
struct Direction {
  std::vector<NumberSlope> numbers{};
  /// Slopes of the state at the beginning; empty: none.
  std::vector<double> positions{}, velocities{};
  double time = 0;      ///< of the time at which it begins
  double duration = 0;  ///< of how long it lasts
};

/// Why a motion has no derivative in a direction.
enum class Hindrance : std::uint8_t {
  off_surface,   ///< what rests at the beginning, or is driven, would be off its surface or angle
  grazing,       ///< a gap closes without an approach
  simultaneous,  ///< several events fall into one instant that would not along the direction
  edge,          ///< contact that begins is at the edge of its mode: modes change on one side
  open_forces,   ///< an event is told by forces that are not determined
  not_followed,  ///< an event whose derivative is not known: a wedge that may let go, a chatter
  branch,        ///< an impact at a change of its modes
  end,           ///< the motion does not reach its end
  yields         ///< the mechanism has contacts that yield: they are not differentiated
};

constexpr std::string_view name(Hindrance why) {
  constexpr std::string_view names[] = {"off_surface", "grazing",     "simultaneous",
                                        "edge",        "open_forces", "not_followed",
                                        "branch",      "end",         "yields"};
  return names[static_cast<int>(why)];
}

struct DirectionHindrance {
  Hindrance why = Hindrance::end;
  double time = 0;   ///< s; of the event
  int contact = -1;  ///< that it is about, or −1
};

/// An instant in which something happened.
struct InstantSlopes {
  double time = 0;               ///< s; that of its events
  std::vector<double> slopes{};  ///< of the time, a direction
};

struct MotionSensitivity {
  /// Of the last state, one vector a direction; of one that is hindered they are empty.
  std::vector<std::vector<double>> positions{}, velocities{};
  /// In order of time. Slopes of a direction that has been hindered before are not numbers.
  std::vector<InstantSlopes> instants{};
  std::vector<std::optional<DirectionHindrance>> hindered{};
};

/// What of the directions is not a number of the mechanism, or is of the wrong size or not finite.
std::vector<Fault> faults(std::span<const Direction> along, const Model& model);

/// `simulate`, and the derivative of what it does. The motion is the same to the last bit.
/// Allocates; throws what `simulate` throws, and InputError with all faults of the directions.
Motion simulate(const Model& model, const State& state, const MotionOptions& options,
                MotionSink& sink, std::span<const Direction> along, MotionSensitivity& slopes);

}  // namespace carom
