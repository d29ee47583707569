#pragma once

/// numerics/bernstein.hpp
///
/// Polynomials on [0, 1] by their Bernstein coefficients: no root where all coefficients are above
/// zero, and the first root otherwise by subdivision down to a piece with a single root.

#include <array>
#include <optional>

namespace carom {

/// Degree ≤ 5.
struct Bernstein {
  int degree = 0;
  std::array<double, 6> c{};
};

/// The quintic with value, slope and curvature given at 0 and at 1.
Bernstein hermite_quintic(const std::array<double, 3>& at_0, const std::array<double, 3>& at_1);

/// The cubic with value and slope given at 0 and at 1.
Bernstein hermite_cubic(const std::array<double, 2>& at_0, const std::array<double, 2>& at_1);

/// p(x)/xᵏ for a polynomial whose first k coefficients are zero (whatever they hold counts as 0).
Bernstein deflated(const Bernstein& p, int k);

/// The first x in (0, 1] at which p falls below zero, p(0) ≥ 0; none where it stays above.
std::optional<double> first_fall(const Bernstein& p);

}  // namespace carom
