#include "study/suited.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dynamics/compiled_model.hpp"
#include "motion/impact.hpp"

namespace carom {
namespace {

/// `critical` takes one axis or two, each an interval of its own.
bool suits_critical(const Scenario& scenario) {
  return !scenario.sweep.empty() && scenario.sweep.size() <= 2 && scenario.impact.colliding &&
         std::ranges::none_of(scenario.sweep, [](const auto& axis) {
           return axis.with.has_value() || axis.distribution.has_value();
         });
}

/// `segment` compares the stiffnesses of all bodies.
bool suits_segment(const Train& train) {
  return std::ranges::all_of(train.bodies, [](const auto& body) { return body.stiffness != 0; });
}

std::vector<std::string> suited_verbs(const Scenario& scenario) {
  const bool swept = !scenario.sweep.empty();
  std::vector<std::string> verbs;
  if (scenario.fit) verbs.emplace_back("fit --to");
  if (scenario.train) {
    verbs.emplace_back("collide");
    if (suits_segment(*scenario.train)) verbs.emplace_back("segment");
    verbs.emplace_back("describe");
    if (swept) verbs.emplace_back("sweep --of collide");
    return verbs;
  }
  const bool moves = scenario.simulate.has_value();
  if (moves) verbs.emplace_back("simulate");
  if (!scenario.mechanism.contacts.empty()) verbs.emplace_back("strike");
  if (swept) verbs.emplace_back(moves ? "sweep --of simulate" : "sweep");
  if (suits_critical(scenario)) verbs.emplace_back("critical");
  verbs.emplace_back("describe");
  return verbs;
}

}  // namespace

std::string called(const std::vector<std::string>& verbs) {
  std::string list;
  for (std::size_t i = 0; i < verbs.size(); ++i)
    list += fmt::format("{}`carom {}`",
                        i == 0                 ? ""
                        : i + 1 < verbs.size() ? ", "
                                               : " and ",
                        verbs[i]);
  return list;
}

std::string who_takes_it(const Scenario& scenario) {
  const std::vector<std::string> verbs = suited_verbs(scenario);
  return called(verbs) + (verbs.size() == 1 ? " takes it" : " take it");
}

int approaching_contacts(const Study& study) {
  const Tree& tree = study.model.compiled().tree;
  const State& state = study.scenario.state;
  ImpactSolver<double> solver(tree);
  if (!solver.prepare(tree, state.positions, state.velocities, state.time)) return 0;
  return static_cast<int>(solver.strikers().size());
}

std::string where_nothing_strikes(const Scenario& scenario) {
  return scenario.simulate
             ? "`carom simulate` follows the motion of this file"
             : "`carom simulate` follows a motion up to its impacts, where the file has [simulate] "
               "with a duration";
}

}  // namespace carom
