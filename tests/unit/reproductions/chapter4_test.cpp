#include "reproductions/chapter4.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace carom {
namespace {

const std::vector<Claim>& claims() {
  static const std::vector<Claim> all = chapter4_claims();
  return all;
}

/// The verdicts of the note, each from numbers computed here and now.
TEST(Chapter4, ClaimsAndVerdicts) {
  EXPECT_GE(claims().size(), 20U);
  int right_angles = 0;
  for (const Claim& claim : claims()) {
    SCOPED_TRACE(claim.source + ": " + claim.what);
    EXPECT_FALSE(claim.reason.empty());
    EXPECT_TRUE(!claim.ours || std::isfinite(*claim.ours));
    if (claim.what.find("critical angle between the rods") == std::string::npos) continue;
    ++right_angles;
    ASSERT_TRUE(claim.ours);
    EXPECT_NEAR(*claim.ours, 90, 1e-8);
    EXPECT_EQ(claim.verdict, Holding::holds);
  }
  EXPECT_EQ(right_angles, 12);  // flat, five levels, six inclines
}

TEST(Chapter4, TheHubIsCriticalAtAtan3) {
  for (const Claim& claim : claims())
    if (claim.source == "theorem 4.2") {
      EXPECT_NEAR(*claim.ours, std::atan(3.0) * 180 / std::acos(-1.0), 1e-9);
      EXPECT_EQ(claim.verdict, Holding::does_not_hold);
      return;
    }
  FAIL() << "theorem 4.2 is not among the claims";
}

/// What was measured is not judged with masses that are not stated; nor what was seen at an angle
/// that is not defined.
TEST(Chapter4, MeasurementsOfARigOfUnknownMassAreUndecided) {
  int measured = 0;
  for (const Claim& claim : claims())
    if (claim.source.starts_with("Figure 4.1") || claim.source == "Figure 4.9, measured") {
      SCOPED_TRACE(claim.source);
      ++measured;
      EXPECT_EQ(claim.verdict, Holding::undecided);
      EXPECT_FALSE(claim.assumed.empty());
    }
  EXPECT_EQ(measured, 5);
}

/// θ₁ = 0 is a simple zero where the end lands on another level or an incline: theorem 4.1 lists
/// it.
TEST(Chapter4, ALevelFirstRodIsCritical) {
  int found = 0;
  for (const Claim& claim : claims())
    if (claim.what.ends_with("θ₁ = 0 is critical")) {
      SCOPED_TRACE(claim.what);
      ++found;
      EXPECT_NEAR(*claim.ours, 0, 1e-8);
      EXPECT_EQ(claim.verdict, Holding::holds);
      EXPECT_TRUE(claim.reason.ends_with("multiplicity 1")) << claim.reason;
    }
  EXPECT_EQ(found, 6);
}

TEST(Chapter4, Equations) {
  const std::map<std::string, Holding> expected{
      {"equation 4.17", Holding::does_not_hold}, {"equation 4.18", Holding::holds},
      {"equation 4.19", Holding::does_not_hold}, {"equation 4.20", Holding::holds},
      {"equation 4.21", Holding::in_part},       {"equation 4.22", Holding::in_part},
      {"equation 4.23", Holding::in_part},       {"equations 4.24, 4.25", Holding::holds},
      {"equation 4.26", Holding::holds},         {"equation 4.27", Holding::does_not_hold},
      {"equation 4.28", Holding::does_not_hold}};
  std::size_t found = 0;
  for (const Claim& claim : claims())
    if (const auto at = expected.find(claim.source); at != expected.end()) {
      ++found;
      EXPECT_EQ(claim.verdict, at->second) << claim.source << ": " << *claim.ours;
    }
  EXPECT_EQ(found, expected.size());
}

}  // namespace
}  // namespace carom
