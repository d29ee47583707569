#pragma once

/// reports/critical_csv.hpp
///
/// Critical points (one axis) or the points of critical curves (two) as a table for other programs.

#include <string>

#include "data/critical_report.hpp"

namespace carom {

std::string csv(const CriticalReport& report);
/// What every contact does over the grid of two axes.
std::string regions_csv(const CriticalReport& report);

}  // namespace carom
