#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "particles/uniqueness_matrix.hpp"
#include "scenarios/scenario_text.hpp"
#include "study/study.hpp"
#include "support/chains.hpp"

namespace carom {
namespace {

using testing::text_of;
using testing::TextTree;

TextTree leg(const std::string& second, double friction) {
  return {
      {0.1, 1, 1}, {-1, 0, 1}, {"", "deg(75)", second}, {{0, "0", friction}, {2, "0", 0}}, "x = 0",
      "",          0};
}

UniquenessReport judged(const TextTree& tree) {
  return verdict(study_from_text(text_of(tree), "test"));
}

/// The foot of the note: two answers at −75°, none at −10°, one with little friction.
TEST(Verdict, AFootThatJams) {
  const UniquenessReport two = judged(leg("-deg(75)", 0.8));
  EXPECT_EQ(two.velocities, Determined::not_always);
  ASSERT_TRUE(two.example);
  const UniquenessReport none = judged(leg("-deg(10)", 0.8));
  ASSERT_TRUE(none.example);
  const UniquenessReport one = judged(leg("-deg(75)", 0.5));
  EXPECT_EQ(one.velocities, Determined::always);
  EXPECT_FALSE(one.example);
  EXPECT_EQ(one.impulses, Determined::always);
}

/// What is shown can be struck: its scenario file has the verdict that was told.
TEST(Verdict, TheStrikeShownIsReproducedByStrike) {
  for (const char* second : {"-deg(75)", "-deg(10)"}) {
    const UniquenessReport report = judged(leg(second, 0.8));
    ASSERT_TRUE(report.example);
    const ShownStrike& shown = *report.example;
    const std::string text =
        scenario_text(shown.mechanism, shown.state, {"", "", shown.striker, "energetic"});
    const StrikeReport struck = strike(study_from_text(text, "shown"), {});
    EXPECT_EQ(struck.results[0].verdict, shown.verdict) << second;
  }
}

/// μ_c = 2√(1−ρ)/ρ with ρ = κ/(m + κ), κ the stiffness of the rest along the rod: here of a mass 1
/// that carries another at an angle of 150° to the leg.
TEST(Verdict, CriticalFrictionOfAnEnd) {
  const UniquenessReport report = judged(leg("-deg(75)", 0.8));
  ASSERT_EQ(report.friction.size(), 1U);
  const FrictionVerdict& foot = report.friction[0];
  EXPECT_TRUE(foot.end);
  const double degree = std::numbers::pi / 180;
  const double s = std::sin(150 * degree), c = std::cos(150 * degree);
  // uᵀ(1 + κ₂ w wᵀ)⁻¹u with κ₂ = 1: (1 + s²)/2.
  const double kappa = 1 / ((1 + s * s) / 2);
  EXPECT_NEAR(kappa, 1 / (1 - c * c / 2), 1e-15);
  const double rho = kappa / (0.1 + kappa);
  ASSERT_TRUE(foot.critical);
  EXPECT_NEAR(*foot.critical, 2 * std::sqrt(1 - rho) / rho, 1e-12);
  ASSERT_TRUE(foot.critical_here);
  EXPECT_GE(*foot.critical_here, *foot.critical);
  ASSERT_EQ(report.sliding.size(), 2U);
  EXPECT_NE(report.sliding[0].unique, report.sliding[1].unique);
}

/// A strut: F₀ − F₁ counts, and the combination is written out with the rod's pressure.
TEST(Verdict, AStrutIsNotDetermined) {
  const UniquenessReport report = judged({{1, 2, 1.5},
                                          {-1, 0, 1},
                                          {"", "pi/2", "pi/6"},
                                          {{0, "0", 0}, {1, "pi", 0}, {2, "pi", 0}},
                                          "x = 0",
                                          "",
                                          0});
  EXPECT_EQ(report.velocities, Determined::always);
  EXPECT_EQ(report.impulses, Determined::not_always);
  EXPECT_EQ(report.rank, 1);
  EXPECT_EQ(report.rows, 2);
  ASSERT_EQ(report.self_stresses.size(), 1U);
  const SelfStress& stress = report.self_stresses[0];
  ASSERT_EQ(stress.contacts.size(), 2U);
  EXPECT_NEAR(stress.contacts[0].second, 1, 1e-12);
  EXPECT_NEAR(stress.contacts[1].second, 1, 1e-12);
  ASSERT_EQ(stress.rods.size(), 1U);
  EXPECT_EQ(stress.rods[0].first, "R1");
  EXPECT_NEAR(stress.rods[0].second, -1, 1e-12);
  EXPECT_TRUE(stress.one_sided);
}

/// By hand: one contact, W = [[a, b], [b, d]], μ_c as it lies d/|b|; and a pair whose 2 × 2 minor
/// fails though both contacts are fine alone.
TEST(Verdict, PMatrixTests) {
  const std::vector<double> w{1.0, 0.4, 0.4, 0.5};
  EXPECT_NEAR(critical_friction(1, w, 0).here, 1.25, 1e-15);
  EXPECT_EQ(critical_friction(1, w, 0).slip, 1);
  const std::vector<int> only{0};
  for (const double mu : {1.2, 1.3}) {
    const auto tests = sliding_tests(1, w, std::vector<double>{mu}, only);
    ASSERT_EQ(tests.size(), 2U);
    EXPECT_TRUE(tests[0].unique);
    EXPECT_EQ(tests[1].unique, mu < 1.25);
  }
  // n rows: [1, 0.9], [0.9, 1]; t of the second couples to n of the first by 0.3.
  std::vector<double> pair(16, 0.0);
  const auto at = [&](int r, int s) -> double& { return pair[r * 4 + s]; };
  at(0, 0) = at(2, 2) = at(1, 1) = at(3, 3) = 1;
  at(1, 3) = at(3, 1) = 0.9;
  at(1, 2) = at(2, 1) = 0.3;
  const std::vector<int> both{0, 1};
  const auto tests = sliding_tests(2, pair, std::vector<double>{0, 1}, both);
  ASSERT_EQ(tests.size(), 2U);
  // 1 − 0.9 (0.9 ∓ 0.3): 0.46 and −0.08.
  EXPECT_FALSE(tests[0].unique);
  EXPECT_NEAR(tests[0].minor, -0.08, 1e-12);
  EXPECT_EQ(tests[0].failing, both);
  EXPECT_TRUE(tests[1].unique);
}

/// The general way of `strike` (non-negative least squares in contact space) against the one on the
/// tree (costs gathered rod by rod): the same least impulses.
TEST(LeastImpulses, StrikeAndTransmitShareThemAlike) {
  int undetermined = 0;
  for (const double arm : {20.0, 40.0, 75.0, 110.0, 150.0}) {
    TextTree tripod{{1, 1.2, 0.5, 0.7, 0.9},
                    {-1, 0, 0, 0, 0},
                    {"", fmt::format("deg({})", arm), "deg(200)", "deg(270)", "deg(340)"},
                    {{2, "deg(290)", 0}, {3, "0", 0}, {4, "deg(430)", 0}, {1, "deg(190)", 0}},
                    "x = 0",
                    "",
                    0};
    std::string text = text_of(tripod);
    const TransmissionReport unit = transmit(study_from_text(text, "test"));
    const std::string state = "[state]\n";
    text.insert(text.find(state) + state.size(),
                arm < 90 ? "rates = [1.0, 0.0, 0.0, 0.0]\n" : "rates = [-1.0, 0.0, 0.0, 0.0]\n");
    const StrikeReport report = strike(study_from_text(text, "test"), {{"energetic"}});
    const StruckLaw& law = report.results[0];
    ASSERT_TRUE(law.has_answer) << arm << " " << law.why;
    EXPECT_TRUE(law.answer.energy.closes);
    EXPECT_EQ(law.impulses_determined, unit.impulses_determined) << arm;
    undetermined += unit.impulses_determined ? 0 : 1;
    const double eta = law.answer.contacts[3].impulse[1];
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(law.answer.contacts[j].impulse[1], eta * unit.contacts[j].normal_impulse,
                  1e-10 * eta)
          << arm;
  }
  EXPECT_GE(undetermined, 2);
}

}  // namespace
}  // namespace carom
