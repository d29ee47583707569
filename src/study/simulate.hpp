#pragma once

/// study/simulate.hpp
///
/// `carom simulate`: motion through time.

#include <optional>

#include "data/simulation_report.hpp"
#include "study/study.hpp"

namespace carom {

struct SimulateRequest {
  std::string law;  ///< empty: the scenario's, or energetic
  OnAmbiguous on_ambiguous = OnAmbiguous::stop;
  bool keep_events = true;        ///< in the report
  std::optional<double> every{};  ///< s; between samples; absent: the scenario's
};

/// Follows the motion; events and samples also go to `sink`, where there is one. Faults here: no
/// [simulate], numbers out of range, a law that does not exist, a contact below its surface.
SimulationReport simulate(const Study& study, const SimulateRequest& request = {},
                          MotionSink* sink = nullptr);

/// Seconds between samples where nothing is said.
double default_interval(const Study& study);

}  // namespace carom
