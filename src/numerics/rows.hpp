#pragma once

/// numerics/rows.hpp
///
/// The inner loops of dense linear algebra, on rows that do not overlap. The compiler is told so
/// and takes several elements at once; each element is rounded as it would be alone. Two rows in
/// one loop, because half of the time goes into fetching and storing.

namespace carom {

/// y = (y + f x) + g z.
template <class T>
inline void add_multiples(int n, const T f, const T* __restrict x, const T g, const T* __restrict z,
                          T* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] = (y[i] + x[i] * f) + z[i] * g;
}

/// y −= f x.
template <class T>
inline void subtract_multiple(int n, const T* __restrict x, const T f, T* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] -= f * x[i];
}

/// y −= f x, z −= g x.
template <class T>
inline void subtract_multiples(int n, const T* __restrict x, const T f, T* __restrict y, const T g,
                               T* __restrict z) {
  for (int i = 0; i < n; ++i) {
    y[i] -= f * x[i];
    z[i] -= g * x[i];
  }
}

}  // namespace carom
