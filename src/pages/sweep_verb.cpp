/// The page of a sweep: the points shown, the mechanism at some of them, statistics of samples.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/nearest_name.hpp"
#include "data/sweep_report_table.hpp"
#include "pages/page_stops.hpp"
#include "pages/report_points.hpp"
#include "pages/sweep_numbers.hpp"
#include "pages/verb.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"
#include "stores/results_reader.hpp"
#include "sweeps/sweep_task.hpp"

namespace carom {
namespace {

constexpr std::int64_t most_stops = 240;
constexpr std::int64_t most_boundaries_shown = 2'000;
/// Points that are read together although some between them are not shown.
constexpr std::int64_t read_together = 4'096;

[[noreturn]] void refuse(const std::string& source, std::vector<std::string> problems) {
  std::vector<Fault> faults;
  for (std::string& problem : problems) faults.push_back({{}, std::move(problem), {}});
  throw InputError(source, std::move(faults));
}

std::int64_t nearest_place(const GridDimension& dimension, double value) {
  std::int64_t nearest = 0;
  for (std::int64_t i = 1; i < dimension.count; ++i)
    if (std::abs(axis_value(dimension.axes.front(), i) - value) <
        std::abs(axis_value(dimension.axes.front(), nearest) - value))
      nearest = i;
  return nearest;
}

/// For each dimension the place at which it is held, or −1 where it is shown.
std::vector<std::int64_t> held_places(const std::string& folder, const Grid& grid,
                                      const ReportRequest& request) {
  std::vector<std::int64_t> held(grid.dimensions.size(), -1);
  std::vector<std::string> names;
  for (const GridDimension& dimension : grid.dimensions) names.push_back(dimension.name());
  std::vector<std::string> problems;
  for (const std::string& text : request.at) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const auto found = std::ranges::find(names, name);
    double value = 0;
    const char* end = text.data() + text.size();
    const bool number = equals != std::string::npos &&
                        std::from_chars(text.data() + equals + 1, end, value).ptr == end &&
                        equals + 1 < text.size();
    if (found == names.end())
      problems.push_back(
          fmt::format("--at {}: \"{}\" is not an axis{}", text, name, nearest_or_all(name, names)));
    else if (!number)
      problems.push_back(fmt::format("--at {}: must be written NAME=NUMBER", text));
    else
      held[static_cast<std::size_t>(found - names.begin())] =
          nearest_place(grid.dimensions[static_cast<std::size_t>(found - names.begin())], value);
  }
  const auto shown = std::ranges::count(held, -1);
  if (problems.empty() && shown > 2) {
    std::vector<std::string> free;
    for (std::size_t d = 0; d < held.size(); ++d)
      if (held[d] < 0) free.push_back(names[d]);
    problems.push_back(fmt::format(
        "a page shows one or two axes, and the sweep has {}; hold the others with --at NAME=VALUE",
        fmt::join(free, ", ")));
  }
  if (problems.empty() && shown == 0)
    problems.emplace_back("--at holds every axis: one or two must be left to show");
  if (!problems.empty()) refuse(folder, std::move(problems));
  return held;
}

/// The numbers of the points shown, in grid order.
std::vector<std::int64_t> numbers(const Grid& grid, const ShownPoints& shown) {
  std::vector<std::int64_t> all{0};
  for (std::size_t d = 0; d < grid.dimensions.size(); ++d) {
    std::vector<std::int64_t> next;
    next.reserve(all.size() * shown.places[d].size());
    for (const std::int64_t before : all)
      for (const std::int64_t place : shown.places[d])
        next.push_back(before + place * grid.dimensions[d].stride);
    all = std::move(next);
  }
  return all;
}

/// The rows of some points as one chunk.
Chunk gathered(const SweepTable& table, std::span<const std::int64_t> points) {
  const auto& columns = table.question().columns;
  const TableLayout layout(columns);
  Chunk all;
  all.count = static_cast<std::int64_t>(points.size());
  all.table.resize(points.size() * layout.bytes_a_point);
  for (std::size_t i = 0; i < points.size();) {
    std::size_t end = i + 1;
    while (end < points.size() && points[end] - points[i] < read_together) ++end;
    const Chunk block = table.rows(points[i], points[end - 1] - points[i] + 1);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::size_t size = columns[c].bytes();
      for (std::size_t k = i; k < end; ++k)
        std::memcpy(all.table.data() + points.size() * layout.before[c] + k * size,
                    block.table.data() + static_cast<std::size_t>(block.count) * layout.before[c] +
                        static_cast<std::size_t>(points[k] - points[i]) * size,
                    size);
    }
    i = end;
  }
  return all;
}

