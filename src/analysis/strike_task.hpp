#pragma once

/// analysis/strike_task.hpp
///
/// One impact a point, by every law asked for: verdicts, energy loss, velocities, impulses,
/// outcomes and slip histories.
///
/// A contact's slip history is the sequence of its modes, equal neighbours counted once,
/// compression and restitution apart: "slides-, sticks | sticks".

#include "analysis/sweep_task.hpp"

namespace carom {

const SweepTaskEntry& strike_task();

}  // namespace carom
