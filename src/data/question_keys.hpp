#pragma once

/// data/question_keys.hpp
///
/// The keys of what a scenario asks (keys/key.hpp). What they are together is checked in
/// scenarios/section_checks.cpp.

#include "carom/simulate.hpp"
#include "data/scenario.hpp"
#include "keys/key.hpp"

namespace carom {

constexpr auto keys(KeysOf<ImpactChoice>) {
  return Entries{key("law", "a law's name", &ImpactChoice::law).otherwise("`energetic`"),
                 key("colliding", "the striking contact (a motion does not use it, and says so)",
                     &ImpactChoice::colliding)
                     .otherwise("the one that approaches"),
                 key("several",
                     "the law where several contacts strike in one instant and `law` knows one: "
                     "`simultaneous` or `moreau`",
                     &ImpactChoice::several)
                     .otherwise("`simultaneous`")};
}

constexpr auto keys(KeysOf<Closing>) {
  return Entries{
      key("angles",
          "links whose angles are solved so that as many contacts touch their surfaces; `[state]` "
          "angles of these links are the guess",
          &Closing::angles)
          .needed(),
      key("touch", "the contacts", &Closing::touch).needed(),
      key("solution", "1",
          "which solution, from 1, counter-clockwise from the direction into the surface",
          &Closing::solution)
          .whole(1, 1e9)
          .at_home(Home::option)
          .otherwise("the nearest to the guess")};
}

constexpr auto keys(KeysOf<MotionChoice>) {
  constexpr std::string_view seconds = "must be > 0 (seconds)";
  return Entries{
      key("duration", "s", "([theory/motion.md](theory/motion.md))", &MotionChoice::duration)
          .within(Range::positive)
          .refused_by(seconds)
          .at_home(Home::option)
          .needed(),
      key("every", "s", "between samples of the trajectory", &MotionChoice::every)
          .within(Range::positive)
          .refused_by(seconds)
          .at_home(Home::option)
          .otherwise("a thousandth of the duration"),
      key("tolerance", "1", "relative accuracy of the motion", &MotionChoice::tolerance)
          .within({.from = least_tolerance, .to = largest_tolerance})
          .refused_by("must be from 1e-13 to 0.01")
          .at_home(Home::option),
      key("step", "s", "the largest step: below the shortest pulse of a formula",
          &MotionChoice::step)
          .within(Range::positive)
          .refused_by(seconds)
          .at_home(Home::option)
          .otherwise("1/162 of the duration where there are formulas"),
      key("events", "1", "the motion ends after so many", &MotionChoice::events)
          .whole(1, 1e9)
          .at_home(Home::option),
      key("steps", "1", "the motion ends after so many", &MotionChoice::steps)
          .whole(1, 1e12)
          .at_home(Home::option)};
}

constexpr auto keys(KeysOf<Distribution>) {
  return Entries{key("kind", "", &Distribution::kind).needed(),
                 key("from", "1", "", &Distribution::from),
                 key("to", "1", "", &Distribution::to),
                 key("mode", "1", "", &Distribution::mode),
                 key("mean", "1", "", &Distribution::mean),
                 key("median", "1", "", &Distribution::median),
                 key("deviation", "1", "", &Distribution::deviation)};
}

/// An axis of a grid; it stays what it is while its parameter changes.
constexpr auto keys(KeysOf<SweepAxis>) {
  return Entries{
      key("parameter", "whose axis it is", &SweepAxis::parameter).needed(),
      key("from", "1", "the first point", &SweepAxis::from)
          .otherwise("required without `values` and `distribution`"),
      key("to", "1", "the last point", &SweepAxis::to)
          .otherwise("required without `values` and `distribution`"),
      key("count", "1", "of points or samples", &SweepAxis::count)
          .whole(1, 1e9)
          .otherwise("required without `values`"),
      key("values", "1", "the points, instead", &SweepAxis::values),
      key("spacing", "of the points", &SweepAxis::spacing),
      key("distribution", "the points are samples of it ([sweeps.md](sweeps.md))",
          &SweepAxis::distribution),
      key("seed", "1", "of the samples", &SweepAxis::seed).whole(0, 0x1p53),
      key("with", "the parameter of an axis above, with which it advances", &SweepAxis::with)
          .otherwise("they make a grid")};
}

}  // namespace carom
