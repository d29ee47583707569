#include "numerics/smooth_roots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using std::numbers::pi;

void expect_roots(const SmoothRoots& found, const std::vector<SmoothRoot>& expected,
                  double tolerance) {
  ASSERT_EQ(found.roots.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(found.roots[i].at, expected[i].at, tolerance);
    EXPECT_EQ(found.roots[i].multiplicity, expected[i].multiplicity);
  }
}

TEST(SmoothRoots, OfACosine) {
  const SmoothRoots found = smooth_roots([](double x) { return std::cos(x); }, 0, 10);
  expect_roots(found, {{pi / 2, 1}, {3 * pi / 2, 1}, {5 * pi / 2, 1}}, 1e-14);
  EXPECT_TRUE(found.unresolved.empty());
}

TEST(SmoothRoots, ThatTouchZeroWithoutCrossing) {
  expect_roots(smooth_roots([](double x) { return 1 - std::cos(x - 0.5); }, -2, 3), {{0.5, 2}},
               1e-10);
  expect_roots(smooth_roots([](double x) { return std::pow(std::sin(x), 2); }, -1, 7),
               {{0, 2}, {pi, 2}, {2 * pi, 2}}, 1e-10);
  // A near miss is none.
  EXPECT_TRUE(smooth_roots([](double x) { return 1 + 1e-13 - std::cos(x); }, -2, 3).roots.empty());
}

TEST(SmoothRoots, PairsCloserThanAnyGrid) {
  for (const double d : {1e-2, 1e-4, 1e-5}) {
    const double a = 0.3123;
    const auto f = [&](double x) { return (x - a) * (x - a - d) * std::exp(x); };
    // Rounding of the function, 1e-16, over its slope d at the roots.
    expect_roots(smooth_roots(f, -1, 1), {{a, 1}, {a + d, 1}}, 1e-15 / d + 1e-14);
  }
}

TEST(SmoothRoots, RootsAtRoundNumbersAreFoundOnce) {
  for (const double shift : {0.0, 0.25, 0.5, 0.75, -0.5, 0.4871}) {
    const auto f = [&](double x) { return std::sin(9 * (x - shift)) * (2 + x); };
    int count = 0;
    for (int k = -6; k <= 6; ++k) count += std::abs(shift + k * pi / 9) < 1 ? 1 : 0;
    EXPECT_EQ(smooth_roots(f, -1, 1).roots.size(), static_cast<std::size_t>(count)) << shift;
  }
}

TEST(SmoothRoots, WhereTheFunctionVanishesOrIsNotDefined) {
  EXPECT_EQ(smooth_roots([](double) { return 0.0; }, -1, 1).vanishing.size(), 1U);
  const SmoothRoots half = smooth_roots([](double x) { return std::sqrt(x - 0.2) - 0.5; }, -1, 1);
  expect_roots(half, {{0.45, 1}}, 1e-12);
  ASSERT_FALSE(half.undefined.empty());
  EXPECT_NEAR(half.undefined.front().second, 0.2, 1e-6);
  // A jump is no root.
  const SmoothRoots jump =
      smooth_roots([](double x) { return x < 0.3 ? -1.0 - x * x : 2.0 + x; }, -1, 1);
  EXPECT_TRUE(jump.roots.empty());
  ASSERT_EQ(jump.unresolved.size(), 1U);
  EXPECT_NEAR(jump.unresolved[0].first, 0.3, 1e-7);
}

/// Products of sines of random phases: every root is known, double ones come from equal phases.
TEST(SmoothRoots, OfRandomProducts) {
  testing::Random random(11);
  for (int round = 0; round < 300; ++round) {
    const double a = random.in(-1, 1), b = random.in(-1, 1), k = random.in(1, 20);
    const auto f = [&](double x) { return std::sin(k * (x - a)) * std::cos(x - b); };
    std::vector<double> expected;
    for (int i = -20; i <= 20; ++i) {
      if (std::abs(a + i * pi / k) < 2) expected.push_back(a + i * pi / k);
      if (std::abs(b + pi / 2 + i * pi) < 2) expected.push_back(b + pi / 2 + i * pi);
    }
    std::sort(expected.begin(), expected.end());
    bool crowded = false;
    for (std::size_t i = 1; i < expected.size(); ++i)
      crowded = crowded || expected[i] - expected[i - 1] < 1e-5;
    if (crowded) continue;
    const SmoothRoots found = smooth_roots(f, -2, 2);
    ASSERT_EQ(found.roots.size(), expected.size()) << round;
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found.roots[i].at, expected[i], 1e-10);
  }
}

/// In [−1, 1], without pattern: what rounding is like.
double noise(double x) {
  const double y = 43758.5453 * std::sin(12.9898e9 * x);
  return 2 * (y - std::floor(y)) - 1;
}

TEST(SmoothRoots, RoundingIsNotFollowedDown) {
  // A sign whose value loses its digits where it changes: c/|c| with c known to 1e-16.
  long asked = 0;
  const auto sign = [&](double x) {
    ++asked;
    const double c = std::cos(x) + 1e-16 * noise(x);
    return 0.6 * c / std::abs(std::cos(x));
  };
  const SmoothRoots found = smooth_roots(sign, 0, pi);
  EXPECT_TRUE(found.roots.empty());
  ASSERT_EQ(found.unresolved.size(), 1U);
  EXPECT_LE(found.unresolved[0].first, pi / 2);
  EXPECT_GE(found.unresolved[0].second, pi / 2);
  EXPECT_LT(found.unresolved[0].second - found.unresolved[0].first, 1e-6);
  EXPECT_LT(asked, 21 * 1000);

  // Beside a function of order one, nothing but rounding.
  asked = 0;
  const auto nothing = [&](double x) {
    ++asked;
    return x < 0.1 ? 1.0 : 1e-10 * noise(x);
  };
  EXPECT_TRUE(smooth_roots(nothing, 0, 1).roots.empty());
  EXPECT_LT(asked, 21 * 1000);

  // Rounding of order one: the work is bounded, and nothing is claimed.
  asked = 0;
  const auto wild = [&](double x) {
    ++asked;
    return noise(x);
  };
  const SmoothRoots none = smooth_roots(wild, 0, 1);
  EXPECT_TRUE(none.roots.empty());
  EXPECT_EQ(none.unresolved.size(), 1U);
  EXPECT_LT(asked, 21 * 40001);
}

}  // namespace
}  // namespace carom
