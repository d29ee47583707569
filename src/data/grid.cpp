#include "data/grid.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace carom {

bool GridDimension::random() const {
  return std::ranges::any_of(axes,
                             [](const SweepAxis& axis) { return axis.distribution.has_value(); });
}

Grid grid_of(std::span<const SweepAxis> axes) {
  Grid grid;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    grid.parameters.push_back(axes[i].parameter);
    if (axes[i].with) continue;
    GridDimension dimension;
    dimension.count = axes[i].size();
    dimension.axes.push_back(axes[i]);
    dimension.columns.push_back(static_cast<int>(i));
    for (std::size_t k = 0; k < axes.size(); ++k) {
      if (axes[k].with != axes[i].parameter) continue;
      dimension.axes.push_back(axes[k]);
      dimension.columns.push_back(static_cast<int>(k));
    }
    grid.dimensions.push_back(std::move(dimension));
  }
  for (std::size_t d = grid.dimensions.size(); d-- > 0;) {
    grid.dimensions[d].stride = grid.points;
    grid.points *= grid.dimensions[d].count;
  }
  return grid;
}

std::int64_t points_of(std::span<const SweepAxis> axes) {
  std::int64_t points = 1;
  for (const SweepAxis& axis : axes) {
    if (axis.with || axis.size() < 1) continue;
    if (axis.size() > most_points / points) return most_points + 1;
    points *= axis.size();
  }
  return points;
}

double axis_value(const SweepAxis& axis, std::int64_t i, double fraction) {
  const auto index = static_cast<std::size_t>(i);
  if (!axis.values.empty()) {
    const double value = axis.values[index];
    return fraction == 0 ? value : value + fraction * (axis.values[index + 1] - value);
  }
  if (axis.distribution) {
    assert(fraction == 0);
    return quantile(*axis.distribution,
                    uniform_number(static_cast<std::uint64_t>(axis.seed), stream_of(axis.parameter),
                                   static_cast<std::uint64_t>(i)));
  }
  if (axis.count == 1) return axis.from;
  // The ends are met exactly.
  const double share = (static_cast<double>(i) + fraction) / (axis.count - 1);
  if (share == 0) return axis.from;
  if (share == 1) return axis.to;
  return axis.spacing == Spacing::log ? axis.from * std::pow(axis.to / axis.from, share)
                                      : axis.from + (axis.to - axis.from) * share;
}

void values_at(const Grid& grid, std::int64_t point, std::span<double> values) {
  values_between(grid, point, grid.dimensions.size(), 0, values);
}

std::vector<std::pair<std::string, double>> values_besides(const Grid& grid, std::int64_t point,
                                                           const std::string& parameter) {
  std::vector<std::pair<std::string, double>> values;
  for (std::size_t d = 0; d < grid.dimensions.size(); ++d)
    if (grid.dimensions[d].name() != parameter)
      for (const SweepAxis& axis : grid.dimensions[d].axes)
        values.emplace_back(axis.parameter, axis_value(axis, grid.place(point, d)));
  return values;
}

void values_between(const Grid& grid, std::int64_t point, std::size_t dimension, double fraction,
                    std::span<double> values) {
  for (std::size_t d = 0; d < grid.dimensions.size(); ++d) {
    const GridDimension& each = grid.dimensions[d];
    const std::int64_t place = grid.place(point, d);
    for (std::size_t k = 0; k < each.axes.size(); ++k)
      values[static_cast<std::size_t>(each.columns[k])] =
          axis_value(each.axes[k], place, d == dimension ? fraction : 0);
  }
}

}  // namespace carom
