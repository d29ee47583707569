#pragma once

/// train/collide.hpp
///
/// A train's collision in SI units, by the method asked for.

#include "carom/train.hpp"
#include "train/taylor.hpp"

namespace carom {

/// Samples of a collision, in SI units and the ground's frame.
struct TrainTrace {
  std::vector<double> times;                      ///< s
  std::vector<std::vector<double>> velocities;    ///< m/s; of the segments, a sample
  std::vector<std::vector<double>> positions;     ///< m; displacements of the segments, a sample
  std::vector<std::vector<double>> indentations;  ///< m; of the contacts, a sample
  std::vector<std::vector<double>> forces;        ///< N; of the contacts, a sample
};

/// `train` has no faults and all its segments are given.
TrainResult collision(const Train& train, const LineLimits& limits = {});

/// The same collision, seen every duration/samples.
TrainTrace collision_trace(const Train& train, const TrainResult& result, int samples);

}  // namespace carom
