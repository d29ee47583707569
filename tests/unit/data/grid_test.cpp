/// The grid of sweep axes.

#include "data/grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

using ::testing::ElementsAre;

SweepAxis range(std::string parameter, double from, double to, int count,
                Spacing spacing = Spacing::linear) {
  SweepAxis axis;
  axis.parameter = std::move(parameter);
  axis.from = from;
  axis.to = to;
  axis.count = count;
  axis.spacing = spacing;
  return axis;
}

std::vector<double> values(const Grid& grid, std::int64_t point) {
  std::vector<double> all(grid.parameters.size());
  values_at(grid, point, all);
  return all;
}

TEST(Grid, TheLastAxisIsTheFastest) {
  SweepAxis list;
  list.parameter = "b";
  list.values = {5, 7, 6};
  const std::vector<SweepAxis> axes{range("a", 0, 1, 2), list};
  const Grid grid = grid_of(axes);
  EXPECT_EQ(grid.points, 6);
  EXPECT_THAT(values(grid, 0), ElementsAre(0, 5));
  EXPECT_THAT(values(grid, 1), ElementsAre(0, 7));
  EXPECT_THAT(values(grid, 5), ElementsAre(1, 6));
  std::vector<double> between(2);
  values_between(grid, 3, 1, 0.25, between);
  EXPECT_THAT(between, ElementsAre(1, 5.5));
}

TEST(Grid, EndsAreMetExactly) {
  const SweepAxis third = range("a", 0.1, 0.7, 4);
  EXPECT_EQ(axis_value(third, 0), 0.1);
  EXPECT_EQ(axis_value(third, 3), 0.7);
  const SweepAxis decades = range("a", 1e-3, 1e3, 7, Spacing::log);
  EXPECT_EQ(axis_value(decades, 6), 1e3);
  EXPECT_NEAR(axis_value(decades, 3), 1, 1e-15);
  EXPECT_NEAR(axis_value(decades, 3, 0.5), std::sqrt(10.0), 1e-14);
  EXPECT_EQ(axis_value(range("a", 2, 3, 1), 0), 2);
}

TEST(Grid, AxesThatAdvanceTogetherAreOneDimension) {
  SweepAxis second = range("b", 10, 30, 3);
  second.with = "a";
  const std::vector<SweepAxis> axes{range("a", 1, 3, 3), second, range("c", 0, 1, 2)};
  const Grid grid = grid_of(axes);
  EXPECT_EQ(grid.points, 6);
  ASSERT_EQ(grid.dimensions.size(), 2u);
  EXPECT_THAT(values(grid, 3), ElementsAre(2, 20, 1));
  EXPECT_EQ(points_of(axes), 6);
}

TEST(Grid, SamplesDependOnTheirIndexAlone) {
  SweepAxis random = range("a", 0, 0, 1000);
  random.distribution = Distribution{DistributionKind::uniform, 2, 3, {}, {}, {}, {}};
  SweepAxis longer = random;
  longer.count = 100000000;
  for (const std::int64_t i : {0, 17, 999}) EXPECT_EQ(axis_value(random, i), axis_value(longer, i));
  SweepAxis other = random;
  other.seed = 2;
  EXPECT_NE(axis_value(random, 0), axis_value(other, 0));
  other = random;
  other.parameter = "b";
  EXPECT_NE(axis_value(random, 0), axis_value(other, 0));
}

TEST(Grid, HugeGridsAreCountedWithoutOverflow) {
  std::vector<SweepAxis> axes;
  for (const char* name : {"a", "b", "c", "d"}) axes.push_back(range(name, 0, 1, 1000000000));
  EXPECT_GT(points_of(axes), most_points);
  axes.resize(1);
  EXPECT_EQ(points_of(axes), 1000000000);
}

}  // namespace
}  // namespace carom
