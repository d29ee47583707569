#pragma once

/// reproductions/grid_extreme.hpp
///
/// The largest value of a function of which a grid is known, refined: a grid shows near which
/// points it is, the function itself how large it is. Between neighbouring grid points, cut at the
/// places where the function breaks, it is taken to have one maximum at most, which golden section
/// finds. A maximum that is approached at a break counts although it is not attained.

#include <functional>
#include <span>

namespace carom {

struct Extreme {
  double at = 0;
  double value = 0;
};

/// `values` at `places`, which rise; not-a-numbers are no values. Without any value: −∞. `breaks`
/// in any order. `precision`: how far from the maximum's place the search ends, as a share of a
/// piece.
Extreme largest(std::span<const double> places, std::span<const double> values,
                std::span<const double> breaks, const std::function<double(double)>& function,
                double precision = 1e-10);

}  // namespace carom
