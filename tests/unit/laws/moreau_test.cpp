// Moreau's rule: several contacts that strike in one instant.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Problem<> struck(const Matrix& w, const Vector& v, std::vector<double> friction,
                 const std::vector<double>& restitution) {
  Problem<> problem = problem_from(w, v, std::move(friction), 0);
  problem.restitution = restitution;
  return problem;
}

double energy_in(const Problem<>& p, const Solution<double>& s) {
  double loss = 0;
  for (std::size_t r = 0; r < s.impulse.size(); ++r)
    loss -= 0.5 * s.impulse[r] * (p.velocity[r] + s.velocity_after[r]);
  return loss;
}

/// Two rods of 1 m and 1 kg, joined at the top, at ±30° and with rates ±3: both feet strike, one of
/// them the base.
Chain vee(double friction) {
  Chain chain;
  chain.links = {{-1, 0, 1, 1, 0.5, 1.0 / 12, pi / 6, 3}, {0, 1, 1, 1, 0.5, 1.0 / 12, -pi / 6, -3}};
  chain.contacts = {{0, 0, 0, friction}, {1, 1, 0, friction}};
  chain.base = {1.5, -1 - 3 * std::cos(pi / 6)};
  return chain;
}

TEST(Moreau, WithOneStrikerIsWhittakersLaw) {
  std::mt19937_64 random(31);
  int compared = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const auto problem = random_problem(random, 1 + trial % 3, 8, 0.6, 0.7);
    const auto whittaker = solved(problem, "whittaker");
    const auto moreau = solved(problem, "moreau");
    if (whittaker.verdict != Verdict::unique || moreau.verdict != Verdict::unique) continue;
    ++compared;
    for (std::size_t r = 0; r < moreau.impulse.size(); ++r)
      EXPECT_NEAR(moreau.impulse[r], whittaker.impulse[r], 1e-9 * (1 + largest(whittaker.impulse)));
    EXPECT_EQ(moreau.makes_energy, whittaker.makes_energy);
  }
  EXPECT_GT(compared, 300);
}

/// Without friction and with one e, τ·(v⁺ + e v⁻) = 0 makes the loss ½(1 − e)/(1 + e) τWτ ≥ 0, with
/// any number of striking contacts.
TEST(Moreau, WithoutFrictionItsLossIsKnown) {
  std::mt19937_64 random(32);
  std::normal_distribution<double> normal;
  int pressed = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int count = 2 + trial % 3;
    const Matrix j = Matrix::NullaryExpr(2 * count, 10, [&] { return normal(random); });
    Vector v = j * Vector::NullaryExpr(10, [&] { return normal(random); });
    for (int i = 0; i < count; ++i) v[2 * i + 1] = -std::abs(v[2 * i + 1]);
    const double e = 0.1 * (trial % 11);
    const Matrix w = j * j.transpose();
    const auto problem = struck(w, v, std::vector<double>(static_cast<std::size_t>(count), 0.0),
                                std::vector<double>(static_cast<std::size_t>(count), e));
    const auto s = solved(problem, "moreau");
    ASSERT_EQ(s.verdict, Verdict::unique);
    const Vector tau = Eigen::Map<const Vector>(s.impulse.data(), 2 * count);
    const double expected = 0.5 * (1 - e) / (1 + e) * tau.dot(w * tau);
    EXPECT_NEAR(s.energy_loss, expected, 1e-10 * tau.dot(w * tau));
    EXPECT_NEAR(s.energy_loss, energy_in(problem, s), 1e-10 * tau.dot(w * tau));
    EXPECT_FALSE(s.makes_energy);
    for (int i = 0; i < count; ++i) {
      const double rebound =
          s.velocity_after[static_cast<std::size_t>(2 * i + 1)] + e * v[2 * i + 1];
      EXPECT_GE(rebound, -1e-9);
      EXPECT_GE(tau[2 * i + 1], 0);
      EXPECT_NEAR(rebound * tau[2 * i + 1], 0, 1e-9);
      pressed += tau[2 * i + 1] > 0;
      EXPECT_EQ(s.approaching[static_cast<std::size_t>(i)], 1);
    }
  }
  EXPECT_GT(pressed, 300);
}

/// It can make energy, and says so: the mirror-symmetric V gains 3.888 J. By symmetry it is one leg
/// on a vertical slider, for which the energetic law loses 1.463 J of half the energy.
TEST(Moreau, TheVeeMakesEnergyAndSaysSo) {
  const Chain chain = vee(0.8);
  const Problem<> problem = chain.problem(0.9);
  const auto s = solved(problem, "moreau");
  ASSERT_EQ(s.verdict, Verdict::unique);
  EXPECT_NEAR(chain.kinetic_energy(), 6.598, 5e-4);
  EXPECT_NEAR(chain.kinetic_energy() - s.energy_loss, 10.486, 5e-4);
  EXPECT_TRUE(s.makes_energy);
  for (const auto law : law_names)
    EXPECT_EQ(solved(problem, law).verdict, Verdict::several_colliding) << law;
}

TEST(Moreau, MirrorImagesAreTreatedAlike) {
  const Problem<> problem = vee(0.4).problem(0.6);
  const auto s = solved(problem, "moreau");
  ASSERT_EQ(s.verdict, Verdict::unique);
  EXPECT_NEAR(s.impulse[0], -s.impulse[2], 1e-12);
  EXPECT_NEAR(s.impulse[1], s.impulse[3], 1e-12);
}

TEST(Moreau, VerdictsWithoutAnAnswer) {
  const Matrix unit = Matrix::Identity(4, 4);
  EXPECT_EQ(solved(struck(unit, Eigen::Vector4d(1, 0, 0, 1), {0, 0}, {0, 0}), "moreau").verdict,
            Verdict::not_colliding);
  Problem<> named = struck(unit, Eigen::Vector4d(0, 0, 0, -1), {0, 0}, {0, 0});
  named.colliding = 0;
  EXPECT_EQ(solved(named, "moreau").reason, Reason::named_does_not_approach);
  // One of two that strike cannot move.
  Matrix stuck = unit;
  stuck.topRows(2).setZero();
  stuck.leftCols(2).setZero();
  const auto jam = solved(struck(stuck, Eigen::Vector4d(0, -1, 0, -1), {0, 0}, {0, 0}), "moreau");
  EXPECT_EQ(jam.verdict, Verdict::jammed);
  EXPECT_EQ(jam.reason_contact, 0);
}

}  // namespace
}  // namespace carom::test
