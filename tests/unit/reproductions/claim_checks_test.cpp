/// Every kind of check holds where it must and fails where it must, on figures of study 000.

#include "reproductions/claim_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "reproductions/reproduce.hpp"
#include "support/scratch_folder.hpp"

namespace carom {
namespace {

using ::testing::HasSubstr;

class ClaimChecks : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = std::make_unique<ScratchFolder>();
    std::vector<Fault> faults;
    const PublishedStudy study = studies_named("000", "", faults).front();
    for (const PublishedFigure& figure : study.figures) {
      const Study read = study_from_text(study.scenario, "000.toml", figure.parameters);
      SweepRequest request;
      request.laws = figure.laws;
      request.method = *method_named(figure.method);
      request.folder = std::string(scratch_->path()) + "/" + figure.name;
      request.boundaries = true;
      sweep(read, request, {});
      figures_.emplace(figure.name,
                       FigureData(request.folder, FigureSolver(read, figure.laws, request.method)));
    }
  }
  static void TearDownTestSuite() {
    figures_.clear();
    scratch_.reset();
  }

  static Finding found(const ClaimCheck& check) {
    const Finding finding = carom::finding(check, figures_);
    if (finding.verdict == Holding::holds) held_.insert(check.kind);
    if (finding.verdict == Holding::does_not_hold) failed_.insert(check.kind);
    return finding;
  }
  static void expect(const ClaimCheck& good, const ClaimCheck& bad) {
    SCOPED_TRACE(good.kind);
    const Finding one = found(good), other = found(bad);
    EXPECT_EQ(one.verdict, Holding::holds) << one.text;
    EXPECT_EQ(other.verdict, Holding::does_not_hold) << other.text;
  }

  static void try_agreement();
  static void try_energy();
  static void try_trends();
  static void try_differences();
  static void try_contacts();

  static inline std::unique_ptr<ScratchFolder> scratch_;
  static inline Figures figures_;
  static inline std::set<std::string> held_, failed_;
};

const std::vector<std::string> five{"kinematic", "kinetic", "energetic", "whittaker", "brach"};

ClaimCheck check(std::string kind, std::vector<std::string> figures,
                 std::vector<std::string> laws) {
  ClaimCheck made;
  made.kind = std::move(kind);
  made.figures = std::move(figures);
  made.laws = std::move(laws);
  made.says = "{}";
  return made;
}

ClaimCheck with(ClaimCheck made, auto ClaimCheck::*member, auto value) {
  made.*member = value;
  return made;
}

void ClaimChecks::try_agreement() {
  expect(check("agree", {"3"}, five), check("agree", {"4 to 6"}, five));
  const auto keeps = [](std::vector<std::string> laws) {
    return with(check("agree_where_slip_keeps", {"4 to 6"}, std::move(laws)), &ClaimCheck::contact,
                "Ac");
  };
  // Algebraic laws do not know the slip's history: of them alone nothing is excepted.
  expect(keeps(five), keeps({"whittaker", "brach"}));
  // Where the slip stops everywhere there is nothing to agree about.
  EXPECT_EQ(found(with(keeps(five), &ClaimCheck::between, std::vector{-80.0, 0.0})).verdict,
            Holding::undecided);
}

void ClaimChecks::try_energy() {
  expect(check("no_gain", {"4 to 6"}, {"energetic"}), check("no_gain", {"4 to 6"}, {"kinematic"}));
  expect(check("gain", {"4 to 6"}, {"kinematic", "whittaker"}),
         check("gain", {"4 to 6"}, {"kinematic", "energetic"}));
  auto zero = with(check("zero_unless", {"3, e = 1"}, five), &ClaimCheck::contact, "A0");
  zero = with(zero, &ClaimCheck::quantity, "energy_loss");
  expect(with(zero, &ClaimCheck::word, "slides"), with(zero, &ClaimCheck::word, "rests"));
}

void ClaimChecks::try_trends() {
  const auto trend = [](std::string kind, std::vector<std::string> figures) {
    return with(check(std::move(kind), std::move(figures), {"energetic"}), &ClaimCheck::quantity,
                "impulse.A0.normal");
  };
  expect(trend("rises", {"3, e = 0", "3"}), trend("rises", {"3", "3, e = 0"}));
  expect(trend("falls", {"3", "3, e = 0"}), trend("falls", {"3, e = 0", "3"}));
}

