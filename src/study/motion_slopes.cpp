#include "study/motion_slopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "study/sensitivity_names.hpp"
#include "sweeps/scenario_slopes.hpp"

namespace carom {
namespace {

/// Names of the state's numbers, positions and then velocities.
std::vector<std::string> start_names(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const bool rates : {false, true}) {
    if (mechanism.base.kind == BaseKind::free)
      for (const char* axis : {".x", ".y"})
        names.push_back((rates ? "velocity" : "position") + std::string(axis));
    else if (mechanism.base.kind == BaseKind::slider)
      names.emplace_back(rates ? "velocity" : "displacement");
    for (const Link& link : mechanism.links)
      names.push_back((rates ? "rate." : "angle.") + link.name);
    for (const Surface& surface : mechanism.surfaces)
      if (surface.body) names.push_back((rates ? "surface_velocity." : "surface.") + surface.name);
  }
  return names;
}

}  // namespace

std::string hindrance_words(std::span<const std::string> contacts,
                            const DirectionHindrance& found) {
  const std::string at = fmt::format("at t = {:.10g} s", found.time);
  const std::string contact =
      found.contact >= 0
          ? fmt::format("contact \"{}\"", contacts[static_cast<std::size_t>(found.contact)])
          : "a contact";
  switch (found.why) {
    case Hindrance::off_surface:
      return "what rests or is driven at the start would be off its surface, or off its drive";
    case Hindrance::grazing:
      if (found.contact < 0) return fmt::format("{} a formula just reaches its switch", at);
      return fmt::format(
          "{} {} grazes its surface: it would strike on one side, miss it on the "
          "other",
          at, contact);
    case Hindrance::simultaneous:
      return fmt::format(
          "{} several events fall into one instant ({} among them), and would come "
          "one after the other",
          at, contact);
    case Hindrance::edge:
      return fmt::format("{} {} is at the edge of its mode: it goes on in another one on one side",
                         at, found.contact >= 0 ? contact : "a formula or a contact");
    case Hindrance::open_forces:
      return fmt::format("{} forces that are not determined tell the event of {}", at, contact);
    case Hindrance::not_followed:
      return fmt::format(
          "what happens {} is not differentiated: a wedge lets go, a formula that moves a surface "
          "or "
          "a drive switches at another time, one says where a contact takes part, or bounces of "
          "several contacts end",
          at);
    case Hindrance::branch:
      return fmt::format("{} the impact of {} is at a change of its modes", at, contact);
    case Hindrance::end:
      return fmt::format("the motion ends {}, by an event", at);
    case Hindrance::yields:
      return contact + " yields, and contacts that yield are not differentiated";
  }
  return {};
}

MotionInputs motion_inputs(const Study& study, const std::vector<std::string>& names) {
  const Scenario& scenario = study.scenario;
  const Tree& tree = study.model.compiled().tree;
  check_sensitivity_names(scenario, names, "the state it begins at");
  const std::vector<int> places = asked_parameters(scenario, names);
  MotionInputs inputs;
  MotionDirections& along = inputs.along;
  for (std::size_t first = 0; first < places.size(); first += Sloped::directions) {
    const std::size_t count = std::min<std::size_t>(Sloped::directions, places.size() - first);
    SlopedStart start = sloped_start(scenario, tree, std::span(places).subspan(first, count));
    for (std::size_t l = 0; l < count; ++l) {
      const Parameter& parameter = scenario.parameters[static_cast<std::size_t>(places[first + l])];
      inputs.names.push_back({parameter.name});
      inputs.closed.emplace_back();
      if (!start.closed)
        inputs.closed.back() = "[close] has no derivative here: a contact just reaches its surface";
      else if (!start.finite)
        inputs.closed.back() = "a formula has no derivative here";
    }
    add_directions(start, start.numbers(scenario.simulate->duration), count, along);
    along.trees.push_back(std::move(start.tree));
  }
  along.of_tree = places.size();
  if (std::ranges::find(names, by_state) != names.end()) {
    const auto freedom = static_cast<std::size_t>(tree.degrees_of_freedom());
    const std::vector<std::string> of_state = start_names(scenario.mechanism);
    for (std::size_t i = 0; i < of_state.size(); ++i) {
      inputs.names.push_back({std::string(by_state), of_state[i]});
      inputs.closed.emplace_back();
      std::vector<double> unit(freedom, 0.0);
      unit[i % freedom] = 1;
      along.positions.push_back(i < freedom ? unit : std::vector<double>{});
      along.velocities.push_back(i < freedom ? std::vector<double>{} : unit);
      along.start.push_back(0);
      along.duration.push_back(0);
    }
  }
  along.count = inputs.names.size();
  return inputs;
}

void tell_slopes(const MotionInputs& inputs, const MotionSensitivity& slopes,
                 SimulationReport& report) {
  for (std::size_t j = 0; j < inputs.names.size(); ++j) {
    MotionSlope told{.of = inputs.names[j], .why = inputs.closed[j]};
    const bool computed = j < slopes.hindered.size();
    if (!told.why && !computed) told.why = "there is no motion";
    if (!told.why && slopes.hindered[j])
      told.why = hindrance_words(report.contacts, *slopes.hindered[j]);
    if (!told.why) {
      told.state = {slopes.positions[j], slopes.velocities[j]};
    }
    for (const MotionEvent& event : report.events) {
      std::optional<double> slope;
      const auto found =
          std::ranges::lower_bound(slopes.instants, event.time, {}, &InstantSlopes::time);
      if (!inputs.closed[j] && found != slopes.instants.end() && found->time == event.time &&
          std::isfinite(found->slopes[j]))
        slope = found->slopes[j];
      told.times.push_back(slope);
    }
    report.sensitivity.push_back(std::move(told));
  }
}

}  // namespace carom
