// A wedged contact: after compression no impulse within its cone moves anything. What the laws say
// of it is continuous in e, down to e = 0.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

/// A rod of length ℓ, unit mass, pinned at one end, whose other end strikes a horizontal floor:
/// v = q̇ d, W = d dᵀ/I.
struct PinnedRod {
  double length, angle, rate;
  Eigen::Vector2d direction() const {
    return length * Eigen::Vector2d(-std::sin(angle), std::cos(angle));
  }
  double inertia() const { return length * length / 3; }
  double energy() const { return 0.5 * inertia() * rate * rate; }
  Problem<> problem(double mu, double e) const {
    const Eigen::Vector2d d = direction();
    return problem_from(d * d.transpose() / inertia(), rate * d, {mu}, e);
  }
};

constexpr PinnedRod issue{1.2, -2.2, 1};

/// Friction with a smooth beginning, F_t = −μ tanh(v_t/ε), followed in steps of η from v⁻: where
/// v_n first reaches zero, and the largest velocity from there to three times that impulse.
struct Followed {
  double compression = 0;
  double moved_later = 0;
};
Followed followed(const PinnedRod& rod, double mu, double epsilon) {
  const Eigen::Vector2d d = rod.direction();
  double rate = rod.rate;
  const double step = 1e-6;
  Followed seen;
  for (double eta = 0; seen.compression == 0 || eta < 3 * seen.compression; eta += step) {
    const double friction = -mu * std::tanh(rate * d[0] / epsilon);
    rate += step * (d[1] + friction * d[0]) / rod.inertia();
    if (seen.compression == 0 && rate * d[1] >= -2 * epsilon) seen.compression = eta;
    if (seen.compression != 0) seen.moved_later = std::max(seen.moved_later, std::abs(rate));
  }
  return seen;
}

TEST(Wedged, NothingMovesIfFrictionIsFollowedStepByStep) {
  const double epsilon = 1e-4;
  const Followed seen = followed(issue, 1.2, epsilon);
  EXPECT_LT(seen.moved_later, 5 * epsilon);
  const auto solution = solved(issue.problem(1.2, 0), "energetic");
  EXPECT_NEAR(solution.impulse[1], seen.compression, 1e-3);
}

TEST(Wedged, TheRodRestsForEveryRestitution) {
  const Eigen::Vector2d d = issue.direction();
  // Sliding along +t: d·F = d_n − μd_t per unit of η.
  const double compression = -issue.rate * issue.inertia() / (d[1] - 1.2 * d[0]);
  for (const double e : {0.0, 1e-12, 1e-6, 0.1, 0.5, 0.9, 1.0})
    for (const auto law : differential_names) {
      SCOPED_TRACE(std::string(law) + " " + std::to_string(e));
      const auto s = solved(issue.problem(1.2, e), law);
      ASSERT_EQ(s.verdict, Verdict::unique);
      EXPECT_EQ(s.velocity_after, (std::vector<double>{0, 0}));
      EXPECT_EQ(s.outcome[0], Outcome::rests);
      EXPECT_NEAR(s.energy_loss, issue.energy(), 1e-15);
      EXPECT_FALSE(s.makes_energy);
      // The kinetic law says how much impulse restitution has, the others only how much it does.
      const bool kinetic = law == "kinetic";
      EXPECT_NEAR(s.impulse[1], (kinetic ? 1 + e : 1) * compression, 1e-14);
      const double held = -d[1] / d[0];
      EXPECT_NEAR(s.impulse[0], -1.2 * compression + (kinetic ? e * compression * held : 0), 1e-14);
      EXPECT_EQ(s.impulses_determined, kinetic || e == 0);
      EXPECT_EQ(s.open, (kinetic || e == 0 ? std::vector<std::uint8_t>{0, 0}
                                           : std::vector<std::uint8_t>{1, 1}));
      EXPECT_EQ(s.wedged, e > 0);
      EXPECT_EQ(s.stages.size(), kinetic && e > 0 ? 2u : 1u);
    }
}

/// A free rigid body that rests on one point and strikes with another: where the first sticks, the
/// second has one freedom, and is wedged if that is steep enough.
Problem<> body_on_a_point(std::mt19937_64& random, double mu, double e) {
  std::uniform_real_distribution<double> uniform(0, 1);
  const double surface = 2 * pi * uniform(random);
  const Eigen::Vector2d at(2 * uniform(random) - 1, 2 * uniform(random) - 1);
  const Eigen::Vector2d centre(2 * uniform(random) - 1, uniform(random));
  const auto row = [&](const Eigen::Vector2d& point, const Eigen::Vector2d& along) {
    const Eigen::Vector2d arm = point - centre;
    return Eigen::RowVector3d(along[0], along[1], arm[0] * along[1] - arm[1] * along[0]);
  };
  Eigen::MatrixXd j(4, 3);
  j.row(0) = row({0, 0}, {1, 0});
  j.row(1) = row({0, 0}, {0, 1});
  j.row(2) = row(at, {std::cos(surface), std::sin(surface)});
  j.row(3) = row(at, {-std::sin(surface), std::cos(surface)});
  const Eigen::Vector3d inverse(1, 1, 1 / (0.05 + uniform(random)));
  // It turns about the point that rests.
  Eigen::Vector3d q(centre[1], -centre[0], -1);
  if ((j * q)[3] > 0) q = -q;
  Eigen::VectorXd v = j * q;
  v[0] = v[1] = 0;
  return problem_from(j * inverse.asDiagonal() * j.transpose(), v, {mu, mu}, e);
}

