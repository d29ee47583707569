#pragma once

/// laws/rigid/scaling.hpp

#include <bit>
#include <cmath>
#include <cstdint>

#include "contact/thresholds.hpp"

namespace carom {

/// The power of two nearest below 1/√x, within a factor of two: a unit that does not round.
inline double unit_for(double x) {
  // x = m·2^exponent with ½ ≤ m < 1, read off the bits where x is a normal number.
  const auto biased = static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52);
  if (biased > 0 && biased < 0x7ff) {
    const int exponent = biased - 1022;
    return std::bit_cast<double>(static_cast<std::uint64_t>(1023 - (exponent >> 1)) << 52);
  }
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, -(exponent >> 1));
}

}  // namespace carom
