/// Infinitely many bounces, summed: the follower by itself, fed with the bounces of a ball.

#include "motion/bounce_follower.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

constexpr double g = 9.81;

/// A ball right after an impact with which it leaves at `rebound`.
struct Ball {
  explicit Ball(double e, double friction = 0)
      : model(testing::disc(0.1, 2, 0.01, friction, e)),
        flow(model.compiled().tree),
        present(flow, {0, {0, 0.1, 0}, {0.3, 1, 0}}, 10),
        follower(flow, 1e-9, 10),
        restitution(e) {}

  std::optional<BounceLimit> strike(double rebound) {
    present.state()[4] = rebound;
    EXPECT_FALSE(evaluate(flow, present).has_value());
    present.orders[0].gap = 1;
    const double approach = rebound / restitution;
    impact = {};
    impact.any = true;
    impact.striking = {0};
    impact.contact_before = {{0.3, -approach}};
    impact.jump = {0, rebound + approach, 0};
    impact.loss = 0.5 * 2 * (approach * approach - rebound * rebound);
    const auto limit = follower.follow(present, impact, {});
    if (!limit) present.step.t0 += 2 * rebound / g;
    return limit;
  }

  Model model;
  Flow flow;
  MotionPresent present;
  BounceFollower follower;
  InstantImpact impact;
  double restitution;
};

TEST(BounceFollower, SumsTheBouncesOfABall) {
  const double e = 0.5;
  Ball ball(e);
  double speed = 4e-7;
  EXPECT_FALSE(ball.strike(speed));
  EXPECT_FALSE(ball.strike(speed *= e));
  const auto limit = ball.strike(speed *= e);
  ASSERT_TRUE(limit);
  const double all = 2 * speed / g / (1 - e);  // every flight to come
  EXPECT_NEAR(limit->duration, all, 1e-12 * all);
  const double since = ball.present.time();
  const double x = ball.present.state()[0];
  const double loss = ball.follower.complete(*limit, ball.impact, ball.present);
  // It ends on the floor and at rest across it, having gone on along it; all that is left is lost.
  EXPECT_NEAR(ball.present.time(), since + all, 1e-15);
  EXPECT_NEAR(ball.present.state()[0], x + 0.3 * all, 1e-15);
  EXPECT_NEAR(ball.present.state()[1], 0.1, 1e-18 + 1e-15 * 0.1);
  EXPECT_NEAR(ball.present.state()[4], 0, 1e-14 * speed);
  EXPECT_NEAR(loss, 0.5 * 2 * speed * speed, 1e-12 * speed * speed);
}

TEST(BounceFollower, FollowsThoseThatTakeLong) {
  Ball ball(0.5);
  for (double speed = 1; speed > 0.2; speed *= 0.5) EXPECT_FALSE(ball.strike(speed)) << speed;
}

TEST(BounceFollower, WantsThreeInARow) {
  const double e = 0.5;
  Ball ball(e);
  double speed = 4e-7;
  ball.strike(speed);
  ball.strike(speed *= e);
  ball.follower.forget();
  EXPECT_FALSE(ball.strike(speed *= e));
  EXPECT_FALSE(ball.strike(speed *= e));
  EXPECT_TRUE(ball.strike(speed *= e));
}

/// A slip that each bounce changes by more than is left of it comes to its end meanwhile; without
/// friction that is no event.
TEST(BounceFollower, DoesNotSumBeyondTheEndOfASlip) {
  const double e = 0.5;
  for (const double friction : {0.0, 0.3}) {
    Ball ball(e, friction);
    ball.present.state()[3] = 0.1;  // it was 0.3 before every impact
    double speed = 4e-7;
    ball.strike(speed);
    ball.strike(speed *= e);
    EXPECT_EQ(ball.strike(speed * e).has_value(), friction == 0) << friction;
  }
}

}  // namespace
}  // namespace carom
