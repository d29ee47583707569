#include "reports/bounce_runs.hpp"

#include <algorithm>
#include <map>

namespace carom {
namespace {

/// Bounces whose last flight took less than this share of all of them have come to their limit.
constexpr double limit_share = 1e-3;

/// The impacts before the event `end` that belong together; `contact`: those of one alone, or −1.
BounceRun run_before(const std::vector<MotionEvent>& events, std::size_t end, int contact) {
  BounceRun run{end, end, 0, 0};
  std::map<int, double> approach;  // of a contact: at the impact seen last, going back
  for (std::size_t i = end; i-- > 0;) {
    const MotionEvent& e = events[i];
    if (e.kind == MotionEventKind::limit) break;
    if (e.kind != MotionEventKind::impact) continue;
    const bool together =
        std::all_of(events.begin() + static_cast<std::ptrdiff_t>(i),
                    events.begin() + static_cast<std::ptrdiff_t>(run.first),
                    [&](const MotionEvent& between) { return between.time == e.time; });
    if (!together || (contact >= 0 && e.contact != contact)) break;
    const double speed = -e.velocity_before[1];
    const auto [later, first] = approach.try_emplace(e.contact, speed);
    if (!first && !(speed > later->second)) break;
    later->second = speed;
    run.first = i;
    ++run.impacts;
  }
  return run;
}

void add(const std::vector<MotionEvent>& events, BounceRun run, std::vector<BounceRun>& runs) {
  for (std::size_t i = run.first; i <= run.limit; ++i) run.loss += events[i].energy_loss;
  runs.push_back(run);
}

/// Whether flights between the last impacts have become short beside all of the run.
bool comes_to_its_limit(const std::vector<MotionEvent>& events, const BounceRun& run) {
  const double last = events[run.limit].time;
  for (std::size_t i = run.limit; i-- > run.first;)
    if (events[i].kind == MotionEventKind::impact && events[i].time < last)
      return last - events[i].time <= limit_share * (last - events[run.first].time);
  return false;
}

}  // namespace

std::vector<BounceRun> bounce_runs(const std::vector<MotionEvent>& events, bool stops) {
  std::vector<BounceRun> runs;
  for (std::size_t limit = 0; limit < events.size(); ++limit) {
    if (events[limit].kind != MotionEventKind::limit) continue;
    BounceRun run = run_before(events, limit, events[limit].contact);
    if (run.impacts < fewest_bounces) run = run_before(events, limit, -1);
    if (run.impacts >= fewest_bounces) add(events, run, runs);
  }
  if (!stops || events.empty()) return runs;
  const auto last = std::ranges::find(events.rbegin(), events.rend(), MotionEventKind::impact,
                                      &MotionEvent::kind);
  if (last == events.rend()) return runs;
  BounceRun run = run_before(events, events.size(), last->contact);
  if (run.impacts < fewest_bounces) run = run_before(events, events.size(), -1);
  run.limit = events.size() - 1;
  if (run.impacts >= fewest_bounces && comes_to_its_limit(events, run)) add(events, run, runs);
  return runs;
}

}  // namespace carom
