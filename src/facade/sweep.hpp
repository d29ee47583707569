#pragma once

/// facade/sweep.hpp
///
/// Sweeps: a verb at every point of the grid of a scenario's [[sweep]] axes.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/sweep_report.hpp"
#include "data/sweep_request.hpp"
#include "facade/arrays.hpp"
#include "machines/mpi_transport.hpp"  // IWYU pragma: export
#include "study/study.hpp"
#include "study/train_study.hpp"
#include "sweeps/sweep_run.hpp"

namespace carom {

struct SweepSetting {
  std::optional<int> threads;  ///< ≥ 1; absent: as many as this machine has cores for this process
  std::function<bool()> interrupted;
  std::function<void(const SweepProgress&)> progress;
  std::function<void(double fraction)> assembling;
  Transport* transport = nullptr;  ///< to other ranks; this is rank 0
  /// Where every number of the table goes, in memory, if it goes to no folder; null: nowhere.
  ArrayTable* table = nullptr;
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

}  // namespace carom
