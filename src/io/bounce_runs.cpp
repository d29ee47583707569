#include "io/bounce_runs.hpp"

#include <algorithm>
#include <map>

namespace carom {
namespace {

/// The impacts right before the limit that belong to it.
BounceRun run_before(const std::vector<MotionEvent>& events, std::size_t limit, bool alone) {
  BounceRun run{limit, limit, 0, 0};
  std::map<int, double> approach;  // of a contact: at the impact seen last, going back
  for (std::size_t i = limit; i-- > 0;) {
    const MotionEvent& e = events[i];
    if (e.kind == MotionEventKind::limit) break;
    if (e.kind != MotionEventKind::impact) continue;
    const bool together =
        std::all_of(events.begin() + static_cast<std::ptrdiff_t>(i),
                    events.begin() + static_cast<std::ptrdiff_t>(run.first),
                    [&](const MotionEvent& between) { return between.time == e.time; });
    if (!together || (alone && e.contact != events[limit].contact)) break;
    const double speed = -e.velocity_before[1];
    const auto [later, first] = approach.try_emplace(e.contact, speed);
    if (!first && !(speed > later->second)) break;
    later->second = speed;
    run.first = i;
    ++run.impacts;
  }
  for (std::size_t i = run.first; i <= limit; ++i) run.loss += events[i].energy_loss;
  return run;
}

}  // namespace

std::vector<BounceRun> bounce_runs(const std::vector<MotionEvent>& events) {
  std::vector<BounceRun> runs;
  for (std::size_t limit = 0; limit < events.size(); ++limit) {
    if (events[limit].kind != MotionEventKind::limit) continue;
    BounceRun run = run_before(events, limit, true);
    if (run.impacts < fewest_bounces) run = run_before(events, limit, false);
    if (run.impacts >= fewest_bounces) runs.push_back(run);
  }
  return runs;
}

}  // namespace carom
