#pragma once

/// numerics/smooth_roots.hpp
///
/// All roots of a smooth function on an interval, with their multiplicities: also those where it
/// touches zero without crossing, and pairs closer than any grid.
///
/// The interval is cut until on every piece the function is a Chebyshev polynomial to rounding (its
/// last coefficients fall below `resolution` of the largest). For a polynomial p = Σ c_k T_k on a
/// piece the roots are then a matter of proof, by bounds that hold everywhere on it (|T_k| ≤ 1):
///
///     |c_0| > Σ|c_k|                       no root
///     |d_0| > Σ|d_k|,  p′ = Σ d_k T_k      p is monotone: one root where the ends differ in sign
///     |e_0| > Σ|e_k|,  p″ = Σ e_k T_k      p′ is monotone: at the extremum p is zero (a double
///                                          root), or has the ends' sign, or there are two roots
///
/// and otherwise the piece is halved. What is proved is proved of the polynomial: a feature of the
/// function narrower than the distance of its samples (21 a piece) can escape, as can a pair of
/// roots between which it stays within `floor` of zero; such a pair is one double root. Rounding
/// of the function does not fall when a piece is halved: where it is all that keeps a piece from
/// being a polynomial, the piece has no root if the rest keeps away from zero, and is unresolved if
/// not. The work is bounded: pieces beyond 20,000 are unresolved.
/// Source: J. P. Boyd, SIAM Review 55 (2013) 375, for roots by Chebyshev proxies.

#include <functional>
#include <utility>
#include <vector>

namespace carom {

struct SmoothRoot {
  double at = 0;
  int multiplicity = 1;
};

struct SmoothRootOptions {
  double floor = 2e-15;       ///< values of the function below this are zero; it is of order one
  double resolution = 1e-13;  ///< of the polynomials, relative to the function's largest value
  double narrowest = 1e-9;    ///< share of the interval below which pieces are not cut
};

struct SmoothRoots {
  std::vector<SmoothRoot> roots;  ///< rising
  /// Where the function is zero throughout.
  std::vector<std::pair<double, double>> vanishing;
  /// Where it is not smooth, or jumps, or ends: nothing is known within these.
  std::vector<std::pair<double, double>> unresolved;
  /// Where it is not a number.
  std::vector<std::pair<double, double>> undefined;
};

/// `function` may return NaN where it is not defined.
SmoothRoots smooth_roots(const std::function<double(double)>& function, double from, double to,
                         const SmoothRootOptions& options = {});

}  // namespace carom
