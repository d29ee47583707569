#include "numerics/bernstein.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

/// p(x) = 1 − 3x + … by its values at the ends: x = 0.4 and 0.7 are roots of (x − 0.4)(x − 0.7).
TEST(Bernstein, FindsTheFirstOfTwoRootsWithinAStep) {
  const auto value = [](double x) { return (x - 0.4) * (x - 0.7); };
  const auto slope = [](double x) { return 2 * x - 1.1; };
  const Bernstein p = hermite_quintic({value(0), slope(0), 2}, {value(1), slope(1), 2});
  const auto root = first_fall(p);
  ASSERT_TRUE(root);
  EXPECT_NEAR(*root, 0.4, 1e-14);
}

TEST(Bernstein, TouchingWithoutCrossingIsNoFall) {
  // (x − 0.5)² + 1e-9
  const Bernstein p = hermite_quintic({0.25 + 1e-9, -1, 2}, {0.25 + 1e-9, 1, 2});
  EXPECT_FALSE(first_fall(p));
}

/// A bounce starts at zero: x(0.6 − x) must give 0.6 and not 0.
TEST(Bernstein, DeflationRemovesTheTrivialRoot) {
  const Bernstein p = hermite_quintic({0, 0.6, -2}, {-0.4, -1.4, -2});
  const auto root = first_fall(deflated(p, 1));
  ASSERT_TRUE(root);
  EXPECT_NEAR(*root, 0.6, 1e-14);
}

/// After a separation g = ġ = g̈ = 0: x³(0.3 − x), also where rounding makes the start negative.
TEST(Bernstein, DeflationIgnoresRoundingAtTheStart) {
  const auto value = [](double x) { return x * x * x * (0.3 - x); };
  const auto slope = [](double x) { return 0.9 * x * x - 4 * x * x * x; };
  const auto curve = [](double x) { return 1.8 * x - 12 * x * x; };
  const Bernstein p = hermite_quintic({-1e-17, -1e-16, -1e-15}, {value(1), slope(1), curve(1)});
  const auto root = first_fall(deflated(p, 3));
  ASSERT_TRUE(root);
  EXPECT_NEAR(*root, 0.3, 1e-14);
}

TEST(Bernstein, CubicMatchesItsEnds) {
  // 1 − 2x³ falls below zero at 2^(−1/3)
  const auto root = first_fall(hermite_cubic({1, 0}, {-1, -6}));
  ASSERT_TRUE(root);
  EXPECT_NEAR(*root, std::cbrt(0.5), 1e-14);
}

}  // namespace
}  // namespace carom
