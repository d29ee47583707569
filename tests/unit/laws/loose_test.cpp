// Contacts that are held along their normals: any normal impulse there is consistent, and where
// friction follows from it velocities are not determined either. Against problems made of J and M,
// and the same impact followed in small steps with a force of one's own choice at such a contact.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A mechanism with contacts; rows of J are (t, n) a contact.
struct Mechanism {
  MatrixXd mass, jacobian;
  VectorXd rates;
  std::vector<double> friction;
  double restitution = 0.5;

  Problem<> problem() const {
    return problem_from(jacobian * mass.inverse() * jacobian.transpose(), jacobian * rates,
                        friction, restitution);
  }
  double energy(const VectorXd& q) const { return 0.5 * q.dot(mass * q); }
};

/// A block that slides along x, guided; its foot on a floor that the guide keeps it from, its side
/// against a wall on the right.
Mechanism guided_block(double mu, double rate = 1) {
  MatrixXd jacobian(4, 1);
  jacobian << 1, 0, 0, -1;
  return {MatrixXd::Constant(1, 1, 2), jacobian, VectorXd::Constant(1, rate), {mu, 0}};
}

/// A block between two rails along x, which a blow from the right pushes back.
Mechanism railed_block(double below, double above) {
  MatrixXd jacobian(6, 2);
  jacobian << 1, 0, 0, 1,  // lower rail: n = +y
      -1, 0, 0, -1,        // upper rail: n = −y
      0, 1, -1, 0;         // wall on the right
  return {MatrixXd::Identity(2, 2) * 3, jacobian, Eigen::Vector2d(1, 0), {below, above, 0}};
}

/// Three coordinates with inertia between them; the foot's normal row is zero.
Mechanism coupled(double mu, double slip, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  MatrixXd root(3, 3), jacobian = MatrixXd::Zero(4, 3);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) root(r, c) = normal(random);
  for (const int r : {0, 2, 3})
    for (int c = 0; c < 3; ++c) jacobian(r, c) = normal(random);
  const MatrixXd mass = root * root.transpose() + MatrixXd::Identity(3, 3);
  MatrixXd asked(2, 3);
  asked << jacobian.row(0), jacobian.row(3);
  const VectorXd rates =
      asked.transpose() * (asked * asked.transpose()).ldlt().solve(Eigen::Vector2d(slip, -1));
  return {mass, jacobian, rates, {mu, 0}, 0.6};
}

/// Rates after the impact by Poisson's hypothesis (end at (1 + e)η†), with the normal force φ per
/// unit of η at contact 0, friction there against its slip, and no friction where it strikes. A
/// step is 1e-4 of the free striker's compression.
VectorXd followed(const Mechanism& m, double phi) {
  const MatrixXd inverse = m.mass.inverse();
  const VectorXd striking = m.jacobian.row(3), slipping = m.jacobian.row(0);
  VectorXd q = m.rates;
  const double step = 1e-4 / striking.dot(inverse * striking);
  double compression = 0;
  for (double eta = 0; compression == 0 || eta < (1 + m.restitution) * compression; eta += step) {
    // The friction that stops the slip within the step, if there is that much.
    const VectorXd pushed = q + step * inverse * striking;
    const double wanted = -slipping.dot(pushed) / slipping.dot(inverse * slipping);
    const double most = step * m.friction[0] * phi;
    q = pushed + inverse * slipping * std::clamp(wanted, -most, most);
    if (compression == 0 && striking.dot(q) >= 0) compression = eta + step;
    if (eta > 1e6 * step) break;
  }
  return q;
}

LawOptions with_others() {
  LawOptions options;
  options.alternatives = true;
  return options;
}

constexpr std::string_view algebraic_names[] = {"whittaker", "brach", "moreau"};
constexpr std::string_view all_names[] = {"kinematic", "kinetic", "energetic",
                                          "whittaker", "brach",   "moreau"};

TEST(Loose, AGuidedBlockThatSlides) {
  for (const auto law : differential_names) {
    SCOPED_TRACE(law);
    const auto solution = solved(guided_block(0.4).problem(), law, with_others());
    EXPECT_EQ(solution.verdict, Verdict::ambiguous);
    EXPECT_EQ(solution.loose, 0);
    EXPECT_TRUE(solution.is_choice);
    EXPECT_FALSE(solution.impulses_determined);
    EXPECT_EQ(solution.open[0], 1);
    EXPECT_EQ(solution.open[1], 1);
    // Given: no impulse at the foot.
    EXPECT_EQ(solution.impulse[1], 0);
    EXPECT_NEAR(solution.velocity_after[0], -0.5, 1e-14);
    // The other end: the foot stops the block, 2 kg m/s of friction with at least 5 of pressure.
    ASSERT_EQ(solution.alternatives.size(), 1U);
    const auto& other = solution.alternatives[0];
    EXPECT_EQ(other.velocity_after, (std::vector<double>{0, 0, 0, 0}));
    EXPECT_NEAR(other.impulse[0], -2, 1e-14);
    EXPECT_NEAR(other.impulse[1], 5, 1e-13);
    EXPECT_NEAR(other.impulse[3], 0, 1e-14);
    EXPECT_NEAR(other.energy_loss, 1, 1e-14);
    EXPECT_EQ(other.outcome[0], Outcome::rests);
  }
}

