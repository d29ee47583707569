#pragma once

/// draw/train_row.hpp
///
/// A train before its collision: the bodies in a row, to scale where their lengths are known, with
/// their velocities.

#include <string>

#include "data/train_description.hpp"

namespace carom {

std::string train_row_svg(const TrainDescription& train);

}  // namespace carom
