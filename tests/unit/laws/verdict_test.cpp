// Which verdict, for which reason; the traps of rigid impacts with friction.

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

Problem<> uncoupled(const std::vector<double>& velocity, double mu = 0.3, double e = 0.5) {
  const int width = static_cast<int>(velocity.size());
  return problem_from(Eigen::MatrixXd::Identity(width, width),
                      Eigen::Map<const Eigen::VectorXd>(velocity.data(), width),
                      std::vector<double>(velocity.size() / 2, mu), e);
}

TEST(Verdict, NothingApproaches) {
  for (const auto law : law_names) {
    const auto solution = solved(uncoupled({1, 0, 0, 0.5}), law);
    EXPECT_EQ(solution.verdict, Verdict::not_colliding);
    EXPECT_EQ(solution.reason, Reason::nothing_approaches);
    EXPECT_TRUE(solution.velocity_after.empty());
  }
}

TEST(Verdict, TheContactNamedDoesNotApproach) {
  auto problem = uncoupled({0, -1, 0, 0});
  problem.colliding = 1;
  const auto solution = solved(problem, "energetic");
  EXPECT_EQ(solution.verdict, Verdict::not_colliding);
  EXPECT_EQ(solution.reason, Reason::named_does_not_approach);
  EXPECT_EQ(solution.reason_contact, 1);
}

TEST(Verdict, SeveralApproachWhicheverIsNamed) {
  for (int named : {-1, 0, 1, 2}) {
    auto problem = uncoupled({0, -1, 0, -0.25, 0, 0});
    problem.colliding = named;
    for (const auto law : law_names) {
      const auto solution = solved(problem, law);
      EXPECT_EQ(solution.verdict, Verdict::several_colliding);
      EXPECT_EQ(solution.approaching, (std::vector<std::uint8_t>{1, 1, 0}));
    }
  }
}

TEST(Verdict, RoundingOfRestingContactsDoesNotApproach) {
  const auto solution = solved(uncoupled({1e-17, -3e-17, 0.2, -1}), "energetic");
  EXPECT_EQ(solution.verdict, Verdict::unique);
  EXPECT_EQ(solution.colliding, 1);
  EXPECT_EQ(solution.outcome[0], Outcome::rests);
}

TEST(Verdict, SpeedFloorTellsRestFromRounding) {
  LawOptions options;
  options.speed_floor = 1e-12;
  EXPECT_EQ(solved(uncoupled({1e-17, -3e-17}), "energetic", options).verdict,
            Verdict::not_colliding);
  EXPECT_EQ(solved(uncoupled({1e-17, -3e-17}), "energetic").verdict, Verdict::unique);
}

TEST(Verdict, AContactThatCannotMoveIsInert) {
  auto problem = uncoupled({0, 0, 0.2, -1});
  for (int r : {0, 1})
    for (int s = 0; s < 4; ++s) problem.w(r, s) = problem.w(s, r) = 0;
  for (const auto law : law_names) {
    const auto solution = solved(problem, law);
    ASSERT_EQ(solution.verdict, Verdict::unique) << law;
    EXPECT_EQ(solution.impulse[0], 0);
    EXPECT_EQ(solution.impulse[1], 0);
    EXPECT_EQ(solution.outcome[0], Outcome::rests);
    EXPECT_DOUBLE_EQ(solution.velocity_after[3], 0.5);
  }
}

TEST(Verdict, AStrikerThatCannotMoveJams) {
  auto problem = uncoupled({0, 0, 0.2, -1});
  for (int r : {2, 3})
    for (int s = 0; s < 4; ++s) problem.w(r, s) = problem.w(s, r) = 0;
  EXPECT_EQ(solved(problem, "kinetic").verdict, Verdict::jammed);
}

TEST(Verdict, AContactThatLeavesBeforehandStartsApartAndMayComeBack) {
  // Contact 0 leaves with 0.1; the strike at 1 drives it back with Ψ_n = −0.5.
  auto problem = uncoupled({0, 0.1, 0, -1}, 0, 1);
  problem.w(1, 3) = problem.w(3, 1) = -0.5;
  const auto solution = solved(problem, "energetic");
  ASSERT_EQ(solution.verdict, Verdict::unique);
  EXPECT_EQ(solution.modes(0)[0], Mode::apart);
  EXPECT_EQ(solution.stages[0].ends_with, Event::contact_returns);
  EXPECT_EQ(solution.stages[0].contact, 0);
  EXPECT_DOUBLE_EQ(solution.stages[0].to, 0.2);
  EXPECT_EQ(solution.velocity_after[1], 0);
  EXPECT_TRUE(solution.interacted[0]);
}

TEST(Verdict, PlasticImpactEndsWithCompressionUnderAllDifferentialLaws) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 500; ++k) {
    const auto problem = random_problem(random, 1 + k % 3, 8, 0.9, 0);
    const auto kinematic = solved(problem, "kinematic");
    for (const auto law : {"kinetic", "energetic"}) {
      const auto other = solved(problem, law);
      ASSERT_EQ(other.verdict, kinematic.verdict);
      if (other.verdict != Verdict::unique) continue;
      EXPECT_EQ(other.velocity_after, kinematic.velocity_after);
      EXPECT_EQ(other.stages.back().ends_with, Event::compression_ends);
    }
  }
}

