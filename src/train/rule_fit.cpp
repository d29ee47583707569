#include "train/rule_fit.hpp"

#include <Eigen/Dense>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/NonLinearOptimization>

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

/// Residuals of j = A + B p(l, b) over points (l, j), l = ln(r/r_0).
struct Residuals {
  Eigen::VectorXd l, j;

  int inputs() const { return 3; }
  int values() const { return static_cast<int>(l.size()); }
  int operator()(const Eigen::VectorXd& x, Eigen::VectorXd& out) const {
    for (Eigen::Index i = 0; i < l.size(); ++i) out[i] = x[0] + x[1] * power(l[i], x[2]) - j[i];
    return 0;
  }
  int df(const Eigen::VectorXd& x, Eigen::MatrixXd& out) const {
    for (Eigen::Index i = 0; i < l.size(); ++i) {
      out(i, 0) = 1;
      out(i, 1) = power(l[i], x[2]);
      out(i, 2) = x[1] * power_slope(l[i], x[2]);
    }
    return 0;
  }
};

}  // namespace

RuleFit rule_fit(std::span<const double> ratios, std::span<const double> segments) {
  const auto n = static_cast<Eigen::Index>(ratios.size());
  Residuals residuals{Eigen::VectorXd(n), Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    residuals.l[i] = std::log(ratios[static_cast<std::size_t>(i)]);
    residuals.j[i] = segments[static_cast<std::size_t>(i)];
  }
  const double centre = residuals.l.mean();  // ln r_0
  residuals.l.array() -= centre;

  // From the straight line in ln r.
  Eigen::VectorXd x(3);
  x << residuals.j.mean(),
      residuals.l.dot((residuals.j.array() - residuals.j.mean()).matrix()) /
          residuals.l.squaredNorm(),
      0.0;
  Eigen::LevenbergMarquardt<Residuals> solver(residuals);
  solver.parameters.maxfev = 2000;
  const auto status = solver.minimize(x);

  RuleFit fit;
  fit.converged = status > 0 && status < Eigen::LevenbergMarquardtSpace::TooManyFunctionEvaluation;
  Eigen::VectorXd out(n);
  Eigen::MatrixXd jacobian(n, 3);
  residuals(x, out);
  residuals.df(x, jacobian);
  const double ssr = out.squaredNorm();
  const double sst = (residuals.j.array() - residuals.j.mean()).matrix().squaredNorm();
  fit.regression = sst > ssr ? std::sqrt(1 - ssr / sst) : 0;
  const double freedom = static_cast<double>(n - 3);
  fit.deviation = std::sqrt(ssr / freedom);
  const double t = boost::math::quantile(boost::math::students_t(freedom), 0.975);

  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(jacobian);
  const bool determined = qr.rank() == 3;
  const Eigen::Matrix3d covariance =
      determined ? Eigen::Matrix3d(fit.deviation * fit.deviation *
                                   (jacobian.transpose() * jacobian).inverse())
                 : Eigen::Matrix3d::Zero();
  const auto with_interval = [&](double value, const Eigen::Vector3d& gradient) {
    const double variance = gradient.dot(covariance * gradient);
    const bool known = determined && std::isfinite(value) && std::isfinite(variance);
    return FittedValue{value,
                       known ? t * std::sqrt(variance) : std::numeric_limits<double>::infinity()};
  };
  const double A = x[0], B = x[1], b = x[2];
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
