#pragma once

/// base/rounding.hpp
///
/// What people are shown of a number that is made of larger ones. A sum whose parts are of size s
/// is known to some ε s; what is left of parts that cancel is rounding and no result. Texts,
/// drawings and pages show it as zero; files and JSON keep every digit.

#include <cmath>

namespace carom {

/// A number below this share of what it was made of is rounding: some thousand ε, as many as the
/// sums behind it have terms and factors.
inline constexpr double rounding_share = 1e-12;

/// `value` for reading, where `scale` ≥ 0 is the size of what it was made of.
inline double without_rounding(double value, double scale) {
  return std::abs(value) <= rounding_share * scale ? 0 : value;
}

}  // namespace carom
