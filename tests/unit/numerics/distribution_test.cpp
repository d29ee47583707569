/// Random numbers by seed, stream and index, and the distributions that they follow.

#include "numerics/distribution.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

constexpr int samples = 20000;

std::vector<double> sampled(const Distribution& distribution, std::uint64_t seed = 1) {
  std::vector<double> values;
  for (int i = 0; i < samples; ++i)
    values.push_back(quantile(distribution,
                              uniform_number(seed, stream_of("x"), static_cast<std::uint64_t>(i))));
  return values;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double deviation(const std::vector<double>& values) {
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

Distribution normal(double centre, double spread) {
  Distribution distribution;
  distribution.kind = DistributionKind::normal;
  distribution.mean = centre;
  distribution.deviation = spread;
  return distribution;
}

/// Four standard errors: met by 15,999 of 16,000 sets of samples; ours are always the same.
constexpr double errors = 4;

TEST(UniformNumbers, AreUniformAndNeverAtTheEnds) {
  std::vector<int> cells(16, 0);
  for (int i = 0; i < samples; ++i) {
    const double u = uniform_number(7, 3, static_cast<std::uint64_t>(i));
    ASSERT_GT(u, 0);
    ASSERT_LT(u, 1);
    ++cells[static_cast<std::size_t>(u * 16)];
  }
  double chi_squared = 0;
  for (const int count : cells)
    chi_squared += std::pow(count - samples / 16.0, 2) / (samples / 16.0);
  EXPECT_LT(chi_squared, 37.7) << "15 degrees of freedom, one in a thousand";
}

TEST(UniformNumbers, DependOnSeedStreamAndIndexAndAreUnrelated) {
  EXPECT_EQ(uniform_number(1, 2, 3), uniform_number(1, 2, 3));
  const auto correlation = [](auto other) {
    double sum = 0;
    for (std::uint64_t i = 0; i < samples; ++i)
      sum += (uniform_number(1, stream_of("a"), i) - 0.5) * (other(i) - 0.5);
    return 12 * sum / samples;
  };
  const double bound = errors / std::sqrt(samples);
  EXPECT_LT(std::abs(correlation([](auto i) { return uniform_number(2, stream_of("a"), i); })),
            bound);
  EXPECT_LT(std::abs(correlation([](auto i) { return uniform_number(1, stream_of("b"), i); })),
            bound);
  EXPECT_LT(std::abs(correlation([](auto i) { return uniform_number(1, stream_of("a"), i + 1); })),
            bound);
}

TEST(Distributions, HaveTheirMeansAndDeviations) {
  const double root = std::sqrt(samples);
  const auto values = sampled(normal(0.9, 0.02));
  EXPECT_NEAR(mean(values), 0.9, errors * 0.02 / root);
  EXPECT_NEAR(deviation(values), 0.02, errors * 0.02 / root / std::numbers::sqrt2);

  Distribution triangle{DistributionKind::triangular, 1, 4, 2, {}, {}, {}};
  // Mean (a + b + c)/3; variance (a² + b² + c² − ab − ac − bc)/18.
  EXPECT_NEAR(mean(sampled(triangle)), 7.0 / 3, errors * std::sqrt(7.0 / 18) / root);
  EXPECT_NEAR(deviation(sampled(triangle)), std::sqrt(7.0 / 18), 0.01);

  Distribution logs{DistributionKind::log_uniform, 1, 100, {}, {}, {}, {}};
  EXPECT_NEAR(quantile(logs, 0.5), 10, 1e-13);
  Distribution log_normal{DistributionKind::log_normal, {}, {}, {}, {}, 5, 0.3};
  EXPECT_NEAR(quantile(log_normal, 0.5), 5, 1e-14);
  EXPECT_NEAR(quantile(log_normal, 0.8413447460685429), 5 * std::exp(0.3), 1e-12);
}

TEST(Distributions, ATruncatedNormalStaysWithinItsEndsAlsoInATail) {
  Distribution near_one = normal(0.98, 0.05);
  near_one.from = 0;
  near_one.to = 1;
  for (const double value : sampled(near_one)) {
    ASSERT_GE(value, 0);
    ASSERT_LE(value, 1);
  }
  // In the far tail beyond z a normal is exponential with mean 1/z, to the order 1/z².
  Distribution tail = normal(0, 1);
  tail.from = 30;
  const auto values = sampled(tail);
  EXPECT_GE(*std::ranges::min_element(values), 30);
  EXPECT_NEAR(mean(values) - 30, 1.0 / 30, 0.02 / 30);
}

TEST(Distributions, QuantilesInvertTheNormalShare) {
  for (const double z : {-8.0, -3.0, -0.1, 0.0, 1.0, 5.0}) {
    const double u = 0.5 * std::erfc(-z / std::numbers::sqrt2);
    EXPECT_NEAR(quantile(normal(0, 1), u), z, z > 4 ? 1e-9 : 1e-12) << z;
  }
}

TEST(Distributions, FaultsNameTheKeyAndWhatIsAllowed) {
  const auto problems = [](const Distribution& distribution) {
    std::vector<std::string> all;
    for (const DistributionFault& fault : faults_of(distribution))
      all.push_back(std::string(fault.key) + ": " + fault.problem);
    return all;
  };
  EXPECT_THAT(problems(normal(0, 1)), ::testing::IsEmpty());
  EXPECT_THAT(problems(normal(0, 0)),
              ::testing::ElementsAre("deviation: deviation is 0; must be > 0"));
  EXPECT_THAT(problems({DistributionKind::uniform, 2, 1, {}, 3, {}, {}}),
              ::testing::ElementsAre(
                  "mean: mean does not belong to a uniform distribution, which has from, to"));
  EXPECT_THAT(problems({DistributionKind::uniform, 2, 1, {}, {}, {}, {}}),
              ::testing::ElementsAre("to: to is 1; must be > from, which is 2"));
  EXPECT_THAT(problems({DistributionKind::triangular, 1, 2, 3, {}, {}, {}}),
              ::testing::ElementsAre("mode: mode is 3; must be between from and to"));
  EXPECT_THAT(problems({DistributionKind::log_normal, {}, {}, {}, {}, {}, 1}),
              ::testing::ElementsAre("median: median is missing; a log_normal distribution needs "
                                     "median, deviation"));
  Distribution nothing_left = normal(0, 1);
  nothing_left.from = 50;
  EXPECT_EQ(problems(nothing_left).size(), 1u);
}

}  // namespace
}  // namespace carom
