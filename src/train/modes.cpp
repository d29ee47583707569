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

std::vector<double> displacements(std::span<const double> compressions) {
  std::vector<double> y(compressions.size() + 1);
  double sum = 0;
  for (std::size_t i = 1; i < y.size(); ++i) {
    y[i] = y[i - 1] - compressions[i - 1];
    sum += y[i];
  }
  const double mean = sum / static_cast<double>(y.size());
  for (double& each : y) each -= mean;
  return y;
}

Modes modes_of(const LineBody& body, std::span<const double> velocities,
               std::span<const double> compressions) {
  const std::size_t j = body.count;
  Modes modes;
  modes.mean_velocity =
      std::accumulate(velocities.begin(), velocities.end(), 0.0) / static_cast<double>(j);
  const std::vector<double> y = displacements(compressions);
  const std::vector<double> table = cosines(j);
  modes.a.assign(j, 0.0);
  modes.b.assign(j, 0.0);
  modes.frequency.assign(j, 0.0);
  for (std::size_t q = 1; q < j; ++q) {
    double a = 0, b = 0;
    for (std::size_t i = 0; i < j; ++i) {
      const double phi = table[q * (2 * i + 1) % (4 * j)];
      a += y[i] * phi;
      b += (velocities[i] - modes.mean_velocity) * phi;
    }
    modes.a[q] = 2 * a / static_cast<double>(j);
    modes.b[q] = 2 * b / static_cast<double>(j);
    modes.frequency[q] =
        2 * std::sqrt(body.stiffness / body.mass) *
        std::sin(std::numbers::pi * static_cast<double>(q) / (2.0 * static_cast<double>(j)));
  }
  return modes;
}

EndSwing end_swing(const LineBody& body, std::span<const double> velocities,
                   std::span<const double> compressions) {
  EndSwing swing;
  const std::vector<double> y = displacements(compressions);
  swing.left = y.front();
  swing.right = y.back();
  const Modes modes = modes_of(body, velocities, compressions);
  swing.velocity = modes.mean_velocity;
  const std::size_t j = body.count;
  for (std::size_t q = 1; q < j; ++q)
    swing.reach +=
        std::cos(std::numbers::pi * static_cast<double>(q) / (2.0 * static_cast<double>(j))) *
        std::hypot(modes.a[q], modes.b[q] / modes.frequency[q]);
  return swing;
}

void fly(const LineBody& body, double time, std::span<double> velocities,
         std::span<double> compressions) {
  const std::size_t j = body.count;
  if (j == 1) return;
  const Modes modes = modes_of(body, velocities, compressions);
  const std::vector<double> table = cosines(j);
  std::vector<double> y(j, 0.0);
  for (double& v : velocities) v = modes.mean_velocity;
  for (std::size_t q = 1; q < j; ++q) {
    const double w = modes.frequency[q], c = std::cos(w * time), s = std::sin(w * time);
    const double a = c * modes.a[q] + s * modes.b[q] / w;
    const double b = c * modes.b[q] - s * w * modes.a[q];
    for (std::size_t i = 0; i < j; ++i) {
      const double phi = table[q * (2 * i + 1) % (4 * j)];
      y[i] += a * phi;
      velocities[i] += b * phi;
    }
  }
  for (std::size_t i = 1; i < j; ++i) compressions[i - 1] = y[i - 1] - y[i];
}

}  // namespace carom
