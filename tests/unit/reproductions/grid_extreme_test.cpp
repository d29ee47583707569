/// The largest value between the points of a grid, against closed forms.

#include "reproductions/grid_extreme.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace carom {
namespace {

using Function = std::function<double(double)>;

Extreme on_grid(const Function& function, double from, double to, int count,
                const std::vector<double>& breaks = {}) {
  std::vector<double> places, values;
  for (int i = 0; i < count; ++i) {
    places.push_back(from + (to - from) * i / (count - 1));
    values.push_back(function(places.back()));
  }
  return largest(places, values, breaks, function);
}

TEST(GridExtreme, ASmoothMaximumBetweenThePoints) {
  const Extreme found = on_grid([](double x) { return std::sin(x); }, 0, 3, 4);
  EXPECT_NEAR(found.at, std::numbers::pi / 2, 1e-7);  // a flat top: half the digits
  EXPECT_NEAR(found.value, 1, 1e-14);
}

TEST(GridExtreme, AKink) {
  const double top = 0.3137;
  const Extreme found = on_grid([&](double x) { return -std::abs(x - top); }, 0, 1, 11);
  EXPECT_NEAR(found.at, top, 1e-9);
  EXPECT_NEAR(found.value, 0, 1e-9);
}

/// Rises to 0.77 and falls to nothing there: the value is approached, not attained.
TEST(GridExtreme, AJump) {
  const double jump = 0.77;
  const Function saw = [&](double x) { return x < jump ? x : 0.0; };
  EXPECT_NEAR(on_grid(saw, 0, 1, 11, {jump}).value, jump, 1e-9);
  const Function other = [&](double x) { return x > jump ? 1 - x : 0.0; };
  EXPECT_NEAR(on_grid(other, 0, 1, 11, {jump}).value, 1 - jump, 1e-9);
}

/// The higher of two summits is not the one that the grid shows as higher.
TEST(GridExtreme, TheGridsHighestPointNeedNotBeNearTheHighestSummit) {
  const Function two = [](double x) {
    return 1.0 * std::exp(-std::pow((x - 0.2) / 0.05, 2)) +
           1.2 * std::exp(-std::pow((x - 0.75) / 0.05, 2));
  };
  const Extreme found = on_grid(two, 0, 1, 11);  // points at 0.2 and at 0.7, 0.8
  EXPECT_NEAR(found.at, 0.75, 1e-6);
  EXPECT_NEAR(found.value, 1.2, 1e-12);
}

/// Breaks that differ by rounding leave pieces that cannot be halved.
TEST(GridExtreme, BreaksThatFallTogether) {
  const double at = 24.6924;
  const auto found =
      on_grid([](double x) { return x; }, 20, 30, 11, {at, std::nextafter(at, 30), at + 1e-13, at});
  EXPECT_EQ(found.value, 30);
  const auto below = on_grid([&](double x) { return x < at ? x : -x; }, 20, 30, 11,
                             {at, std::nextafter(at, 30), at + 1e-13});
  EXPECT_NEAR(below.value, at, 1e-9);
}

TEST(GridExtreme, EndsAndHoles) {
  EXPECT_EQ(on_grid([](double x) { return x; }, 0, 1, 3).value, 1);
  EXPECT_EQ(on_grid([](double x) { return -x; }, 0, 1, 3).value, 0);
  const Function holed = [](double x) { return x < 0.5 ? std::nan("") : 1 - x; };
  EXPECT_NEAR(on_grid(holed, 0, 1, 5).value, 0.5, 1e-12);
  EXPECT_EQ(on_grid([](double) { return std::nan(""); }, 0, 1, 5).value,
            -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace carom
