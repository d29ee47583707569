#pragma once

/// analysis/simulate_task.hpp
///
/// One motion a point, by every law asked for: how and where it ended, energies, impacts, contact
/// that lasts. A point that `simulate` would refuse (a contact below its surface, a duration that
/// is not positive) is a hole. Watched for boundaries: how the motion ends, its number of impacts
/// ("infinitely many" where bounces were summed: how many of them were followed one by one is not a
/// property of the motion), and each contact's mode at the end.

#include "analysis/sweep_task.hpp"

namespace carom {

const SweepTaskEntry& simulate_task();

}  // namespace carom
