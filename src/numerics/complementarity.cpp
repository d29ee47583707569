#include "numerics/complementarity.hpp"

#include <cassert>
#include <cmath>

namespace carom {
namespace {

/// Below this, relative to the column's scale of order one, an entry does not block.
constexpr double pivot_threshold = 1e-11;

struct Tableau {
  int size;
  int width;
  double* entries;
  int* basis;

  double& at(int row, int column) { return entries[row * width + column]; }
  int right() const { return 2 * size + 1; }
};

/// Row a before row b when their ratios (right side first, then the inverse basis, which the
/// w columns hold) are lexicographically smaller.
bool lexicographically_before(Tableau& t, int a, int b, int column) {
  const double pivot_a = t.at(a, column);
  const double pivot_b = t.at(b, column);
  const auto difference = [&](int j) { return t.at(a, j) / pivot_a - t.at(b, j) / pivot_b; };
  const double first = difference(t.right());
  const double scale =
      1 + std::abs(t.at(a, t.right()) / pivot_a) + std::abs(t.at(b, t.right()) / pivot_b);
  if (std::abs(first) > 1e-14 * scale) return first < 0;
  // z₀ leaves as soon as it can.
  if (t.basis[a] == 2 * t.size) return true;
  if (t.basis[b] == 2 * t.size) return false;
  for (int j = 0; j < t.size; ++j) {
    const double next = difference(j);
    if (std::abs(next) > 1e-14) return next < 0;
  }
  return false;
}

void exchange(Tableau& t, int row, int column) {
  const double inverse = 1 / t.at(row, column);
  for (int j = 0; j < t.width; ++j) t.at(row, j) *= inverse;
  t.at(row, column) = 1;
  for (int i = 0; i < t.size; ++i) {
    const double factor = t.at(i, column);
    if (i == row || factor == 0) continue;
    for (int j = 0; j < t.width; ++j) t.at(i, j) -= factor * t.at(row, j);
    t.at(i, column) = 0;
  }
  t.basis[row] = column;
}

}  // namespace

void PivotingWorkspace::reserve(int size) {
  const auto n = static_cast<std::size_t>(size);
  if (basis.size() >= n) return;
  tableau.resize(n * (2 * n + 2));
  basis.resize(n);
}

PivotingEnd complementary_solution(int size, std::span<const double> matrix,
                                   std::span<const double> offset, std::span<const double> cover,
                                   std::span<double> z, PivotingWorkspace& workspace) {
  assert(workspace.basis.size() >= static_cast<std::size_t>(size));
  Tableau t{size, 2 * size + 2, workspace.tableau.data(), workspace.basis.data()};
  int first = -1;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      t.at(i, j) = i == j ? 1 : 0;
      t.at(i, size + j) = -matrix[static_cast<std::size_t>(i * size + j)];
    }
    t.at(i, 2 * size) = -cover[i];
    t.at(i, t.right()) = offset[i];
    t.basis[i] = i;
    if (offset[i] < 0 && (first < 0 || offset[i] * cover[first] < offset[first] * cover[i])) {
      first = i;
    }
    z[i] = 0;
  }
  if (first < 0) return PivotingEnd::solved;

  int leaving = t.basis[first];
  exchange(t, first, 2 * size);
  const int limit = 50 * size + 50;
  for (int step = 0; step < limit; ++step) {
    const int entering = leaving < size ? leaving + size : leaving - size;
    int row = -1;
    for (int i = 0; i < size; ++i) {
      if (t.at(i, entering) <= pivot_threshold) continue;
      if (row < 0 || lexicographically_before(t, i, row, entering)) row = i;
    }
    if (row < 0) return PivotingEnd::ray;
    leaving = t.basis[row];
    exchange(t, row, entering);
    if (leaving == 2 * size) {
      for (int i = 0; i < size; ++i)
        if (t.basis[i] >= size) z[t.basis[i] - size] = t.at(i, t.right());
      return PivotingEnd::solved;
    }
  }
  return PivotingEnd::limit;
}

void basic_variables(int size, const PivotingWorkspace& workspace, std::span<std::uint8_t> basic) {
  for (int i = 0; i < size; ++i) basic[i] = 0;
  for (int i = 0; i < size; ++i) {
    const int variable = workspace.basis[i];
    if (variable >= size && variable < 2 * size) basic[variable - size] = 1;
  }
}

}  // namespace carom
