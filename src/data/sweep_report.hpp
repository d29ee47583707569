#pragma once

/// data/sweep_report.hpp
///
/// What a sweep was asked, and what it found: the part of its results that fits a page. The table
/// itself goes to a result folder in chunks.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/grid.hpp"
#include "data/sweep_table.hpp"

namespace carom {

/// Everything that determines a sweep's results. Two sweeps with equal questions have equal bytes.
struct SweepQuestion {
  std::string title;
  std::string scenario;                ///< the file's text
  std::vector<std::string> overrides;  ///< "name=value", as after -p
  std::string verb;                    ///< what is swept: "strike"
  std::vector<std::string> laws;
  std::string method;
  Grid grid;
  std::vector<Column> columns;
  std::int64_t chunk_points = 1;  ///< points a chunk; the last may have fewer
  bool boundaries = false;
  std::string along;              ///< the parameter along which boundaries are sought
  double boundary_tolerance = 0;  ///< of the cell's width

  std::int64_t chunks() const { return (grid.points - 1) / chunk_points + 1; }
};

/// What became of a point as such; the categories of the column `point`.
enum class PointStatus : std::uint8_t {
  solved,         ///< every law gave a verdict
  not_finite,     ///< a formula is not finite there
  out_of_range,   ///< a number is out of its range there (a mass below zero)
  below_surface,  ///< a contact is below its surface there
  no_inertia,     ///< the mechanism has no inertia in some motion there
  failed,         ///< the numbers overflowed on the way
  not_closed      ///< no angles make the contacts of [close] touch there
};

constexpr std::string_view name(PointStatus status) {
  constexpr std::string_view names[] = {"solved",     "not finite", "out of range", "below surface",
                                        "no inertia", "failed",     "not closed"};
  return names[static_cast<int>(status)];
}

/// How often each category of a column occurs, and the range of a real one.
struct ColumnSummary {
  std::string group;
  std::string name;
  std::string unit;
  std::vector<std::pair<std::string, std::int64_t>> counts;  ///< category and text columns
  bool has_range = false;  ///< real columns with a number somewhere
  double least = 0, most = 0;
  std::int64_t least_at = 0, most_at = 0;  ///< the first points where
};

/// The percentiles of QuantityStatistics: the median, and intervals of 68 and 95 per cent.
inline constexpr std::array percentile_levels{2.5, 16.0, 50.0, 84.0, 97.5};
/// "97.5"
std::string percentile_name(std::size_t which);

/// Of a quantity, or one component of it, over all points of a grid whose axes are random.
struct QuantityStatistics {
  std::string group;
  std::string name;
  std::string component;  ///< its labels joined by dots, as in CSV files; may be empty
  std::string unit;
  std::int64_t count = 0;  ///< of points that have the number
  double mean = 0;
  double deviation = 0;                                        ///< standard, of n − 1
  std::array<double, percentile_levels.size()> percentiles{};  ///< interpolated between neighbours
};

/// The statistics that say something: of what varies by more than rounding. Numbers that are
/// rounding of others with their unit are zero.
std::vector<QuantityStatistics> told_statistics(std::span<const QuantityStatistics> all);

struct SweepReport {
  SweepQuestion question;
  std::int64_t points = 0;
  std::int64_t holes = 0;  ///< points that are not `solved`
  /// Of the columns with one number a point, in the table's order.
  std::vector<ColumnSummary> columns;
  std::vector<QuantityStatistics> statistics;  ///< of numbers, where every axis is random
  std::vector<Boundary> boundaries;
  std::vector<std::string> notes;
  std::string folder;  ///< where the table is; empty: nowhere
};

}  // namespace carom
