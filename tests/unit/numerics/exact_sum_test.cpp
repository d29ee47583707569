#include "numerics/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace carom {
namespace {

TEST(ExactSum, NothingIsLost) {
  ExactSum sum;
  for (const double term : {1e300, 1.0, -1e300, 1e-300, -1.0}) sum.add(term);
  EXPECT_EQ(sum.value(), 1e-300);
  sum.add(-1e-300);
  EXPECT_EQ(sum.value(), 0);
  const double least = std::numeric_limits<double>::denorm_min();
  sum.add(least);
  EXPECT_EQ(sum.value(), least);
  sum.add(-std::numeric_limits<double>::max());
  EXPECT_EQ(sum.value(), -std::numeric_limits<double>::max());
}

TEST(ExactSum, TheOrderDoesNotShow) {
  std::mt19937_64 generator(1);
  std::vector<double> terms(2000);
  for (double& term : terms)
    term = std::ldexp(std::uniform_real_distribution<>(-1, 1)(generator),
                      static_cast<int>(generator() % 200) - 100);
  const auto sums = [&] {
    ExactSum sum, squares;
    for (const double term : terms) {
      sum.add(term);
      squares.add_square(term);
    }
    return moments(sum, squares, static_cast<std::int64_t>(terms.size()));
  };
  const Moments once = sums();
  std::ranges::shuffle(terms, generator);
  const Moments again = sums();
  EXPECT_EQ(once.mean, again.mean);
  EXPECT_EQ(once.deviation, again.deviation);
  ExactSum all, part;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    part.add(terms[i]);
    if (i % 77 != 0 && i + 1 < terms.size()) continue;
    all.add(part);
    part = {};
  }
  EXPECT_EQ(all.value() / static_cast<double>(terms.size()), once.mean);
}

/// The deviation of numbers that agree in thirteen digits: the spread of 1 … 9 in units of 2^-44 is
/// √7.5 of them, exactly held by doubles near one.
TEST(ExactSum, DeviationOfNumbersThatNearlyAgree) {
  ExactSum sum, squares;
  const double unit = std::ldexp(1.0, -44);
  for (int i = 1; i <= 9; ++i) {
    sum.add(1 + i * unit);
    squares.add_square(1 + i * unit);
  }
  const Moments found = moments(sum, squares, 9);
  EXPECT_EQ(found.mean, 1 + 5 * unit);
  EXPECT_NEAR(found.deviation / unit, std::sqrt(7.5), 1e-14);
}

TEST(ExactSum, OneNumberHasNoDeviation) {
  ExactSum sum, squares;
  sum.add(-3.7);
  squares.add_square(-3.7);
  EXPECT_EQ(moments(sum, squares, 1).mean, -3.7);
  EXPECT_EQ(moments(sum, squares, 1).deviation, 0);
}

}  // namespace
}  // namespace carom
