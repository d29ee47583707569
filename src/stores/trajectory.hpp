#pragma once

/// stores/trajectory.hpp
///
/// What `simulate` leaves in its folder (docs/results.md):
///
///     trajectory.h5    all samples: time, positions, velocities, contacts, energy, places in the
///                      world, couples of drives
///     trajectory.csv   the same, up to `most_csv_rows` samples
///     events.csv       one line an event
///     impact.toml      where an impact without a single answer ended it: that impact, for `strike`
///
/// Samples arrive while the motion goes on and are kept on the disk: memory does not grow with
/// their number.

#include <memory>
#include <string>
#include <vector>

#include "data/simulation_report.hpp"
#include "reports/csv.hpp"
#include "stores/verb_folder.hpp"

namespace carom {

class TrajectoryFiles : public MotionSink {
 public:
  TrajectoryFiles(VerbFolder& folder, const Mechanism& mechanism);
  ~TrajectoryFiles() override;

  void sample(const MotionSample& sample) override;

  /// Writes all files and completes the folder.
  void complete(const SimulationReport& report);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// A trajectory read back, at most about `most` samples of it at equal steps, with the first and
/// the last.
struct Trajectory {
  std::vector<double> time;
  std::vector<std::vector<double>> positions;  ///< a sample: one number a coordinate
  std::vector<std::vector<double>> velocities;
  std::vector<std::vector<ContactMotion>> contacts;  ///< a sample: one a contact
  std::vector<MotionEnergy> energy;
};

/// Throws InputError where the folder has no sound trajectory.h5.
Trajectory trajectory(const std::string& folder, std::size_t most);

}  // namespace carom
