#pragma once

/// study/sweep.hpp
///
/// Sweeps: a verb at every point of the grid of a scenario's [[sweep]] axes.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/sweep_run.hpp"
#include "data/sweep_report.hpp"
#include "machines/mpi_transport.hpp"  // IWYU pragma: export
#include "study/study.hpp"
#include "study/train_study.hpp"

namespace carom {

struct SweepRequest {
  std::string of = "strike";
  std::vector<std::string> laws;  ///< as in StrikeRequest
  Method method = Method::consistent;
  std::vector<std::string> quantities;  ///< to keep; empty: all
  std::string folder;                   ///< of the results; empty: only the report is made
  bool resume = false;                  ///< go on with what is in the folder
  bool force = false;                   ///< replace results in the folder
  std::optional<bool> csv;  ///< whether to write a CSV file; by default where it is small
  bool boundaries = false;
  std::string along;         ///< the parameter along which boundaries are sought; empty: the last
  double tolerance = 1e-10;  ///< of the boundaries, as a fraction of the axis; 1e-14 to 1e-2
  std::optional<std::int64_t> chunk;  ///< points a chunk, ≥ 1; absent: chosen
};

struct SweepSetting {
  std::optional<int> threads;  ///< ≥ 1; absent: as many as this machine has cores for this process
  std::function<bool()> interrupted;
  std::function<void(const SweepProgress&)> progress;
  std::function<void(double fraction)> assembling;
  Transport* transport = nullptr;  ///< to other ranks; this is rank 0
};

struct SweepAnswer {
  bool complete = false;  ///< false: interrupted; the folder has what was done
  SweepProgress progress;
  std::int64_t chunks = 0, chunk_points = 0;
  std::vector<HandedOut> handed_out;  ///< where it was interrupted
  bool all_left = true;               ///< no other rank is still at work
  SweepReport report;                 ///< where it is complete
};

SweepAnswer sweep(const Study& study, const SweepRequest& request, const SweepSetting& setting);

SweepAnswer sweep(const TrainStudy& study, const SweepRequest& request,
                  const SweepSetting& setting);

/// What ranks other than 0 do instead: they wait for the question and work on it.
void help_with_sweep(const SweepSetting& setting);

/// Whether what the verb is about is a train.
bool sweeps_trains(const std::string& verb);

/// The verbs that can be swept.
std::vector<std::string> sweepable_verbs();

}  // namespace carom
