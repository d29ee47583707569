#pragma once

/// pages/report_points.hpp
///
/// Which points of a sweep a page shows. A page holds some ten thousand; of larger sweeps it shows
/// a part, chosen so that nothing that stands out is lost:
///
/// - along one axis, the axis is cut into equal pieces, and of each piece are shown its first
/// point,
///   those with the least and the largest energy loss by any law, and those where a status, a
///   verdict or an outcome is new;
/// - over two, rows and columns are taken at equal steps, and besides those that have the least and
///   the largest energy loss of all.

#include <cstdint>
#include <string>
#include <vector>

#include "stores/results_reader.hpp"

namespace carom {

struct ShownPoints {
  /// Places along each dimension of the grid. A dimension that is held has one.
  std::vector<std::vector<std::int64_t>> places;
  std::string note;  ///< how they were chosen; empty: all are shown
};

/// `held`: for each dimension its place, or −1 where it is shown; one or two are.
ShownPoints shown_points(const SweepTable& table, const std::vector<std::int64_t>& held);

}  // namespace carom
