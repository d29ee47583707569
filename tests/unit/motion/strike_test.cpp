/// The C++ interface: answers, errors that are not physics, no allocation.

#include "carom/strike.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "base/dual.hpp"
#include "dynamics/compiled_model.hpp"
#include "laws/registry.hpp"
#include "model/sloped_tree.hpp"
#include "motion/impact.hpp"
#include "support/counted_allocations.hpp"

namespace carom {
namespace {

constexpr const char* all_law_names[] = {"kinematic", "kinetic", "energetic", "whittaker", "brach"};

/// An arch of n equal rods whose first end rests and whose last end strikes the floor.
Mechanism arch(int n, double friction) {
  Mechanism m;
  for (int i = 0; i < n; ++i)
    m.links.push_back({.name = "L" + std::to_string(i), .length = 1.0, .mass = 1.0});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back({.name = "A0", .link = "L0", .surface = "floor", .friction = friction});
  m.contacts.push_back({.name = "Ac",
                        .link = "L" + std::to_string(n - 1),
                        .at = {1.0, 0.0},
                        .surface = "floor",
                        .friction = friction,
                        .restitution = 0.9});
  return m;
}

State three_link_state(double phi) {
  const double right = std::numbers::pi / 2;
  return {0.0, {0, 0, right - phi, 0, -right - phi}, {0, 0, -0.1, -0.2, -0.3}};
}

State arch_state(int n) {
  State state{0.0, {0, 0}, {0, 0}};
  for (int i = 0; i < n; ++i) {
    state.positions.push_back(std::numbers::pi * (0.5 - (i + 0.5) / n));
    state.velocities.push_back(i + 1 < n ? 0.0 : -1.0);
  }
  return state;
}

TEST(Strike, GivesTheKnownAnswerOfTheThreeLinkChain) {
  const Model model(arch(3, 0.5));
  Workspace workspace(model);
  // Energy losses at −30°: docs/theory, Figure 4 and 5 of Hurmuzlu & Marghitu (1994).
  const double loss[] = {-0.00504663, 0.01171055, 0.00974441, -0.00504663, 0};
  for (int i = 0; i < 5; ++i) {
    const Impact impact = strike(model, three_link_state(-std::numbers::pi / 6),
                                 {.law = all_law_names[i]}, workspace);
    ASSERT_EQ(impact.verdict, Verdict::unique);
    EXPECT_NEAR(impact.kinetic_energy_before - impact.kinetic_energy_after, loss[i], 5e-9);
  }
}

TEST(Strike, AllocatesNothing) {
  for (const int n : {3, 64, 4096}) {
    const Model model(arch(n, 0.5));
    Workspace workspace(model);
    const State state = n == 3 ? three_link_state(-0.5) : arch_state(n);
    for (const char* law : all_law_names) {
      const long before = testing::allocation_count();
      const Impact impact = strike(model, state, {.law = law}, workspace);
      EXPECT_EQ(testing::allocation_count(), before) << law << " with " << n << " links";
      EXPECT_EQ(impact.verdict, Verdict::unique) << law << " with " << n << " links";
    }
  }
}

TEST(Strike, AWorkspaceIsUsedAgainWithoutMemory) {
  const Model model(arch(3, 0.5));
  Workspace used(model);
  for (const double phi : {-1.2, 0.7, -0.1}) strike(model, three_link_state(phi), {}, used);
  Workspace fresh(model);
  const Impact again = strike(model, three_link_state(-0.5), {}, used);
  const Impact first = strike(model, three_link_state(-0.5), {}, fresh);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(again.velocities[i], first.velocities[i]);
}

TEST(Strike, FaultsOfTheCallAreErrorsNotExceptions) {
  const Model model(arch(3, 0.5));
  Workspace workspace(model);
  const State good = three_link_state(-0.5);
  EXPECT_EQ(strike(model, good, {.law = "stronge"}, workspace).error, StrikeError::unknown_law);
  State bad = good;
  bad.positions.pop_back();
  EXPECT_EQ(strike(model, bad, {}, workspace).error, StrikeError::wrong_size);
  bad = good;
  bad.velocities[2] = std::nan("");
  EXPECT_EQ(strike(model, bad, {}, workspace).error, StrikeError::not_finite);
  bad = good;
  bad.positions[4] -= 0.1;
  const Impact below = strike(model, bad, {}, workspace);
  EXPECT_EQ(below.error, StrikeError::below_surface);
  EXPECT_EQ(below.error_contact, 1);
}

/// What a workspace holds is of its model: with another of as many links and contacts masses would
/// be mixed, and momentum lost.
TEST(Strike, AWorkspaceOfAnotherModelIsRefused) {
  for (const int n : {3, 8}) {
    Mechanism m = arch(n, 0.5);
    const Model model(m);
    m.links[1].mass = 3;
    const Model heavier(m);
    const State state = n == 3 ? three_link_state(-0.5) : arch_state(n);
    Workspace workspace(model);
    const Impact refused = strike(heavier, state, {}, workspace);
    EXPECT_EQ(refused.error, StrikeError::foreign_workspace);
    EXPECT_TRUE(refused.velocities.empty());
    // An equal one is another, too; a copy is the same, and the workspace keeps it.
    EXPECT_EQ(strike(Model(arch(n, 0.5)), state, {}, workspace).error,
              StrikeError::foreign_workspace);
    const Model copy = model;
    EXPECT_EQ(strike(copy, state, {}, workspace).error, StrikeError::none);
  }
}

TEST(Strike, AContactWithAGapTakesNoPart) {
  const Model model(arch(3, 0.5));
  Workspace workspace(model);
  State state = three_link_state(-0.5);
  state.positions[4] += 0.1;
  const Impact impact = strike(model, state, {}, workspace);
  EXPECT_EQ(impact.verdict, Verdict::not_colliding);
  EXPECT_FALSE(impact.contacts[1].touching);
  EXPECT_TRUE(impact.velocities.empty());
  const Impact named = strike(model, state, {.colliding = 1}, workspace);
  EXPECT_EQ(named.verdict, Verdict::not_colliding);
}

/// A free rod without friction, by hand: struck at distance r from its centre along the floor,
/// W_nn = 1/m + r²/I and the normal impulse is (1 + e)|v|/W_nn.
TEST(Strike, WithoutContactsNothingStrikes) {
  Mechanism rod;
  rod.links.push_back({.name = "rod", .length = 2.0, .mass = 3.0});
  for (const Base base : {Base{}, Base{.kind = BaseKind::pinned}}) {
    rod.base = base;
    const Model model(rod);
    Workspace workspace(model);
    State state{0.0, {0.3}, {2.0}};
    if (base.kind == BaseKind::free) state = {0.0, {0.1, 0.2, 0.3}, {0, 0, 2.0}};
    const Impact impact = strike(model, state, {}, workspace);
    EXPECT_EQ(impact.error, StrikeError::none);
    EXPECT_EQ(impact.verdict, Verdict::not_colliding);
    // ½ (m l²/3) ω², about its near end.
    EXPECT_NEAR(impact.kinetic_energy_before, 8.0, 1e-14);
    state.positions[0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(strike(model, state, {}, workspace).error, StrikeError::not_finite);
  }
}

TEST(Strike, AFreeRodWithoutFriction) {
  Mechanism m;
  m.links.push_back({.name = "rod", .length = 1.2, .mass = 2.0});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back({.name = "end", .link = "rod", .surface = "floor", .restitution = 0.6});
  const Model model(m);
  Workspace workspace(model);
  const double angle = 0.7, speed = 1.5;
  const Impact impact =
      strike(model, {0.0, {0, 0, angle}, {0, -speed, 0}}, {.law = "energetic"}, workspace);
  ASSERT_EQ(impact.verdict, Verdict::unique);
  const double r = 0.6 * std::cos(angle), inertia = 2.0 * 1.2 * 1.2 / 12;
  const double impulse = 1.6 * speed / (1 / 2.0 + r * r / inertia);
  EXPECT_NEAR(impact.contacts[0].impulse[1], impulse, 1e-13);
  EXPECT_NEAR(impact.velocities[2], -impulse * r / inertia, 1e-13);
  EXPECT_NEAR(impact.velocities[1], 0.6 * speed, 1e-13);
}

/// A disc that sticks: friction's impulse is m·|slip|/3, in either direction of the slip.
TEST(Strike, ADiscThatSticks) {
  Mechanism m;
  m.base.position = {0, 0.5};
  m.links.push_back({.name = "disc", .mass = 3.0, .inertia = 3.0 * 0.25 / 2});
  m.surfaces.push_back({.name = "floor"});
  Contact rim{.name = "rim", .link = "disc", .surface = "floor", .friction = 0.5};
  rim.outline.kind = OutlineKind::disc;
  rim.outline.radius = 0.5;
  rim.restitution = 0.8;
  m.contacts.push_back(rim);
  const Model model(m);
  Workspace workspace(model);
  for (const double spin : {-2.0, 0.0, 2.0}) {
    const double slip = 0.3 + 0.5 * spin;
    for (const char* law : all_law_names) {
      const Impact impact =
          strike(model, {0.0, {0, 0.5, 0.1}, {0.3, -2.0, spin}}, {.law = law}, workspace);
      ASSERT_EQ(impact.verdict, Verdict::unique);
      EXPECT_NEAR(impact.contacts[0].impulse[0], -slip, 1e-13);
      EXPECT_NEAR(impact.contacts[0].impulse[1], 1.8 * 3.0 * 2.0, 1e-13);
      EXPECT_NEAR(impact.contacts[0].velocity_after[0], 0.0, 1e-15);
    }
  }
}

/// Two links on a free base that pushes apart: energies of a moved floor go into the books.
TEST(Strike, AMovedSurfaceStrikesAChainAtRest) {
  Mechanism m;
  m.links.push_back({.name = "rod", .length = 1.0, .mass = 1.0});
  Surface floor{.name = "floor"};
  floor.motion = SurfaceMotion{{"2*t"}, {"0"}};
  m.surfaces.push_back(floor);
  m.contacts.push_back({.name = "end", .link = "rod", .surface = "floor", .restitution = 1.0});
  const Model model(m);
  Workspace workspace(model);
  const Impact impact =
      strike(model, {0.0, {0, 0, std::numbers::pi / 2}, {0, 0, 0}}, {}, workspace);
  ASSERT_EQ(impact.verdict, Verdict::unique);
  EXPECT_NEAR(impact.velocities[1], 4.0, 1e-13);  // like a ball off a racket
  EXPECT_NEAR(impact.contacts[0].velocity_after[1], 2.0, 1e-13);
}

/// ∂q̇⁺/∂q̇⁻ by dual numbers through W, the law and the jump, against differences.
TEST(Strike, DerivativesPassThroughAnImpact) {
  const Model model(arch(3, 0.5));
  const Tree& tree = model.compiled().tree;
  const SlopedTree sloped = without_slopes(tree);
  ImpactSolver<Sloped> dual(sloped);
  ImpactSolver<double> plainly(tree);
  const State state = three_link_state(-0.5);
  constexpr double step = 1e-6;
  for (const char* law_name : all_law_names) {
    const Law& law = *find_law(law_name);
    // Along each rate; a base velocity or an angle would lift an end off the floor.
    for (int rate = 2; rate < 5; ++rate) {
      const std::vector<Sloped> q(state.positions.begin(), state.positions.end());
      std::vector<Sloped> v(state.velocities.begin(), state.velocities.end());
      v[rate].slope[0] = 1;
      ASSERT_TRUE(dual.prepare(sloped, std::span<const Sloped>(q), std::span<const Sloped>(v),
                               Sloped(0.0)));
      dual.solve(sloped, law, {}, -1);
      ASSERT_TRUE(dual.has_answer());
      std::vector<double> high, low;
      for (const double by : {step, -step}) {
        State s = state;
        s.velocities[rate] += by;
        plainly.prepare(tree, s.positions, s.velocities, 0.0);
        plainly.solve(tree, law, {}, -1);
        auto& side = by > 0 ? high : low;
        side.assign(plainly.velocities_after().begin(), plainly.velocities_after().end());
      }
      for (int i = 0; i < 5; ++i)
        EXPECT_NEAR(dual.velocities_after()[i].slope[0], (high[i] - low[i]) / (2 * step), 1e-7)
            << law_name << " d v+[" << i << "] / d v-[" << rate << "]";
    }
  }
}

}  // namespace
}  // namespace carom
