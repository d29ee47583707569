#pragma once

/// sweeps/sweep_tasks.hpp
///
/// The verbs that are swept by solvers of their own.

#include "sweeps/sweep_task.hpp"

namespace carom {

/// One impact a point, by every law asked for: verdicts, energy loss, velocities, impulses,
/// outcomes and slip histories. A contact's slip history is the sequence of its modes, equal
/// neighbours counted once, compression and restitution apart: "slides-, sticks | sticks".
const SweepTaskEntry& strike_task();

/// One collision of an in-line train a point: everything that `collide` tells, as columns. A point
/// whose numbers are out of range there (segments that are not whole, a restitution beyond one) is
/// a hole. Watched for boundaries: the verdict, and each contact's number of touches.
const SweepTaskEntry& collide_task();

/// One motion a point, by every law asked for: how and where it ended, energies, impacts, contact
/// that lasts. A point that `simulate` would refuse (a contact below its surface, a duration that
/// is not positive) is a hole. Watched for boundaries: how the motion ends, its number of impacts
/// ("infinitely many" where bounces were summed: how many of them were followed one by one is not a
/// property of the motion), and each contact's mode at the end.
const SweepTaskEntry& simulate_task();

}  // namespace carom
