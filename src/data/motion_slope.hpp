#pragma once

/// data/motion_slope.hpp
///
/// The derivative of a motion by one of its inputs.

#include <optional>
#include <string>
#include <vector>

namespace carom {

/// Of the last state, per unit of an input.
struct StateSlopes {
  std::vector<double> positions{}, velocities{};
};

struct MotionSlope {
  std::vector<std::string> of;       ///< a parameter's name; or "state" and the coordinate's
  std::optional<std::string> why{};  ///< there is none, in words
  StateSlopes state{};
  /// s per unit of the input, an event: of its time. None: it has none, or not on both sides.
  std::vector<std::optional<double>> times{};
};

}  // namespace carom