void ClaimChecks::try_differences() {
  const auto loss = [](std::string kind, std::vector<std::string> laws) {
    return with(check(std::move(kind), {"4 to 6"}, std::move(laws)), &ClaimCheck::quantity,
                "energy_loss");
  };
  expect(loss("closest", {"kinetic", "energetic", "brach"}),
         loss("closest", {"brach", "energetic", "kinetic"}));
  expect(loss("farthest", {"whittaker", "energetic", "kinematic", "kinetic", "brach"}),
         loss("farthest", {"kinetic", "energetic", "kinematic", "whittaker", "brach"}));
  for (const char* by : {"largest", "mean"})
    expect(with(loss("nearest", {"kinetic", "energetic", "kinematic", "whittaker", "brach"}),
                &ClaimCheck::word, by),
           with(loss("nearest", {"whittaker", "energetic", "kinematic", "kinetic", "brach"}),
                &ClaimCheck::word, by));
  expect(with(loss("difference", {"energetic", "whittaker"}), &ClaimCheck::tolerance, 1.0),
         with(loss("difference", {"energetic", "whittaker"}), &ClaimCheck::tolerance, 1e-6));
  const auto more =
      with(loss("more", {"kinetic", "energetic"}), &ClaimCheck::between, std::vector{-90.0, -0.1});
  expect(more, with(more, &ClaimCheck::laws, std::vector<std::string>{"energetic", "kinetic"}));
  auto friction = with(check("larger_where_slip", {"4 to 6"}, {"whittaker", "kinematic"}),
                       &ClaimCheck::contact, "Ac");
  friction = with(friction, &ClaimCheck::quantity, "impulse.Ac.tangential");
  friction = with(friction, &ClaimCheck::word, "reverses");
  // Of A0 it is the other way round, or neither.
  expect(friction, with(friction, &ClaimCheck::quantity, "impulse.A0.tangential"));
  EXPECT_EQ(found(with(friction, &ClaimCheck::between, std::vector{30.0, 80.0})).verdict,
            Holding::undecided)
      << "no slip is reversed there";
  EXPECT_THROW(found(with(friction, &ClaimCheck::word, "revreses")), std::runtime_error);
  const auto same = [](std::vector<std::string> figures) {
    return with(check("same", std::move(figures), {"energetic"}), &ClaimCheck::quantity,
                "energy_loss");
  };
  expect(same({"4 to 6", "4 to 6, lists"}), same({"4 to 6", "7"}));
}

void ClaimChecks::try_contacts() {
  auto boundaries =
      with(check("boundaries", {"4 to 6"}, {"kinetic", "energetic"}), &ClaimCheck::word, "laws");
  boundaries = with(boundaries, &ClaimCheck::tolerance, 1e-4);
  expect(with(boundaries, &ClaimCheck::expected, std::vector{24.6924}),
         with(boundaries, &ClaimCheck::expected, std::vector{24.7}));
  const auto of_A0 = [](std::string kind, std::string figure, std::string law) {
    return with(check(std::move(kind), {std::move(figure)}, {std::move(law)}), &ClaimCheck::contact,
                "A0");
  };
  expect(of_A0("never_both", "4 to 6", "whittaker"), of_A0("never_both", "4 to 6", "energetic"));
  expect(of_A0("some_rebounds_with_interaction", "4 to 6", "energetic"),
         of_A0("some_rebounds_with_interaction", "4 to 6", "brach"));
  for (const auto& [kind, ends] :
       {std::pair("rebounds_with_interaction", std::vector{-80.9245, -68.5478}),
        std::pair("rebound_transitions", std::vector{-80.9245, -22.6443, 27.6587, 80.9245})}) {
    const auto expected =
        with(with(of_A0(kind, "4 to 6", "energetic"), &ClaimCheck::expected, ends),
             &ClaimCheck::tolerance, 1e-4);
    expect(expected, with(expected, &ClaimCheck::expected, std::vector{0.0}));
  }
  const auto needs = of_A0("rebound_with_interaction_needs_slip", "4 to 6", "energetic");
  // A0 itself keeps on sliding, or sticks, in at least one of them.
  expect(with(needs, &ClaimCheck::word, "Ac"), with(needs, &ClaimCheck::word, "A0"));
  EXPECT_EQ(found(with(of_A0("rebound_with_interaction_needs_slip", "3", "energetic"),
                       &ClaimCheck::word, "Ac"))
                .verdict,
            Holding::undecided)
      << "there is no such rebound";
  // Beside a transition a little is left, of the order of the step.
  const auto meets = of_A0("meets_at_zero", "3", "energetic");
  expect(with(meets, &ClaimCheck::tolerance, 1e-5), with(meets, &ClaimCheck::tolerance, 1e-13));
  EXPECT_EQ(found(with(meets, &ClaimCheck::contact, "Ac")).verdict, Holding::undecided)
      << "Ac always rebounds";
  expect(check("single_answers", {"4 to 6"}, {"energetic"}),
         check("single_answers", {"printed"}, {"energetic"}));
  auto history = with(of_A0("history", "4 to 6", "kinematic"), &ClaimCheck::contact, "Ac");
  history = with(history, &ClaimCheck::between, std::vector{-85.0, -38.0});
  expect(with(history, &ClaimCheck::word, "slides+"), with(history, &ClaimCheck::word, "apart"));
  const auto slips =
      with(check("slips_more", {"4 to 6"}, {"kinematic", "whittaker"}), &ClaimCheck::contact, "Ac");
  expect(slips, with(slips, &ClaimCheck::laws, std::vector<std::string>{"whittaker", "kinematic"}));
}

