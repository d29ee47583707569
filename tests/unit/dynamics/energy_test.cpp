/// Energies and momentum of mechanisms small enough to add up by hand.

#include "dynamics/energy.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "dynamics/inertia_check.hpp"
#include "support/compiled_tree.hpp"

namespace carom {
namespace {

using testing::posed;

/// A bar turning on a slider: both have momentum.
TEST(Momentum, CountsTheSlider) {
  Mechanism m;
  m.base.kind = BaseKind::slider;
  m.base.position = {1, 0};
  m.base.direction = std::numbers::pi / 2;
  m.base.mass = 5;
  m.links.push_back({.name = "bar", .length = 1, .mass = 2});
  const auto p = posed(m, {0, {0.5, 0}, {0.3, 2}});
  const Momentum total = momentum(p.tree, p.pose, p.motion);
  // The bar lies along x from (1, 0.5); its centre moves with 0.3 + 2·½ upwards.
  EXPECT_NEAR(total.linear.x, 0, 1e-15);
  EXPECT_NEAR(total.linear.y, 5 * 0.3 + 2 * 1.3, 1e-14);
  EXPECT_NEAR(total.angular, 1 * 5 * 0.3 + 1.5 * 2 * 1.3 + 2.0 / 12 * 2, 1e-14);
  EXPECT_NEAR(kinetic_energy(p.tree, p.pose, p.motion, std::span<const double>(p.velocities)),
              0.5 * (5 * 0.09 + 2 * 1.69 + 2.0 / 12 * 4), 1e-14);
}

TEST(PotentialEnergy, GravityAndSprings) {
  Mechanism m;
  m.gravity = {0, -10};
  m.base.kind = BaseKind::slider;
  m.base.direction = std::numbers::pi / 2;
  m.base.mass = 5;
  m.base.stiffness = 200;
  m.links.push_back({.name = "bar", .length = 1, .mass = 2});
  m.springs.push_back({.link = "bar", .stiffness = 3, .rest = 0.5});
  const auto p = posed(m, {0, {0.1, std::numbers::pi / 2}, {0, 0}});
  const Potential energy = potential_energy(p.tree, p.pose, p.positions);
  EXPECT_NEAR(energy.gravity, 10 * (5 * 0.1 + 2 * 0.6), 1e-13);
  const double turned = std::numbers::pi / 2 - 0.5;
  EXPECT_NEAR(energy.springs, 0.5 * 200 * 0.01 + 0.5 * 3 * turned * turned, 1e-13);
}

std::vector<std::string> inertia_faults(const Mechanism& m) {
  std::vector<Fault> faults;
  check_inertia(m, testing::tree_of(m), faults);
  std::vector<std::string> messages;
  for (const Fault& fault : faults) messages.push_back(fault.message);
  return messages;
}

/// Two masses on a massless rod have three degrees of freedom and inertia for all of them; one mass
/// does not.
TEST(InertiaCheck, AMasslessRodNeedsMassAtBothEndsOnAFreeBase) {
  Mechanism m;
  m.links.push_back({.name = "rod", .length = 1});
  m.masses = {{"rod", {0, 0}, 1.0}, {"rod", {1, 0}, 1.0}};
  EXPECT_TRUE(inertia_faults(m).empty());
  m.masses.erase(m.masses.begin());
  ASSERT_EQ(inertia_faults(m).size(), 1U);
  EXPECT_TRUE(inertia_faults(m)[0].starts_with("base: nothing resists its motion"));
  m.base.kind = BaseKind::pinned;
  EXPECT_TRUE(inertia_faults(m).empty());
}

/// Two massless rods in a row with one mass at the end: inert only where they are in line.
TEST(InertiaCheck, ASingularConfigurationIsTold) {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.links = {{.name = "a", .length = 1}, {.name = "b", .length = 1}};
  m.masses = {{"b", {1, 0}, 1.0}};
  EXPECT_TRUE(inertia_faults(m).empty());
  const Tree tree = testing::tree_of(m);
  std::vector<Fault> faults;
  check_inertia_at(m, tree, std::vector<double>{0.3, 1.0}, faults);
  EXPECT_TRUE(faults.empty());
  check_inertia_at(m, tree, std::vector<double>{0.3, 0.3}, faults);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].message,
            "link \"a\": nothing resists its rotation in this configuration; give it a mass, or "
            "change the angles");
}

/// A rod without mass leaves a free base without any, too: that is one fault.
TEST(InertiaCheck, ABaseIsNotAtFaultForItsLinks) {
  Mechanism m;
  m.links.push_back({.name = "rod", .length = 1});
  const auto messages = inertia_faults(m);
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_TRUE(messages[0].starts_with("link \"rod\": nothing resists its rotation"));
}

TEST(InertiaCheck, NamesAtMostTwentyAndSaysSo) {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  for (int i = 0; i < 30; ++i)
    m.links.push_back({.name = "L" + std::to_string(i), .parent = "base", .length = 1});
  const auto messages = inertia_faults(m);
  ASSERT_EQ(messages.size(), 20U);
  EXPECT_TRUE(messages.back().ends_with("(there may be more such links)"));
}

}  // namespace
}  // namespace carom