/// Serial chain of point masses and massless rods; the foot is mass 0, the striker the last.
Problem<> particle_chain(const std::vector<double>& mass, const std::vector<double>& rod_degrees,
                         double friction, double foot_slip) {
  const int n = static_cast<int>(mass.size());
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  for (int i = 0; i < 2 * n; ++i) inverse(i, i) = 1 / mass[i / 2];
  Eigen::MatrixXd rods = Eigen::MatrixXd::Zero(n - 1, 2 * n);
  for (int i = 0; i + 1 < n; ++i) {
    const double a = rod_degrees[i] * degree;
    rods.block(i, 2 * i, 1, 4) << std::cos(a), std::sin(a), -std::cos(a), -std::sin(a);
  }
  const Eigen::MatrixXd freed =
      inverse -
      inverse * rods.transpose() * (rods * inverse * rods.transpose()).ldlt().solve(rods * inverse);
  Eigen::MatrixXd j = Eigen::MatrixXd::Zero(4, 2 * n);
  j(0, 0) = j(1, 1) = j(2, 2 * n - 2) = j(3, 2 * n - 1) = 1;
  return problem_from(j * freed * j.transpose(), Eigen::Vector4d(foot_slip, 0, 0, -1),
                      {friction, 0}, 0.5);
}

TEST(Verdict, AParticleChainWithTwoSolutions) {
  LawOptions options;
  options.alternatives = true;
  const auto problem = particle_chain({0.1, 1, 1}, {75, -75}, 0.8, -5);
  const auto solution = solved(problem, "energetic", options);
  ASSERT_EQ(solution.verdict, Verdict::ambiguous);
  EXPECT_TRUE(solution.is_choice);
  EXPECT_EQ(solution.reason, Reason::several_continuations);
  ASSERT_EQ(solution.alternatives.size(), 1u);
  // The choice is the one with the smaller force, none; the other has 0.57296 per unit of η.
  EXPECT_EQ(solution.impulse[1], 0);
  const auto& other = solution.alternatives[0];
  EXPECT_NEAR(other.impulses(1)[1] / other.stages[0].to, 0.57296, 5e-6);
  EXPECT_EQ(other.verdict, Verdict::unique);
}

TEST(Verdict, AParticleChainWithNone) {
  const auto problem = particle_chain({0.1, 1, 1}, {75, -10}, 0.8, -5);
  const auto solution = solved(problem, "energetic");
  EXPECT_EQ(solution.verdict, Verdict::inconsistent);
  EXPECT_EQ(solution.reason, Reason::no_consistent_modes);
  EXPECT_EQ(solution.reason_stage, 0);
}

TEST(Verdict, TwoStickingContactsOnOneRigidLinkAreNotAFailure) {
  // A rod lying on the floor, one end resting, the other striking: both ends move tangentially
  // together, so how friction is shared is not determined, but the motion is. Frictionless in
  // effect: v_t = 0 and nothing drives it.
  const double m = 1, half = 0.5, inertia = m * half * half / 3;
  Eigen::MatrixXd j(4, 3);
  j << 1, 0, 0, 0, 1, -half, 1, 0, 0, 0, 1, half;
  const Eigen::Vector3d inverse(1 / m, 1 / m, 1 / inertia);
  const Eigen::MatrixXd w = j * inverse.asDiagonal() * j.transpose();
  const auto solution =
      solved(problem_from(w, Eigen::Vector4d(0, 0, 0, -1), {0.5, 0.5}, 0.5), "energetic");
  ASSERT_EQ(solution.verdict, Verdict::unique);
  // The resting end lifts: Ψ_n = W_0n,cn = 1/m − half²/I = −2 < 0 is pressed instead.
  EXPECT_EQ(solution.outcome[0], Outcome::rests);
  EXPECT_EQ(solution.velocity_after[0], 0);
  EXPECT_EQ(solution.velocity_after[1], 0);
  EXPECT_NEAR(solution.velocity_after[3], 0.5, 1e-15);
  EXPECT_FALSE(solution.impulses_determined);
}

TEST(Verdict, AStrutBetweenTwoWallsJams) {
  // A rigid strut, both ends against walls normal to it: what pushes one end in pushes the other
  // against its wall, and compression has no end.
  auto problem = uncoupled({0, 0, 0, -1}, 0);
  problem.w(1, 3) = problem.w(3, 1) = -1;
  for (const auto law : differential_names) {
    const auto solution = solved(problem, law);
    EXPECT_EQ(solution.verdict, Verdict::jammed);
    EXPECT_EQ(solution.reason, Reason::compression_cannot_end);
    EXPECT_EQ(solution.stages.back().ends_with, Event::none);
  }
  // The algebraic laws ask for a rebound that no impulse can give.
  EXPECT_EQ(solved(problem, "whittaker").verdict, Verdict::inconsistent);
}

TEST(Verdict, StagesAreWithinTheirBound) {
  EXPECT_GE(stage_limit(1), 64);
  EXPECT_GT(stage_limit(64), 1000);
}

}  // namespace
}  // namespace carom::test
