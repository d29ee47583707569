/// The fast path of collisions against the plain flow, on random mechanisms.

#include "motion/small_flow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "motion/flow.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using testing::Random;

/// A few links that fly, and contacts that yield but for some.
Mechanism flying(Random& random) {
  Mechanism m =
      testing::random_mechanism(random, {.links = 1 + random.below(SmallTree::most_links),
                                         .contacts = 1 + random.below(SmallTree::most_contacts),
                                         .special_surfaces = false,
                                         .inputs = false});
  m.base = {};
  m.springs.clear();
  m.gravity = {random.in(-3, 3), random.in(-10, 0)};
  constexpr std::array kinds = {"hertz", "bilinear", "kelvin_voigt", "flores"};
  for (std::size_t i = 0; i < m.contacts.size(); ++i) {
    Contact& contact = m.contacts[i];
    contact.outline = {};
    contact.compliance.reset();
    if (i > 0 && random.chance(0.2)) continue;
    contact.compliance = Compliance{kinds[static_cast<std::size_t>(random.below(4))],
                                    {{"stiffness", 1e5}, {"restitution", random.in(0.2, 0.9)}}};
  }
  return m;
}

/// What contacts do, and a state in which they do it.
std::vector<double> pressed(Random& random, const Mechanism& m, Flow& flow) {
  const State state = testing::random_state(random, m);
  std::vector<double> y(flow.size(), 0.0);
  std::ranges::copy(state.positions, y.begin());
  std::ranges::copy(state.velocities, y.begin() + flow.freedom());
  for (int i = 0; i < flow.contacts(); ++i) y[flow.gap_index(i)] = random.in(0, 1);
  constexpr std::array modes = {Mode::sticks, Mode::slides_plus, Mode::slides_minus};
  for (Yielding& each : flow.yielding()) {
    if (random.chance(0.1)) continue;
    each.memory.branch = Branch::loading;
    each.memory.approach = random.in(0.1, 1);
    each.memory.mass = random.in(0.1, 1);
    each.mode = modes[static_cast<std::size_t>(random.below(3))];
    y[flow.gap_index(each.contact)] = -random.in(1e-4, 1e-2);
  }
  flow.hold_yielding();
  return y;
}

TEST(SmallFlow, IsThePlainFlow) {
  Random random(171);
  std::array<int, 3> followed{};  // by the number of contacts that stick
  int left = 0;
  for (int trial = 0; trial < 600; ++trial) {
    SCOPED_TRACE(trial);
    const Mechanism m = flying(random);
    const Model model(m);
    const Tree& tree = model.compiled().tree;
    Flow flow(tree);
    const std::vector<double> y = pressed(random, m, flow);
    const auto contacts = static_cast<std::size_t>(flow.contacts());
    const SmallFlow small(tree);
    ASSERT_TRUE(small.suits());
    std::vector<double> fast(flow.size()), plain(flow.size()), arrived(flow.size());
    SmallFlowSeen seen;
    if (!small.follow(tree, flow.yielding(), y, fast, Flow::ledger_size, Flow::yielding_numbers,
                      &seen)) {
      ++left;
      continue;
    }
    flow(y, plain, 0);
    ASSERT_FALSE(flow.failed());
    std::vector<ContactRates> expected(contacts), observed(contacts);
    flow.observe(y, expected);
    const double speed = flow.speed();
    double size = 1;
    for (const double x : plain) size = std::max(size, std::abs(x));
    // Pivots are not below 1e-4: rounding grows by no more than its reciprocal.
    const double allowed = 1e-11 * size;
    for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(fast[i], plain[i], allowed) << i;

    flow.arrive(y, arrived, 0);
    EXPECT_EQ(arrived == fast, std::ranges::any_of(flow.yielding(), &Yielding::closed));
    flow.observe(y, observed);
    EXPECT_NEAR(flow.speed(), speed, 1e-14 * speed);
    for (std::size_t i = 0; i < contacts; ++i) {
      EXPECT_EQ(observed[i].gap, expected[i].gap);
      for (std::size_t axis = 0; axis < 2; ++axis) {
        EXPECT_NEAR(observed[i].velocity[axis], expected[i].velocity[axis], 1e-13 * speed);
        EXPECT_NEAR(observed[i].acceleration[axis], expected[i].acceleration[axis], allowed);
        EXPECT_NEAR(observed[i].force[axis], expected[i].force[axis], allowed);
      }
    }
    // What it tells next is of the state evaluated then.
    flow(y, arrived, 0);
    flow.observe(y, observed);
    EXPECT_EQ(observed[0].acceleration, expected[0].acceleration);
    ++followed[static_cast<std::size_t>(std::ranges::count_if(
        flow.yielding(), [](const Yielding& each) { return each.mode == Mode::sticks; }))];
  }
  EXPECT_GT(followed[0], 150);
  EXPECT_GT(followed[1], 100);
  EXPECT_GT(followed[2], 15);
  EXPECT_LT(left, 150);
}

TEST(SmallFlow, LeavesWhatItDoesNotKnow) {
  Random random(172);
  const Mechanism simple = flying(random);
  EXPECT_TRUE(SmallFlow(Model(simple).compiled().tree).suits());
  Mechanism m = simple;
  m.base.kind = BaseKind::pinned;
  EXPECT_FALSE(SmallFlow(Model(m).compiled().tree).suits());
  m = simple;
  m.springs.push_back({.link = m.links[0].name, .stiffness = 1});
  EXPECT_FALSE(SmallFlow(Model(m).compiled().tree).suits());
  m = simple;
  m.torques.push_back({.link = m.links[0].name, .value = {"t"}});
  EXPECT_FALSE(SmallFlow(Model(m).compiled().tree).suits());
  m = simple;
  m.contacts[0].outline = {.kind = OutlineKind::disc, .radius = 0.1};
  EXPECT_FALSE(SmallFlow(Model(m).compiled().tree).suits());
}

}  // namespace
}  // namespace carom
