#pragma once

/// train/collide_slopes.hpp
///
/// The derivative of a collision in up to `Sloped::directions` directions at once, in SI units.

#include <cstddef>
#include <vector>

#include "carom/train_sensitivity.hpp"
#include "train/line.hpp"

namespace carom {

/// `answer` is what became of `train`, whose segments are given; `numbers` tells the slopes of its
/// numbers where they lie. One for each of the first `count` directions.
std::vector<TrainSlopes> collision_slopes(const Train& train, const TrainResult& answer,
                                          const TrainNumbers& numbers, std::size_t count);

}  // namespace carom
