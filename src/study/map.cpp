#include "study/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>

#include "dynamics/compiled_model.hpp"
#include "dynamics/energy.hpp"
#include "maps/approach.hpp"
#include "maps/capture.hpp"
#include "study/input_check.hpp"
#include "study/mapped.hpp"
#include "study/notes.hpp"

namespace carom {
namespace {

/// Bounces that are followed towards their end, whether or not they are told.
constexpr long most_bounces = 20000;

[[noreturn]] void refuse_symmetry(const Study& study, const std::string& problem) {
  const Where where{"map", -1, "swap", -1};
  throw InputError(study.scenario.path,
                   {{where, problem, study.place_of ? study.place_of(where) : Place{}}});
}

/// The first of so many returns that is told.
std::size_t first_told(std::size_t returns, long last) {
  const auto told = static_cast<std::size_t>(last);
  return last > 0 && told < returns ? returns - told : 0;
}

void tell_pair_returns(const Mapped& m, const PairSequence& run, long count, long last,
                       MapReport& report) {
  const Mechanism& mechanism = m.study.scenario.mechanism;
  const std::size_t most = std::min(run.collisions.size(), static_cast<std::size_t>(count));
  for (std::size_t k = first_told(most, last); k < most; ++k) {
    const PairCollision& c = run.collisions[k];
    MapReturn r;
    r.n = static_cast<int>(k) + 1;
    r.time = c.after.t;
    r.contact = mechanism.contacts[0].name;
    r.state = named_numbers(mechanism, mechanism_state(*m.pair, c.after));
    r.velocity = c.velocity_after;
    r.impulse = c.impulse;
    r.mode = std::string(name(c.mode));
    r.w = pair_acceleration(*m.pair, c.after);
    r.verdict = std::string(name(c.verdict));
    r.impulses_determined = true;  // W of a free body's one contact is regular
    r.makes_energy = c.makes_energy;
    report.returns.push_back(std::move(r));
  }
}

/// J, of the whole mechanism.
double kinetic_energy_at(const Mapped& m, const State& state) {
  const Tree& tree = m.study.model.compiled().tree;
  TreePose<double> pose(tree);
  TreeMotion<double> motion(tree);
  const std::span<const double> velocities(state.velocities);
  place(tree, std::span<const double>(state.positions), pose);
  move(tree, pose, velocities, motion);
  return kinetic_energy(tree, pose, motion, velocities);
}

/// The contact that follows infinitely many bounces, by the motion: where it ends, and the next
/// collision.
class Follower : public MotionSink {
 public:
  void event(const MotionEvent& event) override {
    if (event.kind == MotionEventKind::separation && !separation) separation = event.time;
    if (event.kind == MotionEventKind::impact && separation && !impact) impact = event.time;
  }
  bool stop() override { return impact.has_value(); }
  std::optional<double> separation, impact;
};

void tell_pair_limit(const Mapped& m, const PairLimit& limit, MapReport& report) {
  const Mechanism& mechanism = m.study.scenario.mechanism;
  MapLimit& told = report.limit.emplace();
  told.kind = "deadbeat";
  told.time = limit.state.t;
  const State state = mechanism_state(*m.pair, limit.state);
  told.state = named_numbers(mechanism, state);
  told.w = limit.w;
  told.ratio = limit.ratio;
  if (m.pair->simple) {
    told.alpha = limit.alpha;
    told.beta = limit.beta;
    told.force = limit.force;
    for (int r = 0; r < 4; ++r) {
      const auto row = limit.matrix.begin() + 4 * r;
      told.matrix.emplace_back(row, row + 4);
      told.vectors.emplace_back(limit.vectors[static_cast<std::size_t>(r)].begin(),
                                limit.vectors[static_cast<std::size_t>(r)].end());
    }
    told.rates = {limit.ratio, 1, 1, 1};
    told.decay.assign(limit.decay.begin(), limit.decay.end());
  }
  Follower follower;
  MotionOptions options = m.motion->options();
  options.section = {};
  simulate(m.study.model, state, options, follower);
  told.separation = follower.separation;
  told.next_impact = follower.impact;
}

void follow_pair(const Mapped& m, long count, long last, MapReport& report) {
  const State& start = m.study.scenario.state;
  const PairState from = pair_state(*m.pair, start);
  const bool touches = std::abs(from.gap) <= 1e-9 * m.study.model.compiled().tree.size;
  PairState begin = from;
  if (touches) begin.gap = 0;
  if (touches) report.start_w = pair_acceleration(*m.pair, begin);
  const PairSequence run = pair_sequence(*m.pair, begin, count, most_bounces, m.within);
  tell_pair_returns(m, run, count, last, report);
  ImpactRecord record;
  for (const PairCollision& c : std::views::take(run.collisions, count))
    if (c.makes_energy)
      record.gained(c.after.t, m.law->name, c.work,
                    kinetic_energy_at(m, mechanism_state(*m.pair, c.before)));
  tell_impacts(record, m.law->name, report);
  const bool enough = static_cast<long>(run.collisions.size()) >= count;
  if (run.limit) {
    tell_pair_limit(m, *run.limit, report);
    if (const auto approach = boundary_approach(*m.pair, run); approach && m.pair->friction() > 0)
      report.limit->approach = {std::string(name(approach->mode)), approach->ratio,
                                approach->attraction, approach->slip, approach->drift};
    if (!enough)
      report.why = fmt::format("infinitely many bounces end at t = {:.12g} s", run.limit->state.t);
    return;
  }
  MapLimit& limit = report.limit.emplace();
  limit.w = report.start_w;
  if (!limit.w && !run.collisions.empty())
    limit.w = pair_acceleration(*m.pair, run.collisions.back().after);
  if (run.verdict != Verdict::unique && run.verdict != Verdict::ambiguous) {
    report.answered = false;
    report.why = fmt::format("a collision is {} by the {} law", name(run.verdict), m.law->name);
  } else if (run.escaped && !enough) {
    report.why = fmt::format("there is no collision within {:g} s ([map] within)", m.within);
  }
}

void follow_motion(Mapped& m, long count, long last, MapReport& report, MotionSink* sink) {
  const Scenario& scenario = m.study.scenario;
  const Mechanism& mechanism = scenario.mechanism;
  const Section& section = m.motion->section();
  MotionOptions options = m.motion->options();
  if (!section.symmetric() && !(scenario.map && scenario.map->within) && !scenario.simulate)
    options.duration = default_within;
  ImpactRecord record;
  ImpactRecorder recorder(record, sink);
  const SectionRun run = m.motion->run(scenario.state, count, &recorder);
  tell_impacts(record, m.law->name, report);
  for (std::size_t k = first_told(run.returns.size(), last); k < run.returns.size(); ++k) {
    const SectionReturn& found = run.returns[k];
    MapReturn r;
    r.n = static_cast<int>(k) + 1;
    r.time = found.state.time;
    if (found.contact >= 0)
      r.contact = mechanism.contacts[static_cast<std::size_t>(found.contact)].name;
    r.state = named_numbers(mechanism, found.state);
    r.velocity = found.velocity;
    if (found.mode) r.mode = std::string(name(*found.mode));
    if (found.struck) {
      r.verdict = std::string(name(found.verdict));
      r.impulses_determined = found.impulses_determined;
      r.makes_energy = found.makes_energy;
    }
    report.returns.push_back(std::move(r));
  }
  if (run.limit) {
    MapLimit& limit = report.limit.emplace();
    limit.kind = "deadbeat";
    limit.time = run.limit->state.time;
    limit.state = named_numbers(mechanism, run.limit->state);
  }
  if (static_cast<long>(run.returns.size()) >= count) return;
  if (!run.problem.empty()) refuse_symmetry(m.study, run.problem);
  const Motion& motion = run.motion;
  if (motion.end == MotionEnd::duration) {
    report.why = fmt::format("no other return within {:g} s ([map] within, or [simulate] duration)",
                             options.duration);
    return;
  }
  report.answered = motion.end == MotionEnd::stopped;
  if (motion.end == MotionEnd::step_limit) {
    report.why = fmt::format("at t = {:.10g} s {}", motion.final.time, too_many_steps(*m.motion));
    return;
  }
  const std::string contact =
      motion.contact >= 0
          ? fmt::format(" at contact \"{}\"",
                        mechanism.contacts[static_cast<std::size_t>(motion.contact)].name)
          : "";
  report.why = fmt::format("the motion ends at t = {:.10g} s{}: {}{}", motion.final.time, contact,
                           name(motion.end),
                           motion.end == MotionEnd::verdict
                               ? fmt::format(" ({}, {})", name(motion.verdict), name(motion.reason))
                               : std::string());
}

void tell_separatrix(const Mapped& m, MapReport& report) {
  if (!m.pair || !m.pair->simple)
    throw InputError(m.study.scenario.path,
                     {{{},
                       "--separatrix is for a convex body on a plate whose flight is known in "
                       "closed form, without friction",
                       {}}});
  PairState start = pair_state(*m.pair, m.study.scenario.state);
  start.gap = 0;
  const auto found = separatrix(*m.pair, start, m.within);
  if (!found) {
    report.answered = false;
    report.why =
        "no separatrix: of launches from a quarter to four times as fast, in steps of 3 %, none "
        "nears an instant at which W is zero";
    return;
  }
  MapSeparatrix& told_one = report.separatrix.emplace();
  told_one.launch = found->launch;
  told_one.state =
      named_numbers(m.study.scenario.mechanism, mechanism_state(*m.pair, found->start));
  told_one.time = found->t;
  told_one.lambda = found->exact.lambda;
  told_one.multiplier = found->exact.multiplier;
  told_one.measured_lambda = found->measured_lambda;
  told_one.measured_multiplier = found->measured_multiplier;
  MapLimit& limit = report.limit.emplace();
  limit.kind = "critical";
  limit.time = found->t;
  limit.w = found->captured_w;
  limit.ratio = m.pair->restitution();
  limit.rates = {found->exact.lambda, found->exact.multiplier};
}

}  // namespace

MapReport map(const Study& study, const MapRequest& request, MotionSink* sink) {
  check_above_surfaces(study, Pressed::where_it_yields);
  const auto m = mapped(study, request);
  const Scenario& scenario = m->study.scenario;
  const MapChoice choice = scenario.map.value_or(MapChoice{});
  const long count = request.returns > 0 ? request.returns : static_cast<long>(choice.returns);
  MapReport report;
  report.title = scenario.title;
  report.section = choice.section;
  report.law = m->law->name;
  report.path = m->pair ? "closed form" : "motion";
  report.bounded = !m->pair || m->pair->bounded;
  report.period = m->period;
  add_colliding_note(scenario, report.notes);
  if (!report.bounded)
    report.notes.emplace_back(
        "the outline's formula gives no bound of its curvature: the first collision is bracketed "
        "by "
        "bounds of samples");
  if (request.separatrix) {
    tell_separatrix(*m, report);
    return report;
  }
  const bool orbits_asked = request.fixed || request.period > 0 || !request.follow.empty();
  if (m->pair)
    follow_pair(*m, count, request.last, report);
  else
    follow_motion(*m, orbits_asked || request.lyapunov ? std::min(count, 20L) : count, request.last,
                  report, sink);
  if (!orbits_asked && !request.lyapunov) return report;

  std::string problem;
  SectionMap* const map = section_of(*m, problem);
  if (map == nullptr) {
    report.answered = false;
    report.why = problem;
    return report;
  }
  report.why.clear();
  if (orbits_asked) tell_orbits(*m, request, *map, report);
  if (request.lyapunov) tell_exponents(*m, *map, report);
  return report;
}

}  // namespace carom
