#pragma once

/// base/dual.hpp
///
/// Exact derivatives by arithmetic: a + a′ε with ε² = 0. `Dual<double, N>` carries N first
/// derivatives; `Dual<Dual<double>>` a second one too. Comparisons look at values only, so a
/// program that branches on them differentiates the branch it takes.
///
///     f(Dual{x, {1}})                          has value f(x), slope[0] f′(x)
///     f(Dual{Dual{x, {1}}, {Dual{1.0, {0}}}})  has slope[0].slope[0] f″(x)
///
/// `Sloped` is the one for which mechanisms, dynamics and laws are instantiated beside `double`: a
/// number with its slopes in `Sloped::directions` directions at once. More directions are more
/// passes.

#include <array>
#include <cmath>
#include <type_traits>

namespace carom {

template <class T, int N = 1>
struct Dual {
  static constexpr int directions = N;
  T value{};
  std::array<T, N> slope{};

  constexpr Dual() = default;
  constexpr Dual(const T& v) : value(v) {}
  constexpr Dual(const T& v, const std::array<T, N>& s) : value(v), slope(s) {}
  template <class S>
  requires(std::is_arithmetic_v<S> && !std::is_same_v<S, T>) constexpr Dual(S v)
      : value(static_cast<double>(v)) {}

  constexpr Dual& operator+=(const Dual& o) {
    value += o.value;
    for (int i = 0; i < N; ++i) slope[i] += o.slope[i];
    return *this;
  }
  constexpr Dual& operator-=(const Dual& o) {
    value -= o.value;
    for (int i = 0; i < N; ++i) slope[i] -= o.slope[i];
    return *this;
  }
  constexpr Dual& operator*=(const Dual& o) {
    for (int i = 0; i < N; ++i) slope[i] = slope[i] * o.value + value * o.slope[i];
    value *= o.value;
    return *this;
  }
  constexpr Dual& operator/=(const Dual& o) {
    value /= o.value;
    if constexpr (N == 1) {
      slope[0] = (slope[0] - value * o.slope[0]) / o.value;
    } else {
      const T inverse = T(1) / o.value;
      for (int i = 0; i < N; ++i) slope[i] = (slope[i] - value * o.slope[i]) * inverse;
    }
    return *this;
  }
  friend constexpr Dual operator+(Dual a, const Dual& b) { return a += b; }
  friend constexpr Dual operator-(Dual a, const Dual& b) { return a -= b; }
  friend constexpr Dual operator*(Dual a, const Dual& b) { return a *= b; }
  friend constexpr Dual operator/(Dual a, const Dual& b) { return a /= b; }
  friend constexpr Dual operator-(Dual a) {
    a.value = -a.value;
    for (int i = 0; i < N; ++i) a.slope[i] = -a.slope[i];
    return a;
  }
  friend constexpr Dual operator+(const Dual& a) { return a; }

  friend constexpr bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend constexpr auto operator<=>(const Dual& a, const Dual& b) { return a.value <=> b.value; }
};

/// Four directions a pass: two registers of SSE2. With more the numbers of a link do not stay in
/// registers any more, and most questions have few directions.
using Sloped = Dual<double, 4>;

/// The plain number under any number of derivative layers.
constexpr double plain(double x) {
  return x;
}
template <class T, int N>
constexpr double plain(const Dual<T, N>& x) {
  return plain(x.value);
}

/// Whether a number carries a slope that is not zero.
constexpr bool varies(double) {
  return false;
}
template <class T, int N>
constexpr bool varies(const Dual<T, N>& x) {
  if (varies(x.value)) return true;
  for (const T& slope : x.slope)
    if (plain(slope) != 0 || varies(slope)) return true;
  return false;
}

namespace detail {

/// f(x) with the slope f′(x.value) given.
template <class T, int N>
Dual<T, N> chained(const Dual<T, N>& x, const T& f, const T& slope) {
  Dual<T, N> y(f);
  for (int i = 0; i < N; ++i) y.slope[i] = slope * x.slope[i];
  return y;
}

}  // namespace detail

template <class T, int N>
Dual<T, N> sin(const Dual<T, N>& x) {
  using std::cos, std::sin;
  return detail::chained(x, sin(x.value), cos(x.value));
}
template <class T, int N>
Dual<T, N> cos(const Dual<T, N>& x) {
  using std::cos, std::sin;
  return detail::chained(x, cos(x.value), -sin(x.value));
}
template <class T, int N>
Dual<T, N> tan(const Dual<T, N>& x) {
  using std::tan;
  const T f = tan(x.value);
  return detail::chained(x, f, T(1) + f * f);
}
template <class T, int N>
Dual<T, N> asin(const Dual<T, N>& x) {
  using std::asin, std::sqrt;
  return detail::chained(x, asin(x.value), T(1) / sqrt(T(1) - x.value * x.value));
}
template <class T, int N>
Dual<T, N> acos(const Dual<T, N>& x) {
  using std::acos, std::sqrt;
  return detail::chained(x, acos(x.value), T(-1) / sqrt(T(1) - x.value * x.value));
}
template <class T, int N>
Dual<T, N> atan(const Dual<T, N>& x) {
  using std::atan;
  return detail::chained(x, atan(x.value), T(1) / (T(1) + x.value * x.value));
}
template <class T, int N>
Dual<T, N> atan2(const Dual<T, N>& y, const Dual<T, N>& x) {
  using std::atan2;
  const T r2 = x.value * x.value + y.value * y.value;
  Dual<T, N> a(atan2(y.value, x.value));
  for (int i = 0; i < N; ++i) a.slope[i] = (x.value * y.slope[i] - y.value * x.slope[i]) / r2;
  return a;
}
template <class T, int N>
Dual<T, N> sinh(const Dual<T, N>& x) {
  using std::cosh, std::sinh;
  return detail::chained(x, sinh(x.value), cosh(x.value));
}
template <class T, int N>
Dual<T, N> cosh(const Dual<T, N>& x) {
  using std::cosh, std::sinh;
  return detail::chained(x, cosh(x.value), sinh(x.value));
}
template <class T, int N>
Dual<T, N> tanh(const Dual<T, N>& x) {
  using std::tanh;
  const T f = tanh(x.value);
  return detail::chained(x, f, T(1) - f * f);
}
template <class T, int N>
Dual<T, N> exp(const Dual<T, N>& x) {
  using std::exp;
  const T f = exp(x.value);
  return detail::chained(x, f, f);
}
template <class T, int N>
Dual<T, N> log(const Dual<T, N>& x) {
  using std::log;
  return detail::chained(x, log(x.value), T(1) / x.value);
}
template <class T, int N>
Dual<T, N> sqrt(const Dual<T, N>& x) {
  using std::sqrt;
  const T f = sqrt(x.value);
  return detail::chained(x, f, T(0.5) / f);
}
template <class T, int N>
Dual<T, N> abs(const Dual<T, N>& x) {
  return plain(x) < 0 ? -x : x;
}

}  // namespace carom
