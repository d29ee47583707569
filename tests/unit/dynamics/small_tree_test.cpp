/// The fast path of a few links against the plain functions, on random mechanisms.

#include "dynamics/small_passes.hpp"

#include <gtest/gtest.h>

#include "support/compiled_tree.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using testing::Posed;
using testing::posed;
using testing::Random;
using testing::random_mechanism;
using testing::random_state;

/// A mechanism that the fast path takes: branched or not, mass centres and contacts off the line,
/// massless rods, surfaces at any angle.
Mechanism small_mechanism(Random& random, int links, int contacts) {
  Mechanism m = random_mechanism(
      random, {.links = links, .contacts = contacts, .special_surfaces = false, .inputs = false});
  m.base = {.kind = random.chance(0.7) ? BaseKind::free : BaseKind::pinned,
            .position = {random.in(-1, 1), random.in(-1, 1)}};
  for (Contact& contact : m.contacts) contact.outline = {};
  return m;
}

/// Rounding of sums of order one; where pivots are small, up to their inverse more.
constexpr double rounding = 1e-13;
constexpr double pivoted = rounding / small_pivot;

/// Whether the fast path took the state. Impulses of order one at the contacts.
template <int N, int C>
bool compare(const Posed<double>& p, Random& random) {
  const SmallTree small = small_tree(p.tree);
  EXPECT_EQ(small.links, N);
  EXPECT_EQ(small.contacts, C);
  SmallContacts seen;
  SmallState<N, C> state;
  if (!condense(small, p.positions.data(), p.velocities.data(), seen, state)) return false;
  const double energy =
      kinetic_energy(p.tree, p.pose, p.motion, std::span<const double>(p.velocities));
  EXPECT_NEAR(seen.energy, energy, rounding * (1 + energy));
  for (const LinkMotion<double>& link : p.motion.links)
    EXPECT_LE(std::hypot(link.joint.x, link.joint.y), seen.speed * (1 + rounding));

  const std::vector<double> w = p.inertia(testing::all_contacts(p.tree));
  const double size = *std::ranges::max_element(w);
  for (int i = 0; i < C; ++i) {
    EXPECT_NEAR(seen.gap[i], p.frames[i].gap, 10 * rounding);
    const std::array<double, 2> v = p.velocity(i);
    for (int a = 0; a < 2; ++a) {
      EXPECT_NEAR(seen.v[2 * i + a], v[a], 10 * rounding);
      for (int j = 0; j < C; ++j)
        for (int b = 0; b < 2; ++b)
          EXPECT_NEAR(seen.w[(2 * i + a) * 2 * C + 2 * j + b], w[(2 * i + a) * 2 * C + 2 * j + b],
                      pivoted * size);
    }
  }

  Both impulse[C];
  TreeLoads<double> loads(p.tree);
  loads.clear();
  for (int i = 0; i < C; ++i) {
    impulse[i] = Both{random.in(-1, 1), random.in(-1, 1)};
    const ContactFrame<double>& frame = p.frames[i];
    const Vec2 world = impulse[i][0] * frame.tangent + impulse[i][1] * frame.normal;
    loads.links[frame.link].force += world;
    loads.links[frame.link].torque += cross(frame.arm, world);
  }
  std::vector<double> after(p.velocities.size());
  const double energy_after = depart(small, state, impulse, after.data());
  TreeMotion<double> jump(p.tree);
  respond(p.tree, p.pose, p.factors, loads, jump);
  std::vector<double> expected(p.velocities.size());
  generalized(p.tree, jump, std::span<double>(expected));
  double fastest = 1;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    expected[i] += p.velocities[i];
    fastest = std::max(fastest, std::abs(expected[i]));
  }
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(after[i], expected[i], pivoted * fastest);
  TreeMotion<double> motion(p.tree);
  move(p.tree, p.pose, std::span<const double>(expected), motion);
  EXPECT_NEAR(energy_after,
              kinetic_energy(p.tree, p.pose, motion, std::span<const double>(expected)),
              pivoted * fastest * fastest);
  return true;
}

