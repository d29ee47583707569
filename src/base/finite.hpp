#pragma once

/// base/finite.hpp
///
/// Whether numbers that somebody gave are numbers.

#include <algorithm>
#include <cmath>
#include <span>

namespace carom {

inline bool all_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

}  // namespace carom
