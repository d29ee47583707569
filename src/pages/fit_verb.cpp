/// The page of `fit --to`: the estimates, how they hang together, what the fit leaves.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/identification_table.hpp"
#include "pages/page_parts.hpp"
#include "pages/verb.hpp"
#include "reports/listing.hpp"
#include "reports/report_out.hpp"

namespace carom {
namespace {

PageText told_fit(const IdentificationReport& report) {
  PageText text;
  text.title = "What was done";
  text.paragraphs.push_back(fmt::format(
      "{} of {} rows of {} were used, one {} a row{}{}; derivatives: {}.", report.answered,
      report.rows, report.data, name(report.subject),
      report.law.empty() ? "" : ", by the " + report.law + " law of impact",
      report.left_out > 0 ? fmt::format("; {} were left out by `where`", report.left_out) : "",
      report.slopes == FitSlopes::exact ? "exact" : "central differences"));
  if (!report.columns.empty())
    text.paragraphs.push_back(fmt::format(
        "Sum of weighted squares {:.6g}; s = {:.4g} with {:g} degrees of freedom. {} of {} starts "
        "led to this sum.",
        report.sum, report.deviation, report.freedom, report.agree, report.starts));
  add_notes(report.warnings, text);
  add_notes(report.notes, text);
  return text;
}

PageTable estimates_table(const IdentificationReport& report) {
  Listing<FittedParameter, IdentificationReport> list(report);
  list.add<"name">().add<"start">().add<"value">().add<"error">();
  list.add<"low">().add<"high">().add<"profile_low">().add<"profile_high">();
  PageTable table = list.page("estimates", "Estimates", report.parameters);
  table.caption = fmt::format(
      "Intervals of {:g} %: by the standard error, and by the profile of the sum of squares.",
      100 * report.confidence);
  for (std::size_t i = 0; i < report.parameters.size(); ++i) {
    const FittedParameter& own = report.parameters[i];
    if (!own.determined)
      table.marks.push_back({i, {}, Mark::bad, "the data do not determine it"});
    else if (own.at != FitEnd::inside)
      table.marks.push_back({i, {}, Mark::odd, "at its bound"});
  }
  return table;
}

PageTable correlations_table(const IdentificationReport& report) {
  PageTable table{"correlations", "Correlations of the estimates"};
  table.columns = {{"parameter"}};
  for (const std::string& each : report.correlated) table.columns.push_back({each});
  for (std::size_t i = 0; i < report.correlated.size(); ++i) {
    std::vector<PageCell> row{report.correlated[i]};
    for (const double each : report.correlations[i]) row.emplace_back(to_digits(each, 4));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Of a quantity: residuals over predictions, and predictions over what was measured.
PageFigure residuals_figure(const IdentificationReport& report, const FittedColumn& column) {
  const std::string unit = column.unit == "1" ? "" : column.unit;
  PanelSeries left{"rows"}, over{"rows"}, line{"predicted = measured"};
  left.drawn = over.drawn = Drawn::points;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const FittedPoint& point : report.points) {
    if (point.quantity != column.name) continue;
    left.x.push_back(point.predicted);
    left.y.push_back(point.predicted - point.measured);
    over.x.push_back(point.measured);
    over.y.push_back(point.predicted);
    low = std::min({low, point.measured, point.predicted});
    high = std::max({high, point.measured, point.predicted});
  }
  line.x = line.y = {low, high};
  for (PanelSeries* series : {&left, &over, &line}) {
    series->x = shown_numbers(series->x, 1);
    series->y = shown_numbers(series->y, 1);
  }
  PagePanel residuals{
      "Residuals", {"predicted", unit}, {"predicted − measured", unit}, {std::move(left)}};
  PagePanel against{
      "Predictions", {"measured", unit}, {"predicted", unit}, {std::move(over), std::move(line)}};
  return {column.name,
          fmt::format("{} residuals: mean {:.3g}{}, r.m.s. {:.4g}{}, largest {:.3g}{}; {}",
                      column.count, column.mean, unit, column.deviation, unit, column.largest, unit,
                      column.explained > 0
                          ? fmt::format("{:.4g} % of how the measured values vary is explained.",
                                        100 * column.explained)
                          : "how the measured values vary is not explained."),
          {std::move(residuals), std::move(against)}};
}

void add_fit_sections(const VerbResults& /*results*/, const int /*no study*/,
                      const IdentificationReport& report, Page& page) {
  page.sections.emplace_back(told_fit(report));
  page.sections.emplace_back(estimates_table(report));
  if (report.correlated.size() > 1) page.sections.emplace_back(correlations_table(report));
  for (const FittedColumn& column : report.columns)
    if (column.count > 0) page.sections.emplace_back(residuals_figure(report, column));
  Listing<FittedColumn, IdentificationReport> columns(report);
  columns.add<"name">().add<"unit">().add<"count">().add<"mean">().add<"deviation">();
  columns.add<"largest">().add<"spread">().add<"explained">();
  if (!report.columns.empty())
    page.sections.emplace_back(columns.page("compared", "What was compared", report.columns));
  if (report.gaps.empty()) return;
  Listing<FitGap, IdentificationReport> gaps(report);
  gaps.add<"row">().add<"line">().add<"why">();
  page.sections.emplace_back(gaps.page("gaps", "Rows without an answer", report.gaps));
}

Page fit_page(const std::string& folder, const ReportRequest& request) {
  // All that the page shows is in the answer.
  const auto no_study = [](const std::string&, const std::string&, std::span<const std::string>) {
    return 0;
  };
  return verb_page(
      folder, request, "Parameters from measurements", no_study,
      [](int) { return IdentificationReport{}; }, add_fit_sections);
}

}  // namespace

extern const Verb fit_verb{"fit", 60, fit_page, nullptr};

}  // namespace carom
