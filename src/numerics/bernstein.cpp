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

std::optional<double> fall(const Bernstein& p, double from, double width, int depth) {
  const auto end = p.c.begin() + p.degree + 1;
  if (std::all_of(p.c.begin(), end, [](double c) { return c >= 0; })) return std::nullopt;
  if (depth == depth_limit) return from + width;
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
