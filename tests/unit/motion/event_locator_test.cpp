/// Where the first event within a step is: the locator by itself, on steps made by hand.

#include "motion/event_locator.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

constexpr double g = 9.81;
constexpr double tolerance = 1e-12;

/// A motion at the beginning of one step.
struct Begun {
  Begun(const Mechanism& mechanism, const State& state, std::vector<Regime> regimes)
      : model(mechanism), flow(model.compiled().tree), present(flow, state, 1.0) {
    present.regimes = std::move(regimes);
    flow.set_regimes(present.regimes);
    flow.prepare(present.state(), present.time(), {});
    for (int i = 0; i < flow.contacts(); ++i)
      present.state()[flow.gap_index(i)] = present.regimes[i].pressed() ? 0 : flow.geometric_gap(i);
    EXPECT_FALSE(evaluate(flow, present).has_value());
    end.resize(present.contacts.size());
  }
  /// The first event within a step of this size.
  std::optional<FoundEvent> within(double size) {
    present.step.attempt(flow, size, tolerance, present.scales.of_state());
    flow.observe(present.step.y1, end);
    EventLocator locator(flow, tolerance);
    return locator.find(present, end);
  }

  Model model;
  Flow flow;
  MotionPresent present;
  std::vector<ContactRates> end;
};

TEST(EventLocator, FindsWhereADiscTouches) {
  const double height = 0.3;
  Begun begun(testing::disc(0.1, 2, 0.01, 0, 0.5), {0, {0, 0.1 + height, 0}, {1, 0, 0}}, {{}});
  const auto event = begun.within(0.5);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->watched, Watched::gap);
  // The step ends there, and so do the contacts observed.
  EXPECT_NEAR(begun.present.step.size, std::sqrt(2 * height / g), 1e-14);
  EXPECT_NEAR(begun.end[0].gap, 0, 1e-15);
  EXPECT_NEAR(begun.end[0].velocity[1], -std::sqrt(2 * height * g), 1e-13);
}

TEST(EventLocator, LeavesAStepWithoutEventsAsItIs) {
  Begun begun(testing::disc(0.1, 2, 0.01, 0, 0.5), {0, {0, 2, 0}, {1, 0, 0}}, {{}});
  EXPECT_FALSE(begun.within(0.25));
  EXPECT_EQ(begun.present.step.size, 0.25);
}

TEST(EventLocator, FindsWhereASlipStops) {
  // A block that slides on both its feet slows down by μg.
  const double mu = 0.3;
  const double speed = 0.7;
  const Regime slides{Mode::slides_plus};
  Begun begun(testing::block(0.4, 0.1, mu, 0), {0, {0, 0, 0}, {speed, 0, 0}}, {slides, slides});
  const auto event = begun.within(0.5);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->watched, Watched::slip);
  EXPECT_NEAR(begun.present.step.size, speed / (mu * g), 1e-13);
}

TEST(EventLocator, TakesTheFirstOfSeveral) {
  // Two feet of a block that falls a little turned: the lower one touches first.
  Begun begun(testing::block(0.4, 0.1, 0, 0), {0, {0, 0.2, 0.05}, {0, 0, 0}}, {{}, {}});
  const auto event = begun.within(0.5);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->contact, 0);
  EXPECT_NEAR(begun.present.step.size, std::sqrt(2 * 0.2 / g), 1e-14);
}

}  // namespace
}  // namespace carom
