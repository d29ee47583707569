#pragma once

/// numerics/least_squares.hpp
///
/// Nonlinear least squares within bounds:
///
///     minimise S(x) = Σ r_i(x)²,   low ≤ x ≤ high
///
/// by Levenberg and Marquardt's method (MINPACK's lmder, as in Eigen) over the parameters that are
/// free to move. A parameter at a bound beyond which S falls is held there; the others are moved
/// with r evaluated at the nearest point within the bounds, so that what has run into a bound stops
/// there; and this is repeated until the same are held twice and S falls no more. So at the end, by
/// the conditions of Karush, Kuhn and Tucker,
///
///     ∂S/∂x_j = 0,  or x_j = low_j and ∂S/∂x_j ≥ 0,  or x_j = high_j and ∂S/∂x_j ≤ 0
///
/// wherever S is smooth. Derivatives are the caller's, or differences: central ones with a step of
/// x·∛δ, where r is known to δ, one-sided ones of second order where a bound is nearer than that.

#include <functional>
#include <span>
#include <vector>

namespace carom {

struct LeastSquares {
  std::size_t residuals = 0;
  std::vector<double> low, high;  ///< of the parameters; may be infinite
  std::vector<double> scale;      ///< their sizes, > 0
  double accuracy = 1e-15;        ///< δ, relative
  /// r(x); false: there is none there, and x is refused.
  std::function<bool(std::span<const double> x, std::span<double> r)> value;
  /// ∂r/∂x, row by row, as many columns as parameters; false: differences are taken instead. May be
  /// empty.
  std::function<bool(std::span<const double> x, std::span<double> slopes)> slopes{};
  int most_evaluations = 400;

  std::size_t parameters() const { return low.size(); }
};

struct LeastSquaresFit {
  std::vector<double> x;
  std::vector<double> r;       ///< there
  std::vector<double> slopes;  ///< ∂r/∂x there, row by row
  double sum = 0;              ///< S
  std::vector<int> held;       ///< −1 at its low bound, 1 at its high one, else 0
  bool found = false;          ///< r has a value where the search began
  bool converged = false;
  int evaluations = 0;
};

/// From `start`, which is moved within the bounds. `kept`: parameters that stay where they are.
LeastSquaresFit least_squares(const LeastSquares& problem, std::span<const double> start,
                              std::span<const bool> kept = {});

/// The best of several starts, and how many of them led to its sum within a part in 10⁶.
struct ManyStarts {
  LeastSquaresFit best;
  int starts = 0;
  int agree = 0;
};
/// `start` and `more` points around: between finite bounds in equal parts of a low-discrepancy
/// sequence, within factors of ten of the scale elsewhere.
ManyStarts from_many_starts(const LeastSquares& problem, std::span<const double> start, int more);

}  // namespace carom
