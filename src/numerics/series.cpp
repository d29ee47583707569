#include "numerics/series.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace carom {
namespace {

constexpr std::size_t most_coefficients = 64;
constexpr int most_halvings = 10;

struct Polynomial {
  std::array<double, most_coefficients> c{};
  std::size_t size = 0;

  std::span<const double> span() const { return {c.data(), size}; }
};

/// Σ of the positive terms beyond the first, at the far end: p ≤ c_0 + this on [0, width].
double rise(const Polynomial& p, double width) {
  double sum = 0, power = 1;
  for (std::size_t k = 1; k < p.size; ++k) {
    power *= width;
    sum += std::max(p.c[k], 0.0) * power;
  }
  return sum;
}

/// p(τ + by), by repeated synthetic division.
void shift(Polynomial& p, double by) {
  for (std::size_t i = 0; i + 1 < p.size; ++i)
    for (std::size_t k = p.size - 1; k-- > i;) p.c[k] += by * p.c[k + 1];
}

/// The root in (0, width], where p(0) ≤ 0 < p(width): Newton's method kept in its bracket.
double root(const Polynomial& p, double width) {
  double low = 0, high = width;
  double at = 0.5 * width;
  for (int i = 0; i < 200; ++i) {
    double f = 0, slope = 0;
    for (std::size_t k = p.size; k-- > 0;) {
      slope = slope * at + f;
      f = f * at + p.c[k];
    }
    (f > 0 ? high : low) = at;
    double next = slope != 0 ? at - f / slope : low;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == at || high - low <= 2e-16 * high) break;
    if (std::abs(next - at) <= 1e-16 * high) {
      at = next;
      break;
    }
    at = next;
  }
  return at;
}

double search(Polynomial p, double width, int halvings) {
  if (p.c[0] + rise(p, width) <= 0) return never;
  if (halvings == 0) {
    const double end = value(p.span(), width);
    return end > 0 ? root(p, width) : never;
  }
  const double half = 0.5 * width;
  const double left = search(p, half, halvings - 1);
  if (left != never) return left;
  shift(p, half);
  const double right = search(p, half, halvings - 1);
  return right == never ? never : half + right;
}

}  // namespace

double first_positive(std::span<const double> series, double width) {
  assert(series.size() <= most_coefficients);
  std::size_t first = 0;
  while (first < series.size() && series[first] == 0) ++first;
  if (first == series.size()) return never;
  if (series[first] > 0) return 0;
  // Most steps end here: the bound on the whole of it is below zero.
  double sum = series[first], power = 1;
  for (std::size_t k = first + 1; k < series.size(); ++k) {
    power *= width;
    sum += std::max(series[k], 0.0) * power;
  }
  if (sum <= 0) return never;
  Polynomial p;
  p.size = series.size() - first;
  std::copy(series.begin() + static_cast<std::ptrdiff_t>(first), series.end(), p.c.begin());
  return search(p, width, most_halvings);
}

}  // namespace carom
