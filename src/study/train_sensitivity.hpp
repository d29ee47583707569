#pragma once

/// study/train_sensitivity.hpp
///
/// The derivatives of a train's collision by the scenario's parameters and by the state it begins
/// at.

#include <string>
#include <vector>

#include "data/collide_report.hpp"
#include "study/train_study.hpp"

namespace carom {

/// Throws InputError with every name that is neither a parameter nor `state`.
void check_sensitivity(const TrainStudy& study, const std::vector<std::string>& names);

/// By these names (none: by all parameters that are not formulas over others), of what the report
/// tells.
void add_sensitivity(const TrainStudy& study, const std::vector<std::string>& names,
                     CollideReport& report);

}  // namespace carom
