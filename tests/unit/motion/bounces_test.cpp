#include "motion/bounces.hpp"

#include <gtest/gtest.h>

#include <array>

namespace carom {
namespace {

constexpr double g = 9.81;
constexpr double e = 0.7;

std::array<Bounce, 3> ball(double speed) {
  std::array<Bounce, 3> bounces;
  double t = 0;
  for (Bounce& bounce : bounces) {
    bounce = {t, speed, e * speed, -g};
    t += 2 * e * speed / g;
    speed *= e;
  }
  return bounces;
}

TEST(BounceLimit, TennisBall) {
  const auto bounces = ball(5);
  const auto limit = bounce_limit(bounces, 10, 1e-12);
  ASSERT_TRUE(limit);
  // T = 2eV/((1 − e)g) from the last impact, V its approach
  EXPECT_NEAR(limit->duration, 2 * e * bounces[2].approach / ((1 - e) * g), 1e-15);
}

/// q̇ and q of the ball after all bounces: at rest on the floor.
TEST(BounceLimit, SumsOfJumpsBringTheBallToRest) {
  const auto bounces = ball(5);
  const Bounce& last = bounces[2];
  const auto limit = bounce_limit(bounces, 10, 1e-12);
  ASSERT_TRUE(limit);
  const double T = limit->duration;
  const double jump = last.approach + last.rebound;
  EXPECT_NEAR(last.rebound - g * T + jump * limit->jumps(), 0, 1e-14);
  EXPECT_NEAR(T * last.rebound - 0.5 * g * T * T + jump * T * limit->losses(), 0, 1e-14);
  // The energy that is left is lost.
  const double lost = 0.5 * (last.approach * last.approach - last.rebound * last.rebound);
  EXPECT_NEAR(lost * limit->losses(), 0.5 * last.rebound * last.rebound, 1e-14);
}

TEST(BounceLimit, NoneWhereTheBodyIsLiftedOff) {
  auto bounces = ball(5);
  bounces[2].acceleration = 1;
  EXPECT_FALSE(bounce_limit(bounces, 10, 1));
}

TEST(BounceLimit, NoneWhereNothingIsLost) {
  auto bounces = ball(5);
  for (Bounce& bounce : bounces) bounce.rebound = bounce.approach;
  EXPECT_FALSE(bounce_limit(bounces, 1e9, 1e9));
}

TEST(BounceLimit, NoneWhereTheAccelerationStillChanges) {
  auto bounces = ball(5);
  bounces[1].acceleration *= 1.1;
  EXPECT_FALSE(bounce_limit(bounces, 10, 1e-3));
  EXPECT_TRUE(bounce_limit(bounces, 10, 10));
}

TEST(BounceLimit, NoneWhileTooMuchIsLeft) {
  EXPECT_FALSE(bounce_limit(ball(5), 1, 1));
}

}  // namespace
}  // namespace carom
