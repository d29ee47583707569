/// Motion through time: what a bounce costs, and how many times faster than real time mechanisms
/// move. `bounce` is processor time over impacts; `real_time` is simulated seconds a second of
/// processor time.

#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "carom/motion_sensitivity.hpp"
#include "study/simulate.hpp"

namespace carom {
namespace {

void tell(benchmark::State& bench, const Motion& motion, double duration) {
  const auto runs = static_cast<double>(bench.iterations());
  bench.counters["impacts"] = static_cast<double>(motion.impacts);
  bench.counters["steps"] = static_cast<double>(motion.steps);
  bench.counters["evaluations"] = static_cast<double>(motion.evaluations);
  bench.counters["real_time"] = benchmark::Counter(runs * duration, benchmark::Counter::kIsRate);
  if (motion.impacts > 0)
    bench.counters["bounce"] =
        benchmark::Counter(runs * static_cast<double>(motion.impacts),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void follow(benchmark::State& bench, const Model& model, const State& state,
            const MotionOptions& options) {
  MotionSink nobody;
  Motion motion;
  for (auto _ : bench) benchmark::DoNotOptimize(motion = simulate(model, state, options, nobody));
  if (motion.end != MotionEnd::duration) bench.SkipWithError("did not reach its end");
  tell(bench, motion, options.duration);
}

/// The same and its derivative in so many directions: of the state first, then numbers of the
/// mechanism. To be compared with none: the aim is 1 + directions/4.
void follow_along(benchmark::State& bench, const Model& model, const State& state,
                  const MotionOptions& options, const std::vector<std::string>& numbers) {
  std::vector<Direction> along;
  for (std::size_t k = 0; k < static_cast<std::size_t>(bench.range(0)); ++k) {
    Direction& each = along.emplace_back();
    const std::size_t freedoms = state.positions.size();
    if (k >= 2 * freedoms) {
      each.numbers = {{numbers.at(k - 2 * freedoms)}};
      continue;
    }
    each.positions.assign(freedoms, 0.0);
    each.velocities.assign(freedoms, 0.0);
    (k < freedoms ? each.positions[k] : each.velocities[k - freedoms]) = 1;
  }
  MotionSink nobody;
  MotionSensitivity slopes;
  Motion motion;
  for (auto _ : bench)
    benchmark::DoNotOptimize(motion = simulate(model, state, options, nobody, along, slopes));
  for (const auto& why : slopes.hindered)
    if (why) bench.SkipWithError(std::string(name(why->why)).c_str());
  tell(bench, motion, options.duration);
}

/// Elastic, so that it bounces all the time; with friction and spin.
Mechanism disc_over_floor() {
  Mechanism mechanism;
  mechanism.gravity = {0, -9.81};
  mechanism.links.push_back(
      {.name = "disc", .length = 0, .mass = 1, .com = Vec2{0, 0}, .inertia = 0.005});
  mechanism.surfaces.push_back({.name = "floor"});
  Contact rim{.name = "rim", .link = "disc", .surface = "floor", .friction = 0.3, .restitution = 1};
  rim.outline.kind = OutlineKind::disc;
  rim.outline.radius = 0.1;
  mechanism.contacts.push_back(rim);
  return mechanism;
}
void bouncing_disc(benchmark::State& bench) {
  follow(bench, Model(disc_over_floor()), {0, {0, 0.5, 0}, {0.5, 0, -30}},
         {.duration = 300, .tolerance = 1e-8});
}
void bouncing_disc_along(benchmark::State& bench) {
  follow_along(bench, Model(disc_over_floor()), {0, {0, 0.5, 0}, {0.5, 0, -30}},
               {.duration = 30, .tolerance = 1e-8}, {"contact.rim.restitution", "link.disc.mass"});
}

/// Two rods pinned over a floor that the lower one's end strikes and slides along.
Mechanism rods_over_floor(double restitution) {
  Mechanism mechanism;
  mechanism.gravity = {0, -9.81};
  mechanism.base.kind = BaseKind::pinned;
  mechanism.base.position = {0, 1.6};
  mechanism.links.push_back({.name = "upper", .length = 1, .mass = 1});
  mechanism.links.push_back({.name = "lower", .length = 1, .mass = 1});
  mechanism.surfaces.push_back({.name = "floor"});
  mechanism.contacts.push_back({.name = "tip",
                                .link = "lower",
                                .at = {1, 0},
                                .surface = "floor",
                                .friction = 0.2,
                                .restitution = restitution});
  return mechanism;
}
void double_pendulum(benchmark::State& bench, double restitution) {
  follow(bench, Model(rods_over_floor(restitution)), {0, {0.0, 0.5}, {0, 0}},
         {.duration = 20, .tolerance = 1e-8});
}
void double_pendulum_along(benchmark::State& bench, double duration) {
  follow_along(
      bench, Model(rods_over_floor(0.8)), {0, {0.0, 0.5}, {0, 0}},
      {.duration = duration, .tolerance = 1e-8},
      {"link.upper.mass", "link.lower.length", "contact.tip.friction", "contact.tip.restitution"});
}

/// An example at the tolerance given.
void example(benchmark::State& bench, const std::string& file, double tolerance) {
  const Study study = study_from_file(std::string(CAROM_EXAMPLES) + "/" + file);
  follow(bench, study.model, study.scenario.state,
         {.duration = study.scenario.simulate->duration, .tolerance = tolerance});
}

BENCHMARK(bouncing_disc)->Unit(benchmark::kMicrosecond);
BENCHMARK(bouncing_disc_along)->Arg(0)->Arg(1)->Arg(4)->Arg(8)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(double_pendulum_along, short, 2.0)
    ->Arg(0)
    ->Arg(1)
    ->Arg(4)
    ->Arg(8)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(double_pendulum, bouncing, 0.8)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(double_pendulum, sliding, 0.0)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(example, falling_chain, "falling_chain.toml", 1e-8)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(example, switched_bar, "switched_bar.toml", 1e-8)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(example, rocking_block, "rocking_block.toml", 1e-8)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace carom
