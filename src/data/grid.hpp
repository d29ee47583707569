#pragma once

/// data/grid.hpp
///
/// The grid of a scenario's [[sweep]] axes. Axes that advance together (`with`) are one dimension;
/// points are numbered in row order, the last dimension fastest. Values are computed, not stored:
/// a grid of 10⁸ points takes no memory.

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/scenario.hpp"

namespace carom {

/// One dimension: the axes of the parameters that advance together, the leading one first.
struct GridDimension {
  std::vector<SweepAxis> axes;
  std::vector<int> columns;  ///< place of each axis among the swept parameters (file order)
  std::int64_t count = 1;
  std::int64_t stride = 1;  ///< points between neighbours along this dimension

  const std::string& name() const { return axes.front().parameter; }
  bool random() const;  ///< some axis is sampled: neighbours have nothing to do with each other
};

struct Grid {
  std::vector<GridDimension> dimensions;
  std::vector<std::string> parameters;  ///< the swept ones, in file order
  std::int64_t points = 1;

  /// Place along a dimension of a point.
  std::int64_t place(std::int64_t point, std::size_t dimension) const {
    const GridDimension& d = dimensions[dimension];
    return point / d.stride % d.count;
  }
};

/// The largest grid that is taken on.
inline constexpr std::int64_t most_points = std::int64_t{1} << 48;

/// The grid of sound axes. Without axes: one point with no parameters.
Grid grid_of(std::span<const SweepAxis> axes);

/// How many points the axes make, or `most_points` + 1 where that is more than `most_points`. Axes
/// without points (faulty ones) do not count.
std::int64_t points_of(std::span<const SweepAxis> axes);

/// Value of an axis at place i; between i and i + 1 for 0 < fraction < 1 (axes that are not
/// random).
double axis_value(const SweepAxis& axis, std::int64_t i, double fraction = 0);

/// Values of all swept parameters at a point.
void values_at(const Grid& grid, std::int64_t point, std::span<double> values);

/// The swept parameters that do not belong to the dimension of `parameter`, with their values at a
/// point: where the line through it along that dimension lies.
std::vector<std::pair<std::string, double>> values_besides(const Grid& grid, std::int64_t point,
                                                           const std::string& parameter);

/// The same as `values_at`, moved from the point by a fraction of a cell along one dimension.
void values_between(const Grid& grid, std::int64_t point, std::size_t dimension, double fraction,
                    std::span<double> values);

}  // namespace carom
