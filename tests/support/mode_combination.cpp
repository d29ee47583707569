#include "support/mode_combination.hpp"

#include <algorithm>
#include <cmath>

namespace carom::testing {

Vector nonnegative_solution(const Matrix& A, const Vector& b) {
  const int n = static_cast<int>(A.cols());
  Vector x = Vector::Zero(n);
  std::vector<int> in;
  std::vector<bool> inside(n, false);
  const double tiny = 1e-13 * std::max(1.0, A.cwiseAbs().maxCoeff()) * std::max(b.norm(), 1e-300);
  for (int round = 0; round < 6 * n + 6; ++round) {
    const Vector gradient = A.transpose() * (b - A * x);
    int best = -1;
    for (int i = 0; i < n; ++i)
      if (!inside[i] && gradient[i] > tiny && (best < 0 || gradient[i] > gradient[best])) best = i;
    if (best < 0) break;
    inside[best] = true;
    in.push_back(best);
    while (true) {
      Matrix part(A.rows(), in.size());
      for (std::size_t k = 0; k < in.size(); ++k) part.col(k) = A.col(in[k]);
      const Vector z = part.completeOrthogonalDecomposition().solve(b);
      double share = 1;
      for (std::size_t k = 0; k < in.size(); ++k)
        if (z[k] <= 0) share = std::min(share, x[in[k]] / std::max(x[in[k]] - z[k], 1e-300));
      for (std::size_t k = 0; k < in.size(); ++k) x[in[k]] += share * (z[k] - x[in[k]]);
      if (share == 1) break;
      std::vector<int> left;
      for (const int i : in) {
        if (x[i] > 1e-14 * x.cwiseAbs().maxCoeff() && x[i] > 0)
          left.push_back(i);
        else
          x[i] = 0, inside[i] = false;
      }
      in = left;
      if (in.empty()) break;
    }
  }
  return x;
}

Combination::Combination(const std::vector<Toucher>& touching, const std::vector<Doing>& modes,
                         const Matrix& mobility, const Vector& rates)
    : mobility_(mobility), rates_(rates) {
  for (std::size_t k = 0; k < touching.size(); ++k) {
    const int t = 2 * touching[k].contact;
    const double mu = touching[k].friction;
    const auto generator = [&](double tangential) {
      Vector g = Vector::Zero(rates.size());
      g[t] = tangential;
      g[t + 1] = 1;
      generators_.push_back(g);
    };
    if (modes[k] == Doing::leaves) continue;
    if (modes[k] == Doing::sticks) {
      generator(mu);
      generator(-mu);
    } else {
      generator(-direction(modes[k]) * mu);
    }
  }
}

double Combination::violation(double scale) {
  const int unknown = static_cast<int>(generators_.size());
  int slacks = 0;
  for (const Row& r : rows_) slacks += r.sign != 0;
  const int rows = static_cast<int>(rows_.size()) + (prescribed_ >= 0 ? 1 : 0);
  force_ = Vector::Zero(rates_.size());
  if (rows == 0) return 0;
  Matrix A = Matrix::Zero(rows, unknown + slacks);
  Vector b = Vector::Zero(rows);
  int slack = unknown;
  // Forces in units that make their effects of the order of one.
  Vector unit = Vector::Ones(unknown);
  for (int g = 0; g < unknown; ++g) {
    const double effect = (mobility_ * generators_[g]).cwiseAbs().maxCoeff();
    if (effect > 0) unit[g] = scale / effect;
  }
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (int g = 0; g < unknown; ++g)
      A(r, g) = unit[g] * mobility_.row(rows_[r].row).dot(generators_[g]) / scale;
    b[r] = -rates_[rows_[r].row] / scale;
    if (rows_[r].sign != 0) A(r, slack++) = -rows_[r].sign;
  }
  if (prescribed_ >= 0) {
    for (int g = 0; g < unknown; ++g) A(rows - 1, g) = unit[g] * generators_[g][prescribed_];
    b[rows - 1] = 1;
  }
  const Vector x = nonnegative_solution(A, b);
  for (int g = 0; g < unknown; ++g) force_ += unit[g] * x[g] * generators_[g];
  return (A * x - b).norm();
}

std::string text(const std::vector<Toucher>& touching, const std::vector<Doing>& modes) {
  constexpr const char* names[] = {"leaves", "sticks", "slides+", "slides-"};
  std::string s;
  for (std::size_t k = 0; k < modes.size(); ++k)
    s += (k ? ", " : "") + std::to_string(touching[k].contact) + " " + names[int(modes[k])];
  return "{" + s + "}";
}

}  // namespace carom::testing
