#include "reproductions/walker_limit.hpp"

#include <Eigen/Dense>
#include <cmath>

namespace carom::walking {
namespace {

using Eigen::Vector2d;
using Eigen::Vector4d;

constexpr double step_size = 1e-3;
constexpr double longest = 8;
/// The feet pass each other in mid-step, which is no heel strike.
constexpr double past = -0.1;

Vector4d rate(const Vector4d& y, double slope) {
  const double fall = std::sin(y[0] - slope);
  return {y[1], fall, y[3],
          fall + y[1] * y[1] * std::sin(y[2]) - std::cos(y[0] - slope) * std::sin(y[2])};
}

Vector4d carried(const Vector4d& y, double h, double slope) {
  const Vector4d a = rate(y, slope);
  const Vector4d b = rate(y + 0.5 * h * a, slope);
  const Vector4d c = rate(y + 0.5 * h * b, slope);
  const Vector4d d = rate(y + h * c, slope);
  return y + h / 6 * (a + 2 * b + 2 * c + d);
}

double apart(const Vector4d& y) {
  return y[2] - 2 * y[0];
}

}  // namespace

std::optional<WalkerStep> walker_step(const Vector2d& state, double slope) {
  const double begins = std::cos(2 * state[0]);
  Vector4d y{state[0], state[1], 2 * state[0], (1 - begins) * state[1]};
  for (double t = 0; t < longest; t += step_size) {
    const Vector4d next = carried(y, step_size, slope);
    if (next[0] < past && apart(y) < 0 && apart(next) >= 0) {
      double h = step_size * apart(y) / (apart(y) - apart(next));
      for (int k = 0; k < 8; ++k) {
        const Vector4d there = carried(y, h, slope);
        h -= apart(there) / (there[3] - 2 * there[1]);
      }
      const Vector4d there = carried(y, h, slope);
      return WalkerStep{{-there[0], std::cos(2 * there[0]) * there[1]}, t + h};
    }
    y = next;
    if (!(std::abs(y[0]) < 1.5)) break;
  }
  return std::nullopt;
}

std::array<std::complex<double>, 2> WalkerGait::multipliers() const {
  const std::complex<double> half = 0.5 * derivative.trace();
  const std::complex<double> root = std::sqrt(half * half - derivative.determinant());
  return {half + root, half - root};
}

std::optional<WalkerGait> walker_gait(Vector2d start, double slope, int steps) {
  const auto after = [&](Vector2d x, double* time) {
    for (int k = 0; k < steps; ++k) {
      const auto next = walker_step(x, slope);
      if (!next) return Vector2d(Vector2d::Constant(std::nan("")));
      x = next->state;
      if (time != nullptr) *time += next->time;
    }
    return x;
  };
  WalkerGait gait;
  gait.state = start;
  for (int pass = 0; pass < 30; ++pass) {
    gait.time = 0;
    const Vector2d miss = after(gait.state, &gait.time) - gait.state;
    constexpr double d = 4e-5;  // differences of fourth order
    for (int i = 0; i < 2; ++i) {
      const Vector2d e = d * Vector2d::Unit(i);
      gait.derivative.col(i) =
          (8 * (after(gait.state + e, nullptr) - after(gait.state - e, nullptr)) -
           (after(gait.state + 2 * e, nullptr) - after(gait.state - 2 * e, nullptr))) /
          (12 * d);
    }
    if (!miss.allFinite() || !gait.derivative.allFinite()) return std::nullopt;
    if (miss.norm() < 1e-13) return gait;
    gait.state -= (gait.derivative - Eigen::Matrix2d::Identity()).partialPivLu().solve(miss);
    if (pass > 4 && miss.norm() < 1e-11) return gait;
  }
  return std::nullopt;
}

std::optional<double> walker_doubling(WalkerGait& gait, int steps, double from, double to) {
  // Secants; the gait of one slope is the next one's start.
  double a = from, fa = gait.doubling();
  double b = from + 0.2 * (to - from);
  for (int pass = 0; pass < 30; ++pass) {
    const auto there = walker_gait(gait.state, b, steps);
    if (!there) return std::nullopt;
    gait = *there;
    const double fb = gait.doubling();
    if (std::abs(fb) < 1e-10 || std::abs(b - a) < 1e-13) return b;
    const double next = b - fb * (b - a) / (fb - fa);
    a = b;
    fa = fb;
    b = std::min(std::max(next, std::min(from, to)), std::max(from, to));
  }
  return std::nullopt;
}

}  // namespace carom::walking
