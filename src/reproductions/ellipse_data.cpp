#include "reproductions/ellipse_data.hpp"

#include <algorithm>
#include <cmath>

#include "study/measured_input.hpp"

namespace carom::ellipse {

std::vector<MeasuredImpact> measured_impacts() {
  const MeasuredTable table = measured_named("ellipse");
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::ranges::find(table.columns, name) - table.columns.begin());
  };
  const std::size_t before[] = {column("vx_before"), column("vy_before"), column("omega_before")};
  const std::size_t after[] = {column("vx_after"), column("vy_after"), column("omega_after")};
  const std::size_t theta = column("theta_before"), flag = column("flag");
  const std::size_t normal = column("n_arm"), tangential = column("d_arm");
  std::vector<MeasuredImpact> all;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::span<const double> row = table.row(i);
    MeasuredImpact& impact = all.emplace_back();
    impact.theta = row[theta];
    for (std::size_t k = 0; k < 3; ++k) {
      impact.before[k] = row[before[k]];
      impact.after[k] = row[after[k]];
    }
    impact.normal_arm = row[normal];
    impact.tangential_arm = row[tangential];
    impact.flag = row[flag];
  }
  return all;
}

namespace {

constexpr double moment = mass * (long_axis * long_axis + short_axis * short_axis) / 4;

using Row = std::array<double, 3>;

/// aᵀ M⁻¹ b of rows of the Jacobian.
double response(const Row& a, const Row& b) {
  return (a[0] * b[0] + a[1] * b[1]) / mass + a[2] * b[2] / moment;
}

}  // namespace

double unexplained(const MeasuredImpact& impact, double sign) {
  const Row n{0, 1, impact.normal_arm}, d{1, 0, sign * impact.tangential_arm};
  Row change{};
  for (std::size_t k = 0; k < 3; ++k) change[k] = impact.after[k] - impact.before[k];
  // The best impulse leaves a residual that is normal to both columns of M⁻¹Jᵀ in M: JΔv = WP.
  const auto dot = [](const Row& a, const Row& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  };
  const double tt = response(d, d), nn = response(n, n), tn = response(d, n);
  const double u_t = dot(d, change), u_n = dot(n, change);
  const double below = tt * nn - tn * tn;
  const double P_t = (nn * u_t - tn * u_n) / below, P_n = (tt * u_n - tn * u_t) / below;
  const auto size = [](const Row& v) {
    return mass * (v[0] * v[0] + v[1] * v[1]) + moment * v[2] * v[2];
  };
  Row left = change;
  left[0] -= P_t / mass;
  left[1] -= P_n / mass;
  left[2] -= (d[2] * P_t + n[2] * P_n) / moment;
  return std::sqrt(size(left) / size(change));
}

std::array<double, 2> rotation_slopes(const std::vector<MeasuredImpact>& impacts) {
  const auto parts = [](const MeasuredImpact& impact) {
    return Row{impact.normal_arm * (impact.after[1] - impact.before[1]),
               impact.tangential_arm * (impact.after[0] - impact.before[0]),
               impact.after[2] - impact.before[2]};
  };
  Row mean{};
  for (const MeasuredImpact& impact : impacts)
    for (std::size_t k = 0; k < 3; ++k)
      mean[k] += parts(impact)[k] / static_cast<double>(impacts.size());
  double aa = 0, ab = 0, bb = 0, ra = 0, rb = 0;
  for (const MeasuredImpact& impact : impacts) {
    const Row part = parts(impact);
    const double a = part[0] - mean[0], b = part[1] - mean[1], rotation = part[2] - mean[2];
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ra += a * rotation;
    rb += b * rotation;
  }
  const double below = aa * bb - ab * ab;
  return {(bb * ra - ab * rb) / below, (aa * rb - ab * ra) / below};
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace carom::ellipse
