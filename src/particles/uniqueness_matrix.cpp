#include "particles/uniqueness_matrix.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/thresholds.hpp"
#include "numerics/dense_algebra.hpp"

namespace carom {
namespace {

/// Scaled minors up to this are not positive.
constexpr double smallest_minor = 1e-12;

/// The first principal minor that is not positive, smallest sets first.
void test_minors(const Eigen::MatrixXd& matrix, SlidingTest& test, std::span<const int> contacts) {
  const int n = static_cast<int>(matrix.rows());
  std::vector<unsigned> sets;
  for (unsigned set = 1; set < (1U << n); ++set) sets.push_back(set);
  std::ranges::sort(sets, [](unsigned a, unsigned b) {
    return std::pair(__builtin_popcount(a), a) < std::pair(__builtin_popcount(b), b);
  });
  for (const unsigned set : sets) {
    std::vector<int> members;
    for (int i = 0; i < n; ++i)
      if ((set >> i) & 1U) members.push_back(i);
    const int m = static_cast<int>(members.size());
    Eigen::MatrixXd part(m, m);
    for (int a = 0; a < m; ++a)
      for (int b = 0; b < m; ++b) part(a, b) = matrix(members[a], members[b]);
    const double minor = determinant(part);
    if (minor > smallest_minor) continue;
    test.unique = false;
    test.minor = minor;
    for (const int member : members) test.failing.push_back(contacts[member]);
    return;
  }
}

}  // namespace

std::vector<SlidingTest> sliding_tests(int count, std::span<const double> inertia,
                                       std::span<const double> friction,
                                       std::span<const int> contacts, std::size_t limit) {
  const int n = static_cast<int>(contacts.size());
  std::vector<int> rough;
  for (int i = 0; i < n; ++i)
    if (friction[contacts[i]] > 0) rough.push_back(i);
  std::vector<SlidingTest> tests;
  if (n == 0 || n > 12 || (std::size_t{1} << (rough.size() + n)) > limit * 256 ||
      (std::size_t{1} << rough.size()) > limit)
    return tests;
  const auto entry = [&](int r, int s) { return inertia[r * 2 * count + s]; };
  std::vector<double> unit;
  for (const int i : contacts)
    unit.push_back(1 / std::sqrt(std::max(entry(2 * i + 1, 2 * i + 1), 1e-300)));
  for (unsigned set = 0; set < (1U << rough.size()); ++set) {
    SlidingTest test;
    test.signs.assign(n, 0);
    for (std::size_t k = 0; k < rough.size(); ++k) test.signs[rough[k]] = (set >> k) & 1U ? 1 : -1;
    Eigen::MatrixXd matrix(n, n);
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b) {
        const int i = contacts[a], j = contacts[b];
        matrix(a, b) =
            unit[a] * unit[b] *
            (entry(2 * i + 1, 2 * j + 1) - test.signs[b] * friction[j] * entry(2 * i + 1, 2 * j));
      }
    test_minors(matrix, test, contacts);
    tests.push_back(std::move(test));
  }
  return tests;
}

CriticalFriction critical_friction(int count, std::span<const double> inertia, int contact) {
  const int t = 2 * contact, n = t + 1, width = 2 * count;
  const double tt = inertia[t * width + t], nn = inertia[n * width + n];
  const double tn = 0.5 * (inertia[t * width + n] + inertia[n * width + t]);
  constexpr double infinite = std::numeric_limits<double>::infinity();
  CriticalFriction result;
  const double nothing = uncoupled * (tt + nn);
  result.here = std::abs(tn) <= nothing ? infinite : nn / std::abs(tn);
  result.slip = std::abs(tn) <= nothing ? 0 : tn > 0 ? 1 : -1;
  const double half = std::hypot(0.5 * (tt - nn), tn);  // (k₁ − k₂)/2
  const double determinant = std::max(0.0, tt * nn - tn * tn);
  result.any = half <= nothing ? infinite : std::sqrt(determinant) / half;
  return result;
}

NullCombinations null_combinations(int count, std::span<const double> inertia,
                                   std::span<const int> rows) {
  NullCombinations result;
  const int n = static_cast<int>(rows.size());
  result.size = n;
  if (n == 0) return result;
  Eigen::MatrixXd matrix(n, n);
  Eigen::VectorXd unit(n);
  const int width = 2 * count;
  for (int a = 0; a < n; ++a) {
    const double own = inertia[rows[a] * width + rows[a]];
    unit[a] = own > 0 ? 1 / std::sqrt(own) : 1;
  }
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      matrix(a, b) = unit[a] * unit[b] * 0.5 *
                     (inertia[rows[a] * width + rows[b]] + inertia[rows[b] * width + rows[a]]);
  const SymmetricEigen eigen = symmetric_eigen(matrix);
  const double largest = std::max(eigen.values.maxCoeff(), 1e-300);
  int nullity = 0;
  while (nullity < n && eigen.values[nullity] <= rank_tolerance * largest) ++nullity;
  result.rank = n - nullity;
  if (nullity == 0) return result;

  // Back in N s, then reduced so that each combination names as few contacts as may be.
  Eigen::MatrixXd space = (unit.asDiagonal() * eigen.vectors.leftCols(nullity)).transpose();
  int row = 0;
  for (int column = n - 1; column >= 0 && row < nullity; --column) {
    int pivot = row;
    for (int r = row + 1; r < nullity; ++r)
      if (std::abs(space(r, column)) > std::abs(space(pivot, column))) pivot = r;
    if (std::abs(space(pivot, column)) <= 1e-9 * space.cwiseAbs().maxCoeff()) continue;
    space.row(pivot).swap(space.row(row));
    space.row(row) /= space(row, column);
    for (int r = 0; r < nullity; ++r)
      if (r != row) space.row(r) -= space(r, column) * space.row(row);
    ++row;
  }
  for (int r = nullity - 1; r >= 0; --r) {
    std::vector<double> combination(n);
    int top = 0;
    for (int c = 1; c < n; ++c)
      if (std::abs(space(r, c)) > std::abs(space(r, top)) * (1 + 1e-9)) top = c;
    for (int c = 0; c < n; ++c) {
      const double share = space(r, c) / space(r, top);
      combination[c] = std::abs(share) < 1e-9 ? 0 : share;
    }
    result.combinations.push_back(std::move(combination));
  }
  return result;
}

}  // namespace carom
