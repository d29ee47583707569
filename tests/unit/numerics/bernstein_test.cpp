#include "numerics/bernstein.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

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

/// Quintics from random roots, of which some lie inside, some outside the step, and some together.
TEST(Bernstein, FindsTheFirstOfRandomRoots) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> anywhere(-1.5, 2.5);
  int inside = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    std::array<double, 5> roots{};
    for (double& root : roots) root = anywhere(random);
    if (trial % 3 == 0) roots[1] = roots[0];
    std::ranges::sort(roots);
    double first = 2;  // the first root in (0, 1) that is single: there the sign changes
    bool clear = true;
    for (std::size_t k = 0; k < roots.size(); ++k) {
      clear = clear && std::abs(roots[k]) > 0.05 && std::abs(roots[k] - 1) > 0.05;
      const bool twice =
          (k > 0 && roots[k] == roots[k - 1]) || (k + 1 < roots.size() && roots[k] == roots[k + 1]);
      if (k > 0 && !twice) clear = clear && roots[k] - roots[k - 1] > 0.05;
      if (twice) clear = clear && !(roots[k] > 0 && roots[k] < 1);  // may touch by rounding
      if (!twice && roots[k] > 0 && roots[k] < 1) first = std::min(first, roots[k]);
    }
    if (!clear) continue;
    // Value, slope and curvature of ±Π(x − r), positive at 0.
    const auto ends = [&](double x, double sign) {
      std::array<double, 3> p{sign, 0, 0};
      for (const double root : roots)
        p = {p[0] * (x - root), p[1] * (x - root) + p[0], p[2] * (x - root) + 2 * p[1]};
      return p;
    };
    const double sign = ends(0, 1)[0] > 0 ? 1 : -1;
    const auto found = first_fall(hermite_quintic(ends(0, sign), ends(1, sign)));
    ASSERT_EQ(found.has_value(), first < 1) << trial;
    if (!found) continue;
    EXPECT_NEAR(*found, first, 1e-9) << trial;
    ++inside;
  }
  EXPECT_GT(inside, 500);
}

}  // namespace
}  // namespace carom
