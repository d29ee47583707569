#pragma once

/// study/sensitivity_names.hpp
///
/// What --sensitivity=NAMES asks for, of every verb that has it: parameters of the scenario, and
/// `state` for all numbers of the state; without names all parameters that are not formulas over
/// others.

#include <string>
#include <string_view>
#include <vector>

#include "data/scenario.hpp"

namespace carom {

/// What stands for all numbers of the state.
inline constexpr std::string_view by_state = "state";

/// Throws InputError, with all faults at once, where a name is no parameter, or there is none to
/// name; `state_is`: what --sensitivity=state differentiates by.
void check_sensitivity_names(const Scenario& scenario, const std::vector<std::string>& names,
                             std::string_view state_is);

/// The places of the parameters asked for among Scenario::parameters, each once.
std::vector<int> asked_parameters(const Scenario& scenario, const std::vector<std::string>& names);

}  // namespace carom
