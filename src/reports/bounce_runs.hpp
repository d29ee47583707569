#pragma once

/// reports/bounce_runs.hpp
///
/// Bounces that converge, as one thing to tell. A `limit` ends infinitely many bounces; the impacts
/// right before it that were followed one by one, each slower than the last at its contact, belong
/// to them, with whatever else happened in their instants (a block that rocks leaves one foot as it
/// lands on the other). Where the limit's own contact bounces alone, they are its impacts; where
/// several bounce in turn, those of all of them. A motion may also stop in the limit itself, where
/// what follows is not determined; then its last impacts belong together.

#include <cstddef>
#include <vector>

#include "carom/simulate.hpp"

namespace carom {

struct BounceRun {
  std::size_t first = 0;  ///< its first impact, a place among the events
  std::size_t limit = 0;  ///< its last event: a limit, or where the motion stops the last impact
  std::size_t impacts = 0;
  double loss = 0;  ///< J; kinetic energy before minus after, summed over all of them
};

/// Those of at least `fewest_bounces` impacts, in order. `stops`: the motion ended because of what
/// its contacts do after the last event.
std::vector<BounceRun> bounce_runs(const std::vector<MotionEvent>& events, bool stops);

inline constexpr std::size_t fewest_bounces = 3;

}  // namespace carom
