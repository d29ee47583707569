#pragma once

/// data/identification_table.hpp
///
/// What `fit --to` tells, quantity by quantity (data/quantity.hpp).

#include "data/identification_report.hpp"
#include "data/quantity.hpp"

namespace carom {

constexpr auto quantities(Of<FittedParameter>) {
  using Own = FittedParameter;
  return Entries{
      quantity("name", &Own::name).labelled("parameter"),
      quantity("start", "1", "where the search began", &Own::start),
      quantity("value", "1", "estimate", &Own::value).labelled("estimate"),
      quantity("at", "1", "inside its bounds, or at the low or the high one", &Own::at),
      quantity("determined", "1", "by the data", &Own::determined),
      quantity("error", "1", "standard error", &Own::error)
          .labelled("± standard error")
          .formatted("{:.3g}")
          .null_where_absent(),
      quantity("low", "1", "of Wald's interval", &Own::low).null_where_absent(),
      quantity("high", "1", "of Wald's interval", &Own::high).null_where_absent(),
      quantity("profile_low", "1", "of the interval by profile", &Own::profile_low)
          .null_where_absent(),
      quantity("profile_high", "1", "of the interval by profile", &Own::profile_high)
          .null_where_absent(),
      quantity("low_at_bound", "1", "the profile's interval ends at the bound", &Own::low_at_bound),
      quantity("high_at_bound", "1", "the profile's interval ends at the bound",
               &Own::high_at_bound)};
}

constexpr auto quantities(Of<FittedColumn>) {
  using Own = FittedColumn;
  return Entries{quantity("name", &Own::name).labelled("compared"),
                 quantity("unit", &Own::unit),
                 quantity("count", "1", "of residuals", &Own::count).labelled("residuals"),
                 quantity("mean", "1", "predicted minus measured", &Own::mean).formatted("{:.3g}"),
                 quantity("deviation", "1", "root mean square of the residuals", &Own::deviation)
                     .labelled("r.m.s.")
                     .formatted("{:.4g}"),
                 quantity("largest", "1", "of their sizes", &Own::largest).formatted("{:.3g}"),
                 quantity("spread", "1", "of what was measured, about its mean", &Own::spread)
                     .labelled("measured spread")
                     .formatted("{:.4g}"),
                 quantity("explained", "1", "1 − Σ residual²/Σ (measured − mean)²", &Own::explained)
                     .formatted("{:.4f}")};
}

constexpr auto quantities(Of<FitGap>) {
  return Entries{quantity("row", "1", "of the table, from 1", &FitGap::row),
                 quantity("line", "1", "of its file", &FitGap::line),
                 quantity("why", &FitGap::why)};
}

constexpr auto quantities(Of<FitGapCount>) {
  return Entries{quantity("why", &FitGapCount::why), quantity("rows", &FitGapCount::rows)};
}

constexpr auto quantities(Of<FitOpen>) {
  return Entries{quantity("direction", "1", "relative changes that nothing measured shows",
                          &FitOpen::direction)};
}

constexpr auto quantities(Of<FittedPoint>) {
  using Own = FittedPoint;
  return Entries{quantity("row", "1", "of the table, from 1", &Own::row),
                 quantity("quantity", &Own::quantity),
                 quantity("measured", &Own::measured),
                 quantity("predicted", &Own::predicted),
                 quantity("residual", "1", "predicted minus measured",
                          [](const Own& own) { return own.predicted - own.measured; }),
                 quantity("weight", "1", "of its square", &Own::weight)};
}

constexpr auto quantities(Of<IdentificationReport>) {
  using Report = IdentificationReport;
  return Entries{
      quantity("data", "1", "what was measured", &Report::data),
      quantity("subject", "1", "what a row is: an impact, a motion, a sample of one, a collision",
               &Report::subject),
      quantity("law", "1", "of impact", &Report::law),
      quantity("confidence", "1", "of the intervals", &Report::confidence),
      quantity("parameters", &Report::parameters),
      quantity("correlated", "1", "the rows of the correlations", &Report::correlated),
      quantity("correlations", "1", "of the estimates", &Report::correlations),
      quantity("condition", "1", "of the derivatives, with columns of length one",
               &Report::condition)
          .null_where_absent(),
      quantity("open", "1", "directions that nothing measured shows", &Report::open),
      quantity("sum", "1", "of weighted squares", &Report::sum),
      quantity("deviation", "1", "√(sum/freedom)", &Report::deviation),
      quantity("freedom", "1", "residuals less parameters that are free", &Report::freedom),
      quantity("rows", "1", "of the table", &Report::rows),
      quantity("left_out", "1", "rows, by `where`", &Report::left_out),
      quantity("answered", "1", "rows that were used", &Report::answered),
      quantity("columns", "1", "what was compared", &Report::columns),
      quantity("gap_counts", "1", "rows without an answer, by why", &Report::gap_counts),
      quantity("gaps", "1", "rows without an answer", &Report::gaps),
      quantity("slopes", "1", "whose the derivatives are", &Report::slopes),
      quantity("converged", &Report::converged),
      quantity("starts", &Report::starts),
      quantity("agree", "1", "starts that led to the least sum", &Report::agree),
      quantity("evaluations", "1", "of all rows", &Report::evaluations),
      quantity("points", "1", "row by row", &Report::points),
      quantity("notes", &Report::notes),
      quantity("warnings", &Report::warnings)};
}

}  // namespace carom