std::vector<Boundary> boundaries_shown(const SweepTable& table,
                                       const std::vector<std::int64_t>& held) {
  const Grid& grid = table.question().grid;
  std::vector<Boundary> shown;
  const std::int64_t count = table.boundary_count();
  for (std::int64_t first = 0; first < count; first += read_together)
    for (Boundary& boundary : table.boundaries(first, std::min(read_together, count - first))) {
      bool there = true;
      for (std::size_t d = 0; d < held.size(); ++d)
        there = there && (held[d] < 0 || grid.place(boundary.point, d) == held[d]);
      if (there && static_cast<std::int64_t>(shown.size()) < most_boundaries_shown)
        shown.push_back(std::move(boundary));
    }
  return shown;
}

/// Places among the points shown that are told in full: at equal steps, and beside boundaries.
std::vector<std::int64_t> stop_places(const PageSweep& sweep,
                                      std::span<const std::int64_t> points) {
  const auto count = static_cast<std::int64_t>(points.size());
  std::set<std::int64_t> places;
  if (sweep.axes.size() == 2) {
    const auto columns = static_cast<std::int64_t>(sweep.axes[1].values.size());
    const std::int64_t rows = count / columns;
    const std::int64_t side = 16;
    for (std::int64_t i = 0; i < std::min(rows, side); ++i)
      for (std::int64_t k = 0; k < std::min(columns, side); ++k)
        places.insert(i * (rows - 1) / std::max<std::int64_t>(1, std::min(rows, side) - 1) *
                          columns +
                      k * (columns - 1) / std::max<std::int64_t>(1, std::min(columns, side) - 1));
    return {places.begin(), places.end()};
  }
  const std::int64_t even = std::min(count, most_stops);
  for (std::int64_t i = 0; i < even; ++i)
    places.insert(even == 1 ? 0 : i * (count - 1) / (even - 1));
  for (const Boundary& boundary : sweep.boundaries) {
    if (static_cast<std::int64_t>(places.size()) >= 2 * most_stops) break;
    const auto after = std::ranges::upper_bound(points, boundary.point) - points.begin();
    for (const std::int64_t place : {after - 1, after})
      if (place >= 0 && place < count) places.insert(place);
  }
  return {places.begin(), places.end()};
}

/// What any sweep's page is made of: its axes and the rows of the points shown.
struct ShownSweep {
  PageSweep sweep;
  std::vector<std::int64_t> points;  ///< their numbers
};

ShownSweep shown_sweep(const std::string& folder, const ReportRequest& request) {
  const SweepTable table(folder);
  const Grid& grid = table.question().grid;
  const std::vector<std::int64_t> held = held_places(folder, grid, request);
  const ShownPoints shown = shown_points(table, held);
  ShownSweep result;
  result.points = numbers(grid, shown);
  PageSweep& sweep = result.sweep;
  sweep.question = table.question();
  sweep.title = sweep.question.title.empty() ? "Sweep" : sweep.question.title;
  sweep.scenario_name = "scenario.toml";
  sweep.thinned = shown.note;
  for (std::size_t d = 0; d < held.size(); ++d) {
    const GridDimension& dimension = grid.dimensions[d];
    if (held[d] >= 0) {
      for (const SweepAxis& axis : dimension.axes)
        sweep.parameters.emplace_back(axis.parameter, axis_value(axis, held[d]));
      continue;
    }
    PageAxis axis;
    axis.parameter = static_cast<std::size_t>(dimension.columns.front());
    for (const std::int64_t place : shown.places[d])
      axis.values.push_back(axis_value(dimension.axes.front(), place));
    for (std::size_t k = 1; k < dimension.axes.size(); ++k) {
      PageAxis& other = axis.with.emplace_back();
      other.parameter = static_cast<std::size_t>(dimension.columns[k]);
      for (const std::int64_t place : shown.places[d])
        other.values.push_back(axis_value(dimension.axes[k], place));
    }
    sweep.axes.push_back(std::move(axis));
  }
  sweep.table = gathered(table, result.points);
  sweep.texts = table.texts();
  sweep.boundaries = boundaries_shown(table, held);
  return result;
}

