#include "study/motion_slopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/nearest_name.hpp"
#include "dynamics/compiled_model.hpp"
#include "sweeps/scenario_slopes.hpp"

namespace carom {
namespace {

constexpr std::string_view state_word = "state";

std::vector<int> asked_places(const Study& study, const std::vector<std::string>& names) {
  const Scenario& scenario = study.scenario;
  if (names.empty()) {
    if (scenario.parameters.empty())
      throw InputError("", {{{},
                             "--sensitivity: the scenario has no [parameters]; "
                             "--sensitivity=state differentiates by the state it begins at",
                             {}}});
    return free_parameters(scenario);
  }
  std::vector<std::string> known;
  for (const Parameter& parameter : scenario.parameters) known.push_back(parameter.name);
  known.emplace_back(state_word);
  std::vector<Fault> faults;
  std::vector<int> places;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(known, name);
    if (found == known.end())
      faults.push_back({{},
                        fmt::format("--sensitivity: \"{}\" is not a parameter of the scenario{}",
                                    name, nearest_or_all(name, known)),
                        {}});
    else if (name != state_word)
      places.push_back(static_cast<int>(found - known.begin()));
  }
  if (!faults.empty()) throw InputError("", std::move(faults));
  std::vector<int> once;
  for (const int place : places)
    if (std::ranges::find(once, place) == once.end()) once.push_back(place);
  return once;
}

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
  const bool only_state = names.size() == 1 && names.front() == state_word;
  const std::vector<int> places = only_state ? std::vector<int>{} : asked_places(study, names);
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
      const auto of = [l](const std::vector<Sloped>& numbers) {
        std::vector<double> slopes;
        for (const Sloped& number : numbers) slopes.push_back(number.slope[l]);
        return slopes;
      };
      along.positions.push_back(of(start.positions));
      along.velocities.push_back(of(start.velocities));
      along.start.push_back(start.time.slope[l]);
      along.duration.push_back(start.numbers(scenario.simulate->duration).slope[l]);
    }
    along.trees.push_back(std::move(start.tree));
  }
  along.of_tree = places.size();
  if (std::ranges::find(names, state_word) != names.end()) {
    const auto freedom = static_cast<std::size_t>(tree.degrees_of_freedom());
    const std::vector<std::string> of_state = start_names(scenario.mechanism);
    for (std::size_t i = 0; i < of_state.size(); ++i) {
      inputs.names.push_back({std::string(state_word), of_state[i]});
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
