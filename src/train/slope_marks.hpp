#pragma once

/// train/slope_marks.hpp
///
/// What a run with slopes tells besides its numbers: along which directions it has no derivative,
/// and on which side of the present place the others hold.

#include <array>
#include <optional>
#include <vector>

#include "base/dual.hpp"
#include "carom/train_sensitivity.hpp"

namespace carom {

/// Slopes below this share of the largest are rounding.
inline constexpr double flat_slope = 1e-9;

struct SlopeMarks {
  std::array<std::optional<TrainHindrance>, Sloped::directions> hindered{};
  std::array<Side, Sloped::directions> sides{};  ///< `both` to begin with
  /// The largest slope of a velocity, a compression or the time so far: what is much less is
  /// rounding.
  std::array<double, Sloped::directions> steepest{};
  /// A contact: it touches at rest, and along the direction it would not.
  std::vector<std::array<bool, Sloped::directions>> parts{};

  void hinder(std::size_t d, TrainHindrance why) {
    if (!hindered[d]) hindered[d] = why;
  }
  /// The derivative is one only where the input is larger (or smaller): both is a contradiction.
  void one_sided(std::size_t d, Side side) {
    if (sides[d] != Side::both && sides[d] != side)
      hinder(d, TrainHindrance::edge);
    else
      sides[d] = side;
  }
};

/// A collision with slopes, in the line's units.
struct SlopedOutcome {
  struct Contact {
    Sloped from, to, impulse;
    bool touches = false;
    bool opens_again = true;  ///< in the end; else `to` is when the collision was over
    /// Touches at rest and would not: contact begins at once on one side.
    std::array<bool, Sloped::directions> parts{};
  };
  std::vector<Sloped> velocities;  ///< of the bodies after
  Sloped vibration, lost;
  std::vector<Contact> contacts;
  SlopeMarks marks;
};

}  // namespace carom
