#pragma once

/// numerics/rows.hpp
///
/// The inner loop of dense linear algebra on rows that do not overlap. The compiler is told so and
/// takes several elements at once; each element is rounded as it would be alone.

namespace carom {

/// y += f x.
template <class T>
inline void add_multiple(int n, const T f, const T* __restrict x, T* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] += x[i] * f;
}

/// y −= f x.
template <class T>
inline void subtract_multiple(int n, const T f, const T* __restrict x, T* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] -= f * x[i];
}

}  // namespace carom
