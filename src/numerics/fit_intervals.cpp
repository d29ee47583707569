#include "numerics/fit_intervals.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <memory>

namespace carom {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// Singular values below this of the largest are none: at least, and times the error of central
/// differences.
constexpr double no_singular_value = 1e-8;
constexpr double of_differences = 10;
/// A parameter's part in an open direction below which it is rounding.
constexpr double no_part = 1e-4;

/// Whether S falls beyond the bound at which the j-th parameter is held, by more than the noise of
/// slopes: else it is there by chance, as in a valley without a slope.
bool is_pressed(const LeastSquaresFit& fit, std::size_t j, double noise) {
  const std::size_t p = fit.x.size();
  double along = 0, length = 0;
  for (std::size_t i = 0; i < fit.r.size(); ++i) {
    const double slope = fit.slopes[i * p + j];
    along += slope * fit.r[i];
    length += slope * slope;
  }
  return std::abs(along) > 100 * noise * std::sqrt(length * fit.sum);
}

}  // namespace

double student_quantile(double confidence, double freedom) {
  return boost::math::quantile(boost::math::students_t(freedom), 0.5 + 0.5 * confidence);
}

FitSpread fit_spread(const LeastSquares& problem, const LeastSquaresFit& fit) {
  const std::vector<double>& scale = problem.scale;
  const double noise =
      std::max(no_singular_value, of_differences * std::pow(problem.accuracy, 2.0 / 3));
  const std::size_t p = fit.x.size(), n = fit.r.size();
  FitSpread spread;
  std::vector<std::size_t> free;
  for (std::size_t j = 0; j < p; ++j)
    if (fit.held[j] == 0 || !is_pressed(fit, j, noise)) free.push_back(j);
  const auto f = static_cast<Eigen::Index>(free.size());
  spread.freedom = static_cast<double>(n) - static_cast<double>(f);
  spread.deviation = spread.freedom > 0 ? std::sqrt(fit.sum / spread.freedom) : infinite;
  spread.error.assign(p, 0);
  spread.determined.assign(p, true);
  spread.correlations.assign(p * p, std::numeric_limits<double>::quiet_NaN());
  if (f == 0) return spread;

  Eigen::MatrixXd columns(static_cast<Eigen::Index>(n), f);
  Eigen::VectorXd length(f);
  double longest = 0;
  for (Eigen::Index k = 0; k < f; ++k) {
    const std::size_t j = free[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < n; ++i)
      columns(static_cast<Eigen::Index>(i), k) = fit.slopes[i * p + j];
    length[k] = columns.col(k).stableNorm();
    longest = std::max(longest, length[k] * scale[j]);
  }
  // A column without length is a direction of its own.
  for (Eigen::Index k = 0; k < f; ++k) {
    const std::size_t j = free[static_cast<std::size_t>(k)];
    const bool none = !(length[k] * scale[j] > noise * longest);
    if (none) columns.col(k).setZero();
    length[k] = none ? 1 / scale[j] : length[k];
    columns.col(k) /= length[k];
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(columns, Eigen::ComputeThinV);
  const Eigen::VectorXd& values = svd.singularValues();
  const Eigen::MatrixXd& v = svd.matrixV();
  const auto is_open = [&](Eigen::Index k) {
    return k >= values.size() || !(values[k] > noise * values[0]) || values[0] == 0;
  };
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(f, f);
  for (Eigen::Index k = 0; k < f; ++k) {
    if (!is_open(k)) {
      ++spread.rank;
      covariance += v.col(k) * v.col(k).transpose() / (values[k] * values[k]);
      continue;
    }
    std::vector<double> direction(p, 0.0);
    double largest = 0;
    for (Eigen::Index i = 0; i < f && k < v.cols(); ++i) {
      const std::size_t j = free[static_cast<std::size_t>(i)];
      direction[j] = v(i, k) / length[i] / scale[j];
      largest = std::max(largest, std::abs(direction[j]));
      if (std::abs(v(i, k)) > no_part) spread.determined[j] = false;
    }
    for (double& part : direction) part = std::abs(part) > no_part * largest ? part / largest : 0;
    spread.open.push_back(std::move(direction));
  }
  spread.condition = spread.rank == f ? values[0] / values[f - 1] : infinite;
  for (Eigen::Index i = 0; i < f; ++i) {
    const std::size_t j = free[static_cast<std::size_t>(i)];
    spread.error[j] = spread.determined[j]
                          ? spread.deviation * std::sqrt(covariance(i, i)) / length[i]
                          : infinite;
    for (Eigen::Index k = 0; k < f; ++k) {
      const std::size_t other = free[static_cast<std::size_t>(k)];
      if (spread.determined[j] && spread.determined[other])
        spread.correlations[j * p + other] =
            i == k ? 1 : covariance(i, k) / std::sqrt(covariance(i, i) * covariance(k, k));
    }
  }
  return spread;
}

namespace {

/// √(S_j(z) − S)/s − t, rising away from the fit; the other parameters as they are best there.
class Profile {
 public:
  Profile(const LeastSquares& problem, const LeastSquaresFit& fit, const FitSpread& spread,
          std::size_t j, double t)
      : problem_(problem),
        fit_(fit),
        spread_(spread),
        j_(j),
        t_(t),
        kept_(std::make_unique<bool[]>(fit.x.size())),
        x_(fit.x) {
    kept_[j] = true;
  }

  double operator()(double z) {
    x_[j_] = z;
    const std::span<const bool> kept(kept_.get(), x_.size());
    LeastSquaresFit there = least_squares(problem_, x_, kept);
    if (!there.found) {
      // From the fit itself: on the way here the others may have gone where there is no answer.
      std::vector<double> from = fit_.x;
      from[j_] = z;
      there = least_squares(problem_, from, kept);
      if (!there.found) return infinite;
    }
    x_ = there.x;
    if (there.sum < lowest_) {
      lowest_ = there.sum;
      if (there.sum < fit_.sum * (1 - 1e-6)) better_ = there.x;
    }
    return std::sqrt(std::max(0.0, there.sum - fit_.sum)) / spread_.deviation - t_;
  }
  /// Begins again from the fit.
  void restart() { x_ = fit_.x; }
  const std::optional<std::vector<double>>& better() const { return better_; }

 private:
  const LeastSquares& problem_;
  const LeastSquaresFit& fit_;
  const FitSpread& spread_;
  std::size_t j_;
  double t_;
  std::unique_ptr<bool[]> kept_;
  std::vector<double> x_;
  double lowest_ = infinite;
  std::optional<std::vector<double>> better_;
};

/// As many doublings of the first step lead away from the fit: a profile that has not risen by then
/// has no end.
constexpr int most_doublings = 12;
constexpr int most_bisections = 40;

}  // namespace

ProfileInterval profile_interval(const LeastSquares& problem, const LeastSquaresFit& fit,
                                 const FitSpread& spread, std::size_t j, double confidence,
                                 double half) {
  ProfileInterval interval;
  const double centre = fit.x[j];
  interval.ends = {centre, centre};
  if (!(spread.freedom > 0)) {
    interval.ends = {-infinite, infinite};
    return interval;
  }
  if (!(spread.deviation > 0)) return interval;
  Profile profile(problem, fit, spread, j, student_quantile(confidence, spread.freedom));
  for (const int side : {-1, 1}) {
    double& end = interval.ends[side < 0 ? 0 : 1];
    bool& at_bound = interval.at_bound[side < 0 ? 0 : 1];
    const double bound = side < 0 ? problem.low[j] : problem.high[j];
    if (centre == bound) {
      at_bound = true;
      continue;
    }
    profile.restart();
    double step =
        std::isfinite(half) && half > 0 ? half : 0.1 * std::max(std::abs(centre), problem.scale[j]);
    double inner = centre, outer = centre;
    double below = -student_quantile(confidence, spread.freedom), above = below;
    for (int k = 0; k < most_doublings && above < 0; ++k, step *= 2) {
      inner = outer;
      below = above;
      outer = centre + side * step;
      if (side * (outer - bound) >= 0) outer = bound;
      above = profile(outer);
      if (outer == bound) break;
    }
    if (above < 0) {
      at_bound = outer == bound;
      end = at_bound ? bound : side * infinite;
      continue;
    }
    // √ makes the profile nearly straight: secants that must stay inside, or halves.
    const double tolerance = 1e-4 * std::abs(outer - centre);
    for (int k = 0; k < most_bisections && std::abs(outer - inner) > tolerance; ++k) {
      double share = std::isfinite(above) ? -below / (above - below) : 0.5;
      share = k % 3 == 2 ? 0.5 : std::clamp(share, 0.02, 0.98);
      const double middle = inner + share * (outer - inner);
      const double there = profile(middle);
      (there < 0 ? inner : outer) = middle;
      (there < 0 ? below : above) = there;
      if (std::abs(there) < 1e-6) {
        inner = outer = middle;
        break;
      }
    }
    end = std::isfinite(above) && outer != inner
              ? inner + (outer - inner) * std::clamp(-below / (above - below), 0.0, 1.0)
              : inner;
  }
  interval.better = profile.better();
  return interval;
}

}  // namespace carom
