#pragma once

/// study/read_study.hpp
///
/// Studies of what has been read. They throw InputError with every fault, also the reader's.

#include "scenarios/scenario_file.hpp"
#include "study/study.hpp"
#include "study/train_study.hpp"

namespace carom {

Study study_of(ReadScenario read, std::span<const std::string> overrides);
TrainStudy train_study_of(ReadScenario read, std::span<const std::string> overrides);

}  // namespace carom
