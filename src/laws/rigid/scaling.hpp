#pragma once

/// laws/rigid/scaling.hpp

#include <cmath>

namespace carom {

/// A contact whose inertia entries are this share of the largest does not move.
inline constexpr double immobile = 1e-14;

/// The power of two nearest below 1/√x, within a factor of two: a unit that does not round.
inline double unit_for(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, -(exponent >> 1));
}

}  // namespace carom
