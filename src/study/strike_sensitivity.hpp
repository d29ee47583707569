#pragma once

/// study/strike_sensitivity.hpp
///
/// The derivatives of an impact by parameters of its scenario and by its state, by every rigid law
/// asked for (motion/impact_slopes.hpp), and how far they hold: the interval of the input within
/// which the impact takes the same course. That interval is found by following the impact along the
/// input, outward in steps that grow by a third and then by halving to rounding; a course that
/// comes and goes between two of these places is not seen.

#include <span>
#include <string>
#include <vector>

#include "carom/law.hpp"
#include "study/study.hpp"

namespace carom {

/// Names of the numbers of a state, positions and then velocities.
std::vector<std::string> state_names(const Mechanism& mechanism, const Tree& tree);

/// Faults of the names, as after --sensitivity; all of them at once.
void check_sensitivity(const Study& study, const std::vector<std::string>& names);

/// Adds to the results of `laws`, which come first in the report and in this order.
void add_sensitivity(const Study& study, const StrikeRequest& request,
                     std::span<const Law* const> laws, StrikeReport& report);

}  // namespace carom
