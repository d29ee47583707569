/// Each judge says each of its verdicts where it must.

#include "reproductions/judges.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "base/words.hpp"

namespace carom {
namespace {

TEST(Judges, AllSomeOrNone) {
  EXPECT_EQ(by_count(3, 3), Holding::holds);
  EXPECT_EQ(by_count(1, 3), Holding::in_part);
  EXPECT_EQ(by_count(0, 3), Holding::does_not_hold);
}

TEST(Judges, ANumberWithinItsTolerance) {
  EXPECT_EQ(within(90, 90 + 1e-9, 1e-8), Holding::holds);
  EXPECT_EQ(within(90, 90.1, 0.05), Holding::does_not_hold);
  EXPECT_EQ(within(4, 4, 0), Holding::holds);
  EXPECT_EQ(within(90, std::nan(""), 1), Holding::does_not_hold) << "nothing found is not 90";
}

TEST(Judges, AResidualThatIsRounding) {
  EXPECT_EQ(vanishing(3e-13), Holding::holds);
  EXPECT_EQ(vanishing(1e-6), Holding::does_not_hold);
  EXPECT_EQ(vanishing(std::nan("")), Holding::does_not_hold);
}

TEST(Judges, AnotherReadingIsAPart) {
  EXPECT_EQ(by_reading(true, false), Holding::holds);
  EXPECT_EQ(by_reading(false, true), Holding::in_part);
  EXPECT_EQ(by_reading(false, false), Holding::does_not_hold);
}

/// An interval that holds the value, zero and its negative says nothing about the value.
TEST(Judges, AWideIntervalDecidesNothing) {
  EXPECT_EQ(in_interval(38, 37, 39), Holding::holds);
  EXPECT_EQ(in_interval(38, 39, 40), Holding::does_not_hold);
  EXPECT_EQ(in_interval(-0.00006584, -2, 5.3), Holding::undecided);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(in_interval(1, -infinity, infinity), Holding::undecided);
  EXPECT_EQ(in_interval(1, std::nan(""), std::nan("")), Holding::undecided);
}

TEST(Judges, WhatIsNotStatedDecidesOnlyIfItDoesNotMatter) {
  using enum Holding;
  EXPECT_EQ(unanimous(std::array{holds, holds}), holds);
  EXPECT_EQ(unanimous(std::array{does_not_hold, does_not_hold}), does_not_hold);
  EXPECT_EQ(unanimous(std::array{holds, does_not_hold}), undecided);
  EXPECT_EQ(unanimous({}), undecided);
}

TEST(Judges, VerdictsHaveNamesOfTheirOwn) {
  for (const Holding a : all_values<Holding>)
    for (const Holding b : all_values<Holding>) EXPECT_EQ(name(a) == name(b), a == b);
  EXPECT_EQ(name(Holding::undecided), "undecided");
}

}  // namespace
}  // namespace carom
