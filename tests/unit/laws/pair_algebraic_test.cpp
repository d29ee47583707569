/// The fast path of the algebraic laws for one and two contacts against the plain one, which
/// enumerates.

#include "laws/rigid/pair_algebraic.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace carom {
namespace {

using test::expect_same_answer;
using test::Problem;
using test::random_problem;
using test::solved;

/// Freedoms below 2c make W singular; friction up to 2 wedges. The contact that does not strike
/// rests, slides or leaves.
TEST(PairAlgebraic, AgreesWithEnumeration) {
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int answered = 0;
  int asked = 0;
  int answered_brach = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    const int c = 1 + trial % 2;
    const double friction = trial % 3 == 0 ? 2.0 : trial % 3 == 1 ? 0.6 : 0.0;
    const double restitution = trial % 5 == 0 ? 0.0 : trial % 5 == 1 ? 1.0 : 0.7;
    Problem<> p = random_problem(random, c, 2 * c + trial % 4 - 1, friction, restitution);
    for (std::size_t i = 0; i < static_cast<std::size_t>(c); ++i)
      if (p.velocity[2 * i + 1] == 0 && trial % 7 < 3) p.velocity[2 * i] = uniform(random);
    for (const auto law : {"whittaker", "brach"}) {
      LawOptions enumerating;
      enumerating.method = Method::enumerate;
      const Solution<double> fast = solved(p, law);
      const Solution<double> plain = solved(p, law, enumerating);
      expect_same_answer(p, fast, plain, trial);
      EXPECT_EQ(fast.reason, plain.reason);
      EXPECT_TRUE(fast.stages.empty());
    }
    LawWorkspace<double> workspace(c);
    ++asked;
    answered += solve_algebraic_pair(p.view(), {}, AlgebraicLaw::whittaker, workspace);
    answered_brach += solve_algebraic_pair(p.view(), {}, AlgebraicLaw::brach, workspace);
  }
  // Otherwise this tests the plain path against itself.
  EXPECT_GT(answered, asked / 2);
  EXPECT_GT(answered_brach, asked / 3);
}

/// One contact by hand: W = 1, μ = ½, e = ½, so that τ_n = 1.5. A slip of 0.6 is stopped, one of
/// 1 not; that of 0.75 is stopped just so, and left to the plain path.
TEST(PairAlgebraic, OneContactByHand) {
  Problem<> p;
  p.count = 1;
  p.inertia = {1, 0, 0, 1};
  p.velocity = {0.6, -1};
  p.friction = {0.5};
  p.restitution = {0.5};
  LawWorkspace<double> workspace(1);
  const Solution<double>& solution = workspace.solution;
  ASSERT_TRUE(solve_algebraic_pair(p.view(), {}, AlgebraicLaw::whittaker, workspace));
  EXPECT_EQ(solution.velocity_after, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(solution.impulse, (std::vector<double>{-0.6, 1.5}));
  EXPECT_DOUBLE_EQ(solution.energy_loss, 0.5 * (0.36 + 1 - 0.25));
  p.velocity = {-1, -1};
  ASSERT_TRUE(solve_algebraic_pair(p.view(), {}, AlgebraicLaw::whittaker, workspace));
  EXPECT_EQ(solution.velocity_after, (std::vector<double>{-0.25, 0.5}));
  EXPECT_EQ(solution.impulse, (std::vector<double>{0.75, 1.5}));
  p.velocity = {0.75, -1};
  EXPECT_FALSE(solve_algebraic_pair(p.view(), {}, AlgebraicLaw::whittaker, workspace));
  // An elastic impact without slip loses nothing: whether Brach must reduce friction is in doubt.
  p.velocity = {0, -1};
  p.restitution = {1};
  EXPECT_TRUE(solve_algebraic_pair(p.view(), {}, AlgebraicLaw::whittaker, workspace));
  EXPECT_FALSE(solve_algebraic_pair(p.view(), {}, AlgebraicLaw::brach, workspace));
}

/// Friction so high that a contact can wedge by itself has no certificate.
TEST(PairAlgebraic, WedgingIsLeftToThePlainPath) {
  Problem<> p;
  p.count = 1;
  p.inertia = {1, 0.6, 0.6, 1};
  p.velocity = {0.1, -1};
  p.friction = {2};
  p.restitution = {0.5};
  LawWorkspace<double> workspace(1);
  EXPECT_FALSE(solve_algebraic_pair(p.view(), {}, AlgebraicLaw::whittaker, workspace));
  p.friction = {1};
  EXPECT_TRUE(solve_algebraic_pair(p.view(), {}, AlgebraicLaw::whittaker, workspace));
}

}  // namespace
}  // namespace carom
