/// `map --continue` of scenarios: orbits followed in a parameter through their motion.

#include <gtest/gtest.h>

#include <algorithm>

#include "study/map.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

/// Every study chooses its own coordinates where nobody tells it which: a branch has those of its
/// first point.
TEST(MapBranches, AWalkerIsFollowedDownEverySlope) {
  const std::vector<std::string> overrides{"foot=1e-3"};
  const Study study = study_from_file(places::examples + "/simplest_walker.toml", overrides);
  MapRequest request;
  request.follow = "slope";
  const MapReport report = map(study, request);
  EXPECT_EQ(report.derivatives, "exact");
  ASSERT_EQ(report.branches.size(), 1U);
  const auto& points = report.branches[0].points;
  const auto [low, high] = std::ranges::minmax(points, {}, &MapBranchPoint::parameter);
  EXPECT_LT(low.parameter, 0.0047);
  EXPECT_GT(high.parameter, 0.0132);
  EXPECT_TRUE(report.branches[0].bifurcations.empty());
}

}  // namespace
}  // namespace carom
