#pragma once

/// train/collide.hpp
///
/// A train's collision in SI units, by the method asked for.

#include "carom/train.hpp"
#include "train/modal.hpp"
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

/// How exact a collision by modes is, of velocities over the approach.
enum class Precision {
  table,  ///< 1e-3: 90 steps a contact time
  fine    ///< 1e-6: 200 and 400 steps, extrapolated to none (order two)
};

/// The same by modes (train/modal.hpp), for studies of many collisions; only velocities,
/// restitution and energies are of that precision. Where modes do not apply, by series.
TrainResult quick_collision(const Train& train, Precision precision);

/// The same collision, seen every duration/samples.
TrainTrace collision_trace(const Train& train, const TrainResult& result, int samples);

}  // namespace carom