/// Algebraic laws prescribe the striker's velocity after, and here that is the only one: more
/// friction takes more impulse at the wall, which is as open.
TEST(Loose, WhereTheStrikersVelocityIsAllThereIs) {
  for (const auto law : algebraic_names) {
    SCOPED_TRACE(law);
    for (const Mechanism& m : {guided_block(0.4), railed_block(0.3, 0.2)}) {
      const auto solution = solved(m.problem(), law, with_others());
      EXPECT_EQ(solution.verdict, Verdict::unique);
      EXPECT_EQ(solution.loose, -1);
      EXPECT_NEAR(solution.velocity_after[0], -0.5, 1e-12);
      EXPECT_FALSE(solution.impulses_determined);
      for (const std::size_t r : {std::size_t{0}, std::size_t{1}, solution.open.size() - 1})
        EXPECT_EQ(solution.open[r], 1) << r;
    }
  }
}

/// With more coordinates than that friction at the foot does change velocities.
TEST(Loose, AlgebraicLawsToo) {
  std::mt19937_64 random(21);
  for (int trial = 0; trial < 20; ++trial) {
    const Mechanism m = coupled(0.5, trial % 2 == 0 ? 1 : -1, random);
    const Problem<> problem = m.problem();
    for (const auto law : algebraic_names) {
      SCOPED_TRACE(law);
      const auto solution = solved(problem, law);
      EXPECT_EQ(solution.verdict, Verdict::ambiguous) << trial;
      // Another answer: a little normal impulse at the foot, and what the striker needs then.
      const double slip = solution.velocity_after[0];
      if (std::abs(slip) < 1e-3) continue;
      std::vector<double> impulse = solution.impulse;
      impulse[1] += 1e-4;
      impulse[0] += slip > 0 ? -0.5e-4 : 0.5e-4;
      impulse[3] -= problem.w(3, 0) * (impulse[0] - solution.impulse[0]) / problem.w(3, 3);
      const VectorXd change = m.jacobian * m.mass.inverse() * m.jacobian.transpose() *
                              (Eigen::Map<const VectorXd>(impulse.data(), 4) -
                               Eigen::Map<const VectorXd>(solution.impulse.data(), 4));
      EXPECT_NEAR(change[3], 0, 1e-15);
      EXPECT_NEAR(change[1], 0, 1e-15);
      EXPECT_GT(std::abs(change[0]), 1e-8) << "so it is not the only one";
    }
  }
}

TEST(Loose, WithoutFrictionOnlyTheImpulseIsOpen) {
  for (const auto law : all_names) {
    const auto solution = solved(guided_block(0).problem(), law, with_others());
    EXPECT_EQ(solution.verdict, Verdict::unique) << law;
    EXPECT_EQ(solution.loose, -1) << law;
    EXPECT_FALSE(solution.impulses_determined) << law;
    EXPECT_EQ(solution.open[1], 1) << law;
    EXPECT_EQ(solution.open[0], 0) << law;
  }
}

/// Held in both directions: whatever friction there is moves nothing.
TEST(Loose, AFootThatNothingMoves) {
  Mechanism m = guided_block(0.4);
  m.jacobian.row(0).setZero();
  Problem<> problem = m.problem();
  problem.velocity[0] = 0.7;  // a belt, or a drive
  for (const auto law : all_names) {
    const auto solution = solved(problem, law);
    EXPECT_EQ(solution.verdict, Verdict::unique) << law;
    EXPECT_FALSE(solution.impulses_determined) << law;
    EXPECT_EQ(solution.open[0], 1) << law;
    EXPECT_EQ(solution.open[1], 1) << law;
    EXPECT_NEAR(solution.velocity_after[3], 0.5, 1e-14) << law;
  }
}

