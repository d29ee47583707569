#include "laws/rigid/simultaneous_flow.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "numerics/rows.hpp"

namespace carom::springs {
namespace {

/// A pivot below this share of its row's largest entry is zero.
constexpr double singular = 1e-11;
/// The longest step, T₀: where nothing pulls, forces are straight lines.
constexpr double longest_step = 1e6;

/// A X = B in place, B n × m; false where A is singular.
template <class T>
bool solve_columns(int n, T* a, int m, T* b) {
  if (n == 1) {
    if (!(std::abs(plain(a[0])) > 0)) return false;
    const T inverse = T(1) / a[0];
    for (int j = 0; j < m; ++j) b[j] *= inverse;
    return true;
  }
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    double best = 0;
    for (int i = k; i < n; ++i)
      if (std::abs(plain(a[i * n + k])) > best) {
        best = std::abs(plain(a[i * n + k]));
        pivot = i;
      }
    if (!(best > singular)) return false;
    if (pivot != k) {
      for (int j = k; j < n; ++j) std::swap(a[pivot * n + j], a[k * n + j]);
      for (int j = 0; j < m; ++j) std::swap(b[pivot * m + j], b[k * m + j]);
    }
    const T inverse = T(1) / a[k * n + k];
    for (int i = k + 1; i < n; ++i) {
      if (plain(a[i * n + k]) == 0) continue;
      const T factor = a[i * n + k] * inverse;
      subtract_multiple(n - k - 1, a + k * n + k + 1, factor, a + i * n + k + 1);
      subtract_multiple(m, b + k * m, factor, b + i * m);
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int i = k + 1; i < n; ++i) subtract_multiple(m, b + i * m, a[k * n + i], b + k * m);
    const T inverse = T(1) / a[k * n + k];
    for (int j = 0; j < m; ++j) b[k * m + j] *= inverse;
  }
  return true;
}

}  // namespace

template <class T>
void Flow<T>::reserve(int contacts) {
  const auto c = static_cast<std::size_t>(contacts);
  spring.resize(c);
  unknown.resize(2 * c);
  spring_of.resize(c);
  unknown_of.resize(2 * c);
  share.resize(2 * c * c);
  rate.resize(2 * c * c);
  curvature.resize(c * c);
  series.resize(static_cast<std::size_t>(terms) * c);
  system.resize(4 * c * c);
}

template <class T>
bool find_shares(int count, const T* inertia, const Decision* contacts, Flow<T>& flow) {
  const int width = 2 * count;
  flow.count = count;
  flow.springs = flow.unknowns = 0;
  for (int i = 0; i < count; ++i) {
    const Decision& c = contacts[i];
    flow.spring_of[i] = flow.unknown_of[2 * i] = flow.unknown_of[2 * i + 1] = -1;
    if (loaded(c)) {
      flow.spring_of[i] = flow.springs;
      flow.spring[flow.springs++] = i;
    }
    if (c.normal == SpringMode::held) {
      flow.unknown_of[2 * i + 1] = flow.unknowns;
      flow.unknown[flow.unknowns++] = 2 * i + 1;
    }
    if (c.slip == Slip::sticks) {
      flow.unknown_of[2 * i] = flow.unknowns;
      flow.unknown[flow.unknowns++] = 2 * i;
    }
  }
  const int n = flow.unknowns;
  const int m = flow.springs;
  if (n == 0) return true;
  // What a normal force at contact i does to row r, friction that is fixed by it included.
  const auto pressed = [&](const T* row, int i) {
    const T ratio = flow.ratio(contacts, i);
    return ratio == 0 ? row[2 * i + 1] : row[2 * i + 1] + ratio * row[2 * i];
  };
  for (int a = 0; a < n; ++a) {
    const T* const row = inertia + static_cast<std::ptrdiff_t>(flow.unknown[a]) * width;
    // Rows by their own diagonal, so that one threshold does for all.
    const T unit = T(1) / row[flow.unknown[a]];
    for (int b = 0; b < n; ++b) {
      const int r = flow.unknown[b];
      flow.system[a * n + b] = unit * (r % 2 == 0 ? row[r] : pressed(row, r / 2));
    }
    for (int b = 0; b < m; ++b) flow.share[a * m + b] = -unit * pressed(row, flow.spring[b]);
  }
  return solve_columns(n, flow.system.data(), m, flow.share.data());
}

