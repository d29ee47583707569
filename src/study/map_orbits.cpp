#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "base/nearest_name.hpp"
#include "maps/orbits.hpp"
#include "study/mapped.hpp"
#include "study/motion_slopes.hpp"
#include "study/study_point.hpp"

namespace carom {
namespace {

constexpr long settling_returns = 2000;
constexpr long exponent_returns = 64000;
constexpr long settling_returns_of_motions = 20;
constexpr long exponent_returns_of_motions = 640;

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

/// Whether derivatives are exact, and if not why.
void tell_derivatives(const Mapped& m, const std::optional<DirectionHindrance>& hindrance,
                      MapReport& report) {
  if (report.derivatives.empty()) report.derivatives = "exact";
  if (!hindrance || report.derivatives == "differences") return;
  report.derivatives = "differences";
  std::vector<std::string> contacts;
  for (const Contact& contact : m.study.scenario.mechanism.contacts)
    contacts.push_back(contact.name);
  report.notes.push_back(fmt::format(
      "derivatives of the map are differences of fourth order between motions, and multipliers and "
      "exponents good to about 1e-7, where a motion has none: {}",
      hindrance_words(contacts, *hindrance)));
}

/// An event of an orbit's course, beside another one of the same contact or not.
std::string event_words(const Mechanism& mechanism, const CourseEvent& event, bool whose) {
  if (event.contact < 0) return "nothing";
  const bool strikes = event.kind == MotionEventKind::impact;
  std::string words(event.how ? name(*event.how) : name(event.kind));
  if (!whose && (!strikes || event.how)) return words;
  const bool rests = strikes && event.after != Mode::apart;
  if (rests || event.kind == MotionEventKind::contact || event.kind == MotionEventKind::slides)
    words += fmt::format(", {}", name(event.after));
  for (const int contact : event.struck)
    if (contact != event.contact)
      words += fmt::format(" with {}", mechanism.contacts[static_cast<std::size_t>(contact)].name);
  return fmt::format("{} of {}", words,
                     mechanism.contacts[static_cast<std::size_t>(event.contact)].name);
}

MapBifurcation told(const Mechanism& mechanism, const Bifurcation& event) {
  MapBifurcation one;
  one.kind = name(event.event);
  one.parameter = event.at.parameter;
  one.ends = event.ends;
  if (!event.change) return one;
  const CourseChange& change = *event.change;
  if (change.contact() >= 0)
    one.contact = mechanism.contacts[static_cast<std::size_t>(change.contact())].name;
  if (event.event != BranchEvent::mode_change) return one;
  const bool alone = change.from.contact == change.to.contact && change.from.how != change.to.how;
  one.kind += fmt::format(": {} -> {}", event_words(mechanism, change.from, !alone),
                          event_words(mechanism, change.to, !alone));
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
      follow_parameter(*there, request.follow);
      std::string problem;
      if (section_of(*there, problem, m.section.get()) == nullptr) there.reset();
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
        tell_derivatives(m, point.orbit.hindrance, report);
      for (const BranchPoint& point : branch.points)
        one.points.push_back(
            {point.parameter, state_at(point), told(point.orbit.multipliers), point.orbit.stable});
      for (const Bifurcation& event : branch.bifurcations) {
        one.bifurcations.push_back(told(scenario.mechanism, event));
        one.bifurcations.back().state = state_at(event.at);
      }
      report.branches.push_back(std::move(one));
    }
  }
}

}  // namespace

void tell_orbits(Mapped& m, const MapRequest& request, SectionMap& map, MapReport& report) {
  report.looked_for_orbits = true;
  const int period = std::max(1, request.period);
  const auto starts = starts_of(m, map, m.pair ? request.starts : std::min(request.starts, 12));
  const std::vector<Orbit> found = orbits(map, starts, period);
  ImpactRecord record;
  ImpactRecorder recorder(record, nullptr);
  for (const Orbit& orbit : found) {
    report.fixed_points.push_back(told(m, map, orbit));
    tell_derivatives(m, orbit.hindrance, report);
    m.motion->run(map.point(orbit.points[0]).state, period, &recorder);
  }
  tell_impacts(record, m.law->name, report);
  if (found.empty()) {
    report.answered = false;
    report.why =
        fmt::format("no orbit of period {} was found from {} starts", period, starts.size());
  } else if (!request.follow.empty()) {
    follow_branches(m, request, found, report);
  }
}

void tell_exponents(const Mapped& m, SectionMap& map, MapReport& report) {
  const bool closed = m.pair.has_value();
  const auto found = exponents(map, map.coordinates(m.study.scenario.state),
                               closed ? settling_returns : settling_returns_of_motions,
                               closed ? exponent_returns : exponent_returns_of_motions);
  if (found) {
    tell_derivatives(m, found->hindrance, report);
    report.lyapunov = MapExponents{found->values, found->errors, static_cast<int>(found->returns)};
  } else {
    report.answered = false;
    report.why = "the sequence of returns ends, and has no exponents";
  }
}

}  // namespace carom
