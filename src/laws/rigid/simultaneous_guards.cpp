#include "laws/rigid/simultaneous_guards.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace carom::springs {
namespace {

constexpr int most_guards = 5;  // a contact: a held and sticking one has four

/// Σ a_k x^k and its slope.
struct Point {
  double value, slope;
};

Point at(const double* a, int n, double x) {
  double value = a[n - 1];
  double slope = 0;
  for (int k = n - 1; k-- > 0;) {
    slope = slope * x + value;
    value = value * x + a[k];
  }
  return {value, slope};
}

constexpr double no_root = 2;
constexpr double far = 3;

/// The first x in [0, width] where Σ a_k x^k, above zero at 0, reaches zero; no_root if none does,
/// `far` if it stays above `tiny`.
double first_zero(const double* a, int n, double width, double tiny) {
  double fall = 0;
  double bend = 0;
  double power = 1;
  for (int k = 1; k < n; ++k) {
    if (k >= 2) {
      const double term = k * (k - 1) * a[k] * power;
      if (k == 2 || term < 0) bend += term;
      power *= width;
    }
  }
  power = width;
  for (int k = 1; k < n; ++k, power *= width)
    if (a[k] < 0) fall += a[k] * power;
  if (a[0] + fall > tiny) return far;
  const double most_bend = std::max(0.0, -bend);
  double x = 0;
  for (int iteration = 0; iteration < 100; ++iteration) {
    const Point p = at(a, n, x);
    if (p.value <= 0) return x;
    const double root = std::sqrt(p.slope * p.slope + 2 * most_bend * p.value);
    double step = 0;
    if (p.slope < 0)
      step = 2 * p.value / (root - p.slope);
    else if (most_bend > 0)
      step = (p.slope + root) / most_bend;
    else
      return no_root;
    const double next = x + step;
    if (next > width) return no_root;
    if (step <= 4e-16 * next) return next;
    x = next;
  }
  return x;
}

/// Which way the spring goes: the first coefficient of df/dt that is not zero; and how many are.
template <class T>
int spring_direction(const GuardView<T>& view, int i, int& zeros) {
  const Decision& c = view.contacts[i];
  const Flow<T>& flow = *view.flow;
  const int a = flow.spring_of[i];
  zeros = 0;
  if (c.normal_speed != 0) return c.normal_speed < 0 ? -1 : 1;
  const double tiny = 1e-14 * c.stiffness;
  for (zeros = std::max(1, c.normal_zeros); zeros < order; ++zeros) {
    const double rise = plain(flow.coefficients(zeros + 1)[a]);
    if (std::abs(rise) > tiny) return rise > 0 ? -1 : 1;
  }
  return 0;
}

template <class T>
T held_force(const GuardView<T>& view, int i, int k) {
  const Flow<T>& flow = *view.flow;
  return flow.combined(flow.share.data() + flow.unknown_of[2 * i + 1] * flow.springs, k);
}

}  // namespace

void Guards::reserve(int contacts) {
  const auto most = static_cast<std::size_t>(most_guards * contacts);
  list.reserve(most);
  series.resize(most * static_cast<std::size_t>(terms));
  direction.resize(static_cast<std::size_t>(contacts));
}

template <class T>
void guard_series(const GuardView<T>& view, const Guard& guard, int direction, T* series) {
  const Flow<T>& flow = *view.flow;
  const int i = guard.contact;
  const Decision& c = view.contacts[i];
  const int m = flow.springs;
  const int a = flow.spring_of[i];
  const T* const f = flow.series.data() + (a < 0 ? 0 : a);
  const double h = flow.step;
  const bool held = c.normal == SpringMode::held;
  switch (guard.kind) {
    case GuardKind::turn:
    case GuardKind::mid: {
      const double sign = direction < 0 ? 1 : -1;
      for (int k = 0; k < order; ++k) series[k] = T(sign * (k + 1)) * f[(k + 1) * m];
      series[order] = T(0);
      break;
    }
    case GuardKind::leave:
    case GuardKind::yield: {
      const bool leave = guard.kind == GuardKind::leave;
      for (int k = 0; k < terms; ++k) {
        const T force = held ? held_force(view, i, k) : f[k * m];
        series[k] = leave ? force : -force;
      }
      if (!leave) series[0] += view.crest[i];
      break;
    }
    case GuardKind::touch: {
      const T* const row = flow.rate.data() + (2 * i + 1) * m;
      series[0] = view.gap[i];
      series[1] = T(h) * view.velocity[2 * i + 1];
      for (int k = 0; k + 2 < terms; ++k)
        series[k + 2] = T(h * h / ((k + 1) * (k + 2))) * flow.combined(row, k);
      break;
    }
    case GuardKind::stop: {
      const T* const row = flow.rate.data() + 2 * i * m;
      const double sign = c.slip == Slip::plus ? 1 : -1;
      series[0] = T(sign) * view.velocity[2 * i];
      for (int k = 0; k + 1 < terms; ++k)
        series[k + 1] = T(sign * h / (k + 1)) * flow.combined(row, k);
      break;
    }
    case GuardKind::slip_up:
    case GuardKind::slip_down: {
      const T* const row = flow.share.data() + flow.unknown_of[2 * i] * m;
      const double sign = guard.kind == GuardKind::slip_up ? -1 : 1;
      for (int k = 0; k < terms; ++k) {
        const T force = held ? held_force(view, i, k) : f[k * m];
        series[k] = (flow.friction != nullptr ? flow.friction[i] : T(c.friction)) * force +
                    T(sign) * flow.combined(row, k);
      }
      break;
    }
  }
  // Zero by the modes, but for rounding; derivatives stay.
  for (int k = 0; k < std::min(guard.zeros, terms); ++k) series[k] -= T(plain(series[k]));
}

