#include "study/roles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/compiled_model.hpp"
#include "particles/critical_system.hpp"
#include "study/suited.hpp"
#include "sweeps/closing_solution.hpp"
#include "sweeps/striker.hpp"

namespace carom {
namespace {

/// Gaps of all contacts as shares of the mechanism's size.
std::vector<double> gaps(const Tree& tree, const State& state) {
  TreePose<double> pose(tree);
  std::vector<ContactFrame<double>> frames(tree.contacts.size());
  const std::span<const double> positions(state.positions);
  place(tree, positions, pose);
  frame_contacts(tree, pose, positions, state.time, std::span(frames));
  std::vector<double> shares;
  for (const ContactFrame<double>& frame : frames) shares.push_back(frame.gap / tree.size);
  return shares;
}

/// Who strikes at the scenario's state, or −1; how many approach.
std::pair<int, int> found_striker(const Study& study) {
  const Tree& tree = study.model.compiled().tree;
  const State& state = study.scenario.state;
  ImpactSolver<double> solver(tree);
  solver.prepare(tree, state.positions, state.velocities, state.time);
  const auto [found, count] = striker(study.scenario, solver);
  return {found, static_cast<int>(count)};
}

int striker_of(const Study& study, const std::string& verb) {
  if (auto fault = striker_fault(study, verb))
    throw InputError(study.scenario.path, {std::move(*fault)});
  return found_striker(study).first;
}

}  // namespace

std::optional<Fault> striker_fault(const Study& study, const std::string& verb) {
  const auto [found, count] = found_striker(study);
  if (found >= 0) return std::nullopt;
  if (study.scenario.mechanism.contacts.empty())
    return Fault{{"contact", -1, "", -1},
                 fmt::format("{} needs contacts: this scenario has no [[contact]]; {}", verb,
                             who_takes_it(study.scenario)),
                 {}};
  const Where where{"impact", -1, "colliding", -1};
  return Fault{
      where,
      fmt::format(
          "impact: colliding is missing; {} needs the striking contact, and {} approach{}{}", verb,
          count == 0 ? "none" : std::to_string(count), count == 0 ? "es" : "",
          count == 0 ? "; " + where_nothing_strikes(study.scenario) : ""),
      study.place_of(where)};
}

StrikeRoles strike_roles(const Study& study, const std::string& verb) {
  StrikeRoles roles;
  roles.striker = striker_of(study, verb);
  const std::vector<double> shares = gaps(study.model.compiled().tree, study.scenario.state);
  for (std::size_t i = 0; i < shares.size(); ++i)
    if (static_cast<int>(i) != roles.striker && std::abs(shares[i]) <= touching_tolerance)
      roles.resting.push_back(static_cast<int>(i));
  return roles;
}

StrikeRoles strike_roles_along(const Study& study, const std::string& verb,
                               std::vector<std::string>& notes) {
  StrikeRoles roles;
  roles.striker = striker_of(study, verb);
  const auto& contacts = study.scenario.mechanism.contacts;
  std::vector<bool> touches(contacts.size(), false);
  std::vector<double> widest(contacts.size(), 0.0);
  const auto look = [&](const Tree& tree, const State& state) {
    const std::vector<double> shares = gaps(tree, state);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (std::abs(shares[i]) <= touching_tolerance) touches[i] = true;
      if (std::abs(shares[i]) > std::abs(widest[i])) widest[i] = shares[i];
    }
  };
  look(study.model.compiled().tree, study.scenario.state);
  constexpr int samples = 9;
  for (const SweepAxis& axis : study.scenario.sweep) {
    const AxisRange range = axis_range(study.scenario, axis);
    for (int k = 0; k < samples; ++k) {
      Scenario moved = study.scenario;
      std::vector<double> values;
      for (const Parameter& parameter : moved.parameters) values.push_back(parameter.value);
      values[range.parameter] = range.value(static_cast<double>(k) / (samples - 1));
      if (!evaluate(moved, values)) continue;
      std::vector<Fault> faults;
      const Tree tree = compiled(moved.mechanism, faults);
      if (faults.empty() && close(moved, tree)) look(tree, moved.state);
    }
  }
  const double size = study.model.compiled().tree.size;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (static_cast<int>(i) == roles.striker) continue;
    if (!touches[i]) {
      notes.push_back(fmt::format("contact \"{}\" does not touch surface \"{}\" and takes no part",
                                  contacts[i].name, contacts[i].surface));
      continue;
    }
    roles.resting.push_back(static_cast<int>(i));
    if (std::abs(widest[i]) > touching_tolerance)
      notes.push_back(fmt::format(
          "contact \"{}\" is taken as touching all along, though in places of the axes "
          "it is {:.3g} m {} its surface (let the surface's point follow it, or use "
          "[close])",
          contacts[i].name, std::abs(widest[i]) * size, widest[i] > 0 ? "above" : "below"));
  }
  return roles;
}

void check_ratio(double ratio) {
  constexpr double most = 1e6;  // beyond, the normal part is lost in rounding
  if (!(std::abs(ratio) <= most))
    throw InputError("", {{{}, fmt::format("--ratio is {}; must be within ±{}", ratio, most), {}}});
}

}  // namespace carom
