#include "data/fit_names.hpp"

#include <algorithm>
#include <charconv>

namespace carom {
namespace {

using Kind = FitQuantity::Kind;

/// A coordinate of the state, as [fit] calls its position and its velocity.
struct Coordinate {
  std::string position, velocity;
  std::string position_unit, velocity_unit;
};

std::vector<Coordinate> coordinates(const Scenario& scenario) {
  std::vector<Coordinate> all;
  const Mechanism& mechanism = scenario.mechanism;
  if (mechanism.base.kind == BaseKind::free)
    all = {{"position.x", "velocity.x", "m", "m/s"}, {"position.y", "velocity.y", "m", "m/s"}};
  if (mechanism.base.kind == BaseKind::slider) all = {{"displacement", "velocity", "m", "m/s"}};
  for (const Link& link : mechanism.links)
    all.push_back({"angle." + link.name, "rate." + link.name, "rad", "rad/s"});
  for (const Surface& surface : mechanism.surfaces)
    if (surface.body)
      all.push_back({"surface." + surface.name, "surface_velocity." + surface.name, "m", "m/s"});
  return all;
}

std::vector<FitQuantity> made_quantities(const Scenario& scenario) {
  std::vector<FitQuantity> all;
  if (scenario.train) {
    const auto& bodies = scenario.train->bodies;
    for (std::size_t b = 0; b < bodies.size(); ++b)
      all.push_back({"velocity." + bodies[b].name + "_after", Kind::body_velocity,
                     FitSubject::collision, b, 0, "m/s"});
    if (bodies.size() == 2)
      all.push_back({"restitution", Kind::restitution, FitSubject::collision});
    return all;
  }
  const std::vector<Coordinate> state = coordinates(scenario);
  for (std::size_t i = 0; i < state.size(); ++i)
    all.push_back({state[i].velocity + "_after", Kind::velocity_after, FitSubject::impact, i, 0,
                   state[i].velocity_unit});
  const auto& contacts = scenario.mechanism.contacts;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    for (const std::size_t axis : {0UL, 1UL}) {
      const std::string component = axis == 0 ? ".t" : ".n";
      all.push_back({"velocity." + contacts[c].name + component + "_after", Kind::contact_velocity,
                     FitSubject::impact, c, axis, "m/s"});
      all.push_back({"impulse." + contacts[c].name + component, Kind::contact_impulse,
                     FitSubject::impact, c, axis, "N s"});
    }
  all.push_back({"energy_loss", Kind::energy_loss, FitSubject::impact, 0, 0, "J"});
  all.push_back({"kinetic_energy_after", Kind::kinetic_energy, FitSubject::impact, 0, 0, "J"});
  if (!scenario.simulate) return all;
  for (const auto& [before, subject] :
       {std::pair("", FitSubject::sample), std::pair("final.", FitSubject::motion)})
    for (std::size_t i = 0; i < state.size(); ++i) {
      all.push_back(
          {before + state[i].position, Kind::position, subject, i, 0, state[i].position_unit});
      all.push_back(
          {before + state[i].velocity, Kind::velocity, subject, i, 0, state[i].velocity_unit});
    }
  return all;
}

/// The number in "event.3.time", from 1; 0 where it is none.
std::size_t numbered(std::string_view name, std::string_view before) {
  constexpr std::string_view after = ".time";
  if (!name.starts_with(before) || !name.ends_with(after)) return 0;
  if (name.size() <= before.size() + after.size()) return 0;
  const std::string_view digits =
      name.substr(before.size(), name.size() - before.size() - after.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() ? number : 0;
}

}  // namespace

std::optional<FitQuantity> fit_quantity(const Scenario& scenario, std::string_view name) {
  if (scenario.simulate && !scenario.train)
    for (const auto& [before, kind] :
         {std::pair("event.", Kind::event_time), std::pair("impact.", Kind::impact_time)})
      if (const std::size_t number = numbered(name, before); number > 0)
        return FitQuantity{std::string(name), kind, FitSubject::motion, number - 1, 0, "s"};
  for (FitQuantity& each : made_quantities(scenario))
    if (each.name == name) return std::move(each);
  return std::nullopt;
}

std::vector<std::string> fit_quantity_names(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const FitQuantity& each : made_quantities(scenario)) names.push_back(each.name);
  if (scenario.simulate && !scenario.train) {
    names.emplace_back("event.1.time");
    names.emplace_back("impact.1.time");
  }
  return names;
}

namespace {

std::vector<FitInput> state_inputs(const Scenario& scenario) {
  std::vector<FitInput> all;
  if (scenario.train) {
    for (std::size_t b = 0; b < scenario.train->bodies.size(); ++b)
      all.push_back({"velocity." + scenario.train->bodies[b].name,
                     [b](Scenario& s) -> double& { return s.train->bodies[b].velocity; },
                     Home::option});
    return all;
  }
  const std::vector<Coordinate> state = coordinates(scenario);
  const BaseKind base = scenario.mechanism.base.kind;
  const std::size_t links = scenario.mechanism.links.size();
  const std::size_t base_count = base == BaseKind::free ? 2 : base == BaseKind::slider ? 1 : 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    FitInput position{state[i].position,
                      [i](Scenario& s) -> double& { return s.state.positions[i]; }, Home::state};
    FitInput velocity{state[i].velocity,
                      [i](Scenario& s) -> double& { return s.state.velocities[i]; }, Home::state};
    // Where the mechanism says how these start, they are set there: the state is settled from it.
    if (i < base_count && base == BaseKind::free) {
      position.home = Home::start;
      position.target = [i](Scenario& s) -> double& {
        return i == 0 ? s.mechanism.base.position.x : s.mechanism.base.position.y;
      };
    } else if (i < base_count) {
      position.home = Home::start;
      position.target = [](Scenario& s) -> double& { return s.mechanism.base.displacement; };
    } else if (i >= base_count + links) {
      const auto body = [nth = i - base_count - links](Scenario& s) -> SurfaceBody& {
        std::size_t seen = 0;
        auto found = std::ranges::find_if(s.mechanism.surfaces, [&](const Surface& surface) {
          return surface.body && seen++ == nth;
        });
        return *found->body;
      };
      position.home = velocity.home = Home::start;
      position.target = [body](Scenario& s) -> double& { return body(s).displacement; };
      velocity.target = [body](Scenario& s) -> double& { return body(s).velocity; };
    }
    all.push_back(std::move(position));
    all.push_back(std::move(velocity));
  }
  all.push_back({"time", [](Scenario& s) -> double& { return s.state.time; }, Home::state});
  return all;
}

}  // namespace

std::optional<FitInput> fit_input(const Scenario& scenario, std::string_view name) {
  for (const Parameter& parameter : scenario.parameters)
    if (parameter.name == name) return FitInput{parameter.name, {}, Home::option};
  for (FitInput& each : state_inputs(scenario))
    if (each.name == name) return std::move(each);
  return std::nullopt;
}

std::vector<std::string> fit_input_names(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const Parameter& parameter : scenario.parameters) names.push_back(parameter.name);
  for (const FitInput& each : state_inputs(scenario)) names.push_back(each.name);
  return names;
}

}  // namespace carom
