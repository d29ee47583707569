/// The fused passes against the plain functions that each of them stands for, on random trees.

#include "dynamics/passes.hpp"

#include <gtest/gtest.h>

#include "dynamics/energy.hpp"
#include "support/compiled_tree.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using testing::Posed;
using testing::posed;
using testing::Random;
using testing::random_mechanism;
using testing::random_state;
using testing::RandomOptions;

void expect_near(const Vec2& a, const Vec2& b, double near) {
  EXPECT_NEAR(a.x, b.x, near);
  EXPECT_NEAR(a.y, b.y, near);
}

/// Rounding of a quantity of order one: the passes form the same sums in another order. Massless
/// rods and light ends make M ill-conditioned; what an entry of the response may lose grows with
/// the response.
constexpr double rounding = 1e-12;

class Passes : public ::testing::Test {
 protected:
  Random random{4};

  Posed<double> next(int contacts) {
    const RandomOptions options{
        .links = 1 + random.below(12), .contacts = contacts, .branching = random.in(0, 1)};
    const Mechanism m = random_mechanism(random, options);
    return posed(m, random_state(random, m));
  }
};

TEST_F(Passes, ArriveIsPlaceMoveAndKineticEnergy) {
  for (int trial = 0; trial < 300; ++trial) {
    const Posed<double> p = next(1);
    TreePose<double> pose(p.tree);
    TreeMotion<double> motion(p.tree);
    const std::span<const double> velocities(p.velocities);
    const Arrival<double> arrival =
        arrive(p.tree, std::span<const double>(p.positions), velocities, pose, motion);
    const double energy = kinetic_energy(p.tree, p.pose, p.motion, velocities);
    EXPECT_NEAR(arrival.kinetic_energy, energy, rounding * (1 + energy));
    for (std::size_t k = 0; k < p.tree.links.size(); ++k) {
      expect_near(pose.links[k].joint, p.pose.links[k].joint, rounding);
      expect_near(pose.links[k].com, p.pose.links[k].com, rounding);
      expect_near(motion.links[k].joint, p.motion.links[k].joint, rounding * 10);
      EXPECT_EQ(motion.links[k].rate, p.motion.links[k].rate);
      const Vec2 u = motion.links[k].joint;
      EXPECT_LE(std::hypot(u.x, u.y), arrival.speed * (1 + rounding));
    }
  }
}

TEST_F(Passes, CondenseIsFactorizeAndContactInertia) {
  int compared = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Posed<double> p = next(1 + random.below(few_contacts));
    const std::vector<int> contacts = testing::all_contacts(p.tree);
    TreeFactors<double> factors(p.tree);
    std::vector<double> w(4 * contacts.size() * contacts.size());
    condense(p.tree, p.pose, std::span<const unsigned char>(gathering_links(p.tree)),
             std::span<const ContactFrame<double>>(p.frames), std::span<const int>(contacts),
             factors, std::span<double>(w));
    ASSERT_EQ(factors.regular, p.factors.regular);
    if (!factors.regular) continue;
    add_yielding(p.tree, std::span<const ContactFrame<double>>(p.frames),
                 std::span<const int>(contacts), std::span<double>(w));
    const std::vector<double> plain = p.inertia(contacts);
    double size = 0;
    for (const double x : plain) size = std::max(size, std::abs(x));
    for (std::size_t i = 0; i < w.size(); ++i)
      EXPECT_NEAR(w[i], plain[i], 1e-9 * size) << "trial " << trial;
    for (std::size_t k = 0; k < p.tree.links.size(); ++k)
      EXPECT_NEAR(factors.links[k].inverse, p.factors.links[k].inverse,
                  1e-9 * p.factors.links[k].inverse);
    ++compared;
  }
  EXPECT_GT(compared, 900);
}

TEST_F(Passes, DepartIsRespondAndKineticEnergy) {
  for (int trial = 0; trial < 300; ++trial) {
    const Posed<double> p = next(1);
    if (!p.factors.regular) continue;
    TreeLoads<double> loads(p.tree);
    loads.clear();
    for (LinkLoad<double>& load : loads.links)
      load = {{random.in(-1, 1), random.in(-1, 1)}, random.in(-1, 1)};
    TreeLoads<double> plain_loads = loads;
    TreeMotion<double> jump(p.tree);
    TreeMotion<double> plain_jump(p.tree);
    std::vector<double> after = p.velocities;
    const double energy =
        depart(p.tree, p.pose, p.factors, p.motion, loads, jump, std::span<double>(after));
    respond(p.tree, p.pose, p.factors, plain_loads, plain_jump);
    std::vector<double> plain_after = p.velocities;
    generalized(p.tree, plain_jump, std::span<double>(plain_after));
    double size = 1;
    for (std::size_t i = 0; i < after.size(); ++i) {
      const bool yields = i + static_cast<std::size_t>(p.tree.yielding) >= after.size();
      if (!yields) plain_after[i] += p.velocities[i];
      size = std::max(size, std::abs(plain_after[i]));
    }
    const double near = 1e-10 * size;
    for (std::size_t i = 0; i < after.size(); ++i) EXPECT_NEAR(after[i], plain_after[i], near);
    for (std::size_t k = 0; k < p.tree.links.size(); ++k) {
      expect_near(jump.links[k].joint, plain_jump.links[k].joint, near);
      expect_near(loads.links[k].force, plain_loads.links[k].force, near);
    }
    TreeMotion<double> motion(p.tree);
    const std::span<const double> velocities(after);
    move(p.tree, p.pose, velocities, motion);
    const double plain_energy = kinetic_energy(p.tree, p.pose, motion, velocities);
    EXPECT_NEAR(energy, plain_energy, 1e-9 * size * size);
  }
}

}  // namespace
}  // namespace carom
