#pragma once

/// keys/option_keys.hpp
///
/// The numbers in options of the public functions (keys/key.hpp): their ranges, by which the
/// functions refuse and `faults` says what is allowed. What depends on the model is checked where
/// the model is known.

#include "carom/simulate.hpp"
#include "carom/strike_batch.hpp"
#include "carom/sweep.hpp"
#include "carom/train.hpp"
#include "keys/key.hpp"

namespace carom {

constexpr auto keys(KeysOf<MotionOptions>) {
  return Entries{
      key("duration", "s", "", &MotionOptions::duration).within(Range::positive),
      key("every", "s", "between samples; 0: none", &MotionOptions::every)
          .within(Range::not_negative),
      key("tolerance", "1", "relative, of a step", &MotionOptions::tolerance)
          .within({.from = least_tolerance, .to = largest_tolerance}),
      key("largest_step", "s", "0: chosen", &MotionOptions::largest_step)
          .within(Range::not_negative),
      key("event_limit", "1", "", &MotionOptions::event_limit).within(Range::not_negative),
      key("step_limit", "1", "", &MotionOptions::step_limit).within(Range::not_negative)};
}

constexpr auto keys(KeysOf<CollideOptions>) {
  return Entries{
      key("patience", "s", "of work", &CollideOptions::patience).within(Range::positive)};
}

/// More threads than any machine has for one process.
inline constexpr int most_threads = 1024;

constexpr auto keys(KeysOf<SweepOptions>) {
  return Entries{key("threads", "1", "0: as many as there are", &SweepOptions::threads)
                     .within({.from = 0, .to = most_threads})};
}

constexpr auto keys(KeysOf<BatchOptions>) {
  return Entries{key("threads", "1", "0: as many as there are", &BatchOptions::threads)
                     .within({.from = 0, .to = most_threads})};
}

}  // namespace carom
