#pragma once

/// motion/simulate_along.hpp
///
/// A motion and its derivative in directions whose trees with slopes are there already, as those of
/// a scenario's parameters (sweeps/scenario_slopes.hpp).

#include <vector>

#include "carom/motion_sensitivity.hpp"
#include "model/tree.hpp"

namespace carom {

/// In which directions a motion is differentiated. Those along which the mechanism changes come
/// first; the k-th of them is direction k % `Sloped::directions` of the tree k / `directions`.
struct MotionDirections {
  std::size_t count = 0;
  std::size_t of_tree = 0;
  std::vector<SlopedTree> trees;
  /// Slopes of the state at the beginning, one vector a direction (empty: none); of its time and
  /// the duration, s.
  std::vector<std::vector<double>> positions, velocities;
  std::vector<double> start, duration;
  std::vector<double> samples{};  ///< s, rising: times at which slopes of the state are kept
};

Motion simulate_along(const Model& model, const State& state, const MotionOptions& options,
                      MotionSink& sink, MotionDirections asked, MotionSensitivity& slopes);

}  // namespace carom
