#pragma once

/// stores/grid_boxes.hpp
///
/// Consecutive points of a grid in row order, as boxes of it: at most 2·rank − 1.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "data/grid.hpp"

namespace carom {

struct GridBox {
  std::vector<std::int64_t> start;  ///< one a dimension
  std::vector<std::int64_t> count;
  std::int64_t first = 0;  ///< its first point; its points are consecutive
  std::int64_t points = 1;
};

inline std::vector<GridBox> boxes_of(const Grid& grid, std::int64_t first, std::int64_t count) {
  std::vector<GridBox> boxes;
  const std::size_t rank = grid.dimensions.size();
  while (count > 0) {
    GridBox box;
    box.first = first;
    for (std::size_t d = 0; d < rank; ++d) {
      box.start.push_back(grid.place(first, d));
      box.count.push_back(1);
    }
    // The outermost dimension along which whole rows begin here and fit.
    std::size_t outer = 0;
    while (outer + 1 < rank &&
           (first % grid.dimensions[outer].stride != 0 || count < grid.dimensions[outer].stride))
      ++outer;
    if (rank > 0) {
      const GridDimension& dimension = grid.dimensions[outer];
      box.count[outer] = std::min(count / dimension.stride, dimension.count - box.start[outer]);
      box.points = box.count[outer] * dimension.stride;
      for (std::size_t d = outer + 1; d < rank; ++d) box.count[d] = grid.dimensions[d].count;
    }
    first += box.points;
    count -= box.points;
    boxes.push_back(std::move(box));
  }
  return boxes;
}

}  // namespace carom
