#include "numerics/bernstein.hpp"

#include <algorithm>

namespace carom {
namespace {

constexpr double binomial(int n, int k) {
  double b = 1;
  for (int i = 1; i <= k; ++i) b = b * (n - k + i) / i;
  return b;
}

/// Subdivision ends where the piece is so short.
constexpr int depth_limit = 52;

/// Value and slope at x.
struct Point {
  double value, slope;
};

Point at(const Bernstein& p, double x) {
  auto c = p.c;
  for (int k = p.degree; k > 1; --k)
    for (int i = 0; i < k; ++i) c[i] += x * (c[i + 1] - c[i]);
  return {c[0] + x * (c[1] - c[0]), p.degree * (c[1] - c[0])};
}

/// Whether the coefficients begin above zero, end below and change sign once: one root, simple.
bool falls_once(const Bernstein& p) {
  if (!(p.c[0] > 0) || !(p.c[p.degree] < 0)) return false;
  int changes = 0;
  for (int k = 0; k < p.degree; ++k)
    if ((p.c[k] >= 0) != (p.c[k + 1] >= 0)) ++changes;
  return changes == 1;
}

/// That root: Newton's method, kept between the ends by bisection.
double only_root(const Bernstein& p) {
  double low = 0;
  double high = 1;
  double x = p.c[0] / (p.c[0] - p.c[p.degree]);
  for (int iteration = 0; iteration < depth_limit; ++iteration) {
    const Point here = at(p, x);
    (here.value > 0 ? low : high) = x;
    double next = here.slope < 0 ? x - here.value / here.slope : low;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == x || next == low || next == high) break;
    x = next;
  }
  return x;
}

std::optional<double> fall(const Bernstein& p, double from, double width, int depth) {
  const auto end = p.c.begin() + p.degree + 1;
  if (std::all_of(p.c.begin(), end, [](double c) { return c >= 0; })) return std::nullopt;
  if (depth == depth_limit) return from + width;
  if (falls_once(p)) return from + width * only_root(p);
  Bernstein left{p.degree, {}};
  Bernstein right = p;
  for (int k = 0; k <= p.degree; ++k) {
    left.c[k] = right.c[0];
    for (int i = 0; i < p.degree - k; ++i) right.c[i] = 0.5 * (right.c[i] + right.c[i + 1]);
  }
  if (const auto first = fall(left, from, 0.5 * width, depth + 1)) return first;
  return fall(right, from + 0.5 * width, 0.5 * width, depth + 1);
}

}  // namespace

Bernstein hermite_quintic(const std::array<double, 3>& at_0, const std::array<double, 3>& at_1) {
  return {5,
          {at_0[0], at_0[0] + at_0[1] / 5, at_0[0] + 2 * at_0[1] / 5 + at_0[2] / 20,
           at_1[0] - 2 * at_1[1] / 5 + at_1[2] / 20, at_1[0] - at_1[1] / 5, at_1[0]}};
}

Bernstein hermite_cubic(const std::array<double, 2>& at_0, const std::array<double, 2>& at_1) {
  return {3, {at_0[0], at_0[0] + at_0[1] / 3, at_1[0] - at_1[1] / 3, at_1[0]}};
}

Bernstein deflated(const Bernstein& p, int k) {
  Bernstein q{p.degree - k, {}};
  for (int j = k; j <= p.degree; ++j)
    q.c[j - k] = p.c[j] * binomial(p.degree, j) / binomial(q.degree, j - k);
  return q;
}

std::optional<double> first_fall(const Bernstein& p) {
  return fall(p, 0, 1, 0);
}

}  // namespace carom
