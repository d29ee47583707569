#include "study/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <ranges>

#include "base/nearest_name.hpp"
#include "dynamics/compiled_model.hpp"
#include "dynamics/energy.hpp"
#include "maps/approach.hpp"
#include "maps/capture.hpp"
#include "maps/orbits.hpp"
#include "study/impact_record.hpp"
#include "study/input_check.hpp"
#include "study/law_choice.hpp"
#include "study/notes.hpp"
#include "study/study_point.hpp"

namespace carom {
namespace {

constexpr double default_within = 10;
constexpr double map_tolerance = 1e-12;
/// Bounces that are followed towards their end, whether or not they are told.
constexpr long most_bounces = 20000;
constexpr long settling_returns = 2000;
constexpr long exponent_returns = 64000;
constexpr long exponent_returns_by_differences = 640;

Named<double> named_numbers(const Mechanism& mechanism, const State& state) {
  const std::vector<std::string> names = state_names(mechanism);
  Named<double> all;
  const std::size_t n = state.positions.size();
  for (std::size_t i = 0; i < n; ++i) all.emplace_back(names[i], state.positions[i]);
  for (std::size_t i = 0; i < n; ++i) all.emplace_back(names[n + i], state.velocities[i]);
  return all;
}

Named<double> timed(const Mechanism& mechanism, const State& state, bool with_time) {
  Named<double> all;
  if (with_time) all.emplace_back("time", state.time);
  for (auto& each : named_numbers(mechanism, state)) all.push_back(std::move(each));
  return all;
}

[[noreturn]] void refuse(const Study& study, const Where& where, std::string what) {
  throw InputError(study.scenario.path,
                   {{where, std::move(what), study.place_of ? study.place_of(where) : Place{}}});
}

Section chosen_section(const Study& study) {
  const Scenario& scenario = study.scenario;
  const Mechanism& mechanism = scenario.mechanism;
  const MapChoice choice = scenario.map.value_or(MapChoice{});
  Section section;
  if (choice.section == "post" || choice.section == "pre")
    section.kind = choice.section == "post" ? SectionKind::post : SectionKind::pre;
  else if (choice.section == "separation")
    section.kind = SectionKind::separation;
  else {
    section.kind = SectionKind::formula;
    section.formula = choice.section;
    const ParsedExpression parsed =
        parsed_expression(choice.section, state_variables(mechanism), mechanism.parameters);
    if (!parsed.faults.empty())
      refuse(study, {"map", -1, "section", -1},
             fmt::format("section = \"{}\": {}; must be post, pre, separation or a formula of the "
                         "state",
                         choice.section, parsed.faults[0].message));
    if (parsed.expression.is_constant())
      refuse(study, {"map", -1, "section", -1},
             fmt::format("section = \"{}\" is the same everywhere; no motion crosses it",
                         choice.section));
  }
  const auto place = [](const auto& items, const std::string& name) {
    for (std::size_t i = 0; i < items.size(); ++i)
      if (items[i].name == name) return static_cast<int>(i);
    return -1;
  };
  if (choice.contact) section.contact = place(mechanism.contacts, *choice.contact);
  for (const auto& [one, other] : choice.swap)
    section.swap.emplace_back(place(mechanism.links, one), place(mechanism.links, other));
  section.turn = choice.turn;
  if (mechanism.contacts.empty() && section.kind != SectionKind::formula)
    refuse(study, {"map", -1, "section", -1},
           "map: the mechanism has no contact; its section must be a formula of the state");
  return section;
}

/// A study with what its maps need, alive as long as they are.
struct Mapped {
  Study study;
  const Law* law = nullptr;
  std::optional<ImpactPair> pair{};
  std::optional<MotionMap> motion{};
  std::optional<double> period{};
  double within = default_within;
  std::unique_ptr<SectionMap> section{};
  bool with_time = false;
};

std::unique_ptr<Mapped> mapped(const Study& given, const MapRequest& request) {
  auto made = std::make_unique<Mapped>(Mapped{.study = given});
  const Study& study = made->study;
  const Scenario& scenario = study.scenario;
  const MapChoice choice = scenario.map.value_or(MapChoice{});
  std::vector<std::string> asked;
  if (!request.law.empty()) asked.push_back(request.law);
  made->law = chosen_laws(study, asked).front();
  made->within =
      choice.within.value_or(scenario.simulate ? scenario.simulate->duration : default_within);
  made->period = choice.period;
  const Section section = chosen_section(study);
  const Tree& tree = study.model.compiled().tree;
  const bool closed = section.kind == SectionKind::post && !section.symmetric();
  if (closed && request.path != "motion") made->pair = impact_pair(tree, *made->law);
  if (made->pair && !made->period) {
    const auto rate = made->pair->rate();
    if (rate && *rate > 0) made->period = 2 * std::numbers::pi / *rate;
  }
  if (made->pair) {
    const auto rate = made->pair->rate();
    made->with_time = !rate || *rate > 0;
  }
  if (!made->pair && request.path == "closed")
    throw InputError(scenario.path,
                     {{{},
                       "--path closed: this is no convex body on a plate whose flight is known in "
                       "closed form (docs/theory/maps.md), or its section is not post",
                       {}}});
  MotionOptions options;
  options.duration = made->within;
  options.tolerance = map_tolerance;
  if (scenario.simulate) {
    options = motion_options(*scenario.simulate);
    options.duration = made->within;
    options.tolerance = std::min(options.tolerance, map_tolerance);
  }
  options.law = made->law->name;
  if (scenario.impact.several) options.several = *scenario.impact.several;
  options.on_ambiguous = request.on_ambiguous;
  made->motion.emplace(study.model, section, options);
  return made;
}

void tell_pair_returns(const Mapped& m, const PairSequence& run, long count, MapReport& report) {
  const Mechanism& mechanism = m.study.scenario.mechanism;
  for (std::size_t k = 0; k < run.collisions.size() && static_cast<long>(k) < count; ++k) {
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

/// Looks at all impacts on the way, and passes everything on.
class Recorder : public MotionSink {
 public:
  Recorder(ImpactRecord& record, MotionSink* next) : record_(record), next_(next) {}
  void event(const MotionEvent& event) override {
    record_.note(event);
    if (next_ != nullptr) next_->event(event);
  }
  void sample(const MotionSample& sample) override {
    if (next_ != nullptr) next_->sample(sample);
  }
  bool stop() override { return next_ != nullptr && next_->stop(); }

 private:
  ImpactRecord& record_;
  MotionSink* next_;
};

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

void tell_impacts(const ImpactRecord& record, std::string_view law, MapReport& report) {
  report.gains += record.gains();
  for (std::string& each : record.warnings()) report.warnings.push_back(std::move(each));
  for (std::string& each : record.notes(law, record.open_impacts()))
    report.notes.push_back(std::move(each));
  if (record.choices() > 0)
    report.notes.push_back(fmt::format(
        "{} had several answers; one was followed each time (--on-ambiguous first), so this map is "
        "one of several",
        record.choices() == 1 ? std::string("one impact")
                              : fmt::format("{} impacts", record.choices())));
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

void follow_pair(const Mapped& m, long count, MapReport& report) {
  const State& start = m.study.scenario.state;
  const PairState from = pair_state(*m.pair, start);
  const bool touches = std::abs(from.gap) <= 1e-9 * m.study.model.compiled().tree.size;
  PairState begin = from;
  if (touches) begin.gap = 0;
  if (touches) report.start_w = pair_acceleration(*m.pair, begin);
  const PairSequence run = pair_sequence(*m.pair, begin, count, most_bounces, m.within);
  tell_pair_returns(m, run, count, report);
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

void follow_motion(Mapped& m, long count, MapReport& report, MotionSink* sink) {
  const Scenario& scenario = m.study.scenario;
  const Mechanism& mechanism = scenario.mechanism;
  const Section& section = m.motion->section();
  MotionOptions options = m.motion->options();
  if (!section.symmetric() && !(scenario.map && scenario.map->within) && !scenario.simulate)
    options.duration = default_within;
  ImpactRecord record;
  Recorder recorder(record, sink);
  const SectionRun run = m.motion->run(scenario.state, count, &recorder);
  tell_impacts(record, m.law->name, report);
  for (std::size_t k = 0; k < run.returns.size(); ++k) {
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
  if (!run.problem.empty()) refuse(m.study, {"map", -1, "swap", -1}, run.problem);
  const Motion& motion = run.motion;
  if (motion.end == MotionEnd::duration) {
    report.why = fmt::format("no other return within {:g} s ([map] within, or [simulate] duration)",
                             options.duration);
    return;
  }
  report.answered = motion.end == MotionEnd::stopped;
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

/// A map in coordinates, about the scenario's start or its first return.
SectionMap* section_of(Mapped& m, std::string& problem) {
  const Scenario& scenario = m.study.scenario;
  if (m.section) return m.section.get();
  if (m.pair) {
    if (m.with_time && !m.period)
      problem = "the formulas in t have no common period: [map] period gives it";
    else
      m.section = pair_section(*m.pair, scenario.mechanism.links[0].name,
                               m.with_time ? m.period : std::nullopt, m.within);
  } else {
    State about = scenario.state;
    if (!m.motion->next(about)) {
      problem = "the motion from [state] has no return, and [state] says where to look";
      return nullptr;
    }
    about = *m.motion->next(about);
    m.section = motion_section(*m.motion, about, m.period, problem);
    if (!problem.empty()) m.section.reset();
  }
  return m.section.get();
}

std::vector<std::vector<double>> starts_of(Mapped& m, SectionMap& map, int wanted) {
  std::vector<std::vector<double>> all;
  const State& start = m.study.scenario.state;
  std::vector<double> x = map.coordinates(start);
  double time = 0;
  for (int i = 0; i < 20; ++i) {
    const auto next = map.next(x, time);
    if (!next || map.degenerate(*next)) break;
    x = map.reduced(*next);
    all.push_back(x);
  }
  // The rest is spread about them, the same every time.
  std::mt19937_64 random(20261118);
  const auto share = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const std::vector<double> centre = all.empty() ? map.coordinates(start) : all.front();
  while (static_cast<int>(all.size()) < wanted) {
    std::vector<double> there = centre;
    for (std::size_t i = 0; i < there.size(); ++i) {
      const bool is_time = map.names()[i] == "time";
      const bool normal = map.names()[i] == "normal velocity";
      if (is_time)
        there[i] = m.period.value_or(1) * share();
      else if (normal)
        there[i] = 2.5 * map.scales()[i] * share();
      else
        there[i] += (m.pair ? 0.5 : 0.2) * map.scales()[i] * (2 * share() - 1);
    }
    all.push_back(std::move(there));
  }
  return all;
}

std::vector<std::array<double, 2>> told(const std::vector<std::complex<double>>& multipliers) {
  std::vector<std::array<double, 2>> all;
  for (const auto& each : multipliers) all.push_back({each.real(), each.imag()});
  return all;
}

MapOrbit told(const Mapped& m, const SectionMap& map, const Orbit& orbit) {
  const Mechanism& mechanism = m.study.scenario.mechanism;
  MapOrbit one;
  one.state = timed(mechanism, map.point(orbit.points[0]).state, m.with_time);
  one.period = static_cast<int>(orbit.points.size());
  one.time = orbit.time;
  one.multipliers = told(orbit.multipliers);
  one.stable = orbit.stable;
  one.kind = std::string(name(orbit.kind));
  one.residual = orbit.residual;
  for (const auto& x : orbit.points) {
    const State state = map.point(x).state;
    one.points.push_back({state.time, timed(mechanism, state, m.with_time)});
  }
  return one;
}

void follow_branches(Mapped& m, const MapRequest& request, const std::vector<Orbit>& found,
                     MapReport& report) {
  const Scenario& scenario = m.study.scenario;
  std::vector<std::string> names;
  for (const Parameter& parameter : scenario.parameters) names.push_back(parameter.name);
  const auto own = std::ranges::find(names, request.follow);
  if (own == names.end())
    throw InputError(scenario.path,
                     {{{},
                       fmt::format("--continue {}: there is no parameter of that name{}",
                                   request.follow, nearest_or_all(request.follow, names)),
                       {}}});
  const double now = scenario.parameters[static_cast<std::size_t>(own - names.begin())].value;
  ContinuationOptions options;
  options.doublings = request.doublings;
  const auto axis = std::ranges::find(scenario.sweep, request.follow, &SweepAxis::parameter);
  if (axis != scenario.sweep.end() && axis->values.empty() && !axis->distribution) {
    options.from = std::min(axis->from, axis->to);
    options.to = std::max(axis->from, axis->to);
  } else {
    options.from = now - 0.5 * std::max(std::abs(now), 1e-3);
    options.to = now + 0.5 * std::max(std::abs(now), 1e-3);
  }
  report.parameter = request.follow;
  // Studies at values of the parameter; the last few are kept.
  std::map<double, std::unique_ptr<Mapped>> made;
  const std::array<std::string, 1> which{request.follow};
  const MapAt map_at = [&](double value) -> SectionMap* {
    if (const auto known = made.find(value); known != made.end())
      return known->second ? known->second->section.get() : nullptr;
    if (made.size() > 16) made.clear();
    std::unique_ptr<Mapped> there;
    const std::array values{value};
    if (const auto study = study_at(m.study, which, values)) {
      there = mapped(*study, request);
      std::string problem;
      if (section_of(*there, problem) == nullptr) there.reset();
    }
    Mapped* const pointer = there.get();
    made[value] = std::move(there);
    return pointer != nullptr ? pointer->section.get() : nullptr;
  };
  // Two orbits of one value may lie on one branch, beyond a fold from each other.
  std::vector<OrbitBranch> followed;
  const auto lies_on = [&](const OrbitBranch& branch, const Orbit& orbit) {
    if (branch.period != static_cast<int>(orbit.points.size())) return false;
    SectionMap* const map = m.section.get();
    for (std::size_t k = 1; k < branch.points.size(); ++k) {
      const BranchPoint &a = branch.points[k - 1], &b = branch.points[k];
      if ((a.parameter - now) * (b.parameter - now) > 0) continue;
      const double share =
          a.parameter == b.parameter ? 0 : (now - a.parameter) / (b.parameter - a.parameter);
      const auto step = map->difference(b.orbit.points[0], a.orbit.points[0]);
      const auto off = map->difference(orbit.points[0], a.orbit.points[0]);
      double most = 0;
      for (std::size_t i = 0; i < off.size(); ++i)
        most = std::max(most, std::abs(off[i] - share * step[i]) / map->scales()[i]);
      if (most < 3e-3) return true;
    }
    return false;
  };
  for (const Orbit& orbit : found) {
    if (std::ranges::any_of(followed, [&](const auto& each) { return lies_on(each, orbit); }))
      continue;
    for (const OrbitBranch& branch : continuation(map_at, {now, orbit}, options)) {
      followed.push_back(branch);
      MapBranch one;
      one.period = branch.period;
      const auto state_at = [&](const BranchPoint& point) {
        SectionMap* const map = map_at(point.parameter);
        return map == nullptr ? Named<double>{}
                              : timed(scenario.mechanism, map->point(point.orbit.points[0]).state,
                                      m.with_time);
      };
      for (const BranchPoint& point : branch.points)
        one.points.push_back(
            {point.parameter, state_at(point), told(point.orbit.multipliers), point.orbit.stable});
      for (const Bifurcation& event : branch.bifurcations)
        one.bifurcations.push_back(
            {std::string(name(event.event)), event.at.parameter, state_at(event.at)});
      report.branches.push_back(std::move(one));
    }
  }
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
    follow_pair(*m, count, report);
  else
    follow_motion(*m, orbits_asked || request.lyapunov ? std::min(count, 20L) : count, report,
                  sink);
  if (!orbits_asked && !request.lyapunov) return report;

  std::string problem;
  SectionMap* const map = section_of(*m, problem);
  if (map == nullptr) {
    report.answered = false;
    report.why = problem;
    return report;
  }
  report.why.clear();
  report.derivatives = map->exact() ? "exact" : "differences";
  if (!map->exact())
    report.notes.emplace_back(
        "derivatives of the map are differences of fourth order between motions: multipliers and "
        "exponents are good to about 1e-8");
  if (orbits_asked) {
    report.looked_for_orbits = true;
    const int period = std::max(1, request.period);
    const auto starts =
        starts_of(*m, *map, m->pair ? request.starts : std::min(request.starts, 12));
    const std::vector<Orbit> found = orbits(*map, starts, period);
    ImpactRecord record;
    Recorder recorder(record, nullptr);
    for (const Orbit& orbit : found) {
      report.fixed_points.push_back(told(*m, *map, orbit));
      m->motion->run(map->point(orbit.points[0]).state, period, &recorder);
    }
    tell_impacts(record, m->law->name, report);
    if (found.empty()) {
      report.answered = false;
      report.why =
          fmt::format("no orbit of period {} was found from {} starts", period, starts.size());
    } else if (!request.follow.empty()) {
      follow_branches(*m, request, found, report);
    }
  }
  if (request.lyapunov) {
    const bool exact = map->exact();
    const auto found =
        exponents(*map, map->coordinates(scenario.state), exact ? settling_returns : 20,
                  exact ? exponent_returns : exponent_returns_by_differences);
    if (found) {
      report.lyapunov =
          MapExponents{found->values, found->errors, static_cast<int>(found->returns)};
    } else {
      report.answered = false;
      report.why = "the sequence of returns ends, and has no exponents";
    }
  }
  return report;
}

MapReport swept_map(const Study& study) {
  MapRequest request;
  return map(study, request);
}

}  // namespace carom
