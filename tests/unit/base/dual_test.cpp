/// Dual numbers against derivatives known in closed form.

#include "base/dual.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace carom {
namespace {

using First = Dual<double>;
using Second = Dual<First>;

/// x with unit slope, twice over.
Second variable(double x) {
  return {First(x, {1.0}), {First(1.0)}};
}

struct Jet {
  double value, slope, curvature;
};

template <class F>
Jet jet(F&& f, double x) {
  const Second y = f(variable(x));
  return {y.value.value, y.value.slope[0], y.slope[0].slope[0]};
}

void expect_jet(const Jet& found, double value, double slope, double curvature) {
  EXPECT_NEAR(found.value, value, 1e-14 * (1 + std::abs(value)));
  EXPECT_NEAR(found.slope, slope, 1e-14 * (1 + std::abs(slope)));
  EXPECT_NEAR(found.curvature, curvature, 1e-13 * (1 + std::abs(curvature)));
}

TEST(Dual, FirstAndSecondDerivatives) {
  const double x = 0.7;
  expect_jet(jet([](const Second& s) { return s * s * s; }, x), x * x * x, 3 * x * x, 6 * x);
  expect_jet(jet([](const Second& s) { return Second(1.0) / s; }, x), 1 / x, -1 / (x * x),
             2 / (x * x * x));
  expect_jet(jet([](const Second& s) { return sin(s); }, x), std::sin(x), std::cos(x),
             -std::sin(x));
  expect_jet(jet([](const Second& s) { return exp(2.0 * s); }, x), std::exp(2 * x),
             2 * std::exp(2 * x), 4 * std::exp(2 * x));
  expect_jet(jet([](const Second& s) { return sqrt(s); }, x), std::sqrt(x), 0.5 / std::sqrt(x),
             -0.25 / (x * std::sqrt(x)));
  expect_jet(jet([](const Second& s) { return log(s); }, x), std::log(x), 1 / x, -1 / (x * x));
  const double t = std::tan(x);
  expect_jet(jet([](const Second& s) { return tan(s); }, x), t, 1 + t * t, 2 * t * (1 + t * t));
  expect_jet(jet([](const Second& s) { return atan2(sin(s), cos(s)); }, x), x, 1, 0);
  expect_jet(jet([](const Second& s) { return abs(-s); }, x), x, 1, 0);
}

TEST(Dual, SeveralDirectionsAtOnce) {
  const Dual<double, 2> x(2.0, {1.0, 0.0}), y(3.0, {0.0, 1.0});
  const Dual<double, 2> f = x * x * y;
  EXPECT_EQ(f.value, 12.0);
  EXPECT_EQ(f.slope[0], 12.0);
  EXPECT_EQ(f.slope[1], 4.0);
}

TEST(Dual, ComparesByValueAndKeepsTheSignOfZero) {
  EXPECT_LT(First(1.0, {5.0}), First(2.0, {-5.0}));
  EXPECT_EQ(First(1.0, {5.0}), First(1.0, {7.0}));
  EXPECT_TRUE(std::signbit(plain(-First(0.0, {1.0}))));
  EXPECT_EQ(plain(variable(0.25)), 0.25);
}

}  // namespace
}  // namespace carom
