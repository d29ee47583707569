#include "laws/rigid/uniqueness.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/rows.hpp"

namespace carom {
namespace {

/// The share of A's diagonal by which (2) must hold.
constexpr double energy_margin = 1e-3;
/// What (3) may come to, and the largest entry of L: an answer that misses its conditions by the
/// consistency tolerance is then off by less than what tells answers apart.
constexpr double largest_contraction = 0.99;
constexpr double largest_bound = 100;
/// Products with |A| before giving up on (3).
constexpr int contraction_trials = 4;
/// Up to so many contacts a factorisation costs no more than a product or two.
constexpr int few = 8;

/// A symmetric matrix, of which the upper triangle is read and destroyed, is positive definite.
bool positive_definite(int n, double* a) {
  for (int k = 0; k < n; ++k) {
    const double* const upper = a + k * n;
    if (!(upper[k] > 0)) return false;
    const double inverse = 1 / upper[k];
    int i = k + 1;
    for (; i + 1 < n; i += 2)
      subtract_multiples(n - i, upper + i, upper[i] * inverse, a + i * n + i,
                         upper[i + 1] * inverse, a + (i + 1) * n + i);
    if (i < n) subtract_multiple(1, upper + i, upper[i] * inverse, a + i * n + i);
  }
  return true;
}

/// L_i for every contact, row-major over (t, n); false where one is out of bounds.
bool fill_bounds(const UniquenessProblem& problem, double* bound) {
  const int width = 2 * problem.count;
  for (int i = 0; i < problem.count; ++i) {
    double* const l = bound + 4 * i;
    std::fill(l, l + 4, 0.0);
    if (problem.inert[i]) continue;
    const double* const block = problem.inertia + 2 * i * width + 2 * i;
    const double t = block[0];
    const double coupling = std::abs(block[1]);
    const double n = block[width + 1];
    const double friction = problem.friction[i];
    if (friction == 0) {
      l[3] = 1 / n;
    } else {
      const double inverse = 1 / (t * n - coupling * coupling);
      const double slides = 1 / (n - friction * coupling);
      if (!(inverse > 0) || !(slides > 0)) return false;
      l[0] = n * inverse;
      l[1] = std::max(coupling * inverse, friction * slides);
      l[2] = coupling * inverse;
      l[3] = std::max(t * inverse, slides);
    }
    for (int k = 0; k < 4; ++k)
      if (!(l[k] >= 0 && l[k] <= largest_bound)) return false;
  }
  return true;
}

/// |A_off| u. By rows of A, which are its columns, so that nothing waits for a sum.
void apply_off_diagonal(const UniquenessProblem& problem, const double* __restrict weight,
                        double* __restrict sum) {
  const int width = 2 * problem.count;
  std::fill(sum, sum + width, 0.0);
  for (int t = 0; t < width; t += 2) {
    const int n = t + 1;
    const double* __restrict const tangential = problem.inertia + t * width;
    const double* __restrict const normal = tangential + width;
    const double own[2] = {sum[t], sum[n]};
    for (int r = 0; r < width; ++r)
      sum[r] += std::abs(tangential[r]) * weight[t] + std::abs(normal[r]) * weight[n];
    sum[t] = own[0];
    sum[n] = own[1];
  }
}

}  // namespace

void UniquenessScratch::reserve(int contacts) {
  const auto rows = static_cast<std::size_t>(2 * contacts);
  matrix.resize(rows * rows);
  weight.resize(rows);
  sum.resize(rows);
  root.resize(rows);
  bound.resize(2 * rows);
  row.resize(rows);
  std::size_t room = 0;
  for (int c = 1; c <= std::min(contacts, minors_limit); ++c)
    room += static_cast<std::size_t>(4 * c * c);
  minors.resize(room);
}

bool unique_by_energy(const UniquenessProblem& problem, UniquenessScratch& scratch) {
  const int width = 2 * problem.count;
  int rows = 0;
  for (int i = 0; i < problem.count; ++i) {
    if (problem.inert[i]) continue;
    const double tangential = problem.inertia[2 * i * width + 2 * i];
    // Without friction the tangential direction takes no part.
    if (problem.friction[i] > 0) {
      if (!(tangential > 0)) return false;
      scratch.row[rows++] = 2 * i;
      scratch.root[i] = 1 / std::sqrt(tangential);
    }
    scratch.row[rows++] = 2 * i + 1;
  }
  double* const matrix = scratch.matrix.data();
  const int* const row = scratch.row.data();
  for (int k = 0; k < rows; ++k) {
    const int r = row[k];
    const double* const from = problem.inertia + r * width;
    for (int j = k; j < rows; ++j) matrix[k * rows + j] = from[row[j]];
    matrix[k * rows + k] -= energy_margin * from[r];
    const int i = r / 2;
    if (r % 2 == 0 || problem.friction[i] == 0) continue;
    const double* const tangential = problem.inertia + (r - 1) * width;
    double sum = 0;
    for (int j = 0; j < problem.count; ++j)
      if (!problem.inert[j] && problem.friction[j] > 0)
        sum += std::abs(tangential[2 * j]) * scratch.root[j];
    matrix[k * rows + k] -=
        0.25 * problem.friction[i] * problem.friction[i] * sum / scratch.root[i];
  }
  return positive_definite(rows, matrix);
}

bool unique_by_contraction(const UniquenessProblem& problem, UniquenessScratch& scratch) {
  const int c = problem.count;
  double* const bound = scratch.bound.data();
  double* const weight = scratch.weight.data();
  double* const sum = scratch.sum.data();
  if (!fill_bounds(problem, bound)) return false;
  // What rates of one size everywhere would do: a first u.
  for (int i = 0; i < c; ++i) {
    weight[2 * i] = bound[4 * i] + bound[4 * i + 1];
    weight[2 * i + 1] = bound[4 * i + 2] + bound[4 * i + 3];
  }
  for (int trial = 0; trial < contraction_trials; ++trial) {
    apply_off_diagonal(problem, weight, sum);
    double largest = 0;
    double smallest = 2 * largest_contraction;
    for (int i = 0; i < c; ++i)
      for (int a = 0; a < 2; ++a) {
        const int r = 2 * i + a;
        if (weight[r] == 0) continue;
        const double* const l = bound + 4 * i + 2 * a;
        const double image = l[0] * sum[2 * i] + l[1] * sum[2 * i + 1];
        const double ratio = image / weight[r];
        if (!std::isfinite(ratio)) return false;
        largest = std::max(largest, ratio);
        smallest = std::min(smallest, ratio);
        // Between u and its image, so that no weight vanishes.
        weight[r] = 0.5 * (weight[r] + image);
      }
    if (largest <= largest_contraction) return true;
    // The largest eigenvalue lies between the two.
    if (smallest > largest_contraction) return false;
  }
  return false;
}

bool proved_unique(const UniquenessProblem& problem, UniquenessScratch& scratch) {
  if (problem.count > few && unique_by_contraction(problem, scratch)) return true;
  return unique_by_energy(problem, scratch) || unique_by_minors(problem, scratch);
}

}  // namespace carom
