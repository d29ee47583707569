#pragma once

/// study/suited.hpp
///
/// Which verbs a scenario suits, for the faults of those that it does not.

#include <string>
#include <vector>

#include "data/scenario.hpp"
#include "study/study.hpp"

namespace carom {

/// "`carom sweep`, `carom critical` and `carom collide`"
std::string called(const std::vector<std::string>& verbs);

/// "`carom strike` and `carom describe` take it", whatever it is.
std::string who_takes_it(const Scenario& scenario);

/// How many contacts touch and approach at the scenario's state.
int approaching_contacts(const Study& study);

/// What to say where a verb needs an impact and nothing approaches, as the end of a sentence: the
/// verb that follows the motion instead.
std::string where_nothing_strikes(const Scenario& scenario);

}  // namespace carom
