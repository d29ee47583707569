/// The rule of segmentation and its fit.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "train/rule_fit.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

/// Chapter 3's bodies by name: S2b, R1c …
TrainBody named(const std::string& name) {
  const std::pair<const char*, double> stiffness[] = {
      {"S1b", 2.825e7},  {"S2b", 3.7655e7}, {"W1b", 4.33e5},  {"W3b", 6.948e5},
      {"R2b", 2.5735e4}, {"S1c", 5.3445e7}, {"W1c", 1.05e7},  {"R1c", 7.8365e4},
      {"S2c", 3.7e8},    {"W2c", 3.145e7},  {"R2c", 5.438e5}, {"Ss", 2.825e7}};
  TrainBody body;
  body.name = name;
  body.kind = name.back() == 'c' ? BodyKind::cylinder : BodyKind::ball;
  for (const auto& [key, value] : stiffness)
    if (name == key) body.stiffness = value;
  return body;
}

std::vector<int> counts(const std::vector<std::string>& names,
                        const std::string& rule = "alluhydan2019") {
  Train train;
  for (const std::string& name : names) train.bodies.push_back(named(name));
  return segmentation(train, find_segment_rule(rule)->coefficients).counts;
}

using Counts = std::vector<int>;

/// The counts of the reference collisions, which were chosen by the same five steps.
TEST(Segmentation, FiveSteps) {
  EXPECT_EQ(counts({"S2b", "S2b", "S2c"}), (Counts{38, 38, 4}));
  EXPECT_EQ(counts({"S2b", "S2b", "R1c"}), (Counts{6, 6, 38}));
  EXPECT_EQ(counts({"S2b", "S1c", "S2b"}), (Counts{37, 6, 37}));
  EXPECT_EQ(counts({"S2b", "R1c", "S2b"}), (Counts{6, 38, 4}));
  EXPECT_EQ(counts({"W3b", "R2c", "W1b", "R1c"}), (Counts{6, 37, 37, 38}));
  EXPECT_EQ(counts({"S2b", "W2c", "S1b", "W1c"}), (Counts{6, 37, 37, 38}));
  EXPECT_EQ(counts({"S2b", "S2c", "S1b", "S1c"}), (Counts{38, 6, 38, 4}));
  EXPECT_EQ(counts({"S2b", "R2c", "R1c", "W3b", "W1b"}), (Counts{6, 38, 38, 4, 4}));
}

TEST(Segmentation, NoSets) {
  EXPECT_EQ(counts({"S2b", "S2b", "S2b"}), (Counts{1, 1, 1}));
  EXPECT_EQ(counts({"S1c", "S2c"}), (Counts{1, 1}));
}

/// Section 2.6 prints 32 and 33; the printed coefficients do not give them.
TEST(Segmentation, ValidationPairs) {
  EXPECT_EQ(counts({"Ss", "S1c"}, "alluhydan2019-validation"), (Counts{32, 4}));
  EXPECT_EQ(counts({"Ss", "W1c"}, "alluhydan2019-validation"), (Counts{6, 33}));
  EXPECT_EQ(counts({"Ss", "S1c"}), (Counts{37, 4}));
}

TEST(RuleFit, RecoversItsOwnCoefficients) {
  const double a = 30, b = -0.4, c = 5;
  std::vector<double> r, j;
  for (double x = 0.05; x < 100; x *= 2) {
    r.push_back(x);
    j.push_back(a * std::pow(x, b) + c);
  }
  const RuleFit fit = rule_fit(r, j);
  EXPECT_TRUE(fit.converged);
  EXPECT_NEAR(fit.a.value, a, 1e-6);
  EXPECT_NEAR(fit.b.value, b, 1e-8);
  EXPECT_NEAR(fit.c.value, c, 1e-6);
  EXPECT_NEAR(fit.regression, 1, 1e-12);
}

/// The printed coefficients: a and c are hardly determined, a + c and a b are.
TEST(RuleFit, SmallExponent) {
  std::mt19937 random(3);
  std::normal_distribution<> noise(0, 0.05);
  std::vector<double> r, j;
  for (double x = 0.01; x < 100; x *= 1.6) {
    r.push_back(x);
    j.push_back(2089 * std::pow(x, -6.584e-5) - 2051 + noise(random));
  }
  const RuleFit fit = rule_fit(r, j);
  EXPECT_LT(std::abs(fit.level.value - 38), fit.level.half_width);
  EXPECT_LT(std::abs(fit.slope.value + 0.13754), fit.slope.half_width);
  EXPECT_LT(fit.level.half_width, 0.2);
  EXPECT_GT(fit.a.half_width, 0.5 * std::abs(fit.a.value));
}

/// The confidence interval holds the truth about 95 times of 100.
TEST(RuleFit, Coverage) {
  std::mt19937 random(11);
  std::normal_distribution<> noise(0, 1);
  int inside = 0;
  for (int k = 0; k < 400; ++k) {
    std::vector<double> r, j;
    for (double x = 0.1; x < 100; x *= 1.5) {
      r.push_back(x);
      j.push_back(30 * std::pow(x, -0.4) + 5 + noise(random));
    }
    const RuleFit fit = rule_fit(r, j);
    inside += std::abs(fit.b.value + 0.4) < fit.b.half_width ? 1 : 0;
  }
  EXPECT_GT(inside, 360);  // 380 expected, standard deviation 4.4; linearised, hence the slack
  EXPECT_LT(inside, 397);
}

}  // namespace
}  // namespace carom
