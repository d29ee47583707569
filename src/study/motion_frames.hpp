#pragma once

/// study/motion_frames.hpp
///
/// A `simulate` folder as frames: samples at equal steps, every event's instant, the final state.
/// Between two frames the motion is smooth, because nothing happens between events.

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "carom/simulate.hpp"
#include "data/motion.hpp"
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

/// At most about `most` samples, and the instants of the first `most_events` events. Throws
/// InputError where the folder's files do not agree; may throw nlohmann::json::exception.
MotionFrames motion_frames(const std::string& folder, const Study& study,
                           const nlohmann::json& answer, std::size_t most, std::size_t most_events);

/// The mechanism at those frames, without title and events. Places are rounded to what can be seen.
PageMotion moving_mechanism(const Study& study, const std::vector<MotionFrame>& frames);

MotionEnergy motion_energy(const nlohmann::json& node);

/// Whether a contact's force or impulse in results is determined, (t, n). `"determined": false`
/// says that it is not, `"open"` which components; without it both.
std::array<bool, 2> determined_in(const nlohmann::json& node);

}  // namespace carom
