/// The fast path for one and two contacts against the plain one, which enumerates.

#include "laws/rigid/pair_stages.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace carom {
namespace {

using test::closed_form_rounding;
using test::differential_names;
using test::expect_same_answer;
using test::largest;
using test::Problem;
using test::random_problem;
using test::solved;

void expect_same_stages(const Problem<>& problem, const Solution<double>& fast,
                        const Solution<double>& plain, int trial) {
  if (plain.verdict != Verdict::unique) return;
  const double near = closed_form_rounding;
  const double impulses = largest(plain.impulse);
  const double velocities = largest(problem.velocity);
  EXPECT_EQ(fast.events_coincide, plain.events_coincide);
  EXPECT_EQ(fast.stage_modes, plain.stage_modes) << trial;
  ASSERT_EQ(fast.stages.size(), plain.stages.size());
  for (std::size_t k = 0; k < plain.stages.size(); ++k) {
    EXPECT_EQ(fast.stages[k].ends_with, plain.stages[k].ends_with);
    EXPECT_EQ(fast.stages[k].contact, plain.stages[k].contact);
    EXPECT_EQ(fast.stages[k].phase, plain.stages[k].phase);
    EXPECT_NEAR(fast.stages[k].to, plain.stages[k].to, near * impulses);
  }
  for (std::size_t i = 0; i < plain.stage_velocities.size(); ++i) {
    EXPECT_NEAR(fast.stage_velocities[i], plain.stage_velocities[i], near * 10 * velocities);
    EXPECT_NEAR(fast.stage_impulses[i], plain.stage_impulses[i], near * impulses);
  }
}

/// Freedoms below 2c make W singular; friction up to 2 wedges.
TEST(PairStages, AgreeWithEnumeration) {
  std::mt19937_64 random(11);
  int answered = 0;
  int asked = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    const int c = 1 + trial % 2;
    const double friction = trial % 3 == 0 ? 2.0 : trial % 3 == 1 ? 0.6 : 0.0;
    const double restitution = trial % 5 == 0 ? 0.0 : trial % 5 == 1 ? 1.0 : 0.7;
    const Problem<> p = random_problem(random, c, 2 * c + trial % 4 - 1, friction, restitution);
    for (const auto law : differential_names) {
      LawOptions enumerating;
      enumerating.method = Method::enumerate;
      const Solution<double> plain = solved(p, law, enumerating);
      const Solution<double> fast = solved(p, law);
      expect_same_answer(p, fast, plain, trial);
      expect_same_stages(p, fast, plain, trial);
    }
    LawWorkspace<double> workspace(c);
    const auto end = [](const RestitutionState<double>& state, double& step) {
      step =
          state.restitution * state.compression_impulse + state.compression_impulse - state.impulse;
      return true;
    };
    ++asked;
    if (solve_pair(p.view(), {}, end, workspace)) ++answered;
  }
  // Otherwise this tests the plain path against itself.
  EXPECT_GT(answered, asked * 2 / 3);
}

/// What is not beyond doubt is left to the plain path: a slip that stops as compression ends.
TEST(PairStages, LeaveCoincidencesToThePlainPath) {
  Problem<> p;
  p.count = 1;
  p.inertia = {1, 0, 0, 1};
  p.velocity = {0.5, -1};
  p.friction = {0.5};
  p.restitution = {0.5};
  LawWorkspace<double> workspace(1);
  const auto newton = [](const RestitutionState<double>& state, double& step) {
    step = (-state.restitution * state.approach - state.velocity) / state.slope;
    return true;
  };
  EXPECT_FALSE(solve_pair(p.view(), {}, newton, workspace));
  p.velocity = {0.6, -1};
  EXPECT_TRUE(solve_pair(p.view(), {}, newton, workspace));
  // Nothing approaches: nothing to answer.
  p.velocity = {0.6, 1};
  EXPECT_FALSE(solve_pair(p.view(), {}, newton, workspace));
}

}  // namespace
}  // namespace carom
