/// The view of a mechanism from its contacts: every route to W gives the same, and impulses do the
/// same by all of them.

#include "dynamics/contact_space.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "dynamics/dense.hpp"
#include "support/compiled_tree.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using Space = ContactSpace<double>;
using testing::posed;
using testing::Random;

/// The table of docs/architecture.md.
TEST(ContactSpace, OneFunctionSaysWhichRouteIsGone) {
  for (const std::size_t contacts : {0u, 1u, 2u, 4u}) {
    EXPECT_EQ(inertia_route(true, false, contacts), InertiaRoute::small);
    EXPECT_EQ(inertia_route(false, false, contacts), InertiaRoute::passes);
    EXPECT_EQ(inertia_route(false, true, contacts), InertiaRoute::recursion);
  }
  EXPECT_EQ(inertia_route(false, false, 5), InertiaRoute::recursion);
}

/// Some of the contacts, in rising order.
std::vector<int> some(Random& random, int contacts) {
  std::vector<int> set;
  for (int i = 0; i < contacts; ++i)
    if (random.chance(0.7)) set.push_back(i);
  if (set.empty()) set.push_back(0);
  return set;
}

TEST(ContactSpace, RoutesAgree) {
  Random random(45);
  int of_route[3] = {};
  for (int trial = 0; trial < 600; ++trial) {
    const bool plain = random.chance(0.5);
    Mechanism m = testing::random_mechanism(random, {.links = 1 + random.below(7),
                                                     .contacts = 1 + random.below(6),
                                                     .massless = 0,
                                                     .special_surfaces = !plain,
                                                     .inputs = false});
    if (plain) {
      m.base = {};
      for (Contact& contact : m.contacts) contact.outline = {};
    }
    const State state = testing::random_state(random, m);
    const auto p = posed(m, state);
    const int contacts = static_cast<int>(m.contacts.size());
    const std::vector<int> set = some(random, contacts);
    const auto width = 2 * set.size();
    SCOPED_TRACE(trial);
    Space space(p.tree);
    ASSERT_TRUE(space.place(p.tree, state.positions, state.velocities, state.time));
    ++of_route[static_cast<int>(space.route(set.size()))];
    std::vector<double> w(width * width);
    ASSERT_TRUE(space.inertia(p.tree, set, w));
    const Eigen::MatrixXd dense = dense_contact_inertia(p.tree, p.pose, p.frames, set);
    // Rounding grows with the condition of M.
    const double allowed = 1e-9 * (1 + dense.cwiseAbs().maxCoeff());
    for (std::size_t i = 0; i < w.size(); ++i)
      EXPECT_NEAR(w[i], dense(static_cast<int>(i / width), static_cast<int>(i % width)), allowed);
    // The links eliminated first, another route; with the links shown, the same numbers.
    Space eliminated(p.tree, Space::Small::refused);
    ASSERT_TRUE(eliminated.place_links(p.tree, state.positions, state.velocities, state.time));
    ASSERT_TRUE(eliminated.eliminate(p.tree));
    std::vector<double> other(width * width);
    ASSERT_TRUE(eliminated.inertia(p.tree, set, other));
    for (std::size_t i = 0; i < w.size(); ++i) EXPECT_NEAR(w[i], other[i], allowed);
    for (int i = 0; i < contacts; ++i) {
      EXPECT_NEAR(space.gap(i), p.frames[static_cast<std::size_t>(i)].gap, 1e-12);
      for (int axis = 0; axis < 2; ++axis)
        EXPECT_NEAR(space.velocity(i, axis), eliminated.velocity(i, axis), 1e-11);
    }
    space.show_links(p.tree, state.positions, state.velocities, state.time);
    EXPECT_EQ(space.pose().links[0].joint, p.pose.links[0].joint);

    // v⁺ = v⁻ + Wτ, by whichever route.
    std::vector<double> impulse(width);
    for (double& x : impulse) x = random.in(-1, 1);
    const double after = space.strike(p.tree, set, impulse);
    EXPECT_NEAR(eliminated.strike(p.tree, set, impulse), after, 1e-9 * (1 + after));
    for (std::size_t r = 0; r < width; ++r) {
      const int axis = static_cast<int>(r % 2);
      double expected = space.velocity(set[r / 2], axis);
      for (std::size_t c = 0; c < width; ++c) expected += w[r * width + c] * impulse[c];
      EXPECT_NEAR(space.velocity_after(p.tree, set[r / 2], axis), expected, 100 * allowed);
    }
    for (std::size_t i = 0; i < state.velocities.size(); ++i)
      EXPECT_NEAR(space.velocities_after()[i], eliminated.velocities_after()[i], 100 * allowed);

    // What joints pass on does not depend on the route either.
    space.strike_links(p.tree, set, impulse);
    eliminated.strike_links(p.tree, set, impulse);
    for (std::size_t k = 0; k < p.tree.links.size(); ++k) {
      const Vec2 a = space.through_joint(static_cast<int>(k));
      const Vec2 b = eliminated.through_joint(static_cast<int>(k));
      EXPECT_NEAR(a.x, b.x, 1e-8 * (1 + std::abs(b.x)));
      EXPECT_NEAR(a.y, b.y, 1e-8 * (1 + std::abs(b.y)));
    }
  }
  for (const int count : of_route) EXPECT_GT(count, 50);
}

TEST(ContactSpace, WhatIsNotFiniteIsSeen) {
  Random random(46);
  Mechanism m = testing::random_mechanism(
      random, {.links = 3, .contacts = 2, .massless = 0, .special_surfaces = false});
  const State good = testing::random_state(random, m);
  const auto p = posed(m, good);
  Space space(p.tree);
  EXPECT_TRUE(space.place(p.tree, good.positions, good.velocities, good.time));
  for (std::size_t i = 0; i < good.positions.size(); ++i) {
    State bad = good;
    bad.positions[i] = std::nan("");
    EXPECT_FALSE(space.place(p.tree, bad.positions, bad.velocities, bad.time)) << i;
    bad = good;
    bad.velocities[i] = INFINITY;
    EXPECT_FALSE(space.place(p.tree, bad.positions, bad.velocities, bad.time)) << i;
  }
}

}  // namespace
}  // namespace carom
