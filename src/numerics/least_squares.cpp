#include "numerics/least_squares.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/NonLinearOptimization>

namespace carom {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A residual where there is none: no step goes there.
constexpr double refused = 1e100;
constexpr int most_rounds = 50;

std::span<const double> view(const Vector& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
std::span<double> view(Vector& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

/// The problem with its bounds and what it costs.
class Bounded {
 public:
  explicit Bounded(const LeastSquares& problem)
      : problem_(problem),
        n_(static_cast<Eigen::Index>(problem.residuals)),
        p_(static_cast<Eigen::Index>(problem.parameters())) {}

  Eigen::Index residuals() const { return n_; }
  Eigen::Index parameters() const { return p_; }
  int evaluations() const { return evaluations_; }

  Vector inside(Vector x) const {
    for (Eigen::Index j = 0; j < p_; ++j) x[j] = std::clamp(x[j], low(j), high(j));
    return x;
  }
  double low(Eigen::Index j) const { return problem_.low[static_cast<std::size_t>(j)]; }
  double high(Eigen::Index j) const { return problem_.high[static_cast<std::size_t>(j)]; }

  bool value(const Vector& x, Vector& r) {
    ++evaluations_;
    if (!x.allFinite()) return false;
    return problem_.value(view(x), view(r)) && r.allFinite();
  }

  /// ∂r/∂x of the parameters that `wanted` names, at x within the bounds; zero in other columns.
  void slopes(const Vector& x, const Vector& r, const std::vector<Eigen::Index>& wanted,
              Matrix& out) {
    out.setZero(n_, p_);
    if (wanted.empty()) return;
    if (problem_.slopes) {
      RowMatrix rows(n_, p_);
      const std::span<double> all(rows.data(), static_cast<std::size_t>(n_ * p_));
      if (problem_.slopes(view(x), all) && rows.allFinite()) {
        for (const Eigen::Index j : wanted) out.col(j) = rows.col(j);
        return;
      }
    }
    for (const Eigen::Index j : wanted) out.col(j) = difference(x, r, j);
  }

 private:
  Vector difference(const Vector& x, const Vector& r, Eigen::Index j) {
    const double scale = problem_.scale[static_cast<std::size_t>(j)];
    double step = std::cbrt(problem_.accuracy) * std::max(std::abs(x[j]), scale);
    step = std::min(step, 0.25 * (high(j) - low(j)));
    Vector one(n_), two(n_);
    Vector moved = x;
    const auto at = [&](double place, Vector& value_there) {
      moved[j] = place;
      return value(moved, value_there);
    };
    if (step > 0 && x[j] - step >= low(j) && x[j] + step <= high(j) && at(x[j] + step, one) &&
        at(x[j] - step, two))
      return (one - two) / (2 * step);
    // −3r(x) + 4r(x + h) − r(x + 2h) over 2h, to the side where there is room, and answers.
    for (const double h : {step, -step})
      if (step > 0 && x[j] + 2 * h >= low(j) && x[j] + 2 * h <= high(j) && at(x[j] + h, one) &&
          at(x[j] + 2 * h, two))
        return (4 * one - 3 * r - two) / (2 * h);
    return Vector::Zero(n_);
  }

  const LeastSquares& problem_;
  Eigen::Index n_, p_;
  int evaluations_ = 0;
};

/// Over the parameters that move, as Eigen's solver takes it: r at the nearest point within the
/// bounds.
struct Moving {
  Bounded* bounded;
  Vector at;                        // all parameters
  std::vector<Eigen::Index> moves;  // of them

  int inputs() const { return static_cast<int>(moves.size()); }
  /// More residuals than parameters, as the method needs: the rest are zero.
  int values() const { return static_cast<int>(std::max(bounded->residuals(), count())); }
  Eigen::Index count() const { return static_cast<Eigen::Index>(moves.size()); }

  Vector place(const Vector& y) const {
    Vector x = at;
    for (Eigen::Index k = 0; k < count(); ++k) x[moves[static_cast<std::size_t>(k)]] = y[k];
    return bounded->inside(x);
  }
  int operator()(const Vector& y, Vector& out) const {
    out.setZero(values());
    Vector r(bounded->residuals());
    if (bounded->value(place(y), r))
      out.head(r.size()) = r;
    else
      out.setConstant(refused);
    return 0;
  }
  int df(const Vector& y, Matrix& out) const {
    const Vector x = place(y);
    Vector r(bounded->residuals());
    out.setZero(values(), count());
    if (!bounded->value(x, r)) return 0;
    // What has run into a bound goes no further.
    std::vector<Eigen::Index> wanted;
    for (Eigen::Index k = 0; k < count(); ++k)
      if (x[moves[static_cast<std::size_t>(k)]] == y[k])
        wanted.push_back(moves[static_cast<std::size_t>(k)]);
    Matrix all(bounded->residuals(), bounded->parameters());
    bounded->slopes(x, r, wanted, all);
    for (Eigen::Index k = 0; k < count(); ++k)
      out.col(k).head(all.rows()) = all.col(moves[static_cast<std::size_t>(k)]);
    return 0;
  }
};

/// −1, 1: x_j is at that bound, and S falls beyond it.
int held_at(const Bounded& bounded, const Vector& x, const Vector& gradient, Eigen::Index j) {
  if (x[j] <= bounded.low(j) && gradient[j] >= 0) return -1;
  if (x[j] >= bounded.high(j) && gradient[j] <= 0) return 1;
  return 0;
}

}  // namespace

LeastSquaresFit least_squares(const LeastSquares& problem, std::span<const double> start,
                              std::span<const bool> kept) {
  Bounded bounded(problem);
  const Eigen::Index p = bounded.parameters();
  Vector x = bounded.inside(Eigen::Map<const Vector>(start.data(), static_cast<Eigen::Index>(p)));
  const auto is_kept = [&](Eigen::Index j) {
    return !kept.empty() && kept[static_cast<std::size_t>(j)];
  };
  std::vector<Eigen::Index> candidates;
  for (Eigen::Index j = 0; j < p; ++j)
    if (!is_kept(j)) candidates.push_back(j);

  LeastSquaresFit fit;
  Vector r(bounded.residuals());
  Matrix slopes(bounded.residuals(), p);
  fit.found = bounded.value(x, r);
  std::vector<int> held(static_cast<std::size_t>(p), 0), before;
  const auto look = [&] {
    bounded.slopes(x, r, candidates, slopes);
    const Vector gradient = slopes.transpose() * r;
    std::ranges::fill(held, 0);
    for (const Eigen::Index j : candidates)
      held[static_cast<std::size_t>(j)] = held_at(bounded, x, gradient, j);
  };
  if (fit.found) look();
  for (int round = 0; fit.found && round < most_rounds; ++round) {
    Moving moving{&bounded, x, {}};
    for (const Eigen::Index j : candidates)
      if (held[static_cast<std::size_t>(j)] == 0) moving.moves.push_back(j);
    const double sum = r.squaredNorm();
    fit.converged = true;
    if (moving.moves.empty() || sum == 0) break;
    Vector y(moving.count());
    for (Eigen::Index k = 0; k < y.size(); ++k) y[k] = x[moving.moves[static_cast<std::size_t>(k)]];
    Eigen::LevenbergMarquardt<Moving> solver(moving);
    solver.parameters.maxfev = problem.most_evaluations;
    solver.parameters.factor = round == 0 ? 10 : 1;
    solver.parameters.ftol = solver.parameters.xtol = 1e-13;
    const auto status = solver.minimize(y);
    fit.converged =
        status > 0 && status != Eigen::LevenbergMarquardtSpace::TooManyFunctionEvaluation;
    const Vector moved = moving.place(y);
    Vector there(bounded.residuals());
    const bool lower = bounded.value(moved, there) && there.squaredNorm() < sum;
    if (lower) {
      x = moved;
      r = there;
    }
    before = held;
    look();
    if (!lower || (held == before && sum - r.squaredNorm() <= 1e-12 * sum)) break;
    if (bounded.evaluations() > problem.most_evaluations * (static_cast<int>(p) + 2)) {
      fit.converged = false;
      break;
    }
  }
  fit.x.assign(x.data(), x.data() + p);
  fit.r.assign(r.data(), r.data() + r.size());
  fit.slopes.resize(problem.residuals * problem.parameters());
  Eigen::Map<RowMatrix>(fit.slopes.data(), bounded.residuals(), p) = slopes;
  fit.sum = fit.found ? r.squaredNorm() : std::numeric_limits<double>::infinity();
  fit.held = held;
  fit.evaluations = bounded.evaluations();
  return fit;
}

namespace {

/// The i-th number of van der Corput's sequence.
double radical_inverse(int i, int radix) {
  double value = 0, digit = 1;
  for (; i > 0; i /= radix) {
    digit /= radix;
    value += digit * (i % radix);
  }
  return value;
}

constexpr int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};

}  // namespace

namespace {

/// Σ r², or 0 where there is none.
double sum_at(const LeastSquares& problem, std::span<const double> x) {
  std::vector<double> r(problem.residuals);
  if (!problem.value(x, r)) return 0;
  double sum = 0;
  for (const double each : r) sum += each * each;
  return std::isfinite(sum) ? sum : 0;
}

}  // namespace

ManyStarts from_many_starts(const LeastSquares& problem, std::span<const double> start, int more) {
  ManyStarts many;
  std::vector<double> sums;
  // Below this share of what the search begins with a sum is zero: of such the first is as good.
  const double zero = 1e-24 * sum_at(problem, start);
  for (int s = 0; s <= more; ++s) {
    std::vector<double> x(start.begin(), start.end());
    for (std::size_t j = 0; s > 0 && j < x.size(); ++j) {
      const double u = radical_inverse(s, primes[j % std::size(primes)]);
      const double low = problem.low[j], high = problem.high[j];
      if (std::isfinite(low) && std::isfinite(high))
        x[j] = low + u * (high - low);
      else if (x[j] != 0)
        x[j] *= std::pow(10.0, 2 * u - 1);
      else
        x[j] = problem.scale[j] * (2 * u - 1);
    }
    LeastSquaresFit fit = least_squares(problem, x);
    ++many.starts;
    sums.push_back(fit.sum);
    fit.evaluations += many.best.evaluations;
    if (s == 0 || fit.sum < many.best.sum - zero)
      many.best = std::move(fit);
    else
      many.best.evaluations = fit.evaluations;
  }
  const double best = many.best.sum;
  for (const double sum : sums)
    if (std::isfinite(sum) && sum - best <= 1e-6 * best + zero) ++many.agree;
  return many;
}

}  // namespace carom
