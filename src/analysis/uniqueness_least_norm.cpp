#include "analysis/uniqueness_least_norm.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "contact/thresholds.hpp"

namespace carom {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// min |A u − b| over u ≥ 0 (Lawson & Hanson's NNLS).
Vector non_negative_least_squares(const Matrix& a, const Vector& b) {
  const int n = static_cast<int>(a.cols());
  Vector u = Vector::Zero(n);
  std::vector<bool> free(n, false);
  const auto solved = [&] {
    std::vector<int> chosen;
    for (int i = 0; i < n; ++i)
      if (free[i]) chosen.push_back(i);
    Matrix part(a.rows(), chosen.size());
    for (std::size_t k = 0; k < chosen.size(); ++k)
      part.col(static_cast<int>(k)) = a.col(chosen[k]);
    const Vector s = part.completeOrthogonalDecomposition().solve(b);
    Vector whole = Vector::Zero(n);
    for (std::size_t k = 0; k < chosen.size(); ++k) whole[chosen[k]] = s[static_cast<int>(k)];
    return whole;
  };
  for (int outer = 0; outer < 10 * n + 10; ++outer) {
    const Vector gradient = a.transpose() * (b - a * u);
    int best = -1;
    for (int i = 0; i < n; ++i)
      if (!free[i] && (best < 0 || gradient[i] > gradient[best])) best = i;
    if (best < 0 || gradient[best] <= 1e-13 * a.col(best).norm()) break;
    free[best] = true;
    for (int inner = 0; inner <= n; ++inner) {
      const Vector s = solved();
      double step = 1;
      for (int i = 0; i < n; ++i)
        if (free[i] && s[i] <= 0) step = std::min(step, u[i] / (u[i] - s[i]));
      u += step * (s - u);
      if (step == 1) break;
      for (int i = 0; i < n; ++i)
        if (free[i] && u[i] <= 1e-15 * u.cwiseAbs().maxCoeff()) {
          free[i] = false;
          u[i] = 0;
        }
    }
  }
  return u;
}

/// min |y| with G y ≥ h; y = 0 where nothing is asked.
Vector least_distance(const Matrix& g, const Vector& h) {
  const int n = static_cast<int>(g.cols()), m = static_cast<int>(g.rows());
  Matrix e(n + 1, m);
  e.topRows(n) = g.transpose();
  e.row(n) = h.transpose();
  Vector f = Vector::Zero(n + 1);
  f[n] = 1;
  const Vector u = non_negative_least_squares(e, f);
  const Vector r = e * u - f;
  if (std::abs(r[n]) < 1e-14) return Vector::Zero(n);
  return -r.head(n) / r[n];
}

/// One edge of a contact's cone.
struct Edge {
  int contact = 0;
  double tangential = 0;  ///< beside a normal part of 1
};

/// The least τ with the same Wτ. `left`, `right` are velocities at both ends of the stage; the
/// impulses of contacts that strike stay, but where there is one, in a stage, that sticks.
Vector least(const Matrix& w, std::span<const double> friction,
             std::span<const std::uint8_t> striking, int striker, bool striker_free,
             const Vector& left, const Vector& right, const Vector& impulse) {
  const int c = static_cast<int>(friction.size());
  const double speed = std::max(left.lpNorm<Eigen::Infinity>(), right.lpNorm<Eigen::Infinity>());
  std::vector<Edge> edges;
  std::vector<double> start;
  Vector fixed = Vector::Zero(2 * c);
  bool striker_sticks = false;
  for (int i = 0; i < c; ++i) {
    const int t = 2 * i, n = t + 1;
    const double slip = 0.5 * (left[t] + right[t]);
    const bool sticks =
        std::abs(left[t]) <= still_share * speed && std::abs(right[t]) <= still_share * speed;
    const bool strikes = striker >= 0 ? i == striker : striking[static_cast<std::size_t>(i)] != 0;
    if (strikes && !(striker_free && sticks && friction[i] > 0)) {
      fixed[t] = impulse[t];
      fixed[n] = impulse[n];
      continue;
    }
    striker_sticks = striker_sticks || strikes;
    if (!strikes && (left[n] > still_share * speed || right[n] > still_share * speed)) continue;
    if (friction[i] == 0) {
      edges.push_back({i, 0});
      start.push_back(impulse[n]);
    } else if (sticks) {
      edges.push_back({i, friction[i]});
      edges.push_back({i, -friction[i]});
      start.push_back(0.5 * (impulse[n] + impulse[t] / friction[i]));
      start.push_back(0.5 * (impulse[n] - impulse[t] / friction[i]));
    } else {
      edges.push_back({i, slip > 0 ? -friction[i] : friction[i]});
      start.push_back(impulse[n]);
    }
  }
  const int k = static_cast<int>(edges.size());
  if (k == 0) return impulse;
  Matrix spread = Matrix::Zero(2 * c, k);
  for (int e = 0; e < k; ++e) {
    spread(2 * edges[e].contact, e) = edges[e].tangential;
    spread(2 * edges[e].contact + 1, e) = 1;
  }
  Matrix same(2 * c + (striker_sticks ? 1 : 0), k);
  same.topRows(2 * c) = w * spread;
  if (striker_sticks) same.row(2 * c) = w.cwiseAbs().maxCoeff() * spread.row(2 * striker + 1);
  const Eigen::JacobiSVD<Matrix> svd(same, Eigen::ComputeFullV);
  int rank = 0;
  while (rank < svd.singularValues().size() &&
         svd.singularValues()[rank] > rank_tolerance * svd.singularValues()[0])
    ++rank;
  if (rank == k) return impulse;
  const Matrix null = svd.matrixV().rightCols(k - rank);

  // τ(z) = spread (x₀ + null z) + fixed: orthonormal directions q, so that |τ|² = |y|² + a
  // constant.
  const Vector x0 = Eigen::Map<const Vector>(start.data(), k);
  const Eigen::HouseholderQR<Matrix> qr(spread * null);
  const int free = k - rank;
  const Matrix r = qr.matrixQR().topRows(free).triangularView<Eigen::Upper>();
  const Matrix q = Matrix(qr.householderQ() * Matrix::Identity(2 * c, free));
  const Matrix along = null * r.inverse();  // x = x₀ + along·(y − qᵀτ₀)
  const Vector origin = spread * x0 + fixed;
  const Vector shift = x0 - along * (q.transpose() * origin);
  const double size = std::max(impulse.lpNorm<Eigen::Infinity>(), 1e-300);
  const Vector y = size * least_distance(along, -shift / size);
  Vector x = shift + along * y;
  for (int e = 0; e < k; ++e)
    if (x[e] < 1e-14 * size) x[e] = 0;  // on the cone's boundary, but for rounding
  return spread * x + fixed;
}

}  // namespace

