#pragma once

/// study/simulate.hpp
///
/// `carom simulate`: motion through time.

#include "data/simulation_report.hpp"
#include "study/study.hpp"

namespace carom {

struct SimulateRequest {
  std::string law;  ///< empty: the scenario's, or energetic
  OnAmbiguous on_ambiguous = OnAmbiguous::stop;
  bool keep_events = true;                 ///< in the report
  double every = 0;                        ///< s; between samples for the sink; 0: none
  bool loops = false;                      ///< keep force over indentation of contacts that yield
  MotionController* controller = nullptr;  ///< acts in the joints; not with derivatives
  /// Derivatives by these parameters, and by the `state`; empty: by all parameters.
  std::optional<std::vector<std::string>> sensitivity{};
};

/// Throws InputError for what `simulate` would refuse.
void check_simulation(const Study& study, const SimulateRequest& request);

/// Follows the motion; events and samples also go to `sink`, where there is one. Faults here: no
/// [simulate], numbers out of range, a law that does not exist, a contact below its surface.
SimulationReport simulate(const Study& study, const SimulateRequest& request = {},
                          MotionSink* sink = nullptr);

/// Seconds between samples: the scenario's, or a thousandth of the duration. Only where the
/// scenario has [simulate].
double default_interval(const Study& study);

}  // namespace carom