/// Two rails pinch as hard as one likes.
TEST(Loose, ABlockBetweenRails) {
  for (const auto law : differential_names) {
    SCOPED_TRACE(law);
    for (const auto& [below, above] : {std::pair(0.3, 0.3), {0.3, 0.0}, {0.0, 0.2}}) {
      const auto solution = solved(railed_block(below, above).problem(), law, with_others());
      EXPECT_EQ(solution.verdict, Verdict::ambiguous);
      EXPECT_NEAR(solution.velocity_after[0], -0.5, 1e-12);
      ASSERT_EQ(solution.alternatives.size(), 1U);
      const auto& other = solution.alternatives[0];
      EXPECT_NEAR(other.velocity_after[0], 0, 1e-12);
      // Both rails are pressed alike, and friction is within both cones.
      EXPECT_NEAR(other.impulse[1], other.impulse[3], 1e-12);
      EXPECT_LE(std::abs(other.impulse[0]), below * other.impulse[1] + 1e-12);
      EXPECT_LE(std::abs(other.impulse[2]), above * other.impulse[3] + 1e-12);
      EXPECT_NEAR(other.impulse[0] - other.impulse[2], -3, 1e-12);
    }
    EXPECT_EQ(solved(railed_block(0, 0).problem(), law).verdict, Verdict::unique);
  }
}

/// Every normal force that one likes is followed step by step: with none it is the answer given,
/// with more it is another, with very much it is the alternative.
TEST(Loose, AForceOfOnesOwnChoice) {
  std::mt19937_64 random(4);
  int compared = 0;
  for (int trial = 0; trial < 12; ++trial) {
    const Mechanism m = coupled(0.5, trial % 3 - 1, random);
    const auto solution = solved(m.problem(), "kinetic", with_others());
    SCOPED_TRACE(trial);
    EXPECT_EQ(solution.verdict, Verdict::ambiguous);
    const auto velocities = [&](double phi) { return VectorXd(m.jacobian * followed(m, phi)); };
    const VectorXd none = velocities(0), some = velocities(0.5), much = velocities(1e5);
    const auto apart = [&](const VectorXd& v, const std::vector<double>& w) {
      return (v - Eigen::Map<const VectorXd>(w.data(), v.size())).lpNorm<Eigen::Infinity>();
    };
    EXPECT_LT(apart(none, solution.velocity_after), 1e-3);
    EXPECT_GT((some - none).lpNorm<Eigen::Infinity>(), 1e-3) << "so it is not the only one";
    // Where the foot's hold leaves the striker little to move, following takes too many steps.
    const Problem<> problem = m.problem();
    const double left = 1 - problem.w(0, 3) * problem.w(0, 3) / (problem.w(0, 0) * problem.w(3, 3));
    if (solution.alternatives.empty() || left < 0.05) continue;
    const auto& other = solution.alternatives[0];
    EXPECT_LT(apart(much, other.velocity_after), 1e-3);
    // Energy's books, from impulses alone.
    const VectorXd q = m.rates + m.mass.inverse() * m.jacobian.transpose() *
                                     Eigen::Map<const VectorXd>(other.impulse.data(), 4);
    EXPECT_LT(apart(m.jacobian * q, other.velocity_after), 1e-12);
    EXPECT_NEAR(m.energy(m.rates) - m.energy(q), other.energy_loss, 1e-10);
    EXPECT_LE(std::abs(other.impulse[0]), 0.5 * other.impulse[1] + 1e-12);
    ++compared;
  }
  EXPECT_GT(compared, 6);
}

/// At rest and not pushed: friction has nothing to act against.
TEST(Loose, AFootAtRestThatIsNotPushed) {
  Mechanism m{MatrixXd::Identity(2, 2), MatrixXd::Zero(4, 2), Eigen::Vector2d(0, -1), {0.5, 0}};
  m.jacobian(0, 0) = 1;
  m.jacobian(3, 1) = 1;
  for (const auto law : all_names) {
    const auto solution = solved(m.problem(), law);
    EXPECT_EQ(solution.verdict, Verdict::unique) << law;
    EXPECT_EQ(solution.open[1], 1) << law;
    EXPECT_EQ(solution.open[0], 0) << law;
  }
}

/// Contacts of one rigid body share loads in many ways that do the same: that is no family.
TEST(Loose, SharesOfOneLoadAreNone) {
  std::mt19937_64 random(9);
  for (int trial = 0; trial < 200; ++trial) {
    // Three feet on one floor, one friction, and a striker: velocities are those of two feet.
    std::uniform_real_distribution<double> in(-1, 1);
    MatrixXd jacobian(8, 3);
    for (int i = 0; i < 3; ++i) jacobian.middleRows(2 * i, 2) << 1, 0, 0.6, 0, 1, in(random);
    jacobian.bottomRows(2) << 0, 1, in(random), 1, 0, in(random);
    const Mechanism m{Eigen::Vector3d(1, 1, 0.3).asDiagonal(),
                      jacobian,
                      Eigen::Vector3d(-1, 0, 0),
                      {0.4, 0.4, 0.4, 0}};
    for (const auto law : {"energetic", "whittaker"})
      EXPECT_EQ(solved(m.problem(), law).loose, -1) << trial << " " << law;
  }
}

}  // namespace
}  // namespace carom::test
