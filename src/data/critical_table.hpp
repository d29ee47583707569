#pragma once

/// data/critical_table.hpp
///
/// What `critical` tells, quantity by quantity (data/quantity.hpp).

#include "data/critical_report.hpp"
#include "data/quantity.hpp"
#include "data/scenario.hpp"

namespace carom {

inline constexpr std::string_view spacings[] = {name(Spacing::linear), name(Spacing::log)};
constexpr auto quantities(Of<CriticalAxis>) {
  return Entries{quantity("parameter", &CriticalAxis::parameter),
                 quantity("from", &CriticalAxis::from), quantity("to", &CriticalAxis::to),
                 quantity("spacing", &CriticalAxis::logarithmic)
                     .worded(spacings)
                     .when(&CriticalAxis::logarithmic)};
}

constexpr auto quantities(Of<CriticalPoint>) {
  using Point = CriticalPoint;
  return Entries{
      quantity("parameter", &Point::parameter),
      quantity("at", "1", "in the parameter's own unit", &Point::at).formatted("{:.12g}"),
      quantity("contact", &Point::contact),
      quantity("cause", &Point::cause),
      quantity("multiplicity", "1", "of the zero", &Point::multiplicity),
      quantity("below", "1", "what the contact does there", &Point::below),
      quantity("above", "1", "what the contact does there", &Point::above)};
}

constexpr auto quantities(Of<CriticalStretch>) {
  using Stretch = CriticalStretch;
  return Entries{quantity("contact", &Stretch::contact), quantity("from", &Stretch::from),
                 quantity("to", &Stretch::to), quantity("cause", &Stretch::cause)};
}

constexpr auto quantities(Of<CriticalOutcome>) {
  using Piece = CriticalOutcome;
  return Entries{quantity("contact", &Piece::contact), quantity("from", &Piece::from),
                 quantity("to", &Piece::to), quantity("outcome", &Piece::outcome)};
}

constexpr auto quantities(Of<CriticalCurve>) {
  using Curve = CriticalCurve;
  return Entries{quantity("contact", &Curve::contact), quantity("cause", &Curve::cause),
                 quantity("closed", "1", "a loop", &Curve::closed),
                 quantity("points", "1", "(first axis, second axis)", &Curve::points)};
}

constexpr auto quantities(Of<CriticalReport>) {
  using Report = CriticalReport;
  constexpr auto on_one = [](const Report& report) { return report.axes.size() == 1; };
  return Entries{
      quantity("striker", "1", "the striking contact", &Report::striker),
      quantity("ratio", "1", "tangential part of the impulse", &Report::ratio),
      quantity("method", "1", "factors, transmission or scan", &Report::method),
      quantity("complete", "1", "every critical configuration is listed, to rounding",
               &Report::complete),
      quantity("contacts", "1", "the resting ones", &Report::contacts),
      quantity("axes", &Report::axes),
      quantity("critical", &Report::critical).when(on_one),
      quantity("blocked", "1", "stretches on which nothing reaches a contact", &Report::stretches)
          .when(on_one),
      quantity("outcomes", "1", "what contacts do along the axis", &Report::outcomes).when(on_one),
      quantity("curves", "1", "over two axes", &Report::curves).when([](const Report& report) {
        return report.axes.size() != 1;
      }),
      quantity("notes", &Report::notes)};
}

}  // namespace carom
