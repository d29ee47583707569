/// Impacts by the route of small mechanisms against the plain way, on random mechanisms.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/strike.hpp"
#include "dynamics/compiled_model.hpp"
#include "laws/registry.hpp"
#include "motion/impact.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using Small = ImpactSolver<double>::Small;
using testing::Random;
using testing::random_mechanism;
using testing::random_state;

struct Trial {
  Mechanism mechanism;
  State state;
};

/// All contacts touch, but that one of two may have a gap. Where the base is free, the first of two
/// may rest.
Trial random_trial(Random& random) {
  Trial trial;
  const int contacts = 1 + random.below(2);
  Mechanism& m = trial.mechanism;
  m = random_mechanism(random, {.links = 1 + random.below(SmallTree::most_links),
                                .contacts = contacts,
                                .special_surfaces = false,
                                .inputs = false});
  m.base = {.kind = random.chance(0.8) ? BaseKind::free : BaseKind::pinned};
  for (std::size_t i = 0; i < m.contacts.size(); ++i) {
    m.contacts[i].outline = {};
    m.contacts[i].surface = "S" + std::to_string(i);
  }
  State& state = trial.state;
  state = random_state(random, m);
  const Model model(m);
  const Tree& tree = model.compiled().tree;
  ImpactSolver<double> solver(tree);
  if (!solver.prepare_with_links(tree, state.positions, state.velocities, state.time)) return trial;
  for (std::size_t i = 0; i < m.contacts.size(); ++i)
    m.surfaces[i].point = solver.frames()[i].point;
  if (contacts == 2 && m.base.kind == BaseKind::free && random.chance(0.7)) {
    const ContactFrame<double>& frame = solver.frames()[0];
    const Vec2 v = solver.contact_velocity_before(0, 0) * frame.tangent +
                   solver.contact_velocity_before(0, 1) * frame.normal;
    state.velocities[0] -= v.x;
    state.velocities[1] -= v.y;
  } else if (contacts == 2 && random.chance(0.5)) {
    const auto i = static_cast<std::size_t>(random.below(2));
    m.surfaces[i].point -= random.in(0.01, 1) * solver.frames()[i].normal;
  }
  return trial;
}

/// Rounding grows by the inverses of small pivots: 1e-4 in M, 1e-3 in the law's own.
constexpr double near = 1e-8;

TEST(SmallRoute, AgreesWithThePlainWay) {
  Random random(31);
  constexpr int trials = 2000;
  int taken = 0;
  int answers = 0;
  int lone = 0;  // answers beside a contact with a gap
  for (int number = 0; number < trials; ++number) {
    const Trial trial = random_trial(random);
    const Model model(trial.mechanism);
    const Tree& tree = model.compiled().tree;
    const State& state = trial.state;
    ImpactSolver<double> solver(tree, Small::refused);
    ImpactSolver<double> by_small(tree);
    if (!solver.prepare(tree, state.positions, state.velocities, state.time)) continue;
    if (!by_small.prepare(tree, state.positions, state.velocities, state.time) ||
        by_small.route() != InertiaRoute::small)
      continue;
    Workspace workspace(model);
    for (const Law* law : all_laws()) {
      const Impact impact = strike(model, state, {.law = law->name}, workspace);
      if (impact.error != StrikeError::none) continue;
      const std::span<const ContactImpact> contacts = impact.contacts;
      ++taken;
      const Solution<double>& plain = solver.solve(tree, *law, {.record = false}, -1);
      ASSERT_EQ(impact.verdict, plain.verdict) << number << " " << law->name;
      EXPECT_EQ(impact.reason, plain.reason);
      const double before = solver.kinetic_energy_before();
      EXPECT_NEAR(impact.kinetic_energy_before, before, near * before);
      EXPECT_EQ(impact.velocities.empty(), !solver.has_answer());
      const std::span<const int> touching = solver.touching();
      const auto place = [&](std::size_t i) {
        return static_cast<std::size_t>(std::ranges::find(touching, static_cast<int>(i)) -
                                        touching.begin());
      };
      for (std::size_t i = 0; i < contacts.size(); ++i) {
        EXPECT_EQ(contacts[i].touching, place(i) < touching.size());
        // A law that takes several strikes has no one striker: whoever approaches strikes.
        const bool strikes =
            plain.colliding == static_cast<int>(place(i)) ||
            (solver.has_answer() && place(i) < touching.size() && plain.approaching[place(i)] != 0);
        EXPECT_EQ(contacts[i].colliding, strikes);
        EXPECT_NEAR(contacts[i].gap, solver.gap(static_cast<int>(i)),
                    touching_tolerance * tree.size);
      }
      if (!solver.has_answer()) continue;
      ++answers;
      double fastest = 1;
      double largest = 0;
      for (const double v : solver.velocities_after()) fastest = std::max(fastest, std::abs(v));
      for (const double p : plain.impulse) largest = std::max(largest, std::abs(p));
      for (std::size_t i = 0; i < impact.velocities.size(); ++i)
        EXPECT_NEAR(impact.velocities[i], solver.velocities_after()[i], near * fastest)
            << number << " " << law->name;
      EXPECT_NEAR(impact.kinetic_energy_after, solver.kinetic_energy_after(),
                  near * (1 + solver.kinetic_energy_after()));
      for (std::size_t i = 0; i < contacts.size(); ++i) {
        const std::size_t k = place(i);
        if (k == touching.size()) {
          ++lone;
          for (int a = 0; a < 2; ++a)
            EXPECT_NEAR(contacts[i].velocity_after[static_cast<std::size_t>(a)],
                        solver.contact_velocity_after(tree, static_cast<int>(i), a),
                        near * fastest);
          EXPECT_EQ(contacts[i].impulse, (std::array{0.0, 0.0}));
          continue;
        }
        EXPECT_EQ(contacts[i].outcome, plain.outcome[k]) << number << " " << law->name;
        EXPECT_EQ(contacts[i].interacted, plain.interacted[k] != 0);
        for (std::size_t a = 0; a < 2; ++a) {
          EXPECT_NEAR(contacts[i].impulse[a], plain.impulse[2 * k + a], near * largest);
          EXPECT_NEAR(contacts[i].velocity_after[a], plain.velocity_after[2 * k + a],
                      near * fastest);
          EXPECT_NEAR(contacts[i].work[a], plain.work[2 * k + a], near * largest * fastest);
        }
      }
    }
  }
  // Otherwise little was compared.
  EXPECT_GT(taken, trials * 5 * 8 / 10);
  EXPECT_GT(answers, trials * 5 / 4);
  EXPECT_GT(lone, trials * 5 / 40);
}

