#pragma once

/// io/train_description_out.hpp
///
/// A train described, as text and JSON.

#include <string>

#include "data/train_description.hpp"

namespace carom {

std::string text(const TrainDescription& report);
std::string json(const TrainDescription& report);

}  // namespace carom
