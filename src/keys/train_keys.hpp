#pragma once

/// keys/train_keys.hpp
///
/// The keys of a train's sections (keys/key.hpp). What they are together is checked in
/// train/checks.cpp.

#include "carom/train.hpp"
#include "keys/key.hpp"

namespace carom {

/// More segments of a body than anyone can want.
inline constexpr double most_segments = 1e7;

constexpr auto keys(KeysOf<SegmentCoefficients>) {
  using Coefficients = SegmentCoefficients;
  return Entries{key("a", "1", "", &Coefficients::a).needed().at_home(Home::option),
                 key("b", "1", "", &Coefficients::b).needed().at_home(Home::option),
                 key("c", "1", "", &Coefficients::c).needed().at_home(Home::option),
                 key("hard_first", "1", "segments of the hard body where it is the left one",
                     &Coefficients::hard_first)
                     .whole(1, most_segments)
                     .at_home(Home::option),
                 key("soft_first", "1", "where it is the right one", &Coefficients::soft_first)
                     .whole(1, most_segments)
                     .at_home(Home::option)};
}

/// Names of data files, read by scenarios/train_sections.cpp.
struct DataFiles {};

constexpr auto keys(KeysOf<Train>) {
  return Entries{
      key("model", "of the contacts", &Train::model),
      key("interior", "`lossless`: the printed equations; `dissipating`: a hypothesis",
          &Train::interior),
      key("history", "indentation after a separation", &Train::history),
      key("tolerance", "1", "of velocities and energies, relative", &Train::tolerance)
          .within({.from = 0, .to = 0.1, .above = true})
          .refused_by("must be > 0 and <= 0.1")
          .at_home(Home::option),
      key_or_table("rule", "for `segments = \"auto\"`: the name of its coefficients, or they",
                   &Train::rule, &Train::coefficients),
      key("data", "data files of one's own, beside the scenario: a name or several", DataFiles{})};
}

constexpr auto keys(KeysOf<TrainBody>) {
  return Entries{
      key("name", "left to right, each touching the next", &TrainBody::name).needed(),
      key("use",
          "`\"FILE/BODY\"` of a data file, such as `\"alluhydan2019/S1b\"`: what is not given here",
          &TrainBody::origin),
      key("kind", "", &TrainBody::kind),
      key("mass", "kg", "", &TrainBody::mass)
          .within(Range::positive)
          .at_home(Home::option)
          .otherwise("required, or by `use`"),
      key("length", "m", "along the line; only for drawings", &TrainBody::length)
          .within(Range::not_negative)
          .at_home(Home::option),
      key("stiffness", "N/m", "overall; needed where there are segments", &TrainBody::stiffness)
          .within(Range::not_negative)
          .at_home(Home::option),
      key("contact_stiffness", "N/m^1.5 (`hertz`), N/m (`bilinear`)", "",
          &TrainBody::contact_stiffness)
          .within(Range::positive)
          .at_home(Home::option)
          .otherwise("`bilinear`: `stiffness`"),
      key_or_word("segments", "or `\"auto\"`: by the rule", &TrainBody::segments, "auto",
                  &TrainBody::segments_by_rule)
          .whole(1, most_segments)
          .refused_by("must be a whole number from 1 to 10000000, or \"auto\"")
          .at_home(Home::option),
      key("velocity", "m/s", "to the right", &TrainBody::velocity).at_home(Home::option)};
}

constexpr auto keys(KeysOf<TrainPair>) {
  return Entries{
      key("between", "", "the names of two bodies", &TrainPair::left, &TrainPair::right).needed(),
      key("restitution", "1", "local, of the contacting segments", &TrainPair::restitution)
          .within(Range::zero_to_one)
          .at_home(Home::option)
          .otherwise("required, or by the materials of `use`"),
      key("gap", "m", "", &TrainPair::gap)
          .within(Range::not_negative)
          .or_else("the bodies overlap")
          .at_home(Home::option),
      key("stiffness", "1",
          "a ratio, against that of other pairs: of `rigid` contacts that strike in one instant",
          &TrainPair::stiffness)
          .within(Range::positive)
          .at_home(Home::option)};
}

}  // namespace carom
