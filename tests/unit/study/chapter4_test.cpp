#include "study/chapter4.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

/// The verdicts of the note, each from numbers computed here and now.
TEST(Chapter4, ClaimsAndVerdicts) {
  const std::vector<Claim> claims = chapter4_claims();
  EXPECT_GE(claims.size(), 20U);
  int right_angles = 0;
  for (const Claim& claim : claims) {
    SCOPED_TRACE(claim.source + ": " + claim.what);
    EXPECT_FALSE(claim.reason.empty());
    EXPECT_TRUE(!claim.ours || std::isfinite(*claim.ours));
    const bool section = claim.source.find("section 4.4.1") != std::string::npos;
    if (!section) continue;
    ++right_angles;
    ASSERT_TRUE(claim.ours);
    EXPECT_NEAR(*claim.ours, 90, 1e-8);
    EXPECT_EQ(claim.verdict, Holding::holds);
  }
  EXPECT_EQ(right_angles, 12);  // flat, five levels, six inclines
}

TEST(Chapter4, TheHubIsCriticalAtAtan3) {
  for (const Claim& claim : chapter4_claims())
    if (claim.source == "theorem 4.2") {
      EXPECT_NEAR(*claim.ours, std::atan(3.0) * 180 / std::acos(-1.0), 1e-9);
      EXPECT_EQ(claim.verdict, Holding::does_not_hold);
      return;
    }
  FAIL() << "theorem 4.2 is not among the claims";
}

/// Rod mass moves the right angle up: a tenth of the end mass gives 92.7° to 96.4°, a third more.
TEST(Chapter4, RodsWithMassMoveTheRightAngle) {
  for (const Claim& claim : chapter4_claims())
    if (claim.source == "Figure 4.9, measured") {
      EXPECT_GT(*claim.ours, 95);
      EXPECT_LT(*claim.ours, 115);
      return;
    }
  FAIL() << "the rig is not among the claims";
}

}  // namespace
}  // namespace carom