template <class T>
void set_guards(const GuardView<T>& view, Guards& guards) {
  const Flow<T>& flow = *view.flow;
  guards.list.clear();
  const auto add = [&](int i, GuardKind kind, int zeros, double scale) {
    if (zeros >= order) return;
    const Guard guard{i, kind, zeros, scale, false};
    const std::size_t place = guards.list.size();
    guards.list.push_back(guard);
    double* const to = guards.of(place);
    if constexpr (std::is_same_v<T, double>) {
      guard_series(view, guard, guards.direction[i], to);
    } else {
      std::array<T, terms> series;
      guard_series(view, guard, guards.direction[i], series.data());
      for (int k = 0; k < terms; ++k) to[k] = plain(series[k]);
    }
  };
  for (int i = 0; i < flow.count; ++i) {
    const Decision& c = view.contacts[i];
    guards.direction[i] = 0;
    const int later = c.normal_speed == 0 ? c.normal_zeros : 0;
    const double force = c.stiffness;
    if (c.normal == SpringMode::apart) {
      if (!c.undecided) add(i, GuardKind::touch, c.gap > 0 ? 0 : later + 1, 1);
      continue;
    }
    if (c.normal == SpringMode::held) {
      add(i, GuardKind::leave, c.force_zeros, force);
      add(i, GuardKind::yield, c.room_zeros, force);
    } else {
      int zeros = 0;
      const int way = spring_direction(view, i, zeros);
      guards.direction[i] = static_cast<std::int8_t>(way);
      // The series is h df/dt: kV is its scale.
      if (way != 0)
        add(i, c.normal == SpringMode::virgin ? GuardKind::turn : GuardKind::mid, zeros,
            flow.step * slope_of(c));
      if (c.normal == SpringMode::line || c.normal == SpringMode::elastic)
        add(i, GuardKind::leave, c.force == 0 ? std::max(zeros, later) + 1 : 0, force);
      if (c.normal == SpringMode::line)
        add(i, GuardKind::yield, c.force == c.crest ? std::max(zeros, later) + 1 : 0, force);
    }
    if (c.slip == Slip::plus || c.slip == Slip::minus)
      add(i, GuardKind::stop, c.slip_speed == 0 ? c.slip_zeros : 0, 1);
    if (c.slip == Slip::sticks) {
      add(i, GuardKind::slip_up, c.upper_zeros, force);
      add(i, GuardKind::slip_down, c.lower_zeros, force);
    }
  }
}

FirstEvent first_event(Guards& guards) {
  FirstEvent first;
  for (std::size_t g = 0; g < guards.list.size(); ++g) {
    Guard& guard = guards.list[g];
    const double* const a = guards.of(g) + guard.zeros;
    const double x = first_zero(a, terms - guard.zeros, first.at, 2 * coincident * guard.scale);
    guard.clear = x == far;
    if (x > first.at || (x == first.at && first.guard >= 0)) continue;
    first.at = x;
    first.guard = static_cast<int>(g);
  }
  return first;
}

bool coincides(Guards& guards, std::size_t g, double where) {
  const Guard& guard = guards.list[g];
  const Point p = at(guards.of(g), terms, where);
  return std::abs(p.value) <= coincident * guard.scale && p.slope <= 0;
}

#define CAROM_GUARDS(T)                                                   \
  template void guard_series(const GuardView<T>&, const Guard&, int, T*); \
  template void set_guards(const GuardView<T>&, Guards&);
CAROM_GUARDS(double)
CAROM_GUARDS(Sloped)
#undef CAROM_GUARDS

}  // namespace carom::springs