TEST_F(ClaimChecks, EveryKindHoldsWhereItMustAndFailsWhereItMust) {
  try_agreement();
  try_energy();
  try_trends();
  try_differences();
  try_contacts();
  std::set<std::string> kinds;
  for (const std::string& kind : check_kinds()) kinds.insert(kind);
  EXPECT_EQ(held_, kinds);
  EXPECT_EQ(failed_, kinds);
}

/// Maxima are those of the figure, not of its grid: a grid a hundred times as fine has none larger,
/// and the grid's own is smaller.
TEST_F(ClaimChecks, MaximaAreRefined) {
  const FigureData& data = figures_.at("7");
  ClaimCheck asked = check("difference", {"7"}, {"energetic", "whittaker"});
  asked.quantity = "energy_loss";
  const View view{asked, figures_};
  const auto apart = [](const FigureSolver& point) {
    return std::abs(point.real("energetic", "energy_loss") -
                    point.real("whittaker", "energy_loss"));
  };
  const double refined = view.largest_value(data, apart).value;
  double on_grid = 0, finer = 0;
  const double step = (data.x(data.points() - 1) - data.x(0)) / (100.0 * (data.points() - 1));
  for (std::int64_t i = 0; i <= 100 * (data.points() - 1); ++i) {
    data.exact().move_to(data.x(0) + step * static_cast<double>(i));
    const double here = apart(data.exact());
    finer = std::max(finer, here);
    if (i % 100 == 0) on_grid = std::max(on_grid, here);
  }
  EXPECT_GE(refined, finer);
  EXPECT_LT(refined - finer, 1e-2 * (finer - on_grid) + 1e-12);
  EXPECT_GT(refined, on_grid);
}

/// The figure between its points is the figure at them.
TEST_F(ClaimChecks, TheExactFigureIsTheTable) {
  const FigureData& data = figures_.at("4 to 6");
  for (const std::string& law : five) {
    const auto losses = data.reals(law, "energy_loss");
    const auto impulses = data.reals(law, "impulse.Ac.tangential");
    const auto outcomes = data.words(law, "outcome.A0");
    const auto histories = data.words(law, "history.Ac");
    for (std::int64_t i = 0; i < data.points(); i += 37) {
      const auto at = static_cast<std::size_t>(i);
      data.exact().move_to(data.x(i));
      EXPECT_EQ(data.exact().real(law, "energy_loss"), losses[at]);
      EXPECT_EQ(data.exact().real(law, "impulse.Ac.tangential"), impulses[at]);
      EXPECT_EQ(data.exact().word(law, "outcome.A0"), outcomes[at]);
      EXPECT_EQ(data.exact().word(law, "history.Ac"), histories[at]);
    }
  }
}

TEST(ClaimVerdicts, OfFindings) {
  using enum Holding;
  const auto of = [](std::vector<Holding> verdicts) {
    std::vector<Finding> findings;
    for (const Holding each : verdicts) findings.push_back({each, ""});
    return verdict_of(findings);
  };
  EXPECT_EQ(of({holds, holds}), holds);
  EXPECT_EQ(of({holds, does_not_hold}), in_part);
  EXPECT_EQ(of({does_not_hold, does_not_hold}), does_not_hold);
  EXPECT_EQ(of({holds, in_part}), in_part);
  // What cannot be told might be either.
  EXPECT_EQ(of({holds, undecided}), undecided);
  EXPECT_EQ(of({does_not_hold, undecided}), undecided);
  EXPECT_EQ(of({holds, does_not_hold, undecided}), in_part);
  EXPECT_EQ(of({}), undecided) << "nothing was looked at";
}

/// A text that cannot be read decides nothing, whatever the checks find.
TEST_F(ClaimChecks, ADamagedTextIsUndecided) {
  PublishedClaim claim;
  claim.checks = {check("agree", {"3"}, five)};
  claim.assumed = "something";
  EXPECT_EQ(judged(claim, figures_).verdict, Holding::holds);
  claim.undecided = "The right side is lost.";
  const PageClaim judgement = judged(claim, figures_);
  EXPECT_EQ(judgement.verdict, Holding::undecided);
  EXPECT_EQ(judgement.reason, "The right side is lost.");
  EXPECT_EQ(judgement.assumed, "something");
  EXPECT_THAT(judgement.ours, HasSubstr("m/s")) << "what was found is told all the same";
}

}  // namespace
}  // namespace carom
