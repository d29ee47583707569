/// Poincaré maps: returns a second. `returns` is a rate; the orbit diagram is of 1,000 amplitudes
/// with 1,000 returns each.

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <string>

#include "carom/model.hpp"
#include "dynamics/compiled_model.hpp"
#include "maps/section_map.hpp"

namespace carom {
namespace {

using std::numbers::pi;

Mechanism body_on_plate(double amplitude, double inertia, double restitution) {
  Mechanism m;
  m.gravity = {0, -1};
  m.parameters = {{"gamma", amplitude}};
  m.links.push_back(
      {.name = "body", .length = 0, .mass = 1, .com = Vec2{0, 0}, .inertia = inertia});
  m.surfaces.push_back({.name = "plate", .motion = SurfaceMotion{.normal = {"gamma*sin(t)"}}});
  Contact contact{.name = "rim", .link = "body", .surface = "plate", .restitution = restitution};
  contact.outline.kind = OutlineKind::disc;
  contact.outline.radius = 0.1;
  m.contacts.push_back(contact);
  return m;
}

ImpactPair pair_of(const Model& model) {
  const Tree& tree = model.compiled().tree;
  return *impact_pair(tree, *tree.laws->find("energetic"));
}

void tell(benchmark::State& bench, double returns) {
  bench.counters["returns"] = benchmark::Counter(static_cast<double>(bench.iterations()) * returns,
                                                 benchmark::Counter::kIsRate);
}

constexpr int many = 1000;

/// So many returns from a state, or fewer where bounces end; how many.
int bounce(PairSolver& solver, PairState& state, int returns) {
  for (int k = 0; k < returns; ++k)
    if (!(state.u > 0) || !solver.fly(state, 100) || !solver.collide(state)) return k;
  return returns;
}

void bounces(benchmark::State& bench, const Mechanism& mechanism, PairState state) {
  const Model model(mechanism);
  const ImpactPair pair = pair_of(model);
  PairSolver solver(pair);
  for (auto _ : bench)
    if (bounce(solver, state, many) < many) return bench.SkipWithError("bounces end");
  tell(bench, many);
}

void ball(benchmark::State& bench) {
  bounces(bench, body_on_plate(1.75, 0.005, 0.5), {0.3, 0, 3.0});
}

void ellipse_with_torque(benchmark::State& bench) {
  Mechanism m = body_on_plate(1.75, 0.0034, 0.5);
  m.contacts[0].outline = {};
  m.contacts[0].outline.kind = OutlineKind::ellipse;
  m.contacts[0].outline.semi_axes = {0.1, 0.06};
  m.torques.push_back({.link = "body", .value = {"1e-4*sin(t)"}});
  bounces(bench, m, {0.3, 0, 3.0, 0.2, 0.1});
}

void ball_with_derivative(benchmark::State& bench) {
  const Model model(body_on_plate(1.75, 0.005, 0.5));
  const ImpactPair pair = pair_of(model);
  const auto map = pair_section(pair, "body", 2 * pi, 100);
  std::vector<double> x{0.3, 3.0};
  double time = 0;
  Eigen::MatrixXd d;
  for (auto _ : bench)
    for (int k = 0; k < many; ++k) x = map->reduced(*map->next(x, time, d));
  tell(bench, many);
}

void orbit_diagram(benchmark::State& bench) {
  double returns = 0;
  for (auto _ : bench)
    for (int i = 0; i < many; ++i) {
      const Model model(body_on_plate(1.05 + 0.7 * i / many, 0.005, 0.5));
      const ImpactPair pair = pair_of(model);
      PairSolver solver(pair);
      PairState state{0.3, 0, 3.0};
      returns += bounce(solver, state, many);
      benchmark::DoNotOptimize(state);
    }
  bench.counters["returns"] = benchmark::Counter(returns, benchmark::Counter::kIsRate);
}

/// The simplest walker with feet of 1e-4 of its hip, at its gait.
struct Walker {
  Walker() {
    mechanism.gravity = {std::sin(0.009), -std::cos(0.009)};
    mechanism.links.push_back({.name = "left", .length = 1, .mass = 0});
    mechanism.links.push_back({.name = "right", .length = 1, .mass = 0});
    mechanism.masses.push_back({.link = "left", .at = {1, 0}, .mass = 1});
    mechanism.masses.push_back({.link = "left", .at = {0, 0}, .mass = 1e-4});
    mechanism.masses.push_back({.link = "right", .at = {1, 0}, .mass = 1e-4});
    mechanism.surfaces.push_back({.name = "slope"});
    mechanism.contacts.push_back(
        {.name = "left", .link = "left", .surface = "slope", .friction = 10});
    mechanism.contacts.push_back(
        {.name = "right", .link = "right", .at = {1, 0}, .surface = "slope", .friction = 10});
    mechanism.contacts[1].active = Formula{"pi/2 - 0.1 - angle.left"};
    section.contact = 1;
    section.swap = {{0, 1}};
  }
  Mechanism mechanism;
  Section section;
  State start{
      0, {0, 0, pi / 2 + 0.2003, -pi / 2 - 0.2003}, {0, 0, -0.19984, -0.19984 * std::cos(0.4006)}};
};

void walkers_step(benchmark::State& bench, double tolerance) {
  const Walker walker;
  const Model model(walker.mechanism);
  MotionMap map(model, walker.section, {.duration = 10, .tolerance = tolerance});
  for (auto _ : bench)
    if (!map.next(walker.start)) return bench.SkipWithError("it falls");
  tell(bench, 1);
}

void walkers_derivative(benchmark::State& bench) {
  const Walker walker;
  const Model model(walker.mechanism);
  MotionMap map(model, walker.section, {.duration = 10, .tolerance = 1e-12});
  std::string problem;
  const auto numbers = motion_section(map, *map.next(walker.start), {}, problem);
  const std::vector<double> x = numbers->coordinates(*map.next(walker.start));
  double time = 0;
  Eigen::MatrixXd d;
  for (auto _ : bench)
    if (!numbers->next(x, time, d)) return bench.SkipWithError("it falls");
  tell(bench, 1);
}

BENCHMARK(ball)->Unit(benchmark::kMicrosecond);
BENCHMARK(ball_with_derivative)->Unit(benchmark::kMicrosecond);
BENCHMARK(ellipse_with_torque)->Unit(benchmark::kMicrosecond);
BENCHMARK(orbit_diagram)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walkers_step, 1e-12, 1e-12)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(walkers_step, 1e-8, 1e-8)->Unit(benchmark::kMicrosecond);
BENCHMARK(walkers_derivative)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace carom
