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

/// A sweep of `map` compiles its study anew at every point, with all of them.
constexpr auto keys(KeysOf<MapChoice>) {
  return Entries{
      key("section",
          "where the motion is looked at: `post` or `pre` (after or before a collision), "
          "`separation`, or a formula of the state that crosses zero, in what `active` of a "
          "contact "
          "may name",
          &MapChoice::section),
      key("contact", "whose collisions or separations", &MapChoice::contact).otherwise("any"),
      key("returns", "1", "how many", &MapChoice::returns).whole(1, 1e9).at_home(Home::option),
      key("swap",
          "links that change places at the section, with their angles and rates; the base goes "
          "where that puts it",
          &MapChoice::swap)
          .otherwise("none"),
      angle_key("turn", "the whole mechanism is turned back by it at the section", &MapChoice::turn)
          .at_home(Home::option),
      key("within", "s", "the longest motion from one return to the next", &MapChoice::within)
          .within(Range::positive)
          .at_home(Home::option)
          .otherwise("the duration of `[simulate]`, or 10"),
      key("period", "s", "of the formulas in `t`: what a return's time is compared by",
          &MapChoice::period)
          .within(Range::positive)
          .at_home(Home::option)
          .otherwise("found where a plate is moved by one sine"),
      key("keep", "1", "so many of the last returns are columns of a sweep: its orbit diagram",
          &MapChoice::keep)
          .whole(0, 1e5)
          .at_home(Home::option),
      key("exponents", "1",
          "a sweep finds the largest Lyapunov exponent of so many returns; 0: none",
          &MapChoice::exponents)
          .whole(0, 1e9)
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

/// What is found from measurements; it stays what it is while parameters change.
constexpr auto keys(KeysOf<FitChoice>) {
  return Entries{
      key("free", "the parameters to find; their values are the start ([fit.md](fit.md))",
          &FitChoice::free)
          .needed(),
      key("bounds", "of free parameters; `inf` and `-inf` for none", &FitChoice::bounds)
          .otherwise("none"),
      key("compare", "what is predicted ([fit.md](fit.md) has the names)", &FitChoice::compare)
          .needed(),
      key("columns", "the columns where that was measured, or formulas over columns",
          &FitChoice::columns)
          .otherwise("columns of the same names"),
      key("given",
          "parameters and parts of the state (`velocity.x`, `angle.LINK` …) that every row sets, "
          "by a column or a formula over columns",
          &FitChoice::given),
      key("weights",
          "of squares, by what is compared; a text is a column of standard deviations σ: 1/σ²",
          &FitChoice::weights)
          .otherwise("1"),
      key("where", "a formula over columns: only rows where it is above zero are used",
          &FitChoice::where)
          .otherwise("all rows"),
      key("confidence", "1", "of the intervals", &FitChoice::confidence)
          .within({.from = 0, .to = 1, .above = true, .below = true})
          .at_home(Home::option)};
}

}  // namespace carom
