#pragma once

/// laws/rigid/pair_group_stages.hpp
///
/// The walk of pair_group.hpp through an impact's stages, for a law's end rule: line by line that
/// of pair_stages.cpp, where the reasons are. For pair_group_avx2.cpp and its like alone, which say
/// what it is compiled for.

#include "laws/rigid/pair_group_modes.hpp"
#include "laws/rigid/restitution.hpp"

namespace carom::CAROM_PROCESSOR {

/// Impacts with more stages than this go the plain way.
inline constexpr int usual_group_stages = 12;

/// What ends a stage of each problem, and after how much η.
template <int count>
struct GroupEnd {
  Wide step;
  Truths stops[count], returns;  ///< a contact's slip; the other contact
  Truths compressed, over;
};

template <int count, EndRule<Wide> end_rule>
class GroupWalk {
 public:
  GroupWalk(PairGroup& problem, std::size_t part);
  void go();

 private:
  GroupContact& striking() { return group_.contact[striker]; }
  void choose_modes();
  void find_first_event(GroupEnd<count>& end);
  void find_end_of_phase(GroupEnd<count>& end);
  void advance(const GroupEnd<count>& end);
  void end_stage(const GroupEnd<count>& end);

  PairGroup& problem_;
  Group<count> group_;
  RestitutionState<Wide> at_striker_;
  Truths compression_ = true, choose_ = true;
  Wide eta_ = 0, doubt_, flat_;
};

template <int count, EndRule<Wide> end_rule>
GroupWalk<count, end_rule>::GroupWalk(PairGroup& problem, std::size_t part) : problem_(problem) {
  group_.pose(problem, part);
  at_striker_.approach = striking().velocity[1];
  at_striker_.restitution = Wide(problem.restitution[0], part);
  if constexpr (count == 2)
    at_striker_.restitution =
        select(group_.second, Wide(problem.restitution[1], part), at_striker_.restitution);
  doubt_ = clear * group_.speed_scale;
  group_.size = 1;
  for (GroupPart& each : group_.part) each = {mode_apart, {{0, 0}}, {{0, 0}}};
  for (GroupContact& each : group_.contact)
    each.apart = each.smooth = each.plus = each.minus = false;
}

template <int count, EndRule<Wide> end_rule>
void GroupWalk<count, end_rule>::choose_modes() {
  choose_ &= group_.going;
  if (any(choose_)) {
    for (int role = 0; role < count; ++role)
      classify(choose_, group_.contact[role], role == striker);
    group_.choose(choose_);
  }
  flat_ = clear * group_.size;
}

/// The first slip that stops or contact that returns.
template <int count, EndRule<Wide> end_rule>
void GroupWalk<count, end_rule>::find_first_event(GroupEnd<count>& end) {
  end.step = std::numeric_limits<double>::infinity();
  end.returns = false;
  for (int role = 0; role < count; ++role) {
    const GroupPart& part = group_.part[role];
    const GroupContact& each = group_.contact[role];
    const Truths apart = role == other ? part.mode == mode_apart : Truths(false);
    const Wide u = select(apart, each.velocity[1], each.velocity[0]);
    const Wide rate = select(apart, part.rate[1], part.rate[0]);
    Truths looked = u != 0;
    if (role == other) looked &= part.mode != mode_separates;
    group_.going &= !(looked & (abs(rate) < flat_));
    const Wide until = -u / rate;
    const Truths sooner = looked & !(u * rate > 0) & (until < end.step);
    end.step = select(sooner, until, end.step);
    for (int before = 0; before < role; ++before) end.stops[before] &= !sooner;
    end.stops[role] = sooner & !apart;
    end.returns = sooner & apart;
  }
}

/// Compression or the impact ends before that.
template <int count, EndRule<Wide> end_rule>
void GroupWalk<count, end_rule>::find_end_of_phase(GroupEnd<count>& end) {
  const Wide slope = group_.part[striker].rate[1];
  group_.going &= slope > flat_;
  Wide step = -striking().velocity[1] / slope;
  if (any(group_.going & !compression_)) {
    at_striker_.velocity = striking().velocity[1];
    at_striker_.slope = slope;
    at_striker_.impulse = eta_;
    Wide left;
    const Truths ends = end_rule(at_striker_, left);
    group_.going &= compression_ | ends;
    step = select(compression_, step, left);
  }
  const Truths ends = step <= end.step;
  end.step = select(ends, step, end.step);
  group_.going &= end.step > 0;
  for (Truths& each : end.stops) each &= !ends;
  end.returns &= !ends;
  end.compressed = ends & compression_;
  end.over = ends & !compression_;
}

/// Velocities, impulses and works of those that go on; of events that coincide is the plain path.
template <int count, EndRule<Wide> end_rule>
void GroupWalk<count, end_rule>::advance(const GroupEnd<count>& end) {
  const Truths going = group_.going;
  const Wide before = striking().velocity[1];
  Truths near = false, nearer = false;  // one velocity that changes is near zero, or several
  for (int role = 0; role < count; ++role) {
    GroupContact& each = group_.contact[role];
    const GroupPart& part = group_.part[role];
    const WideBoth after = each.velocity + part.rate * end.step;
    const WideBoth given = part.force * end.step;
    each.impulse = select(going, each.impulse + given, each.impulse);
    each.work = select(going, each.work + Wide(0.5) * given * (each.velocity + after), each.work);
    each.velocity = select(going, after, each.velocity);
    for (int a = 0; a < 2; ++a) {
      const Truths here = (abs(each.velocity[a]) < doubt_) & (part.rate[a] != 0);
      nearer |= near & here;
      near |= here;
    }
  }
  group_.going &= end.over | (near & !nearer);
  for (int role = 0; role < count; ++role) {
    WideBoth& velocity = group_.contact[role].velocity;
    velocity[0] = select(end.stops[role] & going, 0, velocity[0]);
    const Truths reached = role == striker ? end.compressed : end.returns;
    velocity[1] = select(reached & going, 0, velocity[1]);
  }
  const Wide done = end.step * (before + striking().velocity[1]) * 0.5;
  const auto add = [](const Truths& which, const Wide& more, Wide& to) {
    to = select(which, to + more, to);
  };
  add(compression_ & going, done, at_striker_.compression_work);
  add(going & !compression_, done, at_striker_.restitution_work);
  add(going, end.step, eta_);
}

template <int count, EndRule<Wide> end_rule>
void GroupWalk<count, end_rule>::end_stage(const GroupEnd<count>& end) {
  at_striker_.compression_impulse = select(end.compressed, eta_, at_striker_.compression_impulse);
  compression_ &= !end.compressed;
  const Truths ended =
      group_.going & (end.over | (end.compressed & (at_striker_.restitution == 0)));
  if (any(ended)) {
    group_.conclude(ended, problem_);
    group_.going &= !ended;
  }
  choose_ = !end.compressed;
  if constexpr (count == 2) {
    Wide& mode = group_.part[other].mode;
    mode = select(mode == mode_separates, mode_apart, mode);
  }
}

template <int count, EndRule<Wide> end_rule>
void GroupWalk<count, end_rule>::go() {
  for (int stage = 0; stage < usual_group_stages && any(group_.going); ++stage) {
    choose_modes();
    GroupEnd<count> end;
    find_first_event(end);
    find_end_of_phase(end);
    advance(end);
    end_stage(end);
  }
}

template <int count, EndRule<Wide> end_rule>
[[gnu::flatten]] void walk_group(PairGroup& problem, std::size_t part) {
  GroupWalk<count, end_rule>(problem, part).go();
}

template <EndRule<Wide> end_rule>
void solve_group(PairGroup& group) {
  group.answered = 0;
  for (std::size_t part = 0; part < parts; ++part)
    group.count == 1 ? walk_group<1, end_rule>(group, part) : walk_group<2, end_rule>(group, part);
}

inline constexpr GroupSolvers solvers{solve_group<kinematic_end<Wide>>,
                                      solve_group<kinetic_end<Wide>>,
                                      solve_group<energetic_end<Wide>>};

}  // namespace carom::CAROM_PROCESSOR
