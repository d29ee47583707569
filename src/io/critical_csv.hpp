#pragma once

/// io/critical_csv.hpp
///
/// Critical points (one axis) or the points of critical curves (two) as a table for other programs.

#include <string>

#include "data/critical_report.hpp"

namespace carom {

std::string csv(const CriticalReport& report);

}  // namespace carom
