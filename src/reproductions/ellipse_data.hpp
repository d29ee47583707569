#pragma once

/// reproductions/ellipse_data.hpp
///
/// The measured impacts as numbers, and what any impulse at the contact can do of them.

#include <array>
#include <string>
#include <vector>

#include "data/panels.hpp"

namespace carom::ellipse {

inline constexpr double long_axis = 0.035, short_axis = 0.025;  ///< m, semi-axes
inline constexpr double mass = 0.0364;                          ///< kg

/// An impact: generalized velocities (x, y, rotation) as stored, and the contact's arms.
struct MeasuredImpact {
  double theta = 0;
  std::array<double, 3> before{}, after{};
  double normal_arm = 0, tangential_arm = 0;  ///< m
  double flag = 0;
};

/// All rows of the embedded file.
std::vector<MeasuredImpact> measured_impacts();

/// How much of a measured change of velocities no impulse (P_t, P_n) at the contact can bring, with
/// the tangential row d = (1, 0, sign·d_arm): √(rᵀMr/ΔvᵀMΔv) at the best impulse.
double unexplained(const MeasuredImpact& impact, double sign);

/// Δω by what the linear velocities' changes say of the impulse,
///     Δω = a n_arm Δv_y + b d_arm Δv_x + c
/// by least squares: (a, b). A rigid body has a = b = m/I.
std::array<double, 2> rotation_slopes(const std::vector<MeasuredImpact>& impacts);

double median(std::vector<double> values);

}  // namespace carom::ellipse
