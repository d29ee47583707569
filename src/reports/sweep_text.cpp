#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "data/sweep_report_table.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

/// More boundaries than this are left to the files.
constexpr std::size_t most_boundaries = 200;

std::string axis_text(const SweepAxis& axis) {
  std::string text = axis.parameter;
  if (!axis.values.empty())
    text += fmt::format(": {} values from {} to {}", axis.size(), number(axis.values.front()),
                        number(axis.values.back()));
  else if (axis.distribution)
    text += fmt::format(": {} samples, {}, seed {}", axis.size(), name(axis.distribution->kind),
                        axis.seed);
  else
    text += fmt::format(": {} points from {} to {}{}", axis.size(), number(axis.from),
                        number(axis.to), axis.spacing == Spacing::log ? ", logarithmic" : "");
  if (axis.with) text += fmt::format(", with {}", *axis.with);
  return text;
}

/// `phi = -0.5`
std::string point_text(const Grid& grid, std::int64_t point) {
  std::vector<double> values(grid.parameters.size());
  values_at(grid, point, values);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < values.size(); ++i)
    words.push_back(fmt::format("{} = {}", grid.parameters[i], number(values[i])));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string counts_text(const ColumnSummary& column) {
  std::vector<std::string> words;
  for (const auto& [word, count] : column.counts)
    if (count > 0) words.push_back(fmt::format("{} {}", count, word));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// How well books close is told as it is, however small.
bool measures_rounding(const ColumnSummary& column) {
  return column.name == "energy_error" || column.unit == "1";
}

/// The largest numbers of the columns, by unit.
ListScales scales_of(const SweepReport& report) {
  ListScales scales;
  for (const ColumnSummary& column : report.columns) {
    if (!column.has_range || measures_rounding(column)) continue;
    double& scale = scales[column.unit];
    scale = std::max({scale, std::abs(column.least), std::abs(column.most)});
  }
  return scales;
}

/// One line a column of the report.
std::string columns_text(const SweepReport& report) {
  TextTable table({"", "<quantity", "<least", "<at", "<most", "<at"});
  std::string counts;
  bool ranges = false;
  const bool laws = !report.question.laws.empty();
  const ListScales scales = scales_of(report);
  for (const ColumnSummary& column : report.columns) {
    // What became of the points is told already; what a point has once, where laws have theirs.
    const bool told = column.group.empty() && (column.name == "point" || laws);
    if (told) continue;
    // That impulses are determined goes without saying.
    if (column.name == "impulses_determined" &&
        std::ranges::none_of(
            column.counts, [](const auto& each) { return each.first == "no" && each.second > 0; }))
      continue;
    if (!column.counts.empty())
      counts +=
          laws ? fmt::format("{:<10}  {}: {}\n", column.group, column.name, counts_text(column))
               : fmt::format("{:<12}{}\n", column.name, counts_text(column));
    if (!column.has_range) continue;
    ranges = true;
    const Grid& grid = report.question.grid;
    const double scale = measures_rounding(column) ? 0 : scales.at(std::string(column.unit));
    table.add({column.group, fmt::format("{} {}", column.name, column.unit),
               number(column.least, scale), point_text(grid, column.least_at),
               number(column.most, scale), point_text(grid, column.most_at)});
  }
  return counts + (ranges ? "\n" + table.text() : "");
}

/// One line a quantity or component that varies.
std::string statistics_text(const SweepReport& report) {
  const std::vector<QuantityStatistics> all = told_statistics(report.statistics);
  if (all.empty()) return "";
  TextTable table({"", "<quantity", "<mean", "<deviation", "<2.5 %", "<median", "<97.5 %"});
  for (const QuantityStatistics& told : all)
    table.add({told.group,
               fmt::format("{}{} {}", told.name, told.component.empty() ? "" : " " + told.component,
                           told.unit),
               number(told.mean), number(told.deviation), number(told.percentiles[0]),
               number(told.percentiles[2]), number(told.percentiles[4])});
  return "\nOver the samples, of what varies\n" + table.text();
}

std::string where_text(const Grid& grid, const Boundary& boundary) {
  std::vector<std::string> words;
  for (const auto& [parameter, value] : values_besides(grid, boundary.point, boundary.parameter))
    words.push_back(fmt::format("{} = {}", parameter, number(value)));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Laws that change in the same way at the same place share a line.
struct BoundaryLine {
  const Boundary* first = nullptr;
  std::vector<std::string> laws;
};

std::vector<BoundaryLine> boundary_lines(const std::vector<Boundary>& boundaries) {
  const auto same_change = [](const Boundary& a, const Boundary& b) {
    return a.kind == b.kind && a.contact == b.contact && a.below == b.below && a.above == b.above &&
           a.history_below == b.history_below && a.history_above == b.history_above;
  };
  // Places of one change by several laws agree to the digits shown.
  const auto close = [](const Boundary& a, const Boundary& b) {
    return fmt::format("{:.7g}", a.at) == fmt::format("{:.7g}", b.at);
  };
  std::vector<BoundaryLine> lines;
  for (const Boundary& each : boundaries) {
    auto line = lines.rbegin();
    while (line != lines.rend() && close(*line->first, each) && !same_change(*line->first, each))
      ++line;
    if (line == lines.rend() || !close(*line->first, each)) {
      lines.push_back({&each, {}});
      line = lines.rbegin();
    }
    if (!each.law.empty())
      line->laws.push_back(each.other_law.empty() ? each.law : each.law + "/" + each.other_law);
  }
  return lines;
}

std::string boundaries_text(const SweepReport& report) {
  const SweepQuestion& question = report.question;
  std::string out = fmt::format("\nBoundaries along {}", question.along);
  if (report.boundaries.empty()) return out + ": none\n";
  out += "\n";
  const bool grid = question.grid.dimensions.size() > 1;
  std::vector<std::string> headings{question.along, "<contact", "<below", "<above", "<law"};
  if (grid) headings.insert(headings.begin() + 1, "<where");
  TextTable table(headings);
  const std::vector<BoundaryLine> lines = boundary_lines(report.boundaries);
  for (std::size_t i = 0; i < std::min(lines.size(), most_boundaries); ++i) {
    const Boundary& each = *lines[i].first;
    std::vector<std::string> row{fmt::format("{:.7g}", each.at), each.contact, each.below,
                                 each.above, fmt::format("{}", fmt::join(lines[i].laws, ", "))};
    if (grid) row.insert(row.begin() + 1, where_text(question.grid, each));
    table.add(std::move(row));
  }
  out += table.text();
  if (lines.size() > most_boundaries)
    out += fmt::format("… and {} more; --json and the result folder have all\n",
                       lines.size() - most_boundaries);
  return out;
}

}  // namespace

std::string words(const SweepReport& report) {
  std::string out = titled(report.question.title);
  for (const GridDimension& dimension : report.question.grid.dimensions)
    for (const SweepAxis& axis : dimension.axes)
      out += fmt::format("{:<12}{}\n", "swept", axis_text(axis));
  out += fmt::format("{:<12}{}", "points", report.points);
  const auto status = std::ranges::find_if(report.columns, [](const ColumnSummary& column) {
    return column.group.empty() && column.name == "point";
  });
  out += report.holes == 0 ? ", all solved\n"
         : status == report.columns.end()
             ? fmt::format(", {} holes\n", report.holes)
             : fmt::format(", {} of them holes: {}\n", report.holes, counts_text(*status));
  out += columns_text(report);
  out += statistics_text(report);
  if (report.question.boundaries) out += boundaries_text(report);
  for (const std::string& note : report.notes) out += "\nNote: " + note + "\n";
  if (!report.folder.empty()) out += fmt::format("\nResults are in {}\n", report.folder);
  return out;
}

template struct ReportOut<SweepReport>;

}  // namespace carom
