/// The account of a motion, and what is small in it: record and scales by themselves.

#include "motion/motion_record.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

struct Kept {
  explicit Kept(const MotionOptions& asked)
      : model(testing::disc(0.1, 2, 0.01, 0.3, 0.5)),
        options(asked),
        flow(model.compiled().tree),
        present(flow, {0, {0, 1, 0}, {0.5, -2, 3}}, options.duration),
        record(flow, options, sink) {
    EXPECT_FALSE(evaluate(flow, present).has_value());
    record.open(present);
  }
  Model model;
  MotionOptions options;
  Flow flow;
  MotionPresent present;
  testing::Recorder sink;
  MotionRecord record;
};

TEST(MotionRecord, TheFirstToStopSaysWhy) {
  Kept kept({});
  EXPECT_FALSE(kept.record.over());
  kept.record.stop(MotionEnd::no_modes, 0);
  kept.record.stop(MotionEnd::duration);
  EXPECT_TRUE(kept.record.over());
  const Motion motion = kept.record.take(kept.present);
  EXPECT_EQ(motion.end, MotionEnd::no_modes);
  EXPECT_EQ(motion.contact, 0);
}

TEST(MotionRecord, EventsAreCountedAndLimited) {
  Kept kept({.event_limit = 2});
  kept.record.tell_separation(kept.present, 0);
  EXPECT_FALSE(kept.record.over());
  kept.record.tell_separation(kept.present, 0);
  EXPECT_TRUE(kept.record.over());
  EXPECT_EQ(kept.sink.events.size(), 2u);
  EXPECT_EQ(kept.record.motion().end, MotionEnd::event_limit);
}

/// What the books do not explain is the energy error.
TEST(MotionRecord, BooksAreKept) {
  Kept kept({});
  const double kinetic = kept.record.energy(kept.present).kinetic;
  EXPECT_NEAR(kinetic, 0.5 * 2 * (0.25 + 4) + 0.5 * 0.01 * 9, 1e-14);
  kept.present.state()[4] = -1;  // slower by an impact
  kept.record.add_loss(0.5 * 2 * (4 - 1));
  kept.record.tell_separation(kept.present, 0);
  EXPECT_NEAR(kept.sink.events[0].energy.impacts, 3, 1e-15);
  kept.present.state()[4] = 0;  // slower by nothing that anyone knows of
  const Motion motion = kept.record.take(kept.present);
  EXPECT_NEAR(motion.energy_error, 0.5 * 2 * 1, 1e-13);
}

TEST(MotionRecord, SamplesAreEvenlySpaced) {
  Kept kept({.duration = 1, .every = 0.25});
  kept.record.tell_samples(kept.present, 0);
  kept.present.step.attempt(kept.flow, 0.6, 1e-9, kept.present.scales.of_state());
  kept.record.tell_samples(kept.present, 0.6);
  ASSERT_EQ(kept.sink.samples.size(), 3u);
  for (int i = 0; i < 3; ++i) {
    const auto& sample = kept.sink.samples[static_cast<std::size_t>(i)];
    EXPECT_EQ(sample.time, 0.25 * i);
    EXPECT_NEAR(sample.positions[0], 0.5 * sample.time, 1e-12);
    EXPECT_EQ(sample.contacts.size(), 1u);
  }
}

TEST(MotionScales, SayWhatIsSmall) {
  Kept kept({.duration = 2});
  const MotionScales& scales = kept.present.scales;
  const double size = kept.model.compiled().tree.size;
  // The fastest so far is at least as fast as the centre.
  EXPECT_GE(scales.fastest(), 2.5);
  EXPECT_NEAR(scales.events().speed, 1e-9 * scales.fastest(), 1e-24);
  EXPECT_EQ(scales.local_time(0), 2);
  EXPECT_NEAR(scales.local_time(-9.81), std::min(2.0, std::sqrt(size / 9.81)), 1e-15);
  EXPECT_EQ(scales.slip_sign(1e-20), 0);
  EXPECT_EQ(scales.slip_sign(-1e-3), -1);
  EXPECT_EQ(scales.told({1, -1e-30})[1], scales.events().force > 1e-30 ? 0 : -1e-30);
  EXPECT_EQ(scales.told({1, -5})[1], -5);
}

}  // namespace
}  // namespace carom
