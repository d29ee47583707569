#pragma once

/// train/rule_fit.hpp
///
/// Least squares for j = a r^b + c. The three are hardly determined where |b ln r| is small, as it
/// is in print: then only a + c and a·b show, j ≈ (a + c) + a b ln r. So the fit is done in
///
///     j = A + B ((r/r_0)^b − 1)/b,   r_0 = the geometric mean of the r,
///
/// which stays well-conditioned down to b = 0 (numerics/least_squares.hpp); a = B r_0^−b/b and c =
/// A − B/b follow. Confidence: s² (JᵀJ)⁻¹ with n − 3 degrees of freedom, Student's t, passed on to
/// a and c by their derivatives.

#include <span>

#include "carom/train.hpp"

namespace carom {

struct FittedValue {
  double value = 0;
  double half_width = 0;  ///< of the 95 % confidence interval; infinite where not determined
};

struct RuleFit {
  FittedValue a, b, c;
  FittedValue level;      ///< a + c
  FittedValue slope;      ///< a·b
  double regression = 0;  ///< R = √(1 − SSR/SST), 0 where the fit is no better than the mean
  double deviation = 0;   ///< √(SSR/(n − 3))
  bool converged = false;
};

/// Needs four points or more with different r > 0.
RuleFit rule_fit(std::span<const double> ratios, std::span<const double> segments);

}  // namespace carom
