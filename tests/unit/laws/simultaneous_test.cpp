// The law `simultaneous` where its answer is known.

#include "laws/rigid/simultaneous.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

constexpr double rounding = 1e-13;

Solution<double> solved_with(const Problem<>& problem, const std::vector<double>& stiffness = {}) {
  Problem<> with = problem;
  with.third = stiffness;
  return solved(with, "simultaneous");
}

Problem<> one(double tt, double tn, double nn, double slip, double friction, double restitution) {
  Eigen::Matrix2d w;
  w << tt, tn, tn, nn;
  return problem_from(w, Eigen::Vector2d(slip, -1), {friction}, restitution);
}

/// Balls in a line, the first `moving` ones with speed 1; contact i between balls i and i + 1.
Problem<> balls(int number, int moving, double restitution) {
  const int c = number - 1;
  Eigen::MatrixXd j = Eigen::MatrixXd::Zero(2 * c, number);
  for (int i = 0; i < c; ++i) {
    j(2 * i + 1, i) = -1;
    j(2 * i + 1, i + 1) = 1;
  }
  Eigen::VectorXd q = Eigen::VectorXd::Zero(number);
  q.head(moving).setOnes();
  return problem_from(j * j.transpose(), j * q,
                      std::vector<double>(static_cast<std::size_t>(c), 0.0), restitution);
}

std::vector<double> speeds_after(const Solution<double>& found, int moving) {
  const int number = found.count + 1;
  std::vector<double> speeds(static_cast<std::size_t>(number), 0.0);
  for (int b = 0; b < moving; ++b) speeds[static_cast<std::size_t>(b)] = 1;
  for (int i = 0; i < found.count; ++i) {
    speeds[static_cast<std::size_t>(i)] -= found.impulse[2 * i + 1];
    speeds[static_cast<std::size_t>(i + 1)] += found.impulse[2 * i + 1];
  }
  return speeds;
}

/// A box of mass 1 that touches the floor with both lower corners; velocity of its mass centre and
/// rate.
Problem<> box(double width, double height, const Eigen::Vector3d& motion, double friction,
              double restitution) {
  const double inertia = (width * width + height * height) / 12;
  Eigen::MatrixXd j(4, 3);
  j << 1, 0, height / 2, 0, 1, -width / 2, 1, 0, height / 2, 0, 1, width / 2;
  const Eigen::Vector3d mass(1, 1, 1 / inertia);
  return problem_from(j * mass.asDiagonal() * j.transpose(), j * motion, {friction, friction},
                      restitution);
}

/// Mass centre and rate after.
Eigen::Vector3d box_after(double width, double height, const Solution<double>& found) {
  const double rate = (found.velocity_after[3] - found.velocity_after[1]) / width;
  return {found.velocity_after[0] - rate * height / 2,
          0.5 * (found.velocity_after[1] + found.velocity_after[3]), rate};
}

TEST(Simultaneous, OneContactWithoutFriction) {
  // A quarter of the period 2πT₀ inward, a quarter of e times that outward.
  for (const double e : {1e-3, 0.3, 0.999, 1.0}) {
    const auto found = solved_with(one(0, 0, 2, 0, 0, e), {7.0});
    ASSERT_EQ(found.verdict, Verdict::unique);
    EXPECT_NEAR(found.velocity_after[1], e, rounding);
    EXPECT_NEAR(found.impulse[1], (1 + e) / 2, rounding);
    EXPECT_NEAR(found.energy_loss, (1 - e * e) / 4, rounding);
    EXPECT_NEAR(found.springs.duration, (1 + e) * pi / 2, rounding);
    EXPECT_NEAR(found.springs.time_unit, 1 / std::sqrt(14), rounding);
    const SpringContact<double>& contact = found.springs.contacts[0];
    EXPECT_NEAR(contact.stored, 0.25, rounding);
    EXPECT_NEAR(*contact.kinematic, e, rounding);
    EXPECT_NEAR(*contact.kinetic, e, rounding);
    EXPECT_NEAR(*contact.energetic, e, rounding);
  }
  const auto plastic = solved_with(one(0, 0, 2, 0, 0, 0));
  EXPECT_EQ(plastic.velocity_after[1], 0);
  EXPECT_EQ(plastic.outcome[0], Outcome::rests);
  EXPECT_NEAR(plastic.springs.duration, pi / 2, rounding);
}

