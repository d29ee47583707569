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
  double begin = 0;                               ///< s; the first sample
  std::vector<double> times;                      ///< s, after it
  std::vector<std::vector<double>> velocities;    ///< m/s; of the segments, a sample
  std::vector<std::vector<double>> positions;     ///< m; displacements of the segments, a sample
  std::vector<std::vector<double>> indentations;  ///< m; of the contacts, a sample
  std::vector<std::vector<double>> forces;        ///< N; of the contacts, a sample
};

/// `train` has no faults and all its segments are given.
TrainResult collision(const Train& train, const LineLimits& limits = {});

/// Seconds of work that are acceptable where nothing else is said.
inline constexpr double default_patience = CollideOptions{}.patience;

/// The collision, unless it would take longer than `patience`, s; it is given up after so much
/// work, counted in operations, not by the clock. It says what it was expected to take.
/// `orders`: also every order of coincident hits.
TrainResult patient_collision(const Train& train, double patience, bool orders = false);

/// How exact a collision of two bodies by modes is, of velocities over the approach. Chains with
/// several touches may be some times worse.
enum class Precision {
  table,  ///< 1e-3: 20 steps a contact time
  fine    ///< 1e-6: 128 steps
};

/// The same by modes (train/modal.hpp), for studies of many collisions; only velocities,
/// restitution and energies are of that precision. Where modes do not apply, by series.
TrainResult quick_collision(const Train& train, Precision precision);

/// The same collision, seen `samples` times from shortly before the first touch (or the start) to
/// shortly after the last.
TrainTrace collision_trace(const Train& train, const TrainResult& result, int samples);

}  // namespace carom
