#include "numerics/expression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "base/dual.hpp"

namespace carom {
namespace {

using std::numbers::pi;
using ::testing::ElementsAre;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

double value(std::string_view text) {
  const ParsedExpression parsed = parsed_expression(text, {});
  EXPECT_TRUE(parsed.faults.empty()) << text << ": " << parsed.faults.front().message;
  return parsed.expression(std::span<const double>());
}

struct Derivatives {
  double f, first, second, third;
};

/// f and its first three derivatives in x, from one evaluation on a threefold dual number, its
/// innermost layer the one that carries several slopes.
Derivatives derivatives(std::string_view text, double x) {
  const std::vector<std::string> names{"x"};
  const ParsedExpression parsed = parsed_expression(text, names);
  EXPECT_TRUE(parsed.faults.empty()) << text << ": " << parsed.faults.front().message;
  using D1 = Dual<double>;
  using D2 = Dual<D1>;
  using D3 = Dual<Dual<Sloped>>;
  const D3 variable(Dual<Sloped>(Sloped(x, {1.0}), {Sloped(1.0)}), {Dual<Sloped>(1.0)});
  const D3 f = parsed.expression(std::span<const D3>(&variable, 1), std::span<const Sloped>());
  const Derivatives result{f.value.value.value, f.value.value.slope[0], f.value.slope[0].slope[0],
                           f.slope[0].slope[0].slope[0]};

  // The lower scalars see the same numbers.
  const double plain_variable = x;
  const D1 once(x, {1.0});
  const D2 twice(D1(x, {1.0}), {D1(1.0)});
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  EXPECT_PRED2(same, parsed.expression(std::span<const double>(&plain_variable, 1)), result.f)
      << text;
  // With several slopes a quotient's are multiplied by its inverse: they round differently.
  const auto near = [&](double a, double b) {
    return same(a, b) || std::abs(a - b) <= 16 * epsilon * std::max(1.0, std::abs(b));
  };
  EXPECT_PRED2(near, parsed.expression(std::span<const D1>(&once, 1)).slope[0], result.first);
  EXPECT_PRED2(near, parsed.expression(std::span<const D2>(&twice, 1)).slope[0].slope[0],
               result.second);
  return result;
}

/// Closed forms of well-conditioned formulas: a few roundings of the size of each term.
void expect_derivatives(std::string_view text, double x, const Derivatives& expected) {
  const Derivatives found = derivatives(text, x);
  const auto near = [&](double a, double b, const char* which) {
    EXPECT_NEAR(a, b, 64 * epsilon * std::max(1.0, std::abs(b))) << text << " at " << x << which;
  };
  near(found.f, expected.f, ": value");
  near(found.first, expected.first, ": first derivative");
  near(found.second, expected.second, ": second derivative");
  near(found.third, expected.third, ": third derivative");
}

std::vector<std::string> faults(std::string_view text) {
  const std::vector<std::string> variables{"t", "angle.bar", "rate.bar"};
  const std::vector<Parameter> constants{{"phi", 0.5}, {"gamma", 2.0}};
  const ParsedExpression parsed = parsed_expression(text, variables, constants);
  std::vector<std::string> lines;
  for (const ExpressionFault& fault : parsed.faults)
    lines.push_back(std::to_string(fault.offset) + ": " + fault.message);
  return lines;
}

TEST(Expression, IsZeroByDefault) {
  EXPECT_EQ(Expression()(std::span<const double>()), 0.0);
  EXPECT_TRUE(Expression().is_constant());
}

TEST(Expression, Numbers) {
  EXPECT_EQ(value("1"), 1.0);
  EXPECT_EQ(value(" .5 "), 0.5);
  EXPECT_EQ(value("1."), 1.0);
  EXPECT_EQ(value("1e-3"), 1e-3);
  EXPECT_EQ(value("2.5E+2"), 250.0);
  EXPECT_EQ(value("0.1"), 0.1);
  EXPECT_EQ(value("pi"), pi);
}

TEST(Expression, Precedence) {
  EXPECT_EQ(value("1 + 2*3"), 7.0);
  EXPECT_EQ(value("(1 + 2)*3"), 9.0);
  EXPECT_EQ(value("8/4/2"), 1.0);
  EXPECT_EQ(value("8 - 4 - 2"), 2.0);
  EXPECT_EQ(value("-2^2"), -4.0);
  EXPECT_EQ(value("(-2)^2"), 4.0);
  EXPECT_EQ(value("2^3^2"), 512.0);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("2^-2^2"), 0.0625);
  EXPECT_EQ(value("2*-3"), -6.0);
  EXPECT_EQ(value("1 - -1"), 2.0);
  EXPECT_EQ(value("+1"), 1.0);
  EXPECT_EQ(value("--1"), 1.0);
}

TEST(Expression, Functions) {
  EXPECT_EQ(value("sin(1)"), std::sin(1.0));
  EXPECT_EQ(value("cos(1)"), std::cos(1.0));
  EXPECT_EQ(value("tan(1)"), std::tan(1.0));
  EXPECT_EQ(value("asin(0.5)"), std::asin(0.5));
  EXPECT_EQ(value("acos(0.5)"), std::acos(0.5));
  EXPECT_EQ(value("atan(0.5)"), std::atan(0.5));
  EXPECT_EQ(value("atan2(1, -1)"), std::atan2(1.0, -1.0));
  EXPECT_EQ(value("sinh(1)"), std::sinh(1.0));
  EXPECT_EQ(value("cosh(1)"), std::cosh(1.0));
  EXPECT_EQ(value("tanh(1)"), std::tanh(1.0));
  EXPECT_EQ(value("exp(1)"), std::exp(1.0));
  EXPECT_EQ(value("log(2)"), std::log(2.0));
  EXPECT_EQ(value("log10(1000)"), 3.0);
  EXPECT_EQ(value("sqrt(9)"), 3.0);
  EXPECT_EQ(value("abs(-3)"), 3.0);
  EXPECT_EQ(value("sign(-3) + sign(0) + 5*sign(2)"), 4.0);
  EXPECT_EQ(value("hypot(3, 4)"), 5.0);
  EXPECT_EQ(value("min(3, 1, 2)"), 1.0);
  EXPECT_EQ(value("max(3, 7, 2)"), 7.0);
  EXPECT_NEAR(value("deg(180)"), pi, epsilon * pi);
  EXPECT_TRUE(std::isnan(value("min(0/0, 1)")));
  EXPECT_TRUE(std::isnan(value("max(1, 0/0)")));
  EXPECT_TRUE(std::isinf(value("1/0")));
}

TEST(Expression, NamesVariablesAndConstants) {
  const std::vector<std::string> variables{"t", "angle.bar", "rate.bar"};
  const std::vector<Parameter> constants{{"k", 10.0}, {"t", 99.0}};
  const auto parsed = parsed_expression("k*rate.bar + t", variables, constants);
  ASSERT_TRUE(parsed.faults.empty());
  const std::vector<double> at{3.0, 5.0, 7.0};
  EXPECT_EQ(parsed.expression(std::span<const double>(at)), 73.0) << "a variable hides a constant";
  EXPECT_FALSE(parsed.expression.is_constant());
  EXPECT_THAT(parsed.expression.variables_used(), ElementsAre(0, 2));
  EXPECT_TRUE(parsed_expression("k^2 + 1", variables, constants).expression.is_constant());
}

TEST(Expression, ReservedAndPossibleNames) {
  EXPECT_TRUE(is_reserved_name("pi"));
  EXPECT_TRUE(is_reserved_name("hypot"));
  EXPECT_FALSE(is_reserved_name("phi"));
  EXPECT_FALSE(is_reserved_name(""));
  EXPECT_TRUE(is_expression_name("_a1"));
  EXPECT_FALSE(is_expression_name("1a"));
  EXPECT_FALSE(is_expression_name("a.b"));
  EXPECT_FALSE(is_expression_name("a-b"));
  EXPECT_FALSE(is_expression_name(""));
}

TEST(Expression, DerivativesOfPowersForEveryBase) {
  for (const double x : {-2.0, 0.0, 3.0}) {
    expect_derivatives("x^0", x, {1, 0, 0, 0});
    expect_derivatives("x^1", x, {x, 1, 0, 0});
    expect_derivatives("x^2", x, {x * x, 2 * x, 2, 0});
    expect_derivatives("x^3", x, {x * x * x, 3 * x * x, 6 * x, 6});
    expect_derivatives("x^4", x, {x * x * x * x, 4 * x * x * x, 12 * x * x, 24 * x});
    expect_derivatives("x*x*x", x, {x * x * x, 3 * x * x, 6 * x, 6});
  }
  expect_derivatives("x^-1", -2, {-0.5, -0.25, -0.25, -0.375});
  expect_derivatives("1/x", -2, {-0.5, -0.25, -0.25, -0.375});
  const double r = std::sqrt(2.0);
  expect_derivatives("x^0.5", 2, {r, 0.5 / r, -0.25 / (2 * r), 0.375 / (4 * r)});
  expect_derivatives("sqrt(x)", 2, {r, 0.5 / r, -0.25 / (2 * r), 0.375 / (4 * r)});
  const double l = std::log(3.0);
  expect_derivatives("3^x", 2, {9, 9 * l, 9 * l * l, 9 * l * l * l});
  const double g = 1 + std::log(2.0);  // (x^x)′ = x^x (1 + log x)
  expect_derivatives("x^x", 2, {4, 4 * g, 4 * (g * g + 0.5), 4 * (g * g * g + 1.5 * g - 0.25)});
}

TEST(Expression, AnExponentThatIsAVariableButDoesNotVary) {
  // (−2)^n with n held at 3: only the base carries a slope, so log(−2) must not enter.
  const std::vector<std::string> names{"x", "n"};
  const auto parsed = parsed_expression("x^n", names);
  const std::vector<Dual<double>> at{Dual<double>(-2.0, {1.0}), Dual<double>(3.0)};
  const Dual<double> f = parsed.expression(std::span<const Dual<double>>(at));
  EXPECT_EQ(f.value, -8.0);
  EXPECT_EQ(f.slope[0], 12.0);
  // 0^n for varying n > 0 is 0 all along.
  const std::vector<Dual<double>> zero{Dual<double>(0.0), Dual<double>(3.0, {1.0})};
  const Dual<double> g = parsed.expression(std::span<const Dual<double>>(zero));
  EXPECT_EQ(g.value, 0.0);
  EXPECT_EQ(g.slope[0], 0.0);
}

TEST(Expression, DerivativesOfFunctions) {
  const double x = 0.7, s = std::sin(x), c = std::cos(x), e = std::exp(x);
  expect_derivatives("sin(x)", x, {s, c, -s, -c});
  expect_derivatives("cos(x)", x, {c, -s, -c, s});
  const double u = std::tan(x), v = 1 + u * u;
  expect_derivatives("tan(x)", x, {u, v, 2 * u * v, 2 * v * v + 4 * u * u * v});
  const double q = 1 - x * x, p3 = std::pow(q, -1.5), p5 = std::pow(q, -2.5);
  expect_derivatives("asin(x)", x, {std::asin(x), 1 / std::sqrt(q), x * p3, p3 + 3 * x * x * p5});
  expect_derivatives("acos(x)", x,
                     {std::acos(x), -1 / std::sqrt(q), -x * p3, -p3 - 3 * x * x * p5});
  const double w = 1 + x * x;
  const Derivatives arctangent{std::atan(x), 1 / w, -2 * x / (w * w),
                               (6 * x * x - 2) / (w * w * w)};
  expect_derivatives("atan(x)", x, arctangent);
  expect_derivatives("atan2(x, 1)", x, arctangent);
  expect_derivatives("sinh(x)", x, {std::sinh(x), std::cosh(x), std::sinh(x), std::cosh(x)});
  expect_derivatives("cosh(x)", x, {std::cosh(x), std::sinh(x), std::cosh(x), std::sinh(x)});
  const double h = std::tanh(x), k = 1 - h * h;
  expect_derivatives("tanh(x)", x, {h, k, -2 * h * k, -2 * k * k + 4 * h * h * k});
  expect_derivatives("exp(2*x)", x, {e * e, 2 * e * e, 4 * e * e, 8 * e * e});
  expect_derivatives("log(x)", x, {std::log(x), 1 / x, -1 / (x * x), 2 / (x * x * x)});
  const double ten = std::log(10.0);
  expect_derivatives("log10(x)", x,
                     {std::log10(x), 1 / (x * ten), -1 / (x * x * ten), 2 / (x * x * x * ten)});
  const double y = std::sqrt(w);
  expect_derivatives("hypot(x, 1)", x, {y, x / y, 1 / (y * y * y), -3 * x / (w * w * y)});
  expect_derivatives("abs(x - 1)", x, {1 - x, -1, 0, 0});
  expect_derivatives("sign(x)", x, {1, 0, 0, 0});
  expect_derivatives("min(x, x^2)", x, {x * x, 2 * x, 2, 0});
  expect_derivatives("max(x, x^2)", x, {x, 1, 0, 0});
  expect_derivatives("deg(x)", x, {x * pi / 180, pi / 180, 0, 0});
  expect_derivatives("0.01*sin(60*x)", 0, {0, 0.6, 0, -2160});
}

TEST(Expression, ConventionsWhereADerivativeDoesNotExist) {
  EXPECT_EQ(derivatives("abs(x)", 0).first, 1.0);
  EXPECT_EQ(derivatives("sign(x)", 0).f, 0.0);
  EXPECT_EQ(derivatives("sign(x)", 0).first, 0.0);
  EXPECT_EQ(derivatives("min(x, 2*x)", 0).first, 1.0);
  EXPECT_EQ(derivatives("max(2*x, x)", 0).first, 2.0);
  EXPECT_TRUE(std::isinf(derivatives("sqrt(x)", 0).first));
  EXPECT_TRUE(std::isnan(derivatives("sqrt(x^2)", 0).first));
  EXPECT_TRUE(std::isnan(derivatives("hypot(x, 0)", 0).first));
  // A root of a constant zero is a constant: no infinite slope times zero.
  EXPECT_EQ(derivatives("x + sqrt(0)", 0).first, 1.0);
}

TEST(Expression, SayWhatIsWrongAndWhere) {
  EXPECT_THAT(faults(""), ElementsAre("0: formula is empty"));
  EXPECT_THAT(faults("  "), ElementsAre("0: formula is empty"));
  EXPECT_THAT(faults("1 + fhi"), ElementsAre("4: \"fhi\" is not defined; did you mean \"phi\"?"));
  EXPECT_THAT(faults("1 + zebra"), ElementsAre("4: \"zebra\" is not defined"));
  EXPECT_THAT(faults("2*angle.baz"),
              ElementsAre("2: \"angle.baz\" is not defined; did you mean \"angle.bar\"?"));
  EXPECT_THAT(faults("t + sine(2)"),
              ElementsAre("4: \"sine\" is not a function; did you mean \"sin\"?"));
  EXPECT_THAT(faults("phi(2)"), ElementsAre("0: \"phi\" is not a function"));
  EXPECT_THAT(faults("2*sin"),
              ElementsAre("2: \"sin\" is a function; its argument is written in parentheses"));
  EXPECT_THAT(faults("sin(1, 2)"), ElementsAre("0: sin takes 1 argument; 2 are given"));
  EXPECT_THAT(faults("1 + sin()"), ElementsAre("4: sin takes 1 argument; 0 are given"));
  EXPECT_THAT(faults("atan2(1)"), ElementsAre("0: atan2 takes 2 arguments; 1 is given"));
  EXPECT_THAT(faults("hypot(1, 2, 3)"), ElementsAre("0: hypot takes 2 arguments; 3 are given"));
  EXPECT_THAT(faults("min(1)"), ElementsAre("0: min takes 2 or more arguments; 1 is given"));
  EXPECT_THAT(faults("1 +"), ElementsAre("3: expected a value at the end"));
  EXPECT_THAT(faults("1 + * 2"), ElementsAre("4: expected a value before \"*\""));
  EXPECT_THAT(faults("(1 + 2"), ElementsAre("6: expected \")\" at the end"));
  EXPECT_THAT(faults("sin(1"), ElementsAre("5: expected \")\" at the end"));
  EXPECT_THAT(faults("(1, 2)"), ElementsAre("2: expected \")\" before \",\""));
  EXPECT_THAT(faults("()"), ElementsAre("1: expected a value before \")\""));
  EXPECT_THAT(faults("1)"), ElementsAre("1: \")\" has no \"(\" before it"));
  EXPECT_THAT(faults("2t"), ElementsAre("1: expected an operator before \"t\""));
  EXPECT_THAT(faults("1.2.3"), ElementsAre("3: expected an operator before \".3\""));
  EXPECT_THAT(faults("2 $ 3"), ElementsAre("2: \"$\" is not understood"));
  EXPECT_THAT(faults("2·t"), ElementsAre("1: \"·\" is not understood"));
  EXPECT_THAT(faults(std::string_view("1\0", 2)), ElementsAre("1: \"\\x00\" is not understood"));
  EXPECT_THAT(faults("t**2"),
              ElementsAre("1: \"**\" is not understood; a power is written with ^"));
  EXPECT_THAT(faults("1e999"), ElementsAre("0: number 1e999 is out of range"));
}

TEST(Expression, SeveralFaultsAtOnce) {
  EXPECT_THAT(faults("fhi + sin(1, gama) + (t"),
              ElementsAre("0: \"fhi\" is not defined; did you mean \"phi\"?",
                          "13: \"gama\" is not defined; did you mean \"gamma\"?",
                          "6: sin takes 1 argument; 2 are given", "23: expected \")\" at the end"));
}

TEST(Expression, RefusesWhatIsTooLargeToEvaluate) {
  const auto nested = [](int levels) {
    return std::string(static_cast<std::size_t>(levels), '(') + "1" +
           std::string(static_cast<std::size_t>(levels), ')');
  };
  EXPECT_EQ(value(nested(199)), 1.0);
  EXPECT_THAT(faults(nested(200)), ElementsAre("200: formula is nested more than 200 levels deep"));
  EXPECT_THAT(faults(nested(30000)),
              ElementsAre("200: formula is nested more than 200 levels deep"));
  EXPECT_THAT(faults(std::string(1000, '-') + "1"),
              ElementsAre("200: formula is nested more than 200 levels deep"));
  EXPECT_THAT(faults(std::string(70000, '1')),
              ElementsAre("0: formula has 70000 characters; at most 65536 are allowed"));
  std::string wide;  // t+t*t^(t+t*t^(… keeps three values a level
  for (int level = 0; level < 99; ++level) wide += "t+t*t^(";
  wide += "t" + std::string(99, ')');
  EXPECT_THAT(faults(wide),
              ElementsAre("0: formula keeps 298 values at once; at most 256 are allowed"));
}

TEST(Expression, EvaluatesDeepFormulas) {
  std::string text;
  for (int level = 0; level < 199; ++level) text += "t+(";
  text += "t" + std::string(199, ')');
  const std::vector<std::string> names{"t"};
  const auto parsed = parsed_expression(text, names);
  ASSERT_TRUE(parsed.faults.empty());
  const double t = 0.5;
  EXPECT_EQ(parsed.expression(std::span<const double>(&t, 1)), 100.0);
}

TEST(Expression, NoTextCrashesIt) {
  const std::vector<std::string> pieces{
      "t",   "phi", "1",     ".5", "(", ")",   "+", "-",  "*", "/",    "^", ",",        "sin",
      "min", "pi",  "atan2", "e5", ".", "1e9", " ", "\n", "é", "\xff", "$", "angle.bar"};
  const std::vector<std::string> variables{"t", "angle.bar"};
  const std::vector<Parameter> constants{{"phi", 0.5}};
  std::mt19937 random(20);
  int understood = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text;
    const unsigned length = random() % 12;
    for (unsigned i = 0; i < length; ++i) {
      if (random() % 20 == 0)
        text += static_cast<char>(random() % 256);
      else
        text += pieces[random() % pieces.size()];
    }
    const auto parsed = parsed_expression(text, variables, constants);
    for (const auto& fault : parsed.faults) {
      EXPECT_GE(fault.offset, 0);
      EXPECT_LE(fault.offset, static_cast<int>(text.size()));
    }
    const std::vector<Dual<Dual<double>>> at(2, Dual<Dual<double>>(0.3));
    const double result = plain(parsed.expression(std::span<const Dual<Dual<double>>>(at)));
    if (parsed.faults.empty())
      ++understood;
    else
      EXPECT_EQ(result, 0.0);
  }
  EXPECT_GT(understood, 200);
}

}  // namespace
}  // namespace carom