TEST(Simultaneous, CradleOfThreeAndOfFive) {
  // Ten digits are published with the law.
  const std::vector<double> three = {-0.130261695065, 0.150229569435, 0.980032125630};
  const std::vector<double> five = {-0.132279484710, -0.075329169803, -0.031010829014,
                                    0.296217750141, 0.942401733385};
  for (const auto& expected : {three, five}) {
    const auto number = static_cast<int>(expected.size());
    const auto after = speeds_after(solved_with(balls(number, 1, 1)), 1);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(after[i], expected[i], 1e-11);
  }
}

/// A front runs through balls of which the far ones are reached in an order beyond the series'.
TEST(Simultaneous, LongCradlesKeepMomentumAndEnergy) {
  for (const int number : {16, 40, 65}) {
    const auto found = solved_with(balls(number, 1, 1));
    ASSERT_EQ(found.verdict, Verdict::unique) << number;
    double momentum = 0, energy = 0;
    const auto after = speeds_after(found, 1);
    for (const double v : after) {
      momentum += v;
      energy += v * v;
    }
    EXPECT_NEAR(momentum, 1, 1e-12) << number;
    EXPECT_NEAR(energy, 1, 1e-11) << number;
    for (std::size_t i = 0; i + 1 < after.size(); ++i) EXPECT_LE(after[i], after[i + 1] + 1e-9);
  }
}

TEST(Simultaneous, SquareBoxLandsFlat) {
  const Eigen::Vector3d motion(1, -1, 0);
  const auto elastic = box_after(1, 1, solved_with(box(1, 1, motion, 0.3, 1)));
  EXPECT_NEAR(elastic[0], 0.365694812, 1e-9);
  EXPECT_NEAR(elastic[1], 1.114350627, 1e-9);
  EXPECT_NEAR(elastic[2], 0.284095, 1e-6);
  const auto half = box_after(1, 1, solved_with(box(1, 1, motion, 0.3, 0.5)));
  EXPECT_NEAR(half[0], 0.532740, 1e-6);
  EXPECT_NEAR(half[1], 0.557534, 1e-6);
  EXPECT_NEAR(half[2], 0.156258, 1e-6);
  const auto uneven = solved_with(box(1, 1, {0, -1, 0}, 0, 0.8), {1, 2});
  EXPECT_NEAR(uneven.velocity_after[1], 0.966697, 1e-6);
  EXPECT_NEAR(uneven.velocity_after[3], 0.585501, 1e-6);
}

TEST(Simultaneous, BoxThatDropsStaysSymmetric) {
  for (const double e : {0.0, 0.3, 0.8, 1.0})
    for (const double friction : {0.0, 0.4, 2.0}) {
      const auto found = solved_with(box(1, 0.6, {0, -1, 0}, friction, e));
      ASSERT_EQ(found.verdict, Verdict::unique);
      EXPECT_EQ(found.velocity_after[1], found.velocity_after[3]);
      EXPECT_NEAR(found.velocity_after[1], e, rounding);
      EXPECT_NEAR(found.velocity_after[0], 0, rounding);
      EXPECT_EQ(found.impulse[1], found.impulse[3]);
      // Two corners share friction in ways that move nothing.
      EXPECT_EQ(found.impulses_determined, friction == 0);
      EXPECT_EQ(found.open[0], friction > 0);
      EXPECT_EQ(found.open[1], 0);
    }
}

