#pragma once

/// io/simulation_out.hpp
///
/// A motion as text and as JSON.

#include <string>

#include "data/simulation_report.hpp"

namespace carom {

std::string json(const SimulationReport& report);
/// At most `longest` events are listed, the first and the last of them.
std::string text(const SimulationReport& report, std::size_t longest = 60);

}  // namespace carom