void take_least_impulses(std::span<const double> inertia, std::span<const double> before,
                         std::span<const double> friction, Solution<double>& solution) {
  const int c = solution.count;
  const int width = 2 * c;
  if (static_cast<int>(solution.impulse.size()) != width) return;
  const Matrix w = Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(inertia.data(),
                                                                                    width, width);
  const auto vector = [&](std::span<const double> values) {
    return Vector(Eigen::Map<const Vector>(values.data(), width));
  };
  Vector total = Vector::Zero(width), work = Vector::Zero(width);
  if (solution.stages.empty()) {
    const Vector left = vector(before), right = vector(solution.velocity_after);
    // An algebraic law judges contacts by where they end.
    total = least(w, friction, solution.approaching, solution.colliding, false, right, right,
                  vector(solution.impulse));
    work = 0.5 * total.cwiseProduct(left + right);
  } else {
    std::vector<double> boundaries(solution.stage_impulses.begin(),
                                   solution.stage_impulses.begin() + width);
    for (std::size_t s = 0; s < solution.stages.size(); ++s) {
      const int stage = static_cast<int>(s);
      const Vector left = vector(solution.velocities(stage));
      const Vector right = vector(solution.velocities(stage + 1));
      const Vector was = vector(solution.impulses(stage + 1)) - vector(solution.impulses(stage));
      const Vector now =
          least(w, friction, solution.approaching, solution.colliding, true, left, right, was);
      total += now;
      work += 0.5 * now.cwiseProduct(left + right);
      boundaries.insert(boundaries.end(), total.data(), total.data() + width);
    }
    solution.stage_impulses = std::move(boundaries);
  }
  solution.impulse.assign(total.data(), total.data() + width);
  solution.work.assign(work.data(), work.data() + width);
  double largest = 0;
  for (int i = 0; i < c; ++i) largest = std::max(largest, std::abs(total[2 * i + 1]));
  for (int i = 0; i < c; ++i)
    solution.interacted[i] = total[2 * i + 1] > interaction_share * largest ? 1 : 0;
}

}  // namespace carom
