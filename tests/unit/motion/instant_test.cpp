/// What happens in one instant: the Instant by itself, at states made by hand.

#include "motion/instant.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "laws/registry.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

constexpr double g = 9.81;

struct Here {
  Here(const Mechanism& mechanism, const State& state, const MotionOptions& asked = {})
      : model(mechanism),
        options(asked),
        flow(model.compiled().tree),
        present(flow, state, options.duration),
        record(flow, options, sink),
        instant(flow, *find_law("energetic"), options, 1e-12, state.time) {
    flow.prepare(present.state(), present.time(), {});
    for (int i = 0; i < flow.contacts(); ++i) {
      const double gap = flow.geometric_gap(i);
      present.state()[flow.gap_index(i)] = std::abs(gap) < 1e-12 ? 0 : gap;
    }
    EXPECT_FALSE(evaluate(flow, present).has_value());
    record.open(present);
  }
  bool resolve() { return instant.resolve(std::nullopt, present, record); }
  std::vector<MotionEventKind> told() const {
    std::vector<MotionEventKind> kinds;
    for (const MotionEvent& event : sink.events) kinds.push_back(event.kind);
    return kinds;
  }

  Model model;
  MotionOptions options;
  Flow flow;
  MotionPresent present;
  testing::Recorder sink;
  MotionRecord record;
  Instant instant;
};

TEST(Instant, StrikesWhoApproaches) {
  Here here(testing::disc(0.1, 2, 0.01, 0, 0.5), {0, {0, 0.1, 0}, {0, -3, 0}});
  EXPECT_TRUE(here.resolve());
  EXPECT_EQ(here.told(), std::vector{MotionEventKind::impact});
  EXPECT_TRUE(here.instant.impact().any);
  EXPECT_NEAR(here.present.state()[here.flow.freedom() + 1], 1.5, 1e-15);
  EXPECT_NEAR(here.instant.impact().loss, 0.5 * 2 * (9 - 2.25), 1e-13);
  EXPECT_NEAR(here.instant.impact().jump[1], 4.5, 1e-15);
  EXPECT_EQ(here.present.regimes[0].mode, Mode::apart);
  EXPECT_EQ(here.present.orders[0].gap, 1);  // it leaves with the first power of time
}

TEST(Instant, WhoRestsIsPressed) {
  Here here(testing::disc(0.1, 2, 0.01, 0.4, 0.5), {0, {0, 0.1, 0}, {0, 0, 0}});
  EXPECT_TRUE(here.resolve());
  EXPECT_EQ(here.told(), std::vector{MotionEventKind::contact});
  EXPECT_FALSE(here.instant.impact().any);
  EXPECT_EQ(here.present.regimes[0].mode, Mode::sticks);
  EXPECT_NEAR(here.present.contacts[0].force[1], 2 * g, 1e-12);
}

TEST(Instant, WhoIsLiftedLeaves) {
  Mechanism m = testing::disc(0.1, 2, 0.01, 0.4, 0.5);
  m.gravity = {0, 1};
  Here here(m, {0, {0, 0.1, 0}, {0, 0, 0}});
  EXPECT_TRUE(here.resolve());
  EXPECT_TRUE(here.sink.events.empty());
  EXPECT_EQ(here.present.regimes[0].mode, Mode::apart);
  EXPECT_EQ(here.present.orders[0].gap, 2);
}

/// A slip of a millionth of the speed is one; of a millionth of a millionth it is rounding.
TEST(Instant, SettlesWhatIsRounding) {
  for (const double slip : {1e-6, 1e-14}) {
    Here here(testing::block(0.4, 0.1, 0.3, 0), {0, {0, 0, 0}, {slip, 0, 0}});
    here.present.scales.note_speed(1);
    ASSERT_FALSE(evaluate(here.flow, here.present).has_value());
    EXPECT_TRUE(here.resolve());
    const bool slides = here.present.regimes[0].mode == Mode::slides_plus;
    EXPECT_EQ(slides, slip > 1e-10) << slip;
    EXPECT_EQ(std::abs(here.present.state()[here.flow.freedom()]) > 1e-20, slides) << slip;
  }
}

/// Instants that follow each other without progress in time are given up.
TEST(Instant, GivesUpWhereTimeStandsStill) {
  Here here(testing::disc(0.1, 2, 0.01, 0.4, 0.5), {0, {0, 0.1, 0}, {0, 0, 0}});
  int passed = 0;
  while (here.resolve() && passed < 1000) ++passed;
  EXPECT_EQ(passed, 200);
  EXPECT_TRUE(here.record.over());
  EXPECT_EQ(here.record.motion().end, MotionEnd::step_size);
}

}  // namespace
}  // namespace carom
