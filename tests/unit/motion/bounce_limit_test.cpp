/// The end of infinitely many bounces against quadruple precision.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/motions.hpp"

namespace carom {
namespace {

using std::numbers::pi;

/// The bar of paper 004 with e = 0.5. The reference is of a program with the equations of motion
/// written by hand, in quadruple precision by Fehlberg's method of order 8, whose bounces were
/// followed one by one down to 1e-13 s. At every tolerance, also the least, bounces must be summed,
/// not cut off.
TEST(BounceLimit, TheTimeConvergesDownToTheLeastTolerance) {
  Mechanism m;
  m.base.kind = BaseKind::slider;
  m.base.direction = pi / 2;
  m.base.mass = 5;
  m.base.stiffness = 200;
  m.base.damping = 4;
  m.links.push_back({.name = "bar", .length = 1, .mass = 2});
  Surface wall{.name = "wall"};
  wall.angle = pi;
  wall.point = {0, 0.6};
  wall.body = SurfaceBody{.direction = pi / 2, .mass = 3, .stiffness = 300, .damping = 6};
  m.surfaces.push_back(wall);
  m.contacts.push_back(
      {.name = "tip", .link = "bar", .at = {1, 0}, .surface = "wall", .restitution = 0.5});
  m.torques.push_back({.link = "bar", .value = Formula{"3"}});
  const Model model(m);
  for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12, 1e-13}) {
    SCOPED_TRACE(tolerance);
    testing::Recorder recorder;
    const Motion motion = simulate(model, {0, {0, 0, 0}, {0, 0, 0}},
                                   {.duration = 1.2, .tolerance = tolerance}, recorder);
    const double allowed = std::max(tolerance, 1e-13);
    const auto impacts = recorder.of_kind(MotionEventKind::impact);
    ASSERT_FALSE(impacts.empty());
    EXPECT_NEAR(impacts[0].time, 0.5305982649834808989, allowed);
    const auto limits = recorder.of_kind(MotionEventKind::limit);
    ASSERT_EQ(limits.size(), 1U);
    EXPECT_EQ(motion.slow_limits, 0);
    EXPECT_NEAR(limits[0].time, 1.1846651202446104690, allowed);
  }
}

}  // namespace
}  // namespace carom
