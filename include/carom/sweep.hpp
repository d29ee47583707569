#pragma once

/// carom/sweep.hpp
///
/// Impacts at every point of a grid, or whatever else is computed there, told to a callback.
///
///     std::vector<double> lost(101 * 41);
///     carom::sweep(
///         model, state,
///         {.axes = {carom::evenly_spaced(-0.5, 0.5, 101), carom::evenly_spaced(0, 2, 41)},
///          .strikes = {{.law = "energetic"}},
///          .threads = 4},
///         [](std::span<const double> at, carom::State& state) {
///           state.positions[2] = at[0];
///           state.velocities[2] = at[1];
///         },
///         [&](const carom::StrikePoint& point) {
///           const carom::Impact& impact = point.impacts[0];
///           lost[point.index] = impact.kinetic_energy_before - impact.kinetic_energy_after;
///           return true;
///         });
///
/// Points are numbered in row order, the last axis fastest. A point's answer depends on its values
/// alone: states and mechanisms are set from the ones given, not from the point before.
///
/// Threads: with `threads` = 1 everything happens on the calling thread, point by point in order.
/// With more the functions given are called by all of them at once, each point by one of them and
/// once; a thread's own points come in order. What they share is theirs to guard: to write to
/// elements of an array by `index`, or to sums by `thread`, needs nothing. Sweeps may run at once.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "carom/fault.hpp"
#include "carom/model.hpp"
#include "carom/strike.hpp"

namespace carom {

struct SweepOptions {
  /// The values along each axis, finite; an axis has one or more. Without axes: one point.
  std::vector<std::vector<double>> axes{};
  std::vector<StrikeOptions> strikes{};  ///< that are made at every point; may be none
  int threads = 1;                       ///< in [0, 1024]; 0: as many as this machine has
};

/// What of the options cannot be, with what is allowed; with a model, the strikes too. `sweep`
/// refuses the same.
std::vector<Fault> faults(const SweepOptions& options);
std::vector<Fault> faults(const SweepOptions& options, const Model& model);

/// `count` values from `from` to `to`, both met exactly; the points of a [[sweep]]'s axis. Of one
/// value: `from`. None where `count` < 1.
std::vector<double> evenly_spaced(double from, double to, int count);

/// Views are valid during the call.
struct SweepPoint {
  std::int64_t index = 0;            ///< in row order, from 0
  std::span<const double> values{};  ///< one an axis
  int thread = 0;                    ///< from 0, below the number of threads
};

/// A point with a mechanism. Where it has faults, there are no model and no impacts.
struct StrikePoint : SweepPoint {
  const Model* model = nullptr;
  const State* state = nullptr;
  std::span<const Impact> impacts{};  ///< in the order of SweepOptions::strikes
  std::span<const Fault> faults{};    ///< of the mechanism at this point
};

struct SweepTally {
  std::int64_t points = 0;   ///< that the axes make
  std::int64_t visited = 0;  ///< that the callback was called with
  bool stopped = false;      ///< by the callback
};

/// Each is called with every point; false: no point is begun after this one.
using VisitPoint = std::function<bool(const SweepPoint&)>;
using VisitStrike = std::function<bool(const StrikePoint&)>;
/// Sets what a point's values mean.
using SetState = std::function<void(std::span<const double> values, State& state)>;
using SetMechanism =
    std::function<void(std::span<const double> values, Mechanism& mechanism, State& state)>;

// All throw InputError with every fault of the options, before a point is begun, and what the
// functions given throw, after the points that were begun.

/// Visits the points; what is computed there, as a motion or a train's collision, is the
/// callback's. SweepOptions::strikes are not used.
SweepTally sweep(const SweepOptions& options, const VisitPoint& visit);

/// Impacts of one model at different states. Allocates at the beginning, not at a point.
SweepTally sweep(const Model& model, const State& state, const SweepOptions& options,
                 const SetState& set, const VisitStrike& visit);

/// Impacts of different mechanisms, with the contacts and laws of the one given. A model is
/// compiled at every point, which allocates and takes longer than the impact; the impact allocates
/// nothing.
SweepTally sweep(const Mechanism& mechanism, const State& state, const SweepOptions& options,
                 const SetMechanism& set, const VisitStrike& visit);

}  // namespace carom
