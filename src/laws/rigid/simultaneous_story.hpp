#pragma once

/// laws/rigid/simultaneous_story.hpp
///
/// Keeps the account of an impact of springs: what each spring took and gave, and the stretches
/// between events as stages, whose clock is the sum of all normal impulses, N s (with one contact
/// the η of the differential laws). Within a stage velocities are not linear in it.

#include <span>

#include "laws/rigid/simultaneous_run.hpp"
#include "laws/rigid/solution.hpp"
#include "laws/rigid/stage_limit.hpp"

namespace carom::springs {

template <class T>
class Story {
 public:
  Story(bool record, const SpringScratch<T>& scratch, Solution<T>& solution)
      : record_(record), s_(scratch), solution_(solution), account_(solution.springs) {}

  void note_touch(int i, double time) {
    ++account_.contacts[i].touches;
    if (account_.touches.size() < limit())
      account_.touches.push_back({i, time / s_.natural_time});
    else
      account_.told_all = false;
  }

  /// A spring of slope κ whose force went from f to g: −∫ F dδ = −(g² − f²)/2κ.
  void note_spring(int i, int direction, const T& f, const T& g, const T& impulse, const T& slope) {
    SpringContact<T>& c = account_.contacts[i];
    const T work = (f - g) * (f + g) / (T(2) * slope);
    (direction < 0 ? c.work_compression : c.work_restitution) += work;
    (direction < 0 ? c.impulse_compression : c.impulse_restitution) += impulse;
  }
  void note_held(int i, const T& impulse) { account_.contacts[i].impulse_restitution += impulse; }

  void begin_stage(double time, const Decisions& d) {
    if (!record_) return;
    open_ = solution_.stages.size() < limit();
    if (!open_) {
      account_.told_all = false;
      return;
    }
    Stage<T> stage;
    stage.from = stage.to = clock();
    stage.phase = Phase::restitution;
    for (int i = 0; i < s_.count; ++i) {
      const Decision& c = d.contacts[i];
      if (loaded(c) && s_.guards.direction[i] < 0) stage.phase = Phase::compression;
      solution_.stage_modes.push_back(told(c));
      account_.stage_springs.push_back(c.normal);
    }
    solution_.stages.push_back(stage);
    account_.stage_times.push_back(time / s_.natural_time);
    note_boundary();
  }

  void end_stage(Event event, int contact) {
    if (!record_ || !open_) return;
    Stage<T>& stage = solution_.stages.back();
    stage.to = clock();
    stage.ends_with = event;
    stage.contact = contact;
  }

  /// The last boundary. Without forces there is no event: the impact is over.
  void end(bool ended) {
    if (!record_) return;
    note_boundary();
    if (ended && open_ && !solution_.stages.empty())
      solution_.stages.back().ends_with = Event::impact_ends;
  }

 private:
  std::size_t limit() const { return static_cast<std::size_t>(stage_limit(s_.count)); }

  T clock() const {
    T sum(0);
    for (int i = 0; i < s_.count; ++i) sum += s_.impulse[2 * i + 1];
    return sum * T(s_.speed / s_.mobility);
  }

  static Mode told(const Decision& c) {
    if (c.normal == SpringMode::apart) return Mode::apart;
    if (c.slip == Slip::plus || (c.slip == Slip::smooth && c.slip_speed > 0))
      return Mode::slides_plus;
    if (c.slip == Slip::minus || (c.slip == Slip::smooth && c.slip_speed < 0))
      return Mode::slides_minus;
    return Mode::sticks;
  }

  void note_boundary() {
    for (int r = 0; r < 2 * s_.count; ++r) {
      solution_.stage_velocities.push_back(s_.velocity[r] * T(s_.speed));
      solution_.stage_impulses.push_back(s_.impulse[r] * T(s_.speed / s_.mobility));
    }
  }

  bool record_;
  bool open_ = true;
  const SpringScratch<T>& s_;
  Solution<T>& solution_;
  SpringAccount<T>& account_;
};

}  // namespace carom::springs
