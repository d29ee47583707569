// The law `simultaneous` towards its limits: e → 0, many plastic contacts, contacts that lock.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "laws/rigid/simultaneous.hpp"
#include "support/counted_allocations.hpp"
#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11) * 0x1.0p-53;
}

/// A rigid body of mass 1 on feet in a row at height 0, its mass centre at height `height`.
struct Block {
  std::vector<double> feet;  ///< from below the mass centre, m
  double height = 0.5;
  double inertia = 0.1;
  Eigen::Vector3d motion{0, -1, 0};  ///< of the mass centre, and rate
  std::vector<double> friction, stiffness;

  Problem<> problem(double restitution) const {
    const auto n = static_cast<int>(feet.size());
    Eigen::MatrixXd j(2 * n, 3);
    for (int i = 0; i < n; ++i) {
      j.row(2 * i) << 1, 0, height;
      j.row(2 * i + 1) << 0, 1, feet[static_cast<std::size_t>(i)];
    }
    const Eigen::Vector3d mass(1, 1, 1 / inertia);
    return problem_from(j * mass.asDiagonal() * j.transpose(), j * motion, friction, restitution);
  }
  Solution<double> struck(double restitution) const {
    Problem<> given = problem(restitution);
    given.third = stiffness;
    return solved(given, "simultaneous");
  }
};

Block row_of_feet(int number, double friction, const Eigen::Vector3d& motion) {
  Block block;
  block.motion = motion;
  for (int i = 0; i < number; ++i) block.feet.push_back(i / (number - 1.0) - 0.5);
  block.friction.assign(block.feet.size(), friction);
  block.stiffness.assign(block.feet.size(), 1.0);
  return block;
}

Block random_block(std::mt19937_64& random) {
  Block block;
  const double left = uniform(random, 0.05, 0.95);
  block.feet = {-left, 1 - left};
  block.height = uniform(random, 0.1, 1);
  block.inertia = uniform(random, 0.02, 0.3);
  block.motion = {uniform(random, -1, 1), -1, uniform(random, -0.8, 0.8)};
  for (int i = 0; i < 2; ++i) {
    block.friction.push_back(uniform(random, 0, 1) < 0.2 ? 0 : uniform(random, 0, 1));
    block.stiffness.push_back(std::exp(uniform(random, -1, 1)));
  }
  return block;
}

double farthest(const Solution<double>& one, const Solution<double>& other) {
  double most = 0;
  for (std::size_t r = 0; r < one.velocity_after.size(); ++r)
    most = std::max(most, std::abs(one.velocity_after[r] - other.velocity_after[r]));
  return most;
}

/// A foot that stays pressed trembles 1/e times: too many to follow, and the limit is known.
TEST(SimultaneousLimits, SmallRestitutionTendsToNone) {
  std::mt19937_64 random(41);
  int counted = 0, followed = 0;
  for (int k = 0; k < 60; ++k) {
    const Block block = random_block(random);
    if (block.motion[1] + block.motion[2] * block.feet[0] > -0.05) continue;
    const Solution<double> plastic = block.struck(0);
    if (plastic.verdict != Verdict::unique) continue;
    for (const double e : {1e-12, 1e-10, 2e-9, 1e-8, 1e-7, 1e-6, 1e-5, 5e-5, 1e-4, 1e-3, 1e-2}) {
      const Solution<double> found = block.struck(e);
      ASSERT_EQ(found.verdict, Verdict::unique) << k << " e = " << e;
      // Each pressed contact's trembling moves it with O(e); speeds are of order one.
      EXPECT_LT(farthest(found, plastic), 10 * e + 1e-12) << k << " e = " << e;
      if (found.springs.counted_plastic > 0) {
        ++counted;
        EXPECT_LT(e, 1e-3);
        EXPECT_EQ(found.springs.counted_plastic, 2);
        EXPECT_EQ(found.velocity_after, plastic.velocity_after);
      } else if (e < 2e-4 && found.springs.events > 2000) {
        ++followed;
      }
    }
  }
  EXPECT_GT(counted, 20);
  EXPECT_GT(followed, 5);
}

TEST(SimultaneousLimits, BetweenWallsOnlySmallRestitutionEnds) {
  Eigen::Matrix4d w = Eigen::Matrix4d::Zero();
  w(1, 1) = w(3, 3) = 1;
  w(1, 3) = w(3, 1) = -1;
  const auto rattling = [&](double e) {
    return solved(problem_from(w, Eigen::Vector4d(0, 1, 0, -1), {0, 0}, e), "simultaneous");
  };
  for (const double e : {5e-3, 0.05, 0.8, 1.0}) {
    EXPECT_EQ(rattling(e).verdict, Verdict::jammed) << e;
    EXPECT_EQ(rattling(e).reason, Reason::does_not_end) << e;
    EXPECT_EQ(rattling(e).springs.counted_plastic, 0) << e;
  }
  // It goes to and fro with e² of its speed.
  for (const double e : {1e-8, 1e-5, 1e-4, 5e-4}) {
    ASSERT_EQ(rattling(e).verdict, Verdict::unique) << e;
    EXPECT_NEAR(rattling(e).velocity_after[1], 0, e) << e;
  }
}

