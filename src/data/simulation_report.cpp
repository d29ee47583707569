#include "data/simulation_report.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "data/simulation_table.hpp"

namespace carom {

SimulationReport named_simulation(const Scenario& scenario) {
  const Mechanism& mechanism = scenario.mechanism;
  SimulationReport report;
  report.title = scenario.title;
  report.base = mechanism.base.kind;
  report.size = std::hypot(mechanism.base.position.x, mechanism.base.position.y);
  for (const Link& link : mechanism.links) {
    report.links.push_back(link.name);
    report.size += link.length;
  }
  for (const Contact& contact : mechanism.contacts) report.contacts.push_back(contact.name);
  for (const Surface& surface : mechanism.surfaces) {
    report.surfaces.push_back(surface.name);
    if (surface.body) report.yielding_surfaces.push_back(surface.name);
  }
  return report;
}

std::string_view SimulationReport::kept(const std::string& name) {
  for (const auto& known : law_names)
    if (*known == name) return *known;
  return *law_names.emplace_back(std::make_shared<const std::string>(name));
}

int place_of(const std::string& name, const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw std::invalid_argument("\"" + name + "\" is no name of the scenario");
  return static_cast<int>(found - names.begin());
}

FinalScales final_scales(const SimulationReport& report) {
  const State& state = report.motion.final;
  FinalScales scales{report.size};
  const auto see = [](std::span<const double> numbers, double& largest) {
    for (const double x : numbers) largest = std::max(largest, std::abs(x));
  };
  see(state.positions, scales.farthest);
  see(state.velocities, scales.fastest);
  for (const MotionEvent& event : report.events) {
    see(event.positions, scales.farthest);
    see(event.velocities_before, scales.fastest);
  }
  if (state.time > 0) scales.fastest = std::max(scales.fastest, scales.farthest / state.time);
  return scales;
}

bool books_close(const SimulationReport& report) {
  // Some thousand steps, each as wrong as it may be; and not below what rounding makes of any.
  constexpr double steps = 1e3, least = 1e-6;
  const double share = std::max(least, steps * report.tolerance);
  // Forces on what rests do no work but for rounding, whatever little else there is.
  constexpr double rounding = 1e-14;
  double force = 0;
  const auto see = [&](const std::array<double, 2>& each) {
    force = std::max({force, std::abs(each[0]), std::abs(each[1])});
  };
  for (const ContactMotion& contact : report.motion.contacts) see(contact.force);
  for (const MotionEvent& event : report.events) see(event.force);
  return report.motion.energy_error <=
         share * turnover(report.motion.first_energy, report.motion.energy) +
             rounding * force * report.size;
}

double turnover(const MotionEnergy& first, const MotionEnergy& last) {
  double largest = 0;
  for (const Number<MotionEnergy>& part : numbers_of<MotionEnergy>())
    largest = std::max({largest, std::abs(part.value(first, 0)), std::abs(part.value(last, 0))});
  return largest;
}

NamedState named(const SimulationReport& report, const std::vector<double>& numbers) {
  const std::ptrdiff_t base = report.base == BaseKind::free     ? 2
                              : report.base == BaseKind::slider ? 1
                                                                : 0;
  const auto angles = numbers.begin() + base;
  const auto surfaces = angles + static_cast<std::ptrdiff_t>(report.links.size());
  return {{numbers.begin(), angles}, {angles, surfaces}, {surfaces, numbers.end()}};
}

}  // namespace carom