TEST(SmallTree, GivesWhatThePlainFunctionsGive) {
  Random random(21);
  int taken = 0;
  constexpr int trials = 200;
  for (int trial = 0; trial < trials; ++trial) {
    const auto with = [&]<int N, int C>() {
      const Mechanism m = small_mechanism(random, N, C);
      const Posed<double> p = posed(m, random_state(random, m));
      taken += p.factors.regular && compare<N, C>(p, random);
    };
    with.operator()<1, 1>();
    with.operator()<2, 1>();
    with.operator()<3, 1>();
    with.operator()<4, 1>();
    with.operator()<6, 1>();
    with.operator()<1, 2>();
    with.operator()<2, 2>();
    with.operator()<3, 2>();
    with.operator()<4, 2>();
    with.operator()<5, 2>();
  }
  // Otherwise little was compared.
  EXPECT_GT(taken, trials * 10 * 9 / 10);
}

/// Coordinates are in file order, which need not be the tree's.
TEST(SmallTree, LinksStandInFileOrder) {
  Random random(22);
  Mechanism m = small_mechanism(random, 3, 2);
  m.links[0].parent = "L2";
  m.links[1].parent = "L0";
  m.links[2].parent = "base";
  const Posed<double> p = posed(m, random_state(random, m));
  EXPECT_TRUE((compare<3, 2>(p, random)));
}

/// What the fast path does not do is left to the plain one.
TEST(SmallTree, LeavesTheRestToThePlainWay) {
  Random random(23);
  const Mechanism good = small_mechanism(random, 3, 2);
  EXPECT_EQ(small_tree(testing::tree_of(good)).links, 3);
  EXPECT_EQ(small_tree(testing::tree_of(small_mechanism(random, 7, 2))).links, 0);
  EXPECT_EQ(small_tree(testing::tree_of(small_mechanism(random, 3, 3))).links, 0);
  EXPECT_EQ(small_tree(testing::tree_of(small_mechanism(random, 3, 0))).links, 0);
  Mechanism m = good;
  m.base = {.kind = BaseKind::slider};
  EXPECT_EQ(small_tree(testing::tree_of(m)).links, 0);
  m = good;
  m.contacts[1].outline.kind = OutlineKind::disc;
  m.contacts[1].outline.radius = 0.1;
  EXPECT_EQ(small_tree(testing::tree_of(m)).links, 0);
  m = good;
  m.surfaces[0].motion = SurfaceMotion{{"t"}, {"0"}};
  EXPECT_EQ(small_tree(testing::tree_of(m)).links, 0);
  m = good;
  m.surfaces[0].body = SurfaceBody{.mass = 1};
  EXPECT_EQ(small_tree(testing::tree_of(m)).links, 0);
}

/// A rod whose mass sits at its joint resists being turned only by what is left of its pivot.
TEST(SmallTree, SmallPivotsAreForThePlainWay) {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "L0", .length = 1.0, .mass = 1.0});
  m.links.push_back({.name = "L1", .length = 1.0, .mass = 0.0});
  m.masses.push_back({"L1", {1.0, 0.0}, 1e6});
  m.surfaces.push_back({.name = "S0"});
  m.contacts.push_back({.name = "C0", .link = "L1", .surface = "S0"});
  const SmallTree small = small_tree(testing::tree_of(m));
  ASSERT_EQ(small.links, 2);
  SmallContacts seen;
  SmallState<2, 1> state;
  const double velocities[] = {0.1, 0.2};
  // In line, turning the second against the first moves the heavy end as much as turning both.
  const double straight[] = {0.3, 0.3};
  EXPECT_FALSE(condense(small, straight, velocities, seen, state));
  const double bent[] = {0.3, 1.3};
  EXPECT_TRUE(condense(small, bent, velocities, seen, state));
}

TEST(SmallTree, NumbersThatAreNotFiniteAreSeen) {
  Random random(24);
  const Mechanism m = small_mechanism(random, 2, 1);
  const Posed<double> p = posed(m, random_state(random, m));
  const SmallTree small = small_tree(p.tree);
  SmallContacts seen;
  SmallState<2, 1> state;
  ASSERT_TRUE(condense(small, p.positions.data(), p.velocities.data(), seen, state));
  for (std::size_t i = 0; i < p.velocities.size(); ++i) {
    std::vector<double> v = p.velocities;
    v[i] = std::nan("");
    EXPECT_FALSE(condense(small, p.positions.data(), v.data(), seen, state)) << i;
    v[i] = INFINITY;
    EXPECT_FALSE(condense(small, p.positions.data(), v.data(), seen, state)) << i;
  }
}

}  // namespace
}  // namespace carom
