/// The end of infinitely many bounces against quadruple precision.

#include <gtest/gtest.h>

#include <algorithm>

#include "support/bar.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

/// At every tolerance, also the least, bounces must be summed, not cut off.
TEST(BounceLimit, TheTimeConvergesDownToTheLeastTolerance) {
  const Model model(testing::turned_bar());
  for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12, 1e-13}) {
    SCOPED_TRACE(tolerance);
    testing::Recorder recorder;
    const Motion motion = simulate(model, {0, {0, 0, 0}, {0, 0, 0}},
                                   {.duration = 1.2, .tolerance = tolerance}, recorder);
    const double allowed = std::max(tolerance, 1e-13);
    const auto impacts = recorder.of_kind(MotionEventKind::impact);
    ASSERT_FALSE(impacts.empty());
    EXPECT_NEAR(impacts[0].time, testing::turned_bar_first_impact, allowed);
    const auto limits = recorder.of_kind(MotionEventKind::limit);
    ASSERT_EQ(limits.size(), 1U);
    EXPECT_EQ(motion.slow_limits, 0);
    EXPECT_NEAR(limits[0].time, testing::turned_bar_limit, allowed);
  }
}

}  // namespace
}  // namespace carom
