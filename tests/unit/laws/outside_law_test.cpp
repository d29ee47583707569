// Laws of a program's own: from their impulses follows what follows from those of Carom's, and an
// answer that is none is no answer.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "laws/law_set.hpp"
#include "support/counted_allocations.hpp"
#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

/// Whittaker's impulses, looked up: what `context` points to.
void recall(const LawProblem& problem, LawAnswer& answer) noexcept {
  const auto& given = *static_cast<const std::vector<double>*>(problem.context);
  std::copy(given.begin(), given.end(), answer.impulse.begin());
}

Law law_of(const std::vector<double>& impulse, bool one_striker = true) {
  return {.name = "own",
          .needs_one_striker = one_striker,
          .parameters = friction_and_restitution,
          .solve = recall,
          .context = &impulse};
}

TEST(OutsideLaw, HasTheConsequencesOfItsImpulses) {
  std::mt19937_64 random(7);
  LawWorkspace<double> workspace(3);
  int makes = 0, open = 0;
  for (int k = 0; k < 600; ++k) {
    const int c = 1 + k % 3;
    // Three freedoms and three contacts: W is singular, and impulses may be open.
    const auto problem = random_problem(random, c, k % 2 == 0 ? 2 * c + 2 : 3, 1.2, 0.7);
    const Solution<double> expected = solved(problem, "whittaker", {.method = Method::enumerate});
    if (expected.verdict != Verdict::unique) continue;
    const Law law = law_of(expected.impulse);
    const ContactProblem<double> view = problem.view();
    const long before = carom::testing::allocation_count();
    solve_impact(law, view, {}, workspace);
    EXPECT_EQ(carom::testing::allocation_count() - before, 0);
    const Solution<double>& found = workspace.solution;
    ASSERT_EQ(found.verdict, Verdict::unique) << name(found.reason) << " " << k;
    const double size = 1 + largest(expected.velocity_after) + largest(problem.velocity);
    for (int r = 0; r < 2 * c; ++r) {
      // Sums of 2c terms; singular W amplifies Whittaker's own rounding a little.
      EXPECT_NEAR(found.velocity_after[r], expected.velocity_after[r], 1e-10 * size);
      EXPECT_NEAR(found.work[r], expected.work[r], 1e-9 * size * size);
    }
    EXPECT_NEAR(found.energy_loss, expected.energy_loss, 1e-9 * size * size);
    EXPECT_EQ(found.makes_energy, expected.makes_energy) << k;
    EXPECT_EQ(found.interacted, expected.interacted);
    EXPECT_EQ(found.colliding, expected.colliding);
    makes += found.makes_energy ? 1 : 0;
    open += found.impulses_determined ? 0 : 1;
    if (k % 2 == 0) {
      EXPECT_TRUE(found.impulses_determined) << "W is regular";
    }
  }
  EXPECT_GT(makes, 10);
  EXPECT_GT(open, 10);
}

TEST(OutsideLaw, AnAnswerThatIsNoneIsNone) {
  std::mt19937_64 random(8);
  const auto problem = random_problem(random, 2, 6, 0.5, 0.5);
  const Solution<double> sound = solved(problem, "whittaker");
  ASSERT_EQ(sound.verdict, Verdict::unique);
  const auto answer_of = [&](const std::vector<double>& impulse) {
    LawWorkspace<double> workspace(2);
    solve_impact(law_of(impulse), problem.view(), {}, workspace);
    return workspace.solution;
  };
  const int n = 2 * sound.colliding + 1;
  std::vector<double> wrong = sound.impulse;
  wrong[n] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(answer_of(wrong).reason, Reason::answer_not_finite);
  EXPECT_EQ(answer_of(wrong).verdict, Verdict::inconsistent);
  wrong[n] = -sound.impulse[n];
  EXPECT_EQ(answer_of(wrong).reason, Reason::answer_pulls);
  EXPECT_EQ(answer_of(wrong).reason_contact, sound.colliding);
  EXPECT_EQ(answer_of(std::vector<double>(4, 0.0)).reason, Reason::answer_approaches);
  EXPECT_TRUE(answer_of(std::vector<double>(4, 0.0)).velocity_after.empty());
}

void jams(const LawProblem& problem, LawAnswer& answer) noexcept {
  answer.verdict = Verdict::jammed;
  answer.reason = Reason::compression_cannot_end;
  answer.reason_contact = problem.colliding;
}

TEST(OutsideLaw, ItsVerdictCounts) {
  std::mt19937_64 random(9);
  const auto problem = random_problem(random, 2, 6, 0.5, 0.5);
  LawWorkspace<double> workspace(2);
  solve_impact({.name = "own", .solve = jams}, problem.view(), {}, workspace);
  EXPECT_EQ(workspace.solution.verdict, Verdict::jammed);
  EXPECT_EQ(workspace.solution.reason_contact, workspace.solution.colliding);
}

/// What the function was given.
struct Seen {
  std::vector<double> velocity, first, second;
  int colliding = -1;
};

void look(const LawProblem& problem, LawAnswer& answer) noexcept {
  Seen& seen = *static_cast<Seen*>(const_cast<void*>(problem.context));
  seen.velocity.assign(problem.velocity.begin(), problem.velocity.end());
  seen.first.assign(problem.parameters[0].begin(), problem.parameters[0].end());
  seen.second.assign(problem.parameters[1].begin(), problem.parameters[1].end());
  seen.colliding = problem.colliding;
  answer.verdict = Verdict::inconsistent;
}

TEST(OutsideLaw, IsGivenItsParametersInItsOrderAndRestAsZero) {
  const LawParameter declared[] = {{"hardness", Range::positive, 1.0, "Pa", ""},
                                   friction_parameter};
  Seen seen;
  const Law law{.name = "own", .parameters = declared, .solve = look, .context = &seen};
  const Law* const others[] = {&law};
  const LawSet set(others);
  ASSERT_EQ(set.parameters().size(), 5u);
  EXPECT_EQ(set.find("own"), &law);
  EXPECT_EQ(set.find("energetic"), find_law("energetic"));

  std::mt19937_64 random(10);
  auto problem = random_problem(random, 2, 6, 0.5, 0.5);
  const int other = problem.velocity[1] < 0 ? 1 : 0;
  problem.velocity[2 * other + 1] = 1e-15;
  // friction, restitution, two that others declare, hardness
  const std::vector<double> table{0.1, 0.2, 0.5, 0.5, 0, 0, 1, 1, 7, 8};
  ContactProblem<double> view = problem.view();
  view.parameters = {table.data(), 2, set.rows(law), 2};
  LawWorkspace<double> workspace(2);
  solve_impact(law, view, {}, workspace);
  EXPECT_EQ(seen.first, (std::vector<double>{7, 8}));
  EXPECT_EQ(seen.second, (std::vector<double>{0.1, 0.2}));
  EXPECT_EQ(seen.colliding, 1 - other);
  EXPECT_EQ(seen.velocity[2 * other + 1], 0);
  EXPECT_EQ(seen.velocity[2 * seen.colliding], problem.velocity[2 * seen.colliding]);
}

}  // namespace
}  // namespace carom::test
