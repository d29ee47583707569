#pragma once

/// study/motion_slopes.hpp
///
/// The derivatives of a scenario's motion by its parameters and by the state it begins at.

#include <span>
#include <string>
#include <vector>

#include "carom/motion_sensitivity.hpp"
#include "data/simulation_report.hpp"
#include "motion/simulate_along.hpp"
#include "study/study.hpp"

namespace carom {

/// What is differentiated by.
struct MotionInputs {
  std::vector<std::vector<std::string>> names;     ///< as MotionSlope::of
  std::vector<std::optional<std::string>> closed;  ///< why there is no derivative, known before
  MotionDirections along;
};

/// As after --sensitivity: names of parameters, and `state` (none: all parameters that are not
/// formulas over others). Throws InputError with every name that is none.
MotionInputs motion_inputs(const Study& study, const std::vector<std::string>& names);

/// Why a motion has no derivative, by its contacts' names.
std::string hindrance_words(std::span<const std::string> contacts, const DirectionHindrance& found);

/// What is told of it, in the order of the inputs.
void tell_slopes(const MotionInputs& inputs, const MotionSensitivity& slopes,
                 SimulationReport& report);

}  // namespace carom
