#pragma once

/// analysis/collide_task.hpp
///
/// One collision of an in-line train a point: everything that `collide` tells, as columns. A point
/// whose numbers are out of range there (segments that are not whole, a restitution beyond one) is
/// a hole. Watched for boundaries: the verdict, and each contact's number of touches.

#include "analysis/sweep_task.hpp"

namespace carom {

const SweepTaskEntry& collide_task();

}  // namespace carom