/// The mechanism, its other parameters and its stops: what a sweep of strikes has besides numbers.
void add_strikes(const std::string& folder, ShownSweep& shown) {
  PageSweep& sweep = shown.sweep;
  const SweepQuestion& question = sweep.question;
  const Grid& grid = question.grid;
  const Study study =
      study_from_text(question.scenario, (std::filesystem::path(folder) / "scenario.toml").string(),
                      question.overrides);
  std::vector<std::pair<std::string, double>> others;
  for (const Parameter& parameter : study.scenario.parameters)
    if (std::ranges::find(grid.parameters, parameter.name) == grid.parameters.end())
      others.emplace_back(parameter.name, parameter.value);
  sweep.parameters.insert(sweep.parameters.begin(), others.begin(), others.end());
  for (PageAxis& axis : sweep.axes) {
    axis.unit = angular_unit(study, grid.parameters[axis.parameter]);
    for (PageAxis& other : axis.with)
      other.unit = angular_unit(study, grid.parameters[other.parameter]);
  }
  StrikeRequest strike_request;
  // Where nobody asked for a law, another answers where several contacts strike, here as there.
  const bool asked =
      std::ranges::find(question.columns, together_column, &Column::name) == question.columns.end();
  if (asked) strike_request.laws = question.laws;
  strike_request.method = method_named(question.method).value_or(Method::consistent);
  std::vector<double> values(grid.parameters.size());
  for (const std::int64_t place : stop_places(sweep, shown.points)) {
    values_at(grid, shown.points[static_cast<std::size_t>(place)], values);
    if (auto stop = page_stop(study, grid.parameters, values, strike_request)) {
      stop->shown = place;
      sweep.stops.push_back(std::move(*stop));
    }
  }
}

/// What the terminal tells of random samples; of all of them, whatever the page shows.
std::optional<PageTable> statistics_table(const std::string& folder, const Grid& grid) {
  if (!std::ranges::all_of(grid.dimensions, &GridDimension::random)) return std::nullopt;
  const SweepReport report = report_of_folder(folder);
  const std::vector<QuantityStatistics> told = told_statistics(report.statistics);
  if (told.empty()) return std::nullopt;
  Listing<QuantityStatistics, SweepReport> list(report);
  if (!report.question.laws.empty()) list.add<"law">();
  list.add<"name">().add<"component">();
  list.add<"unit">(
      [](const QuantityStatistics& each) { return each.unit == "1" ? "" : each.unit; });
  list.add<"count">().add<"mean">().add<"deviation">();
  PageTable table = list.page("statistics", "Over the samples", told);
  table.caption = fmt::format("Of what varies, over all {} points.", report.points);
  for (const std::string& note : report.notes) table.caption += " " + sentence(note) + ".";
  for (std::size_t p = 0; p < percentile_levels.size(); ++p)
    table.columns.push_back(
        {percentile_levels[p] == 50 ? "median" : percentile_name(p) + " %", "", "percentiles"});
  for (std::size_t i = 0; i < told.size(); ++i)
    table.rows[i].insert(table.rows[i].end(), told[i].percentiles.begin(),
                         told[i].percentiles.end());
  return table;
}

}  // namespace

PageSweep sweep_section(const std::string& folder, const ReportRequest& request) {
  ShownSweep shown = shown_sweep(folder, request);
  add_strikes(folder, shown);
  return std::move(shown.sweep);
}

namespace {

Page sweep_page(const std::string& folder, const ReportRequest& request) {
  ShownSweep shown = shown_sweep(folder, request);
  std::optional<PageTable> statistics = statistics_table(folder, shown.sweep.question.grid);
  if (shown.sweep.question.verb != "strike")
    return numbers_page(shown.sweep, std::move(statistics));
  add_strikes(folder, shown);
  Page page;
  page.title = shown.sweep.title;
  page.sections.emplace_back(std::move(shown.sweep));
  if (statistics) page.sections.emplace_back(std::move(*statistics));
  return page;
}

}  // namespace

extern const Verb sweep_verb{"sweep", 20, sweep_page};

}  // namespace carom
