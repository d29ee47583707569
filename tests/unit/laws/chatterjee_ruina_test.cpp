// Chatterjee and Ruina's law in closed form.

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

constexpr double rounding = 1e-13;

Solution<double> solved_by(const Problem<>& problem, double tangential) {
  Problem<> with = problem;
  with.third.assign(static_cast<std::size_t>(problem.count), tangential);
  return solved(with, "chatterjee_ruina");
}

/// A disc of mass 1, radius 1, inertia J: W = diag(1 + 1/J, 1), no coupling.
Problem<> disc(double inertia, double slip, double friction, double restitution) {
  const Eigen::Matrix2d w = Eigen::Vector2d(1 + 1 / inertia, 1).asDiagonal();
  return problem_from(w, Eigen::Vector2d(slip, -1), {friction}, restitution);
}

TEST(ChatterjeeRuina, DiscWithTangentialRestitution) {
  // τ_t = −(1 + e_t) v_t/(1 + 1/J) where |τ_t| ≤ μ(1 + e): v_t⁺ = −e_t v_t⁻.
  for (const double tangential : {-1.0, -0.4, 0.0, 0.3, 1.0}) {
    const auto found = solved_by(disc(0.4, 0.2, 0.5, 0.7), tangential);
    ASSERT_EQ(found.verdict, Verdict::unique);
    EXPECT_NEAR(found.velocity_after[0], -tangential * 0.2, rounding);
    EXPECT_NEAR(found.velocity_after[1], 0.7, rounding);
    EXPECT_NEAR(found.impulse[0], -(1 + tangential) * 0.2 / 3.5, rounding);
    // Energy: ½(1 − e²)v_n² + ½(1 − e_t²)v_t²/W_tt.
    EXPECT_NEAR(found.energy_loss, 0.5 * 0.51 + 0.5 * (1 - tangential * tangential) * 0.04 / 3.5,
                rounding);
  }
}

TEST(ChatterjeeRuina, SlidesOnTheConesEdge) {
  const auto found = solved_by(disc(0.4, 5, 0.3, 0.7), 1);
  EXPECT_NEAR(found.impulse[1], 1.7, rounding);
  EXPECT_NEAR(found.impulse[0], -0.3 * 1.7, rounding);
  EXPECT_NEAR(found.velocity_after[0], 5 - 3.5 * 0.51, rounding);
  // Where the cone's edge and the sticking impulse meet both give the same.
  const double edge = 0.3 * 1.7 * 3.5 / 2;
  EXPECT_NEAR(solved_by(disc(0.4, edge, 0.3, 0.7), 1).velocity_after[0], -edge, rounding);
}

/// The formula of the paper, with its own P_I, P_II and κ, on random W.
TEST(ChatterjeeRuina, AgreesWithThePapersFormula) {
  std::mt19937_64 random(5);
  int edge = 0, inside = 0;
  for (int k = 0; k < 2000; ++k) {
    auto problem = random_problem(random, 1, 2 + k % 3, 1.5, 0.1 * (k % 11));
    const double tangential = -1 + 0.1 * (k % 21);
    Eigen::Matrix2d w;
    w << problem.w(0, 0), problem.w(0, 1), problem.w(1, 0), problem.w(1, 1);
    const Eigen::Vector2d u(problem.velocity[0], problem.velocity[1]);
    const double e = problem.restitution[0], mu = problem.friction[0];
    const Eigen::Vector2d first(0, -u[1] / w(1, 1));
    const Eigen::Vector2d second = -w.inverse() * u;
    double kappa = 1 + tangential;
    const Eigen::Vector2d sticking = (1 + e) * first + kappa * (second - first);
    if (std::abs(sticking[0]) > mu * sticking[1]) {
      kappa = mu * (1 + e) * first[1] / (std::abs(second[0]) - mu * (second[1] - first[1]));
      ++edge;
    } else {
      ++inside;
    }
    const Eigen::Vector2d impulse = (1 + e) * first + kappa * (second - first);
    const auto found = solved_by(problem, tangential);
    ASSERT_EQ(found.verdict, Verdict::unique) << k;
    // W is inverted here: its condition number multiplies the rounding.
    const double near = 1e-14 * impulse.norm() * w.norm() * w.inverse().norm() + 1e-14;
    EXPECT_NEAR(found.impulse[0], impulse[0], 10 * near) << k;
    EXPECT_NEAR(found.impulse[1], impulse[1], 10 * near) << k;
    EXPECT_FALSE(found.makes_energy) << k;
    EXPECT_GE(found.energy_loss, -1e-13) << k;
  }
  EXPECT_GT(edge, 100);
  EXPECT_GT(inside, 100);
}

