#include "numerics/least_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "numerics/fit_intervals.hpp"

namespace carom {
namespace {

constexpr double anywhere = std::numeric_limits<double>::infinity();

/// y = model(x, t) at times t.
template <class Model>
LeastSquares curve(const Model& model, std::vector<double> t, std::vector<double> y,
                   std::size_t parameters) {
  LeastSquares problem;
  problem.residuals = t.size();
  problem.low.assign(parameters, -anywhere);
  problem.high.assign(parameters, anywhere);
  problem.scale.assign(parameters, 1.0);
  problem.value = [=](std::span<const double> x, std::span<double> r) {
    for (std::size_t i = 0; i < t.size(); ++i) r[i] = model(x, t[i]) - y[i];
    return true;
  };
  return problem;
}

const auto line = [](std::span<const double> x, double t) { return x[0] + x[1] * t; };
const auto decay = [](std::span<const double> x, double t) { return x[0] * std::exp(-x[1] * t); };

/// Rosenbrock's valley: the minimum is (1, 1), S = 0.
LeastSquares rosenbrock() {
  LeastSquares problem;
  problem.residuals = 2;
  problem.low.assign(2, -anywhere);
  problem.high.assign(2, anywhere);
  problem.scale.assign(2, 1.0);
  problem.value = [](std::span<const double> x, std::span<double> r) {
    r[0] = 10 * (x[1] - x[0] * x[0]);
    r[1] = 1 - x[0];
    return true;
  };
  return problem;
}

TEST(LeastSquares, RosenbrocksValley) {
  const LeastSquares problem = rosenbrock();
  const LeastSquaresFit fit = least_squares(problem, std::vector{-1.2, 1.0});
  EXPECT_TRUE(fit.converged);
  EXPECT_NEAR(fit.x[0], 1, 1e-9);
  EXPECT_NEAR(fit.x[1], 1, 1e-9);
}

/// Within x ≤ 1/2 the least S is at x = 1/2, y = 1/4, also from starts whose first step leaves.
TEST(LeastSquares, AtABound) {
  LeastSquares problem = rosenbrock();
  problem.high[0] = 0.5;
  for (const double x : {-1.2, 0.0, 0.5, 7.0})
    for (const double y : {-3.0, 1.0}) {
      const LeastSquaresFit fit = least_squares(problem, std::vector{x, y});
      EXPECT_TRUE(fit.converged);
      EXPECT_EQ(fit.x[0], 0.5);
      EXPECT_EQ(fit.held, (std::vector{1, 0}));
      EXPECT_NEAR(fit.x[1], 0.25, 1e-9);
      EXPECT_NEAR(fit.sum, 0.25, 1e-12);
    }
}

/// A start at a bound from which S falls inwards is left.
TEST(LeastSquares, LeavesABound) {
  LeastSquares problem = rosenbrock();
  problem.low = {-2, -2};
  problem.high = {3, 3};
  const LeastSquaresFit fit = least_squares(problem, std::vector{-2.0, 3.0});
  EXPECT_NEAR(fit.x[0], 1, 1e-8);
  EXPECT_EQ(fit.held, (std::vector{0, 0}));
}

/// Linear: the condition of Karush, Kuhn and Tucker holds at the end, whatever the bounds.
TEST(LeastSquares, OptimalWithinRandomBounds) {
  std::mt19937 random(5);
  std::normal_distribution<> normal(0, 1);
  for (int trial = 0; trial < 200; ++trial) {
    constexpr std::size_t n = 6, p = 3;
    std::vector<double> a(n * p), b(n);
    for (double& each : a) each = normal(random);
    for (double& each : b) each = normal(random);
    LeastSquares problem;
    problem.residuals = n;
    problem.scale.assign(p, 1.0);
    for (std::size_t j = 0; j < p; ++j) {
      const double one = 0.4 * normal(random), two = 0.4 * normal(random);
      problem.low.push_back(std::min(one, two));
      problem.high.push_back(std::max(one, two));
    }
    problem.value = [&](std::span<const double> x, std::span<double> r) {
      for (std::size_t i = 0; i < n; ++i) {
        r[i] = -b[i];
        for (std::size_t j = 0; j < p; ++j) r[i] += a[i * p + j] * x[j];
      }
      return true;
    };
    const LeastSquaresFit fit = least_squares(problem, std::vector<double>(p, 0.0));
    ASSERT_TRUE(fit.converged);
    for (std::size_t j = 0; j < p; ++j) {
      double slope = 0;
      for (std::size_t i = 0; i < n; ++i) slope += a[i * p + j] * fit.r[i];
      EXPECT_GE(fit.x[j], problem.low[j]);
      EXPECT_LE(fit.x[j], problem.high[j]);
      // 1e-6: differences are exact to 1e-10, the end of the search is flat.
      EXPECT_TRUE(fit.x[j] == problem.low[j] || slope <= 1e-6) << trial;
      EXPECT_TRUE(fit.x[j] == problem.high[j] || slope >= -1e-6) << trial;
    }
  }
}

TEST(LeastSquares, WhereThereIsNoValueNoStepGoes) {
  LeastSquares problem = curve(decay, {0, 1, 2, 3}, {2, 1, 0.5, 0.25}, 2);
  problem.value = [inner = problem.value](std::span<const double> x, std::span<double> r) {
    return x[1] < 0.75 && inner(x, r);
  };
  const LeastSquaresFit fit = least_squares(problem, std::vector{1.0, 0.1});
  EXPECT_NEAR(fit.x[0], 2, 1e-8);
  EXPECT_NEAR(fit.x[1], std::log(2.0), 1e-8);
  EXPECT_FALSE(least_squares(problem, std::vector{1.0, 0.8}).found);
}

/// Two wells: one start finds the wrong one, many the right one.
TEST(LeastSquares, ManyStarts) {
  LeastSquares problem;
  problem.residuals = 2;
  problem.low = {-3};
  problem.high = {3};
  problem.scale = {1};
  problem.value = [](std::span<const double> x, std::span<double> r) {
    r[0] = x[0] * x[0] - 1;
    r[1] = 0.3 * (x[0] + 1);
    return true;
  };
  EXPECT_GT(least_squares(problem, std::vector{2.0}).x[0], 0.5);
  const ManyStarts many = from_many_starts(problem, std::vector{2.0}, 6);
  EXPECT_NEAR(many.best.x[0], -1, 1e-8);
  EXPECT_EQ(many.starts, 7);
  EXPECT_GT(many.agree, 0);
  EXPECT_LT(many.agree, 7);
}

/// A straight line: the textbook's formulas.
TEST(FitIntervals, StraightLine) {
  const std::vector<double> t{0, 1, 2, 3, 4, 5}, y{0.1, 0.9, 2.2, 2.8, 4.1, 4.9};
  const LeastSquares problem = curve(line, t, y, 2);
  const LeastSquaresFit fit = least_squares(problem, std::vector{1.0, -2.0});
  const FitSpread spread = fit_spread(problem, fit);
  const double mean = 2.5, sxx = 17.5;
  const double s = std::sqrt(fit.sum / 4);
  EXPECT_NEAR(spread.deviation, s, 1e-12);
  EXPECT_NEAR(spread.error[1], s / std::sqrt(sxx), 1e-9);
  EXPECT_NEAR(spread.error[0], s * std::sqrt(1.0 / 6 + mean * mean / sxx), 1e-9);
  EXPECT_NEAR(spread.correlations[1], -mean / std::sqrt(mean * mean + sxx / 6), 1e-8);
  EXPECT_EQ(spread.rank, 2);
  EXPECT_TRUE(spread.open.empty());
  EXPECT_NEAR(student_quantile(0.95, 4), 2.7764451, 1e-6);
  // The profile of a straight line is Wald's interval.
  for (const std::size_t j : {0UL, 1UL}) {
    const double half = student_quantile(0.95, 4) * spread.error[j];
    for (const double known : {half, anywhere}) {
      const ProfileInterval profile = profile_interval(problem, fit, spread, j, 0.95, known);
      EXPECT_NEAR(profile.ends[0], fit.x[j] - half, 1e-3 * half);
      EXPECT_NEAR(profile.ends[1], fit.x[j] + half, 1e-3 * half);
      EXPECT_FALSE(profile.at_bound[0] || profile.at_bound[1] || profile.better);
    }
  }
}

/// Only x_0 + x_1 shows: both are open, in the direction (1, −1); x_2 is not.
TEST(FitIntervals, WhatTheDataDoNotDetermine) {
  const auto model = [](std::span<const double> x, double t) { return x[0] + x[1] + x[2] * t; };
  const LeastSquares problem = curve(model, {0, 1, 2, 3}, {0.1, 0.9, 2.1, 3.05}, 3);
  const LeastSquaresFit fit = least_squares(problem, std::vector{0.3, 0.2, 0.0});
  const FitSpread spread = fit_spread(problem, fit);
  EXPECT_EQ(spread.rank, 2);
  EXPECT_EQ(spread.condition, anywhere);
  EXPECT_EQ(spread.determined, (std::vector{false, false, true}));
  ASSERT_EQ(spread.open.size(), 1U);
  EXPECT_NEAR(spread.open[0][0] * spread.open[0][1], -1, 1e-6);
  EXPECT_EQ(spread.open[0][2], 0);
  const ProfileInterval profile = profile_interval(problem, fit, spread, 0, 0.95, anywhere);
  EXPECT_EQ(profile.ends[0], -anywhere);
  EXPECT_EQ(profile.ends[1], anywhere);
}

/// The interval ends at a bound that it reaches.
TEST(FitIntervals, AtABound) {
  LeastSquares problem = curve(line, {0, 1, 2}, {0.02, 0.9, 2.1}, 2);
  problem.low[0] = -0.05;
  const LeastSquaresFit fit = least_squares(problem, std::vector{1.0, 1.0});
  const FitSpread spread = fit_spread(problem, fit);
  const ProfileInterval profile = profile_interval(problem, fit, spread, 0, 0.95, spread.error[0]);
  EXPECT_EQ(profile.ends[0], -0.05);
  EXPECT_TRUE(profile.at_bound[0]);
  EXPECT_FALSE(profile.at_bound[1]);
}

/// Exponential decay with noise: both intervals hold the truth in the share that they claim.
TEST(FitIntervals, Coverage) {
  std::mt19937 random(17);
  std::normal_distribution<> noise(0, 0.1);
  constexpr int trials = 600;
  int wald = 0, profile = 0;
  for (int k = 0; k < trials; ++k) {
    std::vector<double> t, y;
    for (double at = 0; at < 4; at += 0.4) {
      t.push_back(at);
      y.push_back(2 * std::exp(-0.8 * at) + noise(random));
    }
    const LeastSquares problem = curve(decay, t, y, 2);
    const LeastSquaresFit fit = least_squares(problem, std::vector{1.0, 1.0});
    const FitSpread spread = fit_spread(problem, fit);
    const double half = student_quantile(0.9, spread.freedom) * spread.error[1];
    wald += std::abs(fit.x[1] - 0.8) <= half ? 1 : 0;
    const ProfileInterval ends = profile_interval(problem, fit, spread, 1, 0.9, half);
    profile += ends.ends[0] <= 0.8 && 0.8 <= ends.ends[1] ? 1 : 0;
  }
  // 540 expected, standard deviation 7.3; three of them.
  EXPECT_NEAR(wald, 0.9 * trials, 22);
  EXPECT_NEAR(profile, 0.9 * trials, 22);
}

}  // namespace
}  // namespace carom
