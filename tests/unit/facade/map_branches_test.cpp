/// `map --continue` of scenarios: orbits followed in a parameter through their motion.

#include <gtest/gtest.h>

#include <algorithm>

#include "reports/map_csv.hpp"
#include "reports/report_out.hpp"
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
  EXPECT_NEAR(low.parameter, 0.0045, 1e-12);  // half as steep and half as steep again, by default
  EXPECT_NEAR(high.parameter, 0.0135, 1e-12);
  EXPECT_TRUE(report.branches[0].bifurcations.empty());
}

/// A wheel that is too slow after a strike does not come over its spoke, and rolls back. After a
/// step ω² = n²(ω² + 4g sin α sin γ/(1 + J)), and it takes ω² = 2g(1 − cos(α − γ))/(1 + J) to come
/// over: both hold at this slope γ.
TEST(MapBranches, AWheelThatRollsBack) {
  const Study study = study_from_file(places::examples + "/rimless_wheel.toml");
  MapRequest request;
  request.follow = "slope";
  const MapReport report = map(study, request);
  ASSERT_EQ(report.branches.size(), 1U);
  const auto& events = report.branches[0].bifurcations;
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind,
            "mode change: sticking in compression of 6 -> sticking in compression of 0");
  EXPECT_TRUE(events[0].ends);
  EXPECT_NEAR(events[0].parameter, 0.06814967204221407, 1e-9);
}

/// The saddle of one bounce a period ends where it grazes the plate on its way
/// (tests/unit/maps/branch_changes_test.cpp has the equations).
TEST(MapBranches, AGrazeIsNamed) {
  const std::vector<std::string> overrides{"gamma=1.2"};
  Study study = study_from_file(places::examples + "/ball_map.toml", overrides);
  study.scenario.sweep[0].to = 3;
  MapRequest request;
  request.follow = "gamma";
  request.doublings = 0;
  const MapReport report = map(study, request);
  std::vector<MapBifurcation> grazes;
  for (const MapBranch& branch : report.branches)
    for (const MapBifurcation& event : branch.bifurcations)
      if (event.kind == "grazing") grazes.push_back(event);
  ASSERT_EQ(grazes.size(), 1U);
  EXPECT_NEAR(grazes[0].parameter, 2.504299954, 1e-8);
  EXPECT_EQ(grazes[0].contact, "ball");
  EXPECT_TRUE(grazes[0].ends);
  EXPECT_NE(text(report).find("Grazing (contact ball) at gamma = 2.504299"), std::string::npos);
  const std::string table = branches_csv(report);
  EXPECT_NE(table.find(",grazing,ball,yes,"), std::string::npos);
  EXPECT_NE(json(report).find("\"kind\": \"grazing\""), std::string::npos);
}

}  // namespace
}  // namespace carom
