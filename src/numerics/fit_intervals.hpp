#pragma once

/// numerics/fit_intervals.hpp
///
/// How well a fit knows its parameters. With n residuals, f parameters that are not held at a bound
/// and J = ∂r/∂x of those,
///
///     s² = S/(n − f),   C = s² (JᵀJ)⁻¹,   x_j ± t √C_jj
///
/// with Student's t of n − f degrees of freedom: Wald's interval, right where r is straight. The
/// profile S_j(z) is the least S with x_j = z. Its interval
///
///     S_j(z) ≤ S (1 + t²/(n − f))
///
/// is right to a higher order, and ends at a bound, or nowhere where the data do not determine x_j.
///
/// What the data determine is seen in the singular values of J with columns of length one: where
/// one is below what J is known to (1e-8, or the error of differences) of the largest, a direction
/// in the parameters' space changes nothing that was measured, and every parameter that takes part
/// in it is not determined. One that is held at a bound to which nothing presses it counts as free.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "numerics/least_squares.hpp"

namespace carom {

struct FitSpread {
  double freedom = 0;    ///< n − f; ≤ 0: nothing can be said
  double deviation = 0;  ///< s
  double condition = 1;  ///< of J with columns of length one; infinite where it has not full rank
  int rank = 0;          ///< of it
  std::vector<double> error;         ///< √C_jj; infinite where not determined; 0 where held
  std::vector<bool> determined;      ///< by the data; a parameter that is held counts as one
  std::vector<double> correlations;  ///< p·p, row by row; NaN where one is held or not determined
  /// Directions that change nothing, as shares of the parameters (relative to their scales).
  std::vector<std::vector<double>> open;
};

FitSpread fit_spread(const LeastSquares& problem, const LeastSquaresFit& fit);

/// Student's t so that |T| ≤ t in a share `confidence` of cases.
double student_quantile(double confidence, double freedom);

struct ProfileInterval {
  std::array<double, 2> ends{};                 ///< infinite: there is no end within reach
  std::array<bool, 2> at_bound{};               ///< it ends at the parameter's bound
  std::optional<std::vector<double>> better{};  ///< a place found with a lower S than the fit's
};

/// The profile's interval of the j-th parameter. `half` is Wald's half width, or infinite.
ProfileInterval profile_interval(const LeastSquares& problem, const LeastSquaresFit& fit,
                                 const FitSpread& spread, std::size_t j, double confidence,
                                 double half);

}  // namespace carom