/// A box that drops flat, with e = 0, comes to rest on any number of feet. With slip or a rate the
/// answer is the limit of e → 0, where no plastic modes are looked for at all.
TEST(SimultaneousLimits, PlasticBoxOnManyFeet) {
  for (int n = 2; n <= 12; ++n)
    for (const double friction : {0.0, 0.3, 1.0}) {
      const Solution<double> flat = row_of_feet(n, friction, {0, -1, 0}).struck(0);
      ASSERT_EQ(flat.verdict, Verdict::unique) << n << " feet, friction " << friction;
      for (const double v : flat.velocity_after) EXPECT_NEAR(v, 0, 1e-13) << n;
      EXPECT_NEAR(flat.energy_loss, 0.5, 1e-13) << n;
      for (const Eigen::Vector3d& motion :
           {Eigen::Vector3d(0.1, -1, 0), Eigen::Vector3d(0, -1, 0.1), Eigen::Vector3d(1, -1, 0),
            Eigen::Vector3d(-0.3, -1, 0.4), Eigen::Vector3d(0.2, -1, -1.5)}) {
        const Block block = row_of_feet(n, friction, motion);
        const Solution<double> found = block.struck(0);
        ASSERT_EQ(found.verdict, Verdict::unique)
            << n << " feet, friction " << friction << ", " << motion.transpose();
        const Solution<double> limit = block.struck(1e-3);
        ASSERT_EQ(limit.verdict, Verdict::unique) << n;
        EXPECT_LT(farthest(found, limit), 1e-2)
            << n << " feet, friction " << friction << ", " << motion.transpose();
      }
    }
}

/// Mending what is violated finds what trying every combination of plastic modes finds.
TEST(SimultaneousLimits, BothSearchesForPlasticModesAgree) {
  std::mt19937_64 random(43);
  LawWorkspace<double> tried(4), mended(4);
  mended.springs.decisions.most_combinations = 0;
  int compared = 0, gave_up = 0;
  for (int k = 0; k < 1500; ++k) {
    const int c = 2 + k % 3;
    const int freedoms = 2 + static_cast<int>(random() % (2 * c + 2));
    Eigen::MatrixXd j(2 * c, freedoms);
    for (auto& x : j.reshaped()) x = uniform(random, -1, 1);
    if (k % 4 == 0) j.row(2) = j.row(0);
    Eigen::VectorXd q(freedoms);
    for (double& x : q) x = uniform(random, -1, 1);
    std::vector<double> friction;
    for (int i = 0; i < c; ++i) friction.push_back(k % 5 == 0 ? 0 : uniform(random, 0, 1));
    const Problem<> problem = problem_from(j * j.transpose(), j * q, friction, 0);
    const std::vector<double> stiffness(static_cast<std::size_t>(c), 1.0);
    solve_simultaneous(problem.view(), std::span(stiffness), {}, tried);
    solve_simultaneous(problem.view(), std::span(stiffness), {}, mended);
    if (tried.solution.verdict != Verdict::unique) continue;
    if (mended.solution.verdict == Verdict::inconsistent) {
      ++gave_up;
      continue;
    }
    ASSERT_EQ(mended.solution.verdict, Verdict::unique) << k;
    EXPECT_LT(farthest(tried.solution, mended.solution), 1e-9) << k;
    ++compared;
  }
  EXPECT_GT(compared, 500);
  EXPECT_EQ(gave_up, 0);
}

/// Where contacts lock, the solution has the state in which they hold each other.
TEST(SimultaneousLimits, LockedContactsRestWithOpenImpulses) {
  // A point falls into a groove whose sides are steeper than friction lets it come out of.
  const double steep = 25 * degree;
  Eigen::MatrixXd j(4, 2);
  j << std::sin(steep), -std::cos(steep), std::cos(steep), std::sin(steep),  //
      std::sin(steep), std::cos(steep), -std::cos(steep), std::sin(steep);
  for (const double e : {0.0, 1e-6, 0.5, 1.0}) {
    const auto found = solved(
        problem_from(j * j.transpose(), j * Eigen::Vector2d(0, -1), {0.8, 0.8}, e), "simultaneous");
    ASSERT_EQ(found.verdict, Verdict::jammed) << e;
    EXPECT_EQ(found.reason, Reason::locked) << e;
    ASSERT_EQ(found.velocity_after.size(), 4u) << e;
    for (const double v : found.velocity_after) EXPECT_NEAR(v, 0, 1e-13) << e;
    EXPECT_NEAR(found.energy_loss, 0.5, 1e-13) << e;
    EXPECT_FALSE(found.impulses_determined) << e;
    for (const auto open : found.open) EXPECT_EQ(open, 1) << e;
  }
}

/// Neither more events nor a second run take memory.
TEST(SimultaneousLimits, NoAllocation) {
  const std::vector<double> stiffness(12, 1.0);
  LawWorkspace<double> workspace(12);
  for (const double e : {0.0, 1e-6, 1e-3}) {
    const Problem<> problem = row_of_feet(12, 0.3, {0.1, -1, 0.2}).problem(e);
    const ContactProblem<double> view = problem.view();
    const long before = carom::testing::allocation_count();
    solve_simultaneous(view, std::span(stiffness), {}, workspace);
    EXPECT_EQ(carom::testing::allocation_count() - before, 0) << e;
  }
}

}  // namespace
}  // namespace carom::test
