// The paper's list procedure: right where its greedy choices happen to be consistent, flagged
// where they are not.

#include <gtest/gtest.h>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

LawOptions paper() {
  LawOptions options;
  options.method = Method::paper;
  return options;
}

TEST(ListProcedure, AgreesOrIsFlagged) {
  std::mt19937_64 random(41);
  int stages = 0, flagged = 0, wrong = 0, singular = 0;
  for (int k = 0; k < 3000; ++k) {
    const auto problem = random_problem(random, 1 + k % 4, 9, 0.8, 0.6);
    const auto right = solved(problem, "energetic");
    const auto lists = solved(problem, "energetic", paper());
    if (right.verdict != Verdict::unique) continue;
    stages += static_cast<int>(lists.stages.size());
    singular += lists.reason == Reason::singular_lists;
    flagged += !lists.violations.empty();
    if (!lists.violations.empty() || lists.verdict != Verdict::unique) continue;
    double apart = 0;
    for (int r = 0; r < 2 * problem.count; ++r)
      apart = std::max(apart, std::abs(right.velocity_after[r] - lists.velocity_after[r]));
    wrong += apart > 1e-9;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(flagged, 5);
  EXPECT_LT(flagged, stages / 50);
  EXPECT_EQ(singular, 0);
}

TEST(ListProcedure, PicksAnInconsistentModeInsideFigure3) {
  int flagged = 0;
  for (double phi1 = -89.9; phi1 < 90; phi1 += 0.1)
    for (double e : {0.0, 0.5, 1.0})
      flagged += !solved(three_link_chain(phi1, 0.5, 0).problem(e), "energetic", paper())
                      .violations.empty();
  EXPECT_GT(flagged, 0);
}

TEST(ListProcedure, FlagNamesStageAndContact) {
  std::mt19937_64 random(42);
  for (int k = 0; k < 5000; ++k) {
    const auto problem = random_problem(random, 3, 9, 1, 0.6);
    const auto lists = solved(problem, "kinetic", paper());
    for (const Violation& violation : lists.violations) {
      EXPECT_LT(violation.stage, static_cast<int>(lists.stages.size()) + 1);
      EXPECT_LT(violation.contact, 3);
      EXPECT_GE(violation.contact, 0);
    }
  }
}

}  // namespace
}  // namespace carom::test
