#include "train/rule_fit.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "numerics/fit_intervals.hpp"

namespace carom {
namespace {

/// ((x)^b − 1)/b with x = e^l, and its derivative in b; smooth through b = 0.
double power(double l, double b) {
  return std::abs(b * l) < 1e-8 ? l + 0.5 * b * l * l : std::expm1(b * l) / b;
}
double power_slope(double l, double b) {
  if (std::abs(b * l) < 1e-4) return l * l * (0.5 + b * l / 3);
  return (l * std::exp(b * l) - power(l, b)) / b;
}

}  // namespace

RuleFit rule_fit(std::span<const double> ratios, std::span<const double> segments) {
  const auto n = static_cast<Eigen::Index>(ratios.size());
  Eigen::VectorXd l(n), j(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    l[i] = std::log(ratios[static_cast<std::size_t>(i)]);
    j[i] = segments[static_cast<std::size_t>(i)];
  }
  const double centre = l.mean();  // ln r_0
  l.array() -= centre;

  // j = A + B p(l, b) over points (l, j), l = ln(r/r_0).
  constexpr double anywhere = std::numeric_limits<double>::infinity();
  LeastSquares problem;
  problem.residuals = ratios.size();
  problem.low.assign(3, -anywhere);
  problem.high.assign(3, anywhere);
  problem.scale.assign(3, 1.0);
  problem.most_evaluations = 2000;
  problem.value = [&](std::span<const double> x, std::span<double> r) {
    for (Eigen::Index i = 0; i < n; ++i)
      r[static_cast<std::size_t>(i)] = x[0] + x[1] * power(l[i], x[2]) - j[i];
    return true;
  };
  problem.slopes = [&](std::span<const double> x, std::span<double> slopes) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const std::span<double> row = slopes.subspan(3 * static_cast<std::size_t>(i), 3);
      row[0] = 1;
      row[1] = power(l[i], x[2]);
      row[2] = x[1] * power_slope(l[i], x[2]);
    }
    return true;
  };
  // From the straight line in ln r.
  const double line[] = {j.mean(), l.dot((j.array() - j.mean()).matrix()) / l.squaredNorm(), 0.0};
  const LeastSquaresFit found = least_squares(problem, line);
  const FitSpread spread = fit_spread(problem, found);

  RuleFit fit;
  fit.converged = found.converged;
  const double sst = (j.array() - j.mean()).matrix().squaredNorm();
  fit.regression = sst > found.sum ? std::sqrt(1 - found.sum / sst) : 0;
  fit.deviation = spread.deviation;
  const double t = student_quantile(0.95, spread.freedom);
  const bool determined = spread.rank == 3;
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  for (std::size_t i = 0; determined && i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          spread.correlations[3 * i + k] * spread.error[i] * spread.error[k];
  const auto with_interval = [&](double value, const Eigen::Vector3d& gradient) {
    const double variance = gradient.dot(covariance * gradient);
    const bool known = determined && std::isfinite(value) && std::isfinite(variance);
    return FittedValue{value,
                       known ? t * std::sqrt(variance) : std::numeric_limits<double>::infinity()};
  };
  const double A = found.x[0], B = found.x[1], b = found.x[2];
  const double scale = std::exp(-b * centre);  // r_0^−b
  const double a = B * scale / b, c = A - B / b;
  fit.b = with_interval(b, {0, 0, 1});
  fit.a = with_interval(a, {0, scale / b, -a * (centre + 1 / b)});
  fit.c = with_interval(c, {1, -1 / b, B / (b * b)});
  // a + c = A + B (r_0^−b − 1)/b, a b = B r_0^−b
  fit.level =
      with_interval(A + B * power(-centre, b), {1, power(-centre, b), B * power_slope(-centre, b)});
  fit.slope = with_interval(B * scale, {0, scale, -centre * B * scale});
  return fit;
}

}  // namespace carom
