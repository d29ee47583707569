/// Where formulas are not smooth, and how they go on from one side.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/dual.hpp"
#include "numerics/expression.hpp"

namespace carom {
namespace {

Expression of_t(const std::string& text) {
  const std::vector<std::string> names{"t"};
  ParsedExpression parsed = parsed_expression(text, names);
  EXPECT_TRUE(parsed.faults.empty()) << text;
  return parsed.expression;
}

double at(const Expression& formula, double t) {
  return formula(std::span<const double>(&t, 1));
}

/// Value, slope and curvature.
std::array<double, 3> rates(const Expression& formula, double t) {
  using Second = Dual<Dual<double>>;
  const Second now{Dual<double>(t, {1.0}), {Dual<double>(1.0)}};
  const Second f = formula(std::span<const Second>(&now, 1));
  return {f.value.value, f.value.slope[0], f.slope[0].slope[0]};
}

std::vector<double> switch_values(const Expression& formula, double t) {
  std::vector<double> values(static_cast<std::size_t>(formula.switches()));
  formula.switch_values(std::span<const double>(&t, 1), std::span(values));
  return values;
}

TEST(ExpressionSwitches, AreCountedInTheirOrder) {
  EXPECT_EQ(of_t("sin(t)^2 + sqrt(t)").switches(), 0);
  EXPECT_EQ(of_t("abs(-3)").switches(), 0);  // a constant
  EXPECT_EQ(of_t("max(t, 1, 2*t)").switches(), 2);
  const Expression nested = of_t("abs(max(t - 1, 0) - 0.5)");
  ASSERT_EQ(nested.switches(), 2);
  EXPECT_EQ(switch_values(nested, 3), (std::vector{2.0, 1.5}));
  EXPECT_EQ(switch_values(nested, 0), (std::vector{-1.0, -0.5}));
}

TEST(ExpressionSwitches, GoOnFromTheirSide) {
  struct Case {
    const char* text;
    const char* above;  // as where s > 0
    const char* below;
  };
  for (const Case& c : {Case{"abs(t - 0.3)", "t - 0.3", "0.3 - t"},
                        {"sign(t - 0.3)", "1", "-1"},
                        {"max(t - 0.3, 0)^2", "(t - 0.3)^2", "0"},
                        {"min(2*t, 0.6)*t", "0.6*t", "2*t^2"}}) {
    SCOPED_TRACE(c.text);
    Expression formula = of_t(c.text);
    for (const int side : {1, -1}) {
      formula.set_side(0, side);
      EXPECT_EQ(formula.side(0), side);
      const Expression smooth = of_t(side > 0 ? c.above : c.below);
      for (const double t : {0.1, 0.3, 0.7}) {
        for (int k = 0; k < 3; ++k)
          EXPECT_NEAR(rates(formula, t)[k], rates(smooth, t)[k], 1e-15) << t << " " << k;
      }
    }
    formula.set_side(0, 0);
    EXPECT_EQ(at(formula, 0.7), at(of_t(c.text), 0.7));
    EXPECT_EQ(at(formula, 0.1), at(of_t(c.text), 0.1));
  }
}

/// An angle that is turned on: without a side it jumps by 2π, with one it goes on.
TEST(ExpressionSwitches, AnAngleGoesOnBeyondItsCut) {
  Expression formula = of_t("atan2(sin(t), cos(t))");
  ASSERT_EQ(formula.switches(), 1);
  EXPECT_NEAR(at(formula, 3.2), 3.2 - 2 * std::numbers::pi, 1e-14);
  formula.set_side(0, 1);
  for (const double t : {0.5, 3.0, 3.2, 4.0}) EXPECT_NEAR(at(formula, t), t, 1e-14);
  EXPECT_LT(switch_values(formula, 3.2)[0], 0);
  EXPECT_GT(switch_values(formula, 3.1)[0], 0);
  EXPECT_GT(switch_values(formula, -0.5)[0], 0);  // far from the cut either sign will do
  formula.set_side(0, -1);
  EXPECT_NEAR(at(formula, 3.1), 3.1 - 2 * std::numbers::pi, 1e-14);
}

TEST(ExpressionSwitches, SaysWhereZerosMayBeGentle) {
  for (const char* const text : {"20*t", "3*sin(5*t) + 1", "0.3 - t", "-max(2, t)", "7"})
    EXPECT_FALSE(of_t(text).may_be_flat()) << text;
  for (const char* const text : {"30*(0.3 - t)^5", "t*t*t", "t - sin(t)", "(t - 1)*sin(t)"})
    EXPECT_TRUE(of_t(text).may_be_flat()) << text;
}

}  // namespace
}  // namespace carom
