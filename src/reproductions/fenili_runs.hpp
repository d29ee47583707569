#pragma once

/// reproductions/fenili_runs.hpp
///
/// Runs of the bar that switch between free and constrained motion.

#include "reproductions/comparison.hpp"

namespace carom::fenili {

/// The claim about them, figures, and the table of their events.
void add_runs(Comparison& result);

}  // namespace carom::fenili
