#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "carom/simulate.hpp"
#include "reproductions/judges.hpp"
#include "reproductions/wang_cases.hpp"

namespace carom::wang {
namespace {

struct Collisions : MotionSink {
  std::vector<MotionEvent> all;
  void event(const MotionEvent& event) override {
    if (event.kind == MotionEventKind::impact) all.push_back(event);
  }
};

std::array<double, 4> numbers_of(const PairState& p) {
  return {p.t, p.u, p.theta, p.omega};
}

double apart(const PairState& a, const PairState& b) {
  const auto x = numbers_of(a), y = numbers_of(b);
  double worst = 0;
  for (std::size_t k = 0; k < x.size(); ++k)
    worst = std::max(worst, std::abs(x[k] - y[k]) / (1 + std::abs(x[k])));
  return worst;
}

/// The largest difference, as a share, of the map's derivative from differences of fourth order.
double derivative_error(const Engine& engine, const PairState& launch) {
  constexpr double step = 1e-4;
  PairSolver solver(engine.pair);
  PairState before = launch;
  std::array<double, 25> d{};
  if (!solver.fly(before, 10) || !solver.derivative(launch, before, d)) return 1;
  const auto image = [&](std::size_t which, double by) {
    PairState p = launch;
    double* const part[] = {&p.t, &p.u, &p.theta, &p.omega};
    *part[which] += by;
    solver.fly(p, 10);
    solver.collide(p);
    return numbers_of(p);
  };
  double worst = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    const auto a = image(c, step), b = image(c, -step);
    const auto a2 = image(c, 2 * step), b2 = image(c, -2 * step);
    for (std::size_t r = 0; r < 4; ++r) {
      const double slope = (8 * (a[r] - b[r]) - (a2[r] - b2[r])) / (12 * step);
      worst = std::max(worst, std::abs(d[5 * r + c] - slope) / (1 + std::abs(slope)));
    }
  }
  return worst;
}

/// A ball that just touches a plate that falls away below it: the time of flight on both sides of
/// that launch.
struct Grazing {
  double t = 0, speed = 0;       ///< s, m/s; of the launch
  double before = 0, after = 0;  ///< s; τ of the launch that touches, and of that which passes
  double touch = 0;              ///< m/s; u̇₁⁻ there
};
std::optional<Grazing> grazing(const Engine& engine) {
  constexpr double finest = 1e-3, slowest = 0.02, fastest = 1;  // m/s
  constexpr double jump = 1e-3;                                 // s
  PairSolver solver(engine.pair);
  const double period = 2 * std::numbers::pi / engine.body.plate.rate;
  for (int phase = 0; phase < 16; ++phase) {
    const double t = period * phase / 16;
    const auto flown = [&](double speed) {
      PairState p;
      p.t = t;
      p.u = speed;
      solver.fly(p, 10);
      return p;
    };
    for (double speed = slowest; speed < fastest; speed += finest) {
      double low = speed, high = speed + finest;
      const double first = flown(low).t, last = flown(high).t;
      if (last - first < jump) continue;
      while (true) {
        const double middle = 0.5 * (low + high);
        if (middle == low || middle == high) break;
        (flown(middle).t < 0.5 * (first + last) ? low : high) = middle;
      }
      const PairState touches = flown(low), passes = flown(high);
      if (passes.t - touches.t > jump)
        return Grazing{t, low, touches.t - t, passes.t - t, touches.u};
    }
  }
  return std::nullopt;
}

}  // namespace

void add_map(std::vector<Claim>& claims) {
  Numbers numbers(7);
  double motion = 0, slopes = 0;
  std::size_t compared = 0;
  for (int k = 0; k < 12; ++k) {
    const Engine engine(any_body(numbers));
    const PairState launch = any_launch(numbers);
    slopes = std::max(slopes, derivative_error(engine, launch));
    const auto run = pair_sequence(engine.pair, launch, 4, 0, 10);
    if (run.collisions.size() < 4) continue;
    Collisions seen;
    simulate(engine.model, mechanism_state(engine.pair, launch),
             {.duration = run.collisions[3].after.t - launch.t + 1e-6, .tolerance = 1e-13}, seen);
    for (std::size_t i = 0; i < std::min<std::size_t>(4, seen.all.size()); ++i) {
      const MotionEvent& e = seen.all[i];
      const PairState own = pair_state(engine.pair, {e.time, e.positions, e.velocities_after});
      const PairState before = pair_state(engine.pair, {e.time, e.positions, e.velocities_before});
      motion = std::max(
          {motion, apart(run.collisions[i].after, own), apart(run.collisions[i].before, before)});
      ++compared;
    }
  }
  claims.push_back(
      {"equations (7), (30), (31)", "f = f₂ ∘ f₁, without steps of time", std::nullopt, motion, "",
       within(0, motion, 1e-9),
       fmt::format("largest relative difference of {} states before and after "
                   "collisions, one after another, by the closed form and by the motion",
                   compared)});
  claims.push_back({"section 3.4", "f and φ are continuous and differentiable", std::nullopt,
                    slopes, "", within(0, slopes, 1e-6),
                    "largest relative difference of the derivative of the map, in dual numbers, "
                    "from differences of fourth order at 12 states"});
  Body ball;
  ball.a = ball.b = 0.1;
  ball.plate = {0.01, 40, 0};
  const auto found = grazing(Engine(ball));
  const Grazing graze = found.value_or(Grazing{});
  claims.push_back(
      {"section 3.4", "the discrete map has no problems of discontinuity", std::nullopt,
       graze.after - graze.before, "s", found ? Holding::does_not_hold : Holding::holds,
       fmt::format("the first root of φ jumps where the body grazes the plate: a ball that leaves "
                   "with {:.6f} m/s at t = {:.6f} s touches it after {:.6f} s with {:.1e} m/s, one "
                   "that is faster by rounding flies {:.6f} s. Next to it ∂τ/∂u̇₁ grows as 1/u̇₁⁻",
                   graze.speed, graze.t, graze.before, graze.touch, graze.after),
       "a ball over a plate with 0.01 m · sin 40t"});
}

}  // namespace carom::wang
