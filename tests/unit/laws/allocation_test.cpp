// A solve in a prepared workspace allocates nothing, whatever the verdict.

#include <gtest/gtest.h>

#include "support/counted_allocations.hpp"
#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

TEST(Allocation, NoneInASolve) {
  std::mt19937_64 random(31);
  LawWorkspace<double> workspace(4);
  LawWorkspace<Sloped> dual_workspace(4);
  int verdicts[6] = {};
  for (int k = 0; k < 1500; ++k) {
    const int c = 1 + k % 4;
    const auto problem = random_problem(random, c, c + k % 5, 1.5, k % 3 == 0 ? 1 : 0.4);
    Problem<Sloped> dual;
    dual.count = c;
    dual.friction.assign(problem.friction.begin(), problem.friction.end());
    dual.restitution.assign(problem.restitution.begin(), problem.restitution.end());
    dual.inertia.assign(problem.inertia.begin(), problem.inertia.end());
    dual.velocity.assign(problem.velocity.begin(), problem.velocity.end());
    for (const Law* law : all_laws()) {
      const ContactProblem<double> view = problem.view(law);
      const ContactProblem<Sloped> dual_view = dual.view(law);
      for (const Method method :
           {Method::consistent, Method::enumerate, Method::pivot, Method::paper}) {
        LawOptions options;
        options.method = method;
        const long before = carom::testing::allocation_count();
        solve_impact(*law, view, options, workspace);
        solve_impact(*law, dual_view, options, dual_workspace);
        ASSERT_EQ(carom::testing::allocation_count() - before, 0)
            << law->name << " " << name(method) << " " << k;
      }
      ++verdicts[static_cast<int>(workspace.solution.verdict)];
    }
  }
  EXPECT_GT(verdicts[static_cast<int>(Verdict::unique)], 1000);
}

TEST(Allocation, NoneInALargeSolve) {
  std::mt19937_64 random(32);
  const auto problem = random_problem(random, 24, 60, 0.8, 0.5);
  LawWorkspace<double> workspace(24);
  for (const Law* law : all_laws()) {
    const ContactProblem<double> view = problem.view(law);
    const long before = carom::testing::allocation_count();
    solve_impact(*law, view, {}, workspace);
    EXPECT_EQ(carom::testing::allocation_count() - before, 0) << law->name;
  }
}

TEST(Workspace, IsReusedForSmallerAndLaterProblems) {
  std::mt19937_64 random(33);
  LawWorkspace<double> shared(4);
  for (int k = 0; k < 300; ++k) {
    const auto problem = random_problem(random, 1 + k % 4, 6, 1.2, 0.5);
    for (const auto law : law_names) {
      solve_impact(*find_law(law), problem.view(), {}, shared);
      const auto fresh = solved(problem, law);
      EXPECT_EQ(shared.solution.verdict, fresh.verdict);
      EXPECT_EQ(shared.solution.velocity_after, fresh.velocity_after);
      EXPECT_EQ(shared.solution.stage_modes, fresh.stage_modes);
    }
  }
}

}  // namespace
}  // namespace carom::test
