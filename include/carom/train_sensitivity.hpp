#pragma once

/// carom/train_sensitivity.hpp
///
/// The derivative of a train's collision: how velocities after, times and losses change with any
/// numbers of the train, exactly: by numbers that carry slopes, through every event
/// (docs/theory/trains.md).
///
///     carom::TrainDirection m;                                  // along the mass of a body
///     m.numbers = {{"body.ball.mass"}};
///     std::vector<carom::TrainSlopes> slopes;
///     carom::collide(train, {}, std::array{m}, slopes);
///     // slopes[0].velocities[b]: of body b after, m/s per kg
///
/// Numbers are named by section, whose (a name, or the place from 0) and key: body.ball.velocity,
/// pair.0.restitution. Segments are whole numbers: nothing is differentiated by them, and those of
/// the rule are held.
///
/// Threads: as `collide` (carom/train.hpp).

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "carom/jacobian.hpp"
#include "carom/motion_sensitivity.hpp"
#include "carom/train.hpp"

namespace carom {

/// A way to change a train; at the same pace all of its numbers.
struct TrainDirection {
  std::vector<NumberSlope> numbers{};
};

/// Why a collision has no derivative in a direction.
enum class TrainHindrance : std::uint8_t {
  coincident,  ///< hits that feel each other fall into one instant and would not along it
  resting,     ///< bodies that touch at rest would part or press
  edge,        ///< modes change here on both sides, or bodies touch without an approach
  grazing,     ///< a contact's number reaches its level without a rate
  plastic,     ///< by a restitution of 0
  springs,     ///< by a restitution of 0 or 1 of hits in one instant
  segments,    ///< by a number of segments
  unanswered,  ///< the collision has no single answer
  unconfirmed  ///< the way with slopes came to another answer: rounding decides
};

constexpr std::string_view name(TrainHindrance why) {
  constexpr std::string_view names[] = {"coincident", "resting",    "edge",
                                        "grazing",    "plastic",    "springs",
                                        "segments",   "unanswered", "unconfirmed"};
  return names[static_cast<int>(why)];
}

/// Of one direction, per unit of it. Where it is hindered the lists are empty.
struct TrainSlopes {
  struct Contact {
    double impulse = 0;              ///< N s
    std::optional<double> from, to;  ///< s; of the first closing and the last opening, if any
  };
  std::optional<TrainHindrance> hindered{};
  Side side = Side::both;            ///< where modes change at this very place: on which it holds
  std::vector<double> velocities{};  ///< m/s; of the bodies' mass centres, after
  double energy_loss = 0;            ///< J; kinetic energy of the mass centres, before minus after
  double vibration = 0;              ///< J; left in the bodies
  double lost = 0;                   ///< J; in contacts and interiors
  std::optional<double> restitution{};  ///< of two bodies
  std::vector<Contact> contacts{};
};

/// What of the directions is not a number of the train, or not finite.
std::vector<Fault> faults(std::span<const TrainDirection> along, const Train& train);

/// `collide`, and the derivative of what it does. The collision is the same to the last bit.
/// Throws what `collide` throws, and InputError with all faults of the directions.
TrainResult collide(const Train& train, const CollideOptions& options,
                    std::span<const TrainDirection> along, std::vector<TrainSlopes>& slopes);

}  // namespace carom
