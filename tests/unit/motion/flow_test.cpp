/// The motion between events as a differential equation: the flow by itself.

#include "motion/flow.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

constexpr double g = 9.81;

std::vector<double> numbers(const Flow& flow, const State& state) {
  std::vector<double> y(flow.size(), 0.0);
  std::ranges::copy(state.positions, y.begin());
  std::ranges::copy(state.velocities, y.begin() + flow.freedom());
  return y;
}

TEST(Flow, InFlightOnlyGravityActs) {
  const Model model(testing::disc(0.1, 2, 0.01, 0.3, 0.5));
  Flow flow(model.compiled().tree);
  const std::vector<double> y = numbers(flow, {0, {0, 1, 0}, {0.5, -2, 3}});
  std::vector<double> slope(flow.size());
  flow(y, slope, 0);
  const std::vector<double> expected = {0.5, -2, 3, 0, -g, 0, -2, 0, 0, 0, 0};
  for (std::size_t i = 0; i < slope.size(); ++i) EXPECT_NEAR(slope[i], expected[i], 1e-14) << i;
  EXPECT_NEAR(flow.velocity(0)[0], 0.5 + 0.1 * 3, 1e-15);
  EXPECT_EQ(flow.velocity(0)[1], -2);
  EXPECT_NEAR(flow.geometric_gap(0), 0.9, 1e-15);
}

TEST(Flow, WhatSlidesIsPressedAndRubs) {
  const double mu = 0.3;
  const Model model(testing::disc(0.1, 2, 0.01, mu, 0.5));
  Flow flow(model.compiled().tree);
  flow.set_regimes(std::vector<Regime>{{Mode::slides_plus}});
  const std::vector<double> y = numbers(flow, {0, {0, 0.1, 0}, {1, 0, 0}});
  std::vector<double> slope(flow.size());
  flow(y, slope, 0);
  EXPECT_NEAR(slope[3], -mu * g, 1e-13);
  EXPECT_NEAR(slope[4], 0, 1e-13);
  EXPECT_NEAR(slope[5], -mu * 2 * g * 0.1 / 0.01,
              1e-11);  // the couple of friction about the centre
  EXPECT_NEAR(slope[flow.ledger_index(Flow::friction)], mu * 2 * g * 1, 1e-12);
  std::vector<ContactRates> contacts(1);
  flow.observe(y, contacts);
  EXPECT_NEAR(contacts[0].force[0], -mu * 2 * g, 1e-12);
  EXPECT_NEAR(contacts[0].force[1], 2 * g, 1e-12);
}

/// Projection gives back what the constraints take, by the least change.
TEST(Flow, ProjectsOntoItsConstraints) {
  const Model model(testing::block(0.4, 0.1, 0.3, 0));
  Flow flow(model.compiled().tree);
  const Regime sticks{Mode::sticks};
  flow.set_regimes(std::vector<Regime>{sticks, sticks});
  std::vector<double> y = numbers(flow, {0, {0.2, 1e-5, 2e-5}, {1e-6, 2e-6, -3e-6}});
  flow.project(y, 0);
  EXPECT_NEAR(y[1], 0, 1e-16);
  EXPECT_NEAR(y[2], 0, 1e-16);
  // It is turned about its mass centre, which stays where it was along the floor.
  EXPECT_NEAR(y[0] + 0.2, 0.2 + 0.2 * std::cos(2e-5) - 0.05 * std::sin(2e-5), 1e-9);
  for (int i = 3; i < 6; ++i) EXPECT_NEAR(y[i], 0, 1e-20) << i;
}

TEST(Flow, ASingularMechanismHasNoSlope) {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "rod", .length = 1, .mass = 0});
  m.links.push_back({.name = "bob", .length = 1, .mass = 0});
  m.masses.push_back({"bob", {1, 0}, 1.0});
  const Model model(m);
  Flow flow(model.compiled().tree);
  const std::vector<double> y = numbers(flow, {0, {0.3, 0.3}, {0, 0}});  // in line
  std::vector<double> slope(flow.size());
  flow(y, slope, 0);
  EXPECT_TRUE(flow.failed());
  EXPECT_TRUE(flow.singular());
  EXPECT_TRUE(std::isnan(slope[0]));
}

}  // namespace
}  // namespace carom
