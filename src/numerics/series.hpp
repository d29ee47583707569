#pragma once

/// numerics/series.hpp
///
/// Polynomials p(τ) = Σ c_k τ^k that stand for a quantity over one step, lowest order first, and
/// when such a quantity first becomes positive.

#include <limits>
#include <span>

namespace carom {

/// p(τ) by Horner's rule.
inline double value(std::span<const double> series, double at) {
  double sum = 0;
  for (std::size_t k = series.size(); k-- > 0;) sum = sum * at + series[k];
  return sum;
}

constexpr double never = std::numeric_limits<double>::infinity();

/// The first τ in [0, width] from which p > 0; `never` if there is none. Where p(0) = 0 the lowest
/// coefficient that is not zero decides: a caller who knows that p begins with a zero drops those
/// coefficients. A stretch above zero that is shorter than width/1000 may be missed.
double first_positive(std::span<const double> series, double width);

}  // namespace carom
