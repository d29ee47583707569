/// A scenario at the points of a grid: the same as one read anew.

#include "sweeps/scenario_point.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "laws/registry.hpp"
#include "support/counted_allocations.hpp"
#include "sweeps/strike_solver.hpp"

namespace carom {
namespace {

/// x = a link's half-length, so that every kind of number can follow one parameter.
Scenario pendulum(double x) {
  Scenario scenario;
  scenario.parameters = {{"x", x}, {"double_x", 2 * x}};
  Mechanism& mechanism = scenario.mechanism;
  mechanism.parameters = scenario.parameters;
  Link link;
  link.name = "rod";
  link.length = 2;
  link.mass = 1;
  mechanism.links.push_back(link);
  Surface floor;
  floor.name = "floor";
  mechanism.surfaces.push_back(floor);
  Contact tip;
  tip.name = "tip";
  tip.link = "rod";
  tip.at = {2, 0};
  tip.surface = "floor";
  tip.friction = 0.3;
  tip.restitution = 0.5;
  mechanism.contacts.push_back(tip);
  scenario.state.positions = {0, 1, 0};
  scenario.state.velocities = {0, -1, 0};
  return scenario;
}

Expression formula(const std::string& text) {
  const std::vector<std::string> names{"x", "double_x"};
  return parsed_expression(text, names).expression;
}

/// Contacts' numbers are of contact 0.
void bind(Scenario& scenario, const std::string& text, Home home,
          std::function<double&(Scenario&)> target) {
  scenario.bindings.push_back({formula(text), 1, std::move(target), home, 0});
}

Tree tree_of(const Scenario& scenario) {
  std::vector<Fault> faults;
  Tree tree = compiled(scenario.mechanism, faults);
  EXPECT_TRUE(faults.empty());
  return tree;
}

const std::vector<std::string> swept{"x"};

TEST(ScenarioPoint, FollowsStateFrictionAndDependentParameters) {
  Scenario scenario = pendulum(0.1);
  scenario.dependent_parameters.push_back({1, formula("2*x")});
  bind(scenario, "sin(x)", Home::state,
       [](Scenario& s) -> double& { return s.state.positions[2]; });
  bind(scenario, "double_x", Home::coefficient,
       [](Scenario& s) -> double& { return s.mechanism.contacts[0].friction; });
  bind(scenario, "0.5 + x", Home::start,
       [](Scenario& s) -> double& { return s.mechanism.base.position.y; });
  ScenarioPoint point(scenario, tree_of(scenario), swept);
  EXPECT_FALSE(point.recompiles());
  const double at[] = {0.25};
  EXPECT_EQ(point.move_to(at), PointStatus::solved);
  EXPECT_EQ(point.scenario().state.positions[2], std::sin(0.25));
  EXPECT_EQ(point.scenario().state.positions[1], 0.75) << "a free base starts where it is put";
  EXPECT_EQ(point.tree().contacts[0].friction, 0.5);
}

TEST(ScenarioPoint, CompilesAnewWhereTheMechanismChanges) {
  Scenario scenario = pendulum(0.1);
  bind(scenario, "2*x", Home::structure,
       [](Scenario& s) -> double& { return s.mechanism.links[0].mass; });
  ScenarioPoint point(scenario, tree_of(scenario), swept);
  EXPECT_TRUE(point.recompiles());
  const double at[] = {3.0};
  EXPECT_EQ(point.move_to(at), PointStatus::solved);
  EXPECT_EQ(point.tree().links[0].mass, 6.0);
  EXPECT_EQ(point.tree().links[0].inertia, 6.0 * 4 / 12) << "defaults follow too";
}

/// An option of a verb is no part of the mechanism.
TEST(ScenarioPoint, CompilesNothingForAnOption) {
  Scenario scenario = pendulum(0.1);
  scenario.simulate = MotionChoice{.duration = 1, .step = 0.01};
  bind(scenario, "x", Home::option, [](Scenario& s) -> double& { return *s.simulate->step; });
  ScenarioPoint point(scenario, tree_of(scenario), swept);
  const double at[] = {0.02};
  EXPECT_EQ(point.move_to(at), PointStatus::solved);
  EXPECT_EQ(*point.scenario().simulate->step, 0.02);
  EXPECT_EQ(point.compilations(), 0);
}

TEST(ScenarioPoint, SaysWhereNumbersAreNotFiniteOrOutOfRange) {
  Scenario scenario = pendulum(0.1);
  bind(scenario, "log(x)", Home::state,
       [](Scenario& s) -> double& { return s.state.positions[0]; });
  bind(scenario, "x", Home::coefficient,
       [](Scenario& s) -> double& { return s.mechanism.contacts[0].restitution; });
  ScenarioPoint point(scenario, tree_of(scenario), swept);
  for (const auto& [x, status] :
       {std::pair{-1.0, PointStatus::not_finite}, std::pair{1.5, PointStatus::out_of_range},
        std::pair{0.5, PointStatus::solved}}) {
    const double at[] = {x};
    EXPECT_EQ(point.move_to(at), status) << x;
  }
  Scenario heavy = pendulum(0.1);
  bind(heavy, "x", Home::structure,
       [](Scenario& s) -> double& { return s.mechanism.links[0].mass; });
  ScenarioPoint weighed(heavy, tree_of(heavy), swept);
  const double below_zero[] = {-1.0};
  EXPECT_EQ(weighed.move_to(below_zero), PointStatus::out_of_range);
  const double sound[] = {1.0};
  EXPECT_EQ(weighed.move_to(sound), PointStatus::solved) << "a hole does not harm the next point";
}

TEST(StrikePoint, SolvesWithoutAllocating) {
  Scenario scenario = pendulum(0.1);
  scenario.state.positions = {0, 0, 0};
  bind(scenario, "x", Home::state, [](Scenario& s) -> double& { return s.state.velocities[2]; });
  bind(scenario, "x", Home::coefficient,
       [](Scenario& s) -> double& { return s.mechanism.contacts[0].friction; });
  const Tree tree = tree_of(scenario);
  StrikePointSolver solver(scenario, tree, swept, all_laws(), Method::consistent, true);
  const auto solve = [&](double x) {
    const double at[] = {x};
    return solver.solve(at);
  };
  for (const double x : {0.1, 0.5, 0.9}) ASSERT_EQ(solve(x), PointStatus::solved);
  const long before = testing::allocation_count();
  for (int i = 0; i < 100; ++i) solve(0.1 + 0.008 * i);
  EXPECT_EQ(testing::allocation_count() - before, 0);
}

}  // namespace
}  // namespace carom