/// Siconos' rocking block by Liu, Zhao and Brogliato's law: no contact is pressed again, so the
/// laws agree.
TEST(Simultaneous, RockingBlockOfLiuZhaoBrogliato) {
  const double rate = -4.13076009;
  const auto found = solved_with(box(1, 0.5, {0, 0.5 * rate, rate}, 0, 0.8));
  ASSERT_EQ(found.verdict, Verdict::unique);
  EXPECT_NEAR(found.velocity_after[1], 2.10227572, 1e-8);
  EXPECT_NEAR(found.velocity_after[3], 1.60522003, 1e-8);
}

TEST(Simultaneous, PinnedRodSlidesBackAsItCame) {
  // v ∝ d and slip turns as compression ends: v_n⁺/v_n⁻ = −e √((1 − m)/(1 + m)), m = μ|d_t/d_n|.
  const double t = 0.6, n = 0.8, friction = 0.5, e = 0.7;
  Eigen::Matrix2d w;
  w << t * t, t * n, t * n, n * n;
  const auto found = solved_with(problem_from(w, Eigen::Vector2d(-t, -n), {friction}, e));
  const double m = friction * t / n;
  EXPECT_NEAR(found.velocity_after[1], n * e * std::sqrt((1 - m) / (1 + m)), rounding);
}

TEST(Simultaneous, WedgedContactIsLocked) {
  // One freedom d = (−1, 2): friction above 2 holds the compressed spring.
  Eigen::Matrix2d w;
  w << 1, -2, -2, 4;
  const Eigen::Vector2d v(0.5, -1);
  const auto locked = solved_with(problem_from(w, v, {2.5}, 0.5));
  EXPECT_EQ(locked.verdict, Verdict::jammed);
  EXPECT_EQ(locked.reason, Reason::locked);
  // The differential law ends there too, at rest.
  EXPECT_TRUE(solved(problem_from(w, v, {2.5}, 0.5), "energetic").wedged);
  EXPECT_EQ(solved_with(problem_from(w, v, {1.9}, 0.5)).verdict, Verdict::unique);
}

/// One freedom d = (0.5, 1) and a surface that comes against it: once the end sticks nothing gives
/// way, and the spring's force grows for ever, as the differential law says. v is not along d.
TEST(Simultaneous, MovedSurfacePressesWhatCannotGiveWay) {
  Eigen::Matrix2d w;
  w << 0.25, 0.5, 0.5, 1;
  const auto problem = problem_from(w / 3, Eigen::Vector2d(-0.1, -0.8), {2.5}, 0.5);
  const auto found = solved_with(problem);
  EXPECT_EQ(found.verdict, Verdict::jammed);
  EXPECT_EQ(found.reason, Reason::compression_cannot_end);
  EXPECT_EQ(found.reason_contact, 0);
  EXPECT_EQ(solved(problem, "energetic").verdict, Verdict::jammed);
}

TEST(Simultaneous, BallBetweenWallsDoesNotEnd) {
  Eigen::Matrix4d w = Eigen::Matrix4d::Zero();
  w(1, 1) = w(3, 3) = 1;
  w(1, 3) = w(3, 1) = -1;
  const auto found = solved_with(problem_from(w, Eigen::Vector4d(0, 1, 0, -1), {0, 0}, 0.8));
  EXPECT_EQ(found.verdict, Verdict::jammed);
  EXPECT_EQ(found.reason, Reason::does_not_end);
  EXPECT_TRUE(found.velocity_after.empty());
}

TEST(Simultaneous, NothingApproaches) {
  const auto found = solved_with(box(1, 1, {1, 0.5, 0}, 0.3, 0.5));
  EXPECT_EQ(found.verdict, Verdict::not_colliding);
  EXPECT_EQ(found.reason, Reason::nothing_approaches);
  // Approaching by rounding is resting.
  EXPECT_EQ(solved_with(box(1, 1, {1, -1e-10, 0}, 0.3, 0.5)).verdict, Verdict::not_colliding);
}

TEST(Simultaneous, ContactThatNothingMovesJams) {
  EXPECT_EQ(solved_with(one(1, 0, 0, 0, 0.3, 0.5)).verdict, Verdict::jammed);
}

