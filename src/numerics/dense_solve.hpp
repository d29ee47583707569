#pragma once

/// numerics/dense_solve.hpp
///
/// A x = b for small dense systems, in place, by elimination with row pivoting. Pivots are chosen
/// on plain values, so derivatives ride along. The system counts as singular when a pivot falls
/// below `threshold` times the largest entry of A.

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/dual.hpp"
#include "numerics/rows.hpp"

namespace carom {

/// True and x in `b`; false (A and b destroyed) when A is singular to the threshold. A is n × n,
/// row-major.
template <class T>
bool solve_dense(int n, T* a, T* b, double threshold) {
  if (n == 1) {
    // A lone entry has nothing to be compared with: the caller's scale makes it of order one.
    if (std::abs(plain(a[0])) <= threshold) return false;
    b[0] /= a[0];
    return true;
  }
  if (n == 2) {
    double size = 0;
    for (int i = 0; i < 4; ++i) size = std::max(size, std::abs(plain(a[i])));
    const int pivot = std::abs(plain(a[2])) > std::abs(plain(a[0])) ? 1 : 0;
    const T* const upper = a + 2 * pivot;
    const T* const lower = a + 2 * (1 - pivot);
    if (!(std::abs(plain(upper[0])) > threshold * size)) return false;
    const T factor = lower[0] / upper[0];
    const T last = lower[1] - factor * upper[1];
    if (!(std::abs(plain(last)) > threshold * size)) return false;
    const T second = (b[1 - pivot] - factor * b[pivot]) / last;
    const T first = (b[pivot] - upper[1] * second) / upper[0];
    b[0] = first;
    b[1] = second;
    return true;
  }
  // Four at a time, so that none waits for the one before.
  double largest = 0;
  for (int i = 0; i < n * n; i += n) {
    double row[4] = {0, 0, 0, 0};
    int j = 0;
    for (; j + 4 <= n; j += 4)
      for (int k = 0; k < 4; ++k) row[k] = std::max(row[k], std::abs(plain(a[i + j + k])));
    for (; j < n; ++j) row[0] = std::max(row[0], std::abs(plain(a[i + j])));
    largest = std::max({largest, row[0], row[1], row[2], row[3]});
  }
  const double smallest = threshold * largest;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(plain(a[i * n + k])) > std::abs(plain(a[pivot * n + k]))) pivot = i;
    if (!(std::abs(plain(a[pivot * n + k])) > smallest)) return false;
    if (pivot != k) {
      for (int j = k; j < n; ++j) std::swap(a[pivot * n + j], a[k * n + j]);
      std::swap(b[pivot], b[k]);
    }
    const T inverse = T(1) / a[k * n + k];
    const T* const upper = a + k * n + k + 1;
    const int rest = n - k - 1;
    int i = k + 1;
    for (; i + 1 < n; i += 2) {
      T* const first = a + i * n + k;
      T* const second = first + n;
      const T f = first[0] * inverse;
      const T g = second[0] * inverse;
      subtract_multiples(rest, upper, f, first + 1, g, second + 1);
      b[i] -= f * b[k];
      b[i + 1] -= g * b[k];
    }
    if (i < n) {
      const T f = a[i * n + k] * inverse;
      subtract_multiple(rest, upper, f, a + i * n + k + 1);
      b[i] -= f * b[k];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return true;
}

}  // namespace carom