/// The last end of three rods strikes, the first rests.
TEST(SmallRoute, ThreeLinksToRoundingOfThePlainWay) {
  Mechanism m;
  for (const char* name : {"L0", "L1", "L2"})
    m.links.push_back({.name = name, .length = 1.0, .mass = 1.0});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back({.name = "A0", .link = "L0", .surface = "floor", .friction = 0.5});
  m.contacts.push_back({.name = "Ac",
                        .link = "L2",
                        .at = {1.0, 0.0},
                        .surface = "floor",
                        .friction = 0.5,
                        .restitution = 0.9});
  const Model model(m);
  const Tree& tree = model.compiled().tree;
  Workspace workspace(model);
  ImpactSolver<double> solver(tree, Small::refused);
  for (double phi = -1.5; phi <= 1.5; phi += 0.03) {
    const double right = std::numbers::pi / 2;
    const State state{0.0, {0, 0, right - phi, 0, -right - phi}, {0, 0, -0.1, -0.2, -0.3}};
    for (const Law* law : all_laws()) {
      const Impact impact = strike(model, state, {.law = law->name}, workspace);
      ASSERT_TRUE(solver.prepare(tree, state.positions, state.velocities, 0));
      solver.solve(tree, *law, {.record = false}, -1);
      ASSERT_EQ(impact.verdict, solver.solution().verdict) << phi;
      // A contact that rests has exactly no velocity before.
      EXPECT_EQ(impact.contacts[0].velocity_before, (std::array{0.0, 0.0}));
      for (std::size_t i = 0; i < impact.velocities.size(); ++i)
        EXPECT_NEAR(impact.velocities[i], solver.velocities_after()[i], 1e-13) << phi;
    }
  }
}

/// Naming the contact that approaches, one that does not, one that there is not.
TEST(SmallRoute, NamedContacts) {
  Mechanism m;
  m.links.push_back({.name = "rod", .length = 1.0, .mass = 1.0});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back({.name = "end", .link = "rod", .surface = "floor", .restitution = 0.5});
  const Model model(m);
  Workspace workspace(model);
  const State falls{0, {0, 0, 0.4}, {0, -1, 0}};
  const State rises{0, {0, 0, 0.4}, {0, 1, 0}};
  EXPECT_EQ(strike(model, falls, {.colliding = 0}, workspace).verdict, Verdict::unique);
  const Impact away = strike(model, rises, {.colliding = 0}, workspace);
  EXPECT_EQ(away.verdict, Verdict::not_colliding);
  EXPECT_EQ(away.reason, Reason::nothing_approaches);
  EXPECT_TRUE(away.velocities.empty());
  EXPECT_EQ(away.contacts[0].impulse, (std::array{0.0, 0.0}));
  const Impact nobody = strike(model, falls, {.colliding = 7}, workspace);
  EXPECT_EQ(nobody.reason, Reason::named_has_a_gap);
}

}  // namespace
}  // namespace carom
