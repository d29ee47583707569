#pragma once

/// study/force_loops.hpp
///
/// Force over indentation of what has been solved with `loops`, for drawings and pages: of the
/// contacts of a law's answer, of every collision of a motion.

#include <vector>

#include "data/force_loop.hpp"
#include "data/simulation_report.hpp"
#include "data/strike_report.hpp"

namespace carom {

std::vector<ForceLoop> force_loops(const StruckLaw& law);
std::vector<ForceLoop> force_loops(const SimulationReport& report);

}  // namespace carom
