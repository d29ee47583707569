#pragma once

/// numerics/exact_sum.hpp
///
/// A sum of doubles without rounding: it does not depend on the order of its terms. The sum is kept
/// as a fixed-point number over the whole range of doubles, in limbs of 32 bits (Kulisch's long
/// accumulator); a term touches three of them.

#include <array>
#include <cstdint>

namespace carom {

class ExactSum {
 public:
  /// `term` is finite.
  void add(double term);
  /// Adds term², exactly where |term| is between 1e-140 and 1e150.
  void add_square(double term);
  void add(const ExactSum& other);

  /// The sum, rounded, and what is left of it, rounded: together to about 2^-106.
  struct Parts {
    double high = 0;
    double low = 0;
  };
  Parts parts() const;
  double value() const { return parts().high; }

 private:
  void carry();

  static constexpr int limbs = 68;  // 2^-1074 to 2^1024, and room for carries
  std::array<std::int64_t, limbs> limbs_{};
  std::int64_t pending_ = 0;  // terms since the last carry
};

/// Mean and standard deviation of n numbers from their exact sums: s² = (Σx² − (Σx)²/n)/(n − 1),
/// in which up to 30 digits may cancel. n ≥ 1; the deviation of one number is zero.
struct Moments {
  double mean = 0;
  double deviation = 0;
};
Moments moments(const ExactSum& sum, const ExactSum& squares, std::int64_t n);

}  // namespace carom
