#pragma once

/// numerics/waves.hpp
///
/// Functions of time in closed form,
///
///     f(t) = Σ c_k tᵏ + Σ a_i sin(ω_i t) + b_i cos(ω_i t)
///
/// with their derivatives, integrals, and bounds. Most formulas of plates and forces are of this
/// kind (`Expression::waves`).

#include <array>
#include <cmath>
#include <vector>

namespace carom {

struct Wave {
  double rate = 0;  ///< ω > 0, rad/s
  double a = 0, b = 0;
  double size() const { return std::hypot(a, b); }
};

struct Waves {
  static constexpr std::size_t powers = 6;
  std::array<double, powers> c{};
  std::vector<Wave> waves{};

  bool is_constant() const;
  bool is_polynomial() const { return waves.empty(); }

  template <class T>
  T at(const T& t) const {
    using std::cos, std::sin;
    T sum(c[powers - 1]);
    for (std::size_t k = powers - 1; k-- > 0;) sum = sum * t + c[k];
    for (const Wave& w : waves) sum += w.a * sin(w.rate * t) + w.b * cos(w.rate * t);
    return sum;
  }

  Waves derivative() const;
  /// f(t + s) as a function of s.
  Waves from(double t) const;
  /// The largest |f| on [0, s].
  double bound(double s) const;
};

/// ∫ from 0; false where the polynomial would need more powers than there are.
bool integrated(const Waves& f, Waves& once);

Waves sum(const Waves& f, const Waves& g, double factor);

}  // namespace carom