template <class T>
void stop_rates(int count, const T* inertia, const Decision* contacts, const T* velocity,
                T* impulse, Flow<T>& flow) {
  const int width = 2 * count;
  const int n = flow.unknowns;
  std::vector<T>& wanted = flow.rate;  // not needed yet
  for (int a = 0; a < n; ++a) {
    const T* const row = inertia + static_cast<std::ptrdiff_t>(flow.unknown[a]) * width;
    const T unit = T(1) / row[flow.unknown[a]];
    for (int b = 0; b < n; ++b) {
      const int r = flow.unknown[b];
      flow.system[a * n + b] =
          unit * (r % 2 == 0 ? row[r] : row[r] + flow.ratio(contacts, r / 2) * row[r - 1]);
    }
    wanted[a] = -unit * velocity[flow.unknown[a]];
  }
  std::fill_n(impulse, width, T(0));
  if (!solve_columns(n, flow.system.data(), 1, wanted.data())) return;
  for (int a = 0; a < n; ++a) {
    const int r = flow.unknown[a];
    impulse[r] = wanted[a];
    if (r % 2 == 1 && flow.unknown_of[r - 1] < 0)
      impulse[r - 1] = flow.ratio(contacts, r / 2) * wanted[a];
  }
}

template <class T>
void find_curvature(const T* inertia, const Decision* contacts, const T* slope, Flow<T>& flow) {
  const int count = flow.count;
  const int width = 2 * count;
  const int m = flow.springs;
  for (int i = 0; i < count; ++i) {
    const Decision& c = contacts[i];
    const bool slides = c.slip == Slip::plus || c.slip == Slip::minus;
    for (const int r : {2 * i, 2 * i + 1}) {
      if (r % 2 == 0 ? !slides : c.normal == SpringMode::held) continue;
      const T* const row = inertia + static_cast<std::ptrdiff_t>(r) * width;
      T* const rate = flow.rate.data() + static_cast<std::ptrdiff_t>(r) * m;
      for (int a = 0; a < m; ++a) {
        const int k = flow.spring[a];
        const T ratio = flow.ratio(contacts, k);
        rate[a] = ratio == 0 ? row[2 * k + 1] : row[2 * k + 1] + ratio * row[2 * k];
      }
      for (int b = 0; b < flow.unknowns; ++b) {
        const int s = flow.unknown[b];
        T column = row[s];
        if (s % 2 == 1) {
          const T ratio = flow.ratio(contacts, s / 2);
          if (ratio != 0) column += ratio * row[s - 1];
        }
        if (plain(column) == 0) continue;
        subtract_multiple(m, flow.share.data() + b * m, -column, rate);
      }
    }
  }
  double rows = 0;
  for (int a = 0; a < m; ++a) {
    const int i = flow.spring[a];
    const T* const rate = flow.rate.data() + static_cast<std::ptrdiff_t>(2 * i + 1) * m;
    double sum = 0;
    for (int b = 0; b < m; ++b) {
      flow.curvature[a * m + b] = slope[i] * rate[b];
      sum += std::abs(plain(flow.curvature[a * m + b]));
    }
    rows = std::max(rows, sum);
  }
  double columns = 0;
  for (int b = 0; b < m; ++b) {
    double sum = 0;
    for (int a = 0; a < m; ++a) sum += std::abs(plain(flow.curvature[a * m + b]));
    columns = std::max(columns, sum);
  }
  const double size = std::min(rows, columns);
  flow.step =
      size * longest_step * longest_step > reach * reach ? reach / std::sqrt(size) : longest_step;
}

template <class T>
void expand(const T* force, const T* velocity, const T* slope, Flow<T>& flow) {
  const int m = flow.springs;
  const double h = flow.step;
  T* f = flow.series.data();
  for (int a = 0; a < m; ++a) {
    const int i = flow.spring[a];
    f[a] = force[i];
    f[m + a] = T(-h) * slope[i] * velocity[2 * i + 1];
  }
  for (int k = 0; k + 2 < terms; ++k, f += m) {
    const T factor(-h * h / ((k + 1) * (k + 2)));
    for (int a = 0; a < m; ++a) {
      const T* const row = flow.curvature.data() + a * m;
      T sum = row[0] * f[0];
      for (int b = 1; b < m; ++b) sum += row[b] * f[b];
      f[2 * m + a] = factor * sum;
    }
  }
}

#define CAROM_FLOW(T)                                                               \
  template struct Flow<T>;                                                          \
  template bool find_shares(int, const T*, const Decision*, Flow<T>&);              \
  template void find_curvature(const T*, const Decision*, const T*, Flow<T>&);      \
  template void stop_rates(int, const T*, const Decision*, const T*, T*, Flow<T>&); \
  template void expand(const T*, const T*, const T*, Flow<T>&);
CAROM_FLOW(double)
CAROM_FLOW(Sloped)
#undef CAROM_FLOW

}  // namespace carom::springs
