#include "train/modes.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

namespace carom {
namespace {

/// cos(π p/2j) for p = 0 … 4j − 1: φ_q(i) is the entry q (2i + 1) mod 4j.
std::vector<double> cosines(std::size_t j) {
  std::vector<double> table(4 * j);
  for (std::size_t p = 0; p < table.size(); ++p)
    table[p] = std::cos(std::numbers::pi * static_cast<double>(p) / (2.0 * static_cast<double>(j)));
  return table;
}

}  // namespace

template <class T>
std::vector<T> displacements(std::span<const T> compressions) {
  std::vector<T> y(compressions.size() + 1);
  T sum = 0;
  for (std::size_t i = 1; i < y.size(); ++i) {
    y[i] = y[i - 1] - compressions[i - 1];
    sum += y[i];
  }
  const T mean = sum / static_cast<double>(y.size());
  for (T& each : y) each -= mean;
  return y;
}

template <class T>
ModesOf<T> modes_of(const LineBodyOf<T>& body, std::span<const std::type_identity_t<T>> velocities,
                    std::span<const std::type_identity_t<T>> compressions) {
  using std::sqrt;
  const std::size_t j = body.count;
  ModesOf<T> modes;
  modes.mean_velocity =
      std::accumulate(velocities.begin(), velocities.end(), T(0)) / static_cast<double>(j);
  const std::vector<T> y = displacements<T>(compressions);
  const std::vector<double> table = cosines(j);
  modes.a.assign(j, T(0));
  modes.b.assign(j, T(0));
  modes.frequency.assign(j, T(0));
  for (std::size_t q = 1; q < j; ++q) {
    T a = 0, b = 0;
    for (std::size_t i = 0; i < j; ++i) {
      const double phi = table[q * (2 * i + 1) % (4 * j)];
      a += y[i] * phi;
      b += (velocities[i] - modes.mean_velocity) * phi;
    }
    modes.a[q] = 2 * a / static_cast<double>(j);
    modes.b[q] = 2 * b / static_cast<double>(j);
    modes.frequency[q] =
        2 * sqrt(body.stiffness / body.mass) *
        std::sin(std::numbers::pi * static_cast<double>(q) / (2.0 * static_cast<double>(j)));
  }
  return modes;
}

template <class T>
EndSwingOf<T> end_swing(const LineBodyOf<T>& body,
                        std::span<const std::type_identity_t<T>> velocities,
                        std::span<const std::type_identity_t<T>> compressions) {
  EndSwingOf<T> swing;
  const std::vector<T> y = displacements<T>(compressions);
  swing.left = y.front();
  swing.right = y.back();
  const ModesOf<T> modes = modes_of(body, velocities, compressions);
  swing.velocity = modes.mean_velocity;
  const std::size_t j = body.count;
  for (std::size_t q = 1; q < j; ++q)
    swing.reach +=
        std::cos(std::numbers::pi * static_cast<double>(q) / (2.0 * static_cast<double>(j))) *
        std::hypot(plain(modes.a[q]), plain(modes.b[q]) / plain(modes.frequency[q]));
  return swing;
}

template <class T>
void fly(const LineBodyOf<T>& body, double time, std::span<std::type_identity_t<T>> velocities,
         std::span<std::type_identity_t<T>> compressions) {
  using std::cos, std::sin;
  const std::size_t j = body.count;
  if (j == 1) return;
  const ModesOf<T> modes = modes_of(body, velocities, compressions);
  const std::vector<double> table = cosines(j);
  std::vector<T> y(j, T(0));
  for (T& v : velocities) v = modes.mean_velocity;
  for (std::size_t q = 1; q < j; ++q) {
    const T w = modes.frequency[q], c = cos(w * time), s = sin(w * time);
    const T a = c * modes.a[q] + s * modes.b[q] / w;
    const T b = c * modes.b[q] - s * w * modes.a[q];
    for (std::size_t i = 0; i < j; ++i) {
      const double phi = table[q * (2 * i + 1) % (4 * j)];
      y[i] += a * phi;
      velocities[i] += b * phi;
    }
  }
  for (std::size_t i = 1; i < j; ++i) compressions[i - 1] = y[i - 1] - y[i];
}

#define CAROM_MODES(T)                                                                            \
  template std::vector<T> displacements(std::span<const T>);                                      \
  template EndSwingOf<T> end_swing(const LineBodyOf<T>&, std::span<const T>, std::span<const T>); \
  template void fly(const LineBodyOf<T>&, double, std::span<T>, std::span<T>);
CAROM_MODES(double)
CAROM_MODES(Sloped)
#undef CAROM_MODES

}  // namespace carom