double energy_scale(const Problem<>& problem) {
  const auto n = static_cast<Eigen::Index>(problem.velocity.size());
  const Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>> w(problem.inertia.data(),
                                                                           n, n);
  const Eigen::Map<const Eigen::VectorXd> v(problem.velocity.data(), n);
  return 0.5 * v.dot(w.completeOrthogonalDecomposition().solve(v));
}

/// Verdict, velocities after and loss do not jump as e leaves zero, nor anywhere else on a grid of
/// e.
TEST(Wedged, AnswersAreContinuousInRestitution) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> uniform(0, 1);
  int wedged = 0, free = 0, near = 0;
  for (int trial = 0; trial < 1200; ++trial) {
    Problem<> problem;
    bool just = false;
    if (trial % 2 == 0) {
      const PinnedRod rod{0.5 + uniform(random), 2 * pi * uniform(random), 1};
      PinnedRod turned = rod;
      if (rod.direction()[1] > 0) turned.rate = -1;
      const double steep = std::abs(rod.direction()[1] / rod.direction()[0]);
      just = trial % 4 == 0;
      const double mu =
          just ? steep * (1 + (uniform(random) < 0.5 ? -1 : 1) * 1e-3) : 2 * uniform(random);
      problem = turned.problem(mu, 0);
    } else {
      problem = body_on_a_point(random, 1.5 * uniform(random), 0);
    }
    const double scale = std::max(1e-12, energy_scale(problem));
    for (const auto law : differential_names) {
      SCOPED_TRACE(std::string(law) + " " + std::to_string(trial));
      const auto at = [&](double e) {
        Problem<> here = problem;
        std::ranges::fill(here.restitution, e);
        return solved(here, law);
      };
      const auto plastic = at(0);
      if (plastic.verdict != Verdict::unique) continue;
      for (const double e : {1e-9, 1e-6, 1e-3}) {
        const auto nearly = at(e);
        ASSERT_EQ(nearly.verdict, Verdict::unique) << e;
        // v_n⁺ is at most e|v⁻| by the kinematic law; the others give less, but an impulse that
        // just fails to be wedged moves what it can: by √(1/(1 − |W_tn|/(μW_tt))) at most, here 50.
        EXPECT_NEAR(nearly.energy_loss, plastic.energy_loss, 100 * e * scale) << e;
        for (std::size_t r = 0; r < nearly.velocity_after.size(); ++r)
          EXPECT_NEAR(nearly.velocity_after[r], plastic.velocity_after[r],
                      50 * e * (1 + largest(problem.velocity)))
              << e;
      }
      const auto small = at(1e-6);
      (small.wedged ? wedged : free) += 1;
      near += just;
      // One that is wedged when compression ends is so for every e.
      if (small.wedged)
        for (const double e : {0.2, 0.8, 1.0}) {
          const auto other = at(e);
          EXPECT_EQ(other.velocity_after, small.velocity_after);
          EXPECT_NEAR(other.energy_loss, small.energy_loss, 1e-12 * scale);
        }
      // Nor is there a jump elsewhere. Where v_n is about to return to zero it falls like a root.
      for (const double e : {0.2, 0.4, 0.6, 0.8}) {
        const auto here = at(e), beside = at(e + 1e-8);
        if (here.verdict != Verdict::unique || beside.verdict != Verdict::unique) continue;
        for (std::size_t r = 0; r < here.velocity_after.size(); ++r)
          EXPECT_NEAR(here.velocity_after[r], beside.velocity_after[r],
                      1e-2 * (1 + largest(problem.velocity)))
              << e;
      }
    }
  }
  EXPECT_GT(wedged, 200);
  EXPECT_GT(free, 500);
  EXPECT_GT(near, 200);
}

/// The algebraic laws ask for v_n⁺ = −e v_n⁻ with friction against the final slip: a wedged contact
/// cannot do that for any e above zero, and they say so.
TEST(Wedged, AlgebraicLawsHaveNoAnswer) {
  for (const char* law : {"whittaker", "brach", "moreau"}) {
    const auto plastic = solved(issue.problem(1.2, 0), law);
    ASSERT_EQ(plastic.verdict, Verdict::unique) << law;
    EXPECT_EQ(plastic.outcome[0], Outcome::rests);
    EXPECT_FALSE(plastic.impulses_determined) << law;
    EXPECT_EQ(solved(issue.problem(1.2, 0.5), law).verdict, Verdict::inconsistent) << law;
  }
}

}  // namespace
}  // namespace carom::test
