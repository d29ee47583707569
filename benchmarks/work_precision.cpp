/// Error against cost over tolerances, for motions with known answers. Prints CSV:
///
///     problem,method,tolerance,evaluations,seconds,error
///
/// evaluations of the accelerations and processor time of one motion, the least of several. See
/// docs/decisions/0008-integrator.md; benchmarks/work_precision.csv has what was measured, and
/// benchmarks/work_precision_plot.py draws it.

#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <limits>
#include <numbers>
#include <string>

#include "carom/simulate.hpp"
#include "support/bar.hpp"

namespace carom {
namespace {

using std::numbers::pi;

/// What is kept of a motion besides its end.
struct Times : MotionSink {
  double first_impact = std::numeric_limits<double>::quiet_NaN();
  double limit = std::numeric_limits<double>::quiet_NaN();
  void event(const MotionEvent& event) override {
    if (event.kind == MotionEventKind::impact && std::isnan(first_impact))
      first_impact = event.time;
    if (event.kind == MotionEventKind::limit && std::isnan(limit)) limit = event.time;
  }
};

struct Problem {
  std::string name;
  Mechanism mechanism;
  State state;
  double duration;
  std::function<double(const Motion&, const Times&)> error;
};

/// ∫₀^{π/2} f(sin²u) du; f is smooth, so that the trapezoidal rule converges geometrically.
double quarter(const std::function<double(double)>& f) {
  constexpr int n = 200;
  double sum = 0.5 * (f(0) + f(1));
  for (int i = 1; i < n; ++i) sum += f(std::pow(std::sin(i * pi / 2 / n), 2));
  return sum * pi / 2 / n;
}

/// A rod swings by ±A about its lowest place. With k = sin(A/2), sin(φ/2) = k sin u, the period is
/// 4 √(2l/3g) ∫ du/√(1 − k² sin²u); after 10¼ of them it is at the bottom.
Problem pendulum() {
  constexpr double A = 2.8, g = 9.81, length = 1;
  Mechanism m;
  m.gravity = {0, -g};
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "rod", .length = length, .mass = 1});
  const double k2 = std::pow(std::sin(A / 2), 2);
  const double period = 4 * std::sqrt(2 * length / (3 * g)) *
                        quarter([&](double s2) { return 1 / std::sqrt(1 - k2 * s2); });
  return {"pendulum",
          m,
          {0, {A - pi / 2}, {0}},
          10.25 * period,
          [](const Motion& motion, const Times&) {
            return std::abs(motion.final.positions[0] + pi / 2);
          }};
}

/// A disc whose mass centre is at c from its middle rolls to and fro by ±A. Energy gives
/// ½ J φ̇² = m g c (cos φ − cos A), J = I + m (R² + c² − 2Rc cos φ), and so the period
/// 4 ∫ √(J/mgc)/cos(φ/2) du with u as above.
Problem rolling() {
  constexpr double A = 1.5, g = 9.81, R = 0.1, c = 0.05, mass = 1, inertia = 0.005;
  Mechanism m;
  m.gravity = {0, -g};
  m.links.push_back(
      {.name = "disc", .length = 0, .mass = mass, .com = Vec2{c, 0}, .inertia = inertia});
  m.surfaces.push_back({.name = "floor"});
  Contact rim{.name = "rim", .link = "disc", .surface = "floor", .friction = 2};
  rim.outline.kind = OutlineKind::disc;
  rim.outline.radius = R;
  m.contacts.push_back(rim);
  const double k2 = std::pow(std::sin(A / 2), 2);
  const double period = 4 * quarter([&](double s2) {
                          const double half = k2 * s2;  // sin²(φ/2)
                          const double J =
                              inertia + mass * (R * R + c * c - 2 * R * c * (1 - 2 * half));
                          return std::sqrt(J / (mass * g * c) / (1 - half));
                        });
  return {"rolling disc",
          m,
          {0, {0, R, A - pi / 2}, {0, 0, 0}},
          10.25 * period,
          [](const Motion& motion, const Times&) {
            return std::abs(motion.final.positions[2] + pi / 2);
          }};
}

/// A problem of the bar, whose error is that of a time.
Problem turned_bar(const char* name, double duration, double Times::*time, double expected) {
  return {name,
          testing::turned_bar(),
          {0, {0, 0, 0}, {0, 0, 0}},
          duration,
          [=](const Motion&, const Times& times) { return std::abs(times.*time - expected); }};
}

Problem first_impact() {
  return turned_bar("bar's first impact", 0.54, &Times::first_impact,
                    testing::turned_bar_first_impact);
}

Problem limit() {
  return turned_bar("bar's infinite bounces", 1.2, &Times::limit, testing::turned_bar_limit);
}

void measure(const Problem& problem) {
  const Model model(problem.mechanism);
  for (int digits = 4; digits <= 13; ++digits) {
    MotionOptions options;
    options.duration = problem.duration;
    options.tolerance = std::pow(10.0, -digits);
    double seconds = 1e9;
    Motion motion;
    Times times;
    for (int batch = 0; batch < 7; ++batch) {
      const std::clock_t before = std::clock();
      double spent = 0;
      int runs = 0;
      for (; spent < 0.01; ++runs) {
        times = {};
        motion = simulate(model, problem.state, options, times);
        spent = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
      }
      seconds = std::min(seconds, spent / runs);
    }
    std::printf("%s,Dormand–Prince 5,1e-%02d,%ld,%.4g,%.3g\n", problem.name.c_str(), digits,
                motion.evaluations, seconds, problem.error(motion, times));
  }
}

}  // namespace
}  // namespace carom

int main() {
  std::puts("problem,method,tolerance,evaluations,seconds,error");
  for (const auto& problem :
       {carom::pendulum(), carom::rolling(), carom::first_impact(), carom::limit()})
    carom::measure(problem);
}
