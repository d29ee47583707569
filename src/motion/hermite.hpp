#pragma once

/// motion/hermite.hpp
///
/// A motion between two of its states that are h apart, at the share s of the way: the quintic
/// through places, velocities and accelerations, errors of order h⁶ (h⁵ for velocities). Over short
/// steps its velocity is rounding of places over h; there the cubic through velocities and
/// accelerations knows it better.

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

struct HermiteKnot {
  double position = 0;
  double velocity = 0;
  double acceleration = 0;
};

struct HermitePoint {
  double position = 0;
  double velocity = 0;
};

/// Of a number and its slope.
inline double cubic_hermite(double s, double h, double y0, double slope0, double y1,
                            double slope1) {
  const double r = 1 - s;
  return r * r * (1 + 2 * s) * y0 + s * r * r * h * slope0 + s * s * (3 - 2 * s) * y1 -
         s * s * r * h * slope1;
}

inline HermitePoint hermite(double s, double h, const HermiteKnot& a, const HermiteKnot& b) {
  const double cubic = cubic_hermite(s, h, a.velocity, a.acceleration, b.velocity, b.acceleration);
  if (!(h > 0)) return {a.position, a.velocity};
  const double c1 = h * a.velocity;
  const double c2 = 0.5 * h * h * a.acceleration;
  const double d = b.position - (a.position + c1 + c2);
  const double v = h * b.velocity - (c1 + 2 * c2);
  const double w = h * h * b.acceleration - 2 * c2;
  const double c3 = 10 * d - 4 * v + 0.5 * w;
  const double c4 = -15 * d + 7 * v - w;
  const double c5 = 6 * d - 3 * v + 0.5 * w;
  const double position = a.position + s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5))));
  const double quintic = (c1 + s * (2 * c2 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h;
  const double rounding = 16 * std::numeric_limits<double>::epsilon() *
                          std::max(std::abs(a.position), std::abs(b.position)) / h;
  return {position, std::abs(quintic - cubic) > rounding ? quintic : cubic};
}

}  // namespace carom
