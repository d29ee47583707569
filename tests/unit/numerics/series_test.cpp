#include "numerics/series.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace carom {
namespace {

TEST(Series, FirstRootOfSeveral) {
  // (τ − 0.2)(τ − 0.5)(τ − 0.9): above zero from 0.2
  const std::vector<double> p{-0.09, 0.73, -1.6, 1.0};
  EXPECT_NEAR(first_positive(p, 1.0), 0.2, 1e-15);
  EXPECT_EQ(first_positive(p, 0.19), never);
}

TEST(Series, BeginsAtOnce) {
  EXPECT_EQ(first_positive(std::vector<double>{0, 0, 1}, 1.0), 0);
  EXPECT_EQ(first_positive(std::vector<double>{1}, 1.0), 0);
  EXPECT_EQ(first_positive(std::vector<double>{0, 0, 0}, 1.0), never);
}

/// A zero at the start that is known is written as zeros: the return is found, not the start.
TEST(Series, KnownZeroAtTheStart) {
  // τ (τ − 0.3): below zero, above from 0.3
  EXPECT_NEAR(first_positive(std::vector<double>{0, -0.3, 1}, 1.0), 0.3, 1e-15);
}

/// A touch from below that goes 1e-3 above zero within 0.06 of the step is not missed.
TEST(Series, ShortStay) {
  const std::vector<double> p{-0.249, 1.0, -1.0};  // −(τ − ½)² + 0.001
  EXPECT_NEAR(first_positive(p, 1.0), 0.5 - std::sqrt(0.001), 1e-12);
}

/// Bounces that become shorter keep their relative precision: roots near 1e-12.
TEST(Series, TinyRoots) {
  const std::vector<double> p{0, -1e-12, 1.0};
  EXPECT_NEAR(first_positive(p, 1.0), 1e-12, 1e-26);
}

}  // namespace
}  // namespace carom
