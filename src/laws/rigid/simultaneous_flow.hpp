#pragma once

/// laws/rigid/simultaneous_flow.hpp
///
/// The motion between two events. With the modes fixed all forces are linear in those of the loaded
/// springs: F = G f, where the forces of held and of sticking contacts follow from v_n′ = 0, v_t′ =
/// 0
/// (`share`), and
///
///     f″ = −Q f,   Q = K (W G)_n,    f_k+2 = −Q f_k/((k + 1)(k + 2))   (series over a step h).
///
/// Velocities, gaps and the other forces are sums of these series.

#include <vector>

#include "base/dual.hpp"
#include "laws/rigid/simultaneous_state.hpp"

namespace carom::springs {

template <class T>
struct Flow {
  int count = 0;
  int springs = 0;
  int unknowns = 0;
  double step = 0;           ///< h
  std::vector<int> spring;   ///< the contact of each loaded spring
  std::vector<int> unknown;  ///< rows of F that follow from rates: 2i sticks, 2i+1 held
  std::vector<int> spring_of, unknown_of;  ///< by contact, by row; −1: none
  std::vector<T> share;                    ///< unknowns × springs
  std::vector<T> rate;                     ///< W G, 2c × springs; only rows that are needed
  std::vector<T> curvature;                ///< Q, springs × springs
  std::vector<T> series;                   ///< terms × springs, in t/h
  std::vector<T> system;
  const T* friction = nullptr;  ///< μ with its slopes; null: that of the contacts

  void reserve(int contacts);
  /// F_t/F_n of a contact where it is fixed.
  T ratio(const Decision* contacts, int i) const {
    const double plain_ratio = force_ratio(contacts[i]);
    if constexpr (std::is_same_v<T, double>) return plain_ratio;
    if (friction == nullptr || plain_ratio == 0) return T(plain_ratio);
    return T(plain_ratio / contacts[i].friction) * friction[i];
  }

  const T* coefficients(int k) const { return series.data() + k * springs; }
  /// Σ row[a] f_k[a].
  T combined(const T* row, int k) const {
    const T* const f = coefficients(k);
    T sum = row[0] * f[0];
    for (int a = 1; a < springs; ++a) sum += row[a] * f[a];
    return sum;
  }
};

/// Springs, unknowns and `share` of the contacts' modes. False where the unknowns are not
/// determined. `inertia` is W.
template <class T>
bool find_shares(int count, const T* inertia, const Decision* contacts, Flow<T>& flow);

/// `rate`, Q and the longest step; then the series from forces f, velocities v (2c) and slopes
/// κ = dF_n/dδ (one a contact).
template <class T>
void find_curvature(const T* inertia, const Decision* contacts, const T* slope, Flow<T>& flow);
/// The impulse (2c) of the unknowns that takes their velocities to zero.
template <class T>
void stop_rates(int count, const T* inertia, const Decision* contacts, const T* velocity,
                T* impulse, Flow<T>& flow);
template <class T>
void expand(const T* force, const T* velocity, const T* slope, Flow<T>& flow);

}  // namespace carom::springs
