#pragma once

/// data/sweep_report_table.hpp
///
/// What `sweep` tells, and what the summary of its folder keeps, quantity by quantity
/// (data/quantity.hpp).

#include <variant>

#include "data/quantity.hpp"
#include "data/sweep_report.hpp"

namespace carom {

constexpr auto quantities(Of<SweepAxis>) {
  using Axis = SweepAxis;
  constexpr auto random = [](const Axis& axis) { return axis.distribution.has_value(); };
  constexpr auto even = [](const Axis& axis) { return !axis.distribution; };
  return Entries{
      quantity("parameter", &Axis::parameter),
      quantity("count", "1", "of its points", [](const Axis& axis) { return axis.size(); }),
      quantity("distribution",
               [](const Axis& axis) { return std::string(name(axis.distribution->kind)); })
          .when(random),
      quantity("seed", &Axis::seed).when(random),
      quantity("from", "1", "its first value", [](const Axis& axis) { return axis_value(axis, 0); })
          .when(even),
      quantity("to", "1", "its last value",
               [](const Axis& axis) { return axis_value(axis, axis.size() - 1); })
          .when(even),
      quantity("with", "1", "the axis it advances with", &Axis::with)};
}

/// The range of a column; `of` says where it is.
template <class Access>
constexpr auto range_parts(Access of) {
  return Entries{
      quantity(
          "least", "1", "the least number", [of](auto& item) -> auto& { return of(item).least; }),
      quantity(
          "least_at", "1",
          "the first point with it", [of](auto& item) -> auto& { return of(item).least_at; }),
      quantity(
          "most", "1", "the largest number", [of](auto& item) -> auto& { return of(item).most; }),
      quantity(
          "most_at", "1",
          "the first point with it", [of](auto& item) -> auto& { return of(item).most_at; })};
}

struct ColumnRange {
  ColumnSummary column;
};
constexpr auto quantities(Of<ColumnRange>) {
  return range_parts([](auto& range) -> auto& { return range.column; });
}

/// As the summary of a folder lists it.
constexpr auto quantities(Of<ColumnSummary>) {
  using Own = ColumnSummary;
  constexpr auto ranged = [](const auto& entry) { return entry.when(&ColumnSummary::has_range); };
  return joined(
      Entries{quantity("law", "1", "whose it is", &Own::group).when([](const Own& own) {
                return !own.group.empty();
              }),
              quantity("name", &Own::name), quantity("unit", &Own::unit),
              quantity("counts", "1", "of points, a word", &Own::counts).when([](const Own& own) {
                return !own.counts.empty();
              })},
      range_parts([](auto& own) -> auto& { return own; }).apply([&](const auto&... part) {
        return Entries{ranged(part)...};
      }));
}

/// What is counted of a quantity over samples; `of` says where it is.
template <class Access>
constexpr auto statistics_parts(Access of) {
  return Entries{
      quantity(
          "count", "1",
          "of points that have it", [of](auto& item) -> auto& { return of(item).count; })
          .on_pages("points"),
      quantity(
          "mean", [of](auto& item) -> auto& { return of(item).mean; }),
      quantity(
          "deviation", "1", "standard", [of](auto& item) -> auto& { return of(item).deviation; })
          .on_pages("standard deviation")};
}

struct ToldStatistics {
  QuantityStatistics of;
};
constexpr auto quantities(Of<ToldStatistics>) {
  return joined(statistics_parts([](auto& told) -> auto& { return told.of; }),
                Entries{quantity("percentiles", [](const ToldStatistics& told) {
                  Named<double> named;
                  for (std::size_t p = 0; p < percentile_levels.size(); ++p)
                    named.emplace_back(percentile_name(p), told.of.percentiles[p]);
                  return named;
                })});
}

/// As the summary of a folder lists it.
constexpr auto quantities(Of<QuantityStatistics>) {
  using Own = QuantityStatistics;
  return joined(
      Entries{quantity("law", "1", "whose it is", &Own::group).when([](const Own& own) {
                return !own.group.empty();
              }),
              quantity("name", &Own::name).labelled("quantity"),
              quantity("component", &Own::component).on_pages("of").when([](const Own& own) {
                return !own.component.empty();
              }),
              quantity("unit", &Own::unit)},
      statistics_parts([](auto& own) -> auto& { return own; }),
      Entries{quantity("percentiles", &Own::percentiles)});
}

constexpr auto quantities(Of<Boundary>) {
  using Own = Boundary;
  constexpr auto has = [](auto member) {
    return [member](const Own& own) { return !(own.*member).empty(); };
  };
  constexpr auto elsewhere = [](const Own& own, const SweepReport& report) {
    return values_besides(report.question.grid, own.point, own.parameter);
  };
  return Entries{
      quantity("parameter", "1", "the axis refined", &Own::parameter),
      quantity("at", "1", "in the parameter's own unit", &Own::at).formatted("{:.7g}"),
      quantity("within", "1", "the change is within ± this", &Own::within).on_pages("within ±"),
      quantity("kind", &Own::kind),
      quantity("law", "1", "whose it is", &Own::law).when(has(&Own::law)),
      quantity("other_law", "1", "from which it parts", &Own::other_law).when(has(&Own::other_law)),
      quantity("contact", &Own::contact).when(has(&Own::contact)),
      quantity("below", "1", "what is so below it", &Own::below),
      quantity("above", "1", "what is so above it", &Own::above),
      group("history", quantity("below", "1", "slip history below it", &Own::history_below),
            quantity("above", "1", "slip history above it", &Own::history_above))
          .when(has(&Own::history_below)),
      quantity("where", "1", "the other axes", elsewhere)
          .when([=](const Own& own, const SweepReport& report) {
            return !elsewhere(own, report).empty();
          })};
}

/// How often words occur, or a range, or nothing.
using ColumnFinding = std::variant<std::monostate, Named<std::int64_t>, ColumnRange>;

inline ByNames<ColumnFinding> findings(const SweepReport& report) {
  ByNames<ColumnFinding> all;
  for (const ColumnSummary& column : report.columns) {
    ColumnFinding finding;
    if (!column.counts.empty())
      finding = column.counts;
    else if (column.has_range)
      finding = ColumnRange{column};
    all.values.emplace_back(std::vector{column.group, column.name}, std::move(finding));
  }
  return all;
}

constexpr auto quantities(Of<SweepReport>) {
  using Report = SweepReport;
  constexpr auto asked = [](auto member) { return path(&SweepReport::question, member); };
  return Entries{
      quantity("title", asked(&SweepQuestion::title)),
      quantity("of", "1", "what is swept", asked(&SweepQuestion::verb)),
      quantity("laws", asked(&SweepQuestion::laws)),
      quantity("axes",
               [](const Report& report) {
                 std::vector<SweepAxis> axes;
                 for (const GridDimension& dimension : report.question.grid.dimensions)
                   axes.insert(axes.end(), dimension.axes.begin(), dimension.axes.end());
                 return axes;
               }),
      quantity("points", &Report::points),
      quantity("holes", "1", "points that are not solved", &Report::holes),
      quantity("summary", "1", "a column", findings),
      quantity("statistics", "1", "over random samples",
               [](const Report& report) {
                 ByNames<ToldStatistics> all;
                 for (const QuantityStatistics& told : report.statistics)
                   all.values.emplace_back(std::vector{told.group, told.name, told.component},
                                           ToldStatistics{told});
                 return all;
               })
          .when([](const Report& report) { return !report.statistics.empty(); }),
      quantity("boundaries", &Report::boundaries).when([](const Report& report) {
        return report.question.boundaries;
      }),
      quantity("notes", &Report::notes),
      quantity("folder", "1", "where the table is", &Report::folder).when([](const Report& report) {
        return !report.folder.empty();
      })};
}

}  // namespace carom
