#pragma once

/// draw/train.hpp
///
/// A collision of a train as a picture of up to three panels: the force of each contact over its
/// indentation, the area of the loop (what was lost) shaded; the velocities of the segments over
/// time; and the wave, velocity as colour over place in the train and time.

#include <string>

#include "data/collide_report.hpp"

namespace carom {

struct TrainPanels {
  bool loops = true;
  bool velocities = true;
  bool wave = true;
};

std::string train_svg(const TrainDrawing& drawing, const TrainPanels& panels = {});

}  // namespace carom