/// W_tt = 0: friction does work against a moved surface and moves nothing.
TEST(Simultaneous, FrictionThatMovesNothing) {
  const auto slides = solved_with(one(0, 0, 2, 0.5, 0.3, 0.8));
  EXPECT_NEAR(slides.impulse[0], -0.3 * 0.9, rounding);
  EXPECT_EQ(slides.velocity_after[0], 0.5);
  EXPECT_NEAR(slides.velocity_after[1], 0.8, rounding);
  const auto rests = solved_with(one(0, 0, 2, 0, 0.3, 0.8));
  EXPECT_NEAR(rests.velocity_after[1], 0.8, rounding);
  EXPECT_EQ(rests.open[0], 1);
}

/// Two contacts that do not feel each other: each as if alone, however long the other lasts.
TEST(Simultaneous, UncoupledContactsAreAlone) {
  Eigen::Matrix4d w = Eigen::Matrix4d::Zero();
  w.topLeftCorner<2, 2>() << 2, 0.5, 0.5, 1;
  w.bottomRightCorner<2, 2>() << 1, -0.7, -0.7, 3;
  const auto both =
      solved_with(problem_from(w, Eigen::Vector4d(0.3, -1, -0.2, -2), {0.4, 0.6}, 0.7), {1, 1e6});
  const auto first =
      solved_with(problem_from(w.topLeftCorner<2, 2>(), Eigen::Vector2d(0.3, -1), {0.4}, 0.7));
  const auto second =
      solved_with(problem_from(w.bottomRightCorner<2, 2>(), Eigen::Vector2d(-0.2, -2), {0.6}, 0.7));
  for (int r = 0; r < 2; ++r) {
    EXPECT_NEAR(both.velocity_after[r], first.velocity_after[r], 1e-12);
    EXPECT_NEAR(both.velocity_after[2 + r], second.velocity_after[r], 1e-12);
  }
}

/// Friction on held contacts leaves a choice; the least restitution takes it.
TEST(Simultaneous, PlasticContactsMayLeaveAChoice) {
  Eigen::Matrix4d w;
  w << 2.3110, -0.6497, 1.1662, 0.1768, -0.6497, 0.8655, -0.5992, -0.1187, 1.1662, -0.5992, 0.9182,
      0.3886, 0.1768, -0.1187, 0.3886, 0.7263;
  const Eigen::Vector4d v(0.3248, -0.6261, 0.4806, -0.5585);
  const std::vector<double> friction = {1.805, 2.986}, stiffness = {0.08, 1};
  const auto plastic = solved_with(problem_from(w, v, friction, 0), stiffness);
  EXPECT_EQ(plastic.verdict, Verdict::ambiguous);
  EXPECT_EQ(plastic.reason, Reason::several_continuations);
  EXPECT_TRUE(plastic.is_choice);
  EXPECT_TRUE(plastic.exhaustive);
  ASSERT_EQ(plastic.velocity_after.size(), 4u);
  EXPECT_EQ(solved_with(problem_from(w, v, friction, 0.3), stiffness).verdict, Verdict::unique);
}

/// Resting contacts grow rigid: the error against the differential law falls as 1/k.
TEST(Simultaneous, StiffRestingContactsGiveTheRigidLaw) {
  const auto problem = three_link_chain(20, 0.2, 0.4).problem(0.6);
  const auto rigid = solved(problem, "energetic");
  ASSERT_EQ(rigid.verdict, Verdict::unique);
  ASSERT_TRUE(rigid.interacted[0]);
  const auto error = [&](double ratio) {
    const auto found = solved_with(problem, {ratio, 1});
    double sum = 0;
    for (int r = 0; r < 4; ++r)
      sum = std::max(sum, std::abs(found.velocity_after[r] - rigid.velocity_after[r]));
    return sum;
  };
  const double first = error(1e3), second = error(1e5);
  EXPECT_LT(first, 0.05);
  EXPECT_LT(second, first / 30);
}

}  // namespace
}  // namespace carom::test
