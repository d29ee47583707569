#pragma once

/// particles/critical_plane.hpp
///
/// The critical curves over two axes, by continuation. Seeds are the critical points on rows and
/// columns of a grid (critical_axis.hpp); from each a curve g(s₁, s₂) = 0 of one factor is followed
/// both ways: a step along it, then Newton's method across it, with steps that shorten where the
/// curve bends, until it leaves the rectangle, closes, or ends where there is no configuration. A
/// loop that no row and no column crosses is missed, as is a curve along which a factor touches
/// zero without changing sign.

#include <utility>
#include <vector>

#include "data/critical_outcome.hpp"
#include "particles/critical_system.hpp"

namespace carom {

struct TracedCurve {
  int contact = 0;
  CriticalCause cause;
  bool closed = false;
  std::vector<std::pair<double, double>> points;  ///< s of both axes
};

struct CriticalPlane {
  std::vector<TracedCurve> curves;
  int touching = 0;  ///< seeds at which a factor touches zero: not followed
  std::vector<std::vector<StruckRest>> outcome;  ///< a contact: on the grid, first axis fastest
  int columns = 0;
  int rows = 0;
};

/// `lines` rows and columns for seeds; outcomes on `cells` × `cells` cells, at their centres.
CriticalPlane critical_plane(CriticalSystem& system, int lines, int cells);

}  // namespace carom
