#pragma once

/// reports/map_text.hpp
///
/// What a map's report says in sentences: for terminals and pages, told once.

#include <string>
#include <vector>

#include "data/map_report.hpp"

namespace carom {

/// Section, way and law.
std::string map_question(const MapReport& report);

/// What was found besides returns and orbits, a paragraph each; further lines of one are indented.
std::vector<std::string> map_findings(const MapReport& report);

/// m/s, the largest at a return: velocities far below it are rounding.
double largest_speed(const MapReport& report);

}  // namespace carom