TEST(ChatterjeeRuina, WithoutFrictionAndWithMinusOneNothingIsTangential) {
  std::mt19937_64 random(6);
  for (int k = 0; k < 50; ++k) {
    auto problem = random_problem(random, 1, 3, 1.5, 0.5);
    EXPECT_NEAR(solved_by(problem, -1).impulse[0], 0, rounding);
    problem.friction[0] = 0;
    EXPECT_EQ(solved_by(problem, 0.5).impulse[0], 0);
  }
}

TEST(ChatterjeeRuina, SingularInertia) {
  // One freedom along (1, 2): W = (1, 2)(1, 2)ᵀ. Velocities of that freedom end together.
  Eigen::Matrix2d w;
  w << 1, 2, 2, 4;
  const auto along = solved_by(problem_from(w, Eigen::Vector2d(-0.5, -1), {0.4}, 0.5), 0.3);
  EXPECT_NEAR(along.velocity_after[0], 0.25, rounding);
  EXPECT_NEAR(along.velocity_after[1], 0.5, rounding);
  EXPECT_EQ(along.impulse[0], 0);
  // A surface that moves along: slip cannot end, so the impulse is on the cone's edge.
  const auto moved = solved_by(problem_from(w, Eigen::Vector2d(0.3, -1), {0.4}, 0.5), 0.3);
  ASSERT_EQ(moved.verdict, Verdict::unique);
  EXPECT_NEAR(std::abs(moved.impulse[0]), 0.4 * moved.impulse[1], rounding);
  EXPECT_NEAR(moved.velocity_after[1], 0.5, rounding);
}

/// One freedom: what ends the approach ends all motion, to rounding, and needs no friction. A
/// wedged rod was pulled at before.
TEST(ChatterjeeRuina, OneFreedomNeedsNoFriction) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> any(0.1, 2);
  for (int k = 0; k < 500; ++k) {
    const Eigen::Vector2d j(k % 2 == 0 ? any(random) : -any(random), any(random));
    const double rate = -any(random), e = 0.1 * (k % 11);
    const auto found =
        solved_by(problem_from(j * j.transpose(), rate * j, {3 * any(random)}, e), 0.3);
    ASSERT_EQ(found.verdict, Verdict::unique);
    EXPECT_EQ(found.impulse[0], 0);
    EXPECT_NEAR(found.impulse[1], -(1 + e) * rate / j[1], 1e-11);
    EXPECT_NEAR(found.velocity_after[0], -e * rate * j[0], 1e-11);
  }
}

/// W singular, and a slip that no impulse ends: on the way to it the cone is never left.
TEST(ChatterjeeRuina, NothingIsPulled) {
  const Eigen::Vector2d j(1, 1);
  const auto found =
      solved_by(problem_from(j * j.transpose(), Eigen::Vector2d(1, -1), {2}, 0.5), 0);
  EXPECT_EQ(found.verdict, Verdict::inconsistent);
  EXPECT_EQ(found.reason, Reason::no_consistent_modes);
}

/// A second contact that the impulse lifts gets nothing; one that it presses leaves no answer.
TEST(ChatterjeeRuina, KnowsOneContact) {
  Eigen::Matrix4d w = Eigen::Matrix4d::Identity();
  Eigen::Vector4d v(0.1, -1, 0, 0);
  w(1, 3) = w(3, 1) = 0.5;
  const auto lifted = solved_by(problem_from(w, v, {0.2, 0.2}, 0.5, 0), 0);
  ASSERT_EQ(lifted.verdict, Verdict::unique);
  EXPECT_NEAR(lifted.velocity_after[3], 0.75, rounding);
  EXPECT_EQ(lifted.impulse[3], 0);
  w(1, 3) = w(3, 1) = -0.5;
  const auto pressed = solved_by(problem_from(w, v, {0.2, 0.2}, 0.5, 0), 0);
  EXPECT_EQ(pressed.verdict, Verdict::inconsistent);
  EXPECT_EQ(pressed.reason, Reason::presses_another);
  EXPECT_EQ(pressed.reason_contact, 1);
}

/// dv_t⁺/dv_t⁻ sticking: v_t⁺ = −e_t(v_t⁻ + W_tn P) + e W_tn P.
TEST(ChatterjeeRuina, Derivatives) {
  using D = Sloped;
  Problem<D> problem;
  problem.count = 1;
  problem.inertia = {D(2.0), D(0.3), D(0.3), D(1.0)};
  problem.velocity = {D(0.2, {1}), D(-1.0)};
  problem.friction = {0.8};
  problem.restitution = {0.6};
  problem.third = {0.25};
  const auto found = solved(problem, "chatterjee_ruina");
  EXPECT_NEAR(found.velocity_after[0].value, -0.25 * (0.2 + 0.3) + 0.6 * 0.3, 1e-14);
  EXPECT_NEAR(found.velocity_after[0].slope[0], -0.25, 1e-14);
}

}  // namespace
}  // namespace carom::test
