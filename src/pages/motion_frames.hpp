#pragma once

/// pages/motion_frames.hpp
///
/// A `simulate` folder as frames: samples at equal steps, every event's instant, the final state.
/// Between two frames the motion is smooth, because nothing happens between events.

#include <string>
#include <vector>

#include "data/motion.hpp"
#include "data/simulation_report.hpp"
#include "study/study.hpp"

namespace carom {

struct MotionFrame {
  double time = 0;
  std::vector<double> positions;
  std::vector<ContactMotion> contacts;  ///< a force is NaN where it is not known
  MotionEnergy energy;
  bool event = false;  ///< afterwards
};

struct MotionFrames {
  std::vector<MotionFrame> frames;  ///< by time
  std::size_t samples = 0;          ///< how many of them are samples
};

/// At most about `most` samples, and the instants of the first `most_events` events. The events'
/// modes are in events.csv and are put into the report. Throws InputError where the folder's files
/// do not agree.
MotionFrames motion_frames(const std::string& folder, const Study& study, SimulationReport& report,
                           std::size_t most, std::size_t most_events);

/// The mechanism at those frames, without title and events. Places are rounded to what can be seen.
PageMotion moving_mechanism(const Study& study, const std::vector<MotionFrame>& frames);

}  // namespace carom
