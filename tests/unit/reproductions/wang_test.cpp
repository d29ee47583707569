/// Paper 003: its formulas as printed, as mended, and with one term turned round; limits and
/// regions against closed forms.

#include "reproductions/wang.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "maps/approach.hpp"
#include "reproductions/judges.hpp"
#include "reproductions/wang_cases.hpp"
#include "reproductions/wang_formulas.hpp"
#include "reproductions/wang_friction.hpp"
#include "reproductions/wang_linear.hpp"

namespace carom::wang {
namespace {

/// The verdict of a formula is that of its terms: with any one of them turned round it does not
/// hold.
TEST(Wang, EveryTermOfAFormulaIsSeen) {
  const std::vector<Flight> flights = any_flights(6);
  std::size_t terms = 0;
  for (const PrintedFormula& formula : printed_formulas()) {
    SCOPED_TRACE(formula.number);
    const double right = residual(formula, flights, true);
    EXPECT_EQ(vanishing(right), Holding::holds) << right;
    const std::size_t count = formula.sides(flights[0], true).terms.size();
    for (std::size_t k = 0; k < count; ++k) {
      double size = 0;
      for (const Flight& flight : flights)
        size = std::max(size, std::abs(formula.sides(flight, true).terms[k]));
      if (size < 1e-12) continue;  // u₁ = 0 after a collision
      ++terms;
      EXPECT_EQ(vanishing(residual(formula, flights, true, static_cast<int>(k))),
                Holding::does_not_hold)
          << k;
    }
  }
  EXPECT_GT(terms, 80U);
}

TEST(Wang, AMisprintIsNoOtherReading) {
  const PrintedFormula misprint{"x", "x", nullptr, Defect::misprint, ""};
  const PrintedFormula reading{"x", "x", nullptr, Defect::reading, ""};
  EXPECT_EQ(verdict(misprint, 1e-3, 1e-14), Holding::does_not_hold);
  EXPECT_EQ(verdict(reading, 1e-3, 1e-14), Holding::in_part);
  EXPECT_EQ(verdict(reading, 1e-3, 1e-3), Holding::does_not_hold);
  EXPECT_EQ(verdict(misprint, 1e-14, 1e-14), Holding::holds);
}

/// h′ and h″ are the derivatives of h, by differences of fourth order.
TEST(Wang, TheHeightOfTheBody) {
  Numbers numbers(1);
  for (int i = 0; i < 20; ++i) {
    const Body body = any_body(numbers);
    const double theta = numbers(-3, 3), step = 1e-3;
    const auto slope = [&](auto f) {
      return (8 * (f(theta + step) - f(theta - step)) -
              (f(theta + 2 * step) - f(theta - 2 * step))) /
             (12 * step);
    };
    EXPECT_NEAR(body.d1(theta), slope([&](double x) { return body.h(x); }), 1e-11);
    EXPECT_NEAR(body.d2(theta), slope([&](double x) { return body.d1(x); }), 1e-10);
  }
}

/// Which of the paper's formulas are wrong in print, and no others.
TEST(Wang, VerdictsOfThePrint) {
  const Comparison found = wang_1993();
  std::multiset<std::string> wrong, part;
  for (const Claim& claim : found.claims) {
    EXPECT_FALSE(claim.reason.empty()) << claim.source;
    if (claim.verdict == Holding::does_not_hold) wrong.insert(claim.source);
    if (claim.verdict == Holding::in_part) part.insert(claim.source);
    EXPECT_NE(claim.verdict, Holding::undecided) << claim.source;
  }
  EXPECT_THAT(wrong,
              ::testing::ElementsAre("equation (10)", "equation (10)", "equation (17), last line",
                                     "equation (21)", "equation (25)", "equation (39)",
                                     "section 3.4", "section 4.3, W* = 0", "section 4.3, case 3"));
  EXPECT_THAT(part, ::testing::ElementsAre("equation (22)", "equation (35)", "section 4.2, v₁",
                                           "section 4.3, Figure 7(b)", "sections 2 and 5"));
  std::size_t figures = 0;
  for (const PageSection& section : found.sections) {
    const auto* figure = std::get_if<PageFigure>(&section);
    if (figure == nullptr) continue;
    ++figures;
    for (const PagePanel& panel : figure->panels) {
      EXPECT_TRUE(!panel.series.empty() || panel.cells) << figure->title;
      for (const PanelSeries& each : panel.series)
        EXPECT_FALSE(each.x.empty()) << figure->title << ": " << each.name;
    }
    EXPECT_FALSE(figure->panels.empty()) << figure->title;
  }
  EXPECT_EQ(figures, 7U);
}

/// The linearised numbers are told from those without the missing term: where Q₂ is zero (39) is
/// right as printed.
TEST(Wang, TheMissingTermIsThatOfTheTorque) {
  for (Capture& c : any_captures(3)) {
    const auto found = measured_decay(c);
    const auto formulas = printed_decay(c);
    EXPECT_NEAR(found[2], formulas[2].mended, 1e-6 * (1 + std::abs(found[2])));
    EXPECT_GT(std::abs(found[2] - formulas[2].printed), 1e-3);
    Body body = c.engine.body;
    body.q2 = {};
    const Engine engine(body);
    PairSequence run = pair_sequence(engine.pair, c.launch, 0, 100000, 10);
    ASSERT_TRUE(run.limit.has_value());
    const Capture still{engine, c.launch, std::move(run)};
    const auto free = measured_decay(still);
    EXPECT_NEAR(free[2], printed_decay(still)[2].printed, 1e-6 * (1 + std::abs(free[2])));
  }
}

/// With W > 0 the equations have the mirrored solution, and with W < 0 the one that is physical.
TEST(Wang, TheAlgebraicStep) {
  int negative = 0, positive = 0;
  for (const OnPlate& each : any_on_plate(60)) {
    PairState launch = each.state;
    launch.u = 1e-7;
    const Algebraic next = algebraic_step(each.engine, launch);
    EXPECT_GT(-next.tau * each.w, 0);
    EXPECT_NEAR(next.u / launch.u, each.engine.body.e, 1e-3);
    (each.w < 0 ? negative : positive) += 1;
  }
  EXPECT_GT(negative, 10);
  EXPECT_GT(positive, 1);
}

/// A closed form of the wrong mode is not the engine's impulse.
TEST(Wang, ImpulsesOfModes) {
  Body body;
  body.friction = 0.2;
  const Engine engine(body, "kinetic");
  const PairCollision slides = collision_at(engine, 0.3, 3, -1);
  ASSERT_EQ(slides.mode, PairMode::sliding);
  const auto right = impulse_of_mode(rubbing(engine, slides), PairMode::sliding);
  EXPECT_NEAR(right[0], slides.impulse[0], 1e-14);
  EXPECT_NEAR(right[1], slides.impulse[1], 1e-14);
  const auto wrong = impulse_of_mode(rubbing(engine, slides), PairMode::sticking_in_compression);
  EXPECT_GT(std::abs(wrong[0] - slides.impulse[0]), 0.1);
}

}  // namespace
}  // namespace carom::wang
