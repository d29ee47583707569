#include "stores/sweep_statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace carom {
namespace {

/// A grid of n samples with one number a point.
SweepQuestion sampled(int n) {
  SweepQuestion question;
  SweepAxis axis;
  axis.parameter = "e";
  axis.count = n;
  axis.distribution = Distribution{DistributionKind::normal, {}, {}, {}, 0.5, {}, 0.1};
  question.grid = grid_of(std::vector<SweepAxis>{axis});
  question.columns = {{"", "x", "m", "place", ColumnType::real, {}, {}}};
  return question;
}

Chunk numbered(std::int64_t first, std::int64_t count) {
  Chunk chunk;
  chunk.first = first;
  chunk.count = count;
  chunk.table.resize(static_cast<std::size_t>(count) * 8);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto value = static_cast<double>(first + i);
    std::memcpy(chunk.table.data() + 8 * i, &value, 8);
  }
  return chunk;
}

/// The numbers 0 … n − 1: mean (n − 1)/2, s² = n (n + 1)/12; of this many points only one in k is
/// kept for the percentiles, which are then good to k places.
TEST(SweepStatistics, OfMorePointsThanAreKept) {
  const int n = 300'000;
  SweepStatistics statistics(sampled(n));
  for (std::int64_t first = n - 1000; first >= 0; first -= 1000)
    statistics.add(statistics.part(numbered(first, 1000)));
  const auto told = statistics.statistics();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].count, n);
  EXPECT_EQ(told[0].mean, (n - 1) / 2.0);
  EXPECT_NEAR(told[0].deviation, std::sqrt(n * (n + 1.0) / 12), 1e-10);
  for (std::size_t p = 0; p < std::size(percentile_levels); ++p)
    EXPECT_NEAR(told[0].percentiles[p], percentile_levels[p] / 100 * (n - 1), 10);
  ASSERT_EQ(statistics.notes().size(), 1U);
  EXPECT_EQ(statistics.notes()[0], "percentiles are those of 42858 of the 300000 points, one in 7");
}

TEST(SweepStatistics, OfFewPointsAreExact) {
  SweepStatistics statistics(sampled(5));
  statistics.add(statistics.part(numbered(0, 5)));
  const auto told = statistics.statistics();
  EXPECT_EQ(told[0].percentiles[2], 2);
  EXPECT_NEAR(told[0].percentiles[4], 3.9, 1e-15);  // 0.975 · 4 along 0 … 4
  EXPECT_TRUE(statistics.notes().empty());
}

TEST(SweepStatistics, NoneWhereAnAxisIsNotRandom) {
  SweepQuestion question = sampled(5);
  question.grid.dimensions[0].axes[0].distribution.reset();
  SweepStatistics statistics(question);
  statistics.add(statistics.part(numbered(0, 5)));
  EXPECT_TRUE(statistics.statistics().empty());
}

}  // namespace
}  // namespace carom
