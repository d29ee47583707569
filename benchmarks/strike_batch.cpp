/// Impacts in arrays against `strike` in a loop, over 4,096 different states of three links: one
/// state again and again flatters branch prediction. benchmarks/run shows ns an impact.

#include "carom/strike_batch.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <random>

#include "mechanisms.hpp"

namespace carom {
namespace {

constexpr std::size_t states = 4096;

struct Mixed {
  std::vector<double> positions, velocities;
};

/// Configurations and rates as in the published study's range, of which all have an answer.
Mixed mixed() {
  const Model model(benchmarks::arch(3));
  Workspace workspace(model);
  Mixed found;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(-1.2, 1.2), rate(-1, 1);
  while (found.positions.size() < 5 * states) {
    const double up = std::numbers::pi / 2, phi = angle(random);
    const State state{
        0, {0, 0, up - phi, 0, -up - phi}, {0, 0, rate(random), rate(random), rate(random)}};
    if (strike(model, state, {}, workspace).verdict != Verdict::unique) continue;
    found.positions.insert(found.positions.end(), state.positions.begin(), state.positions.end());
    found.velocities.insert(found.velocities.end(), state.velocities.begin(),
                            state.velocities.end());
  }
  return found;
}

void told(benchmark::State& bench) {
  bench.counters["impact"] = benchmark::Counter(
      static_cast<double>(states),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void loop(benchmark::State& bench) {
  const Mixed all = mixed();
  const Model model(benchmarks::arch(3));
  Workspace workspace(model);
  State state{0, std::vector<double>(5), std::vector<double>(5)};
  std::vector<double> after(5 * states);
  for (auto _ : bench) {
    for (std::size_t i = 0; i < states; ++i) {
      std::copy_n(&all.positions[5 * i], 5, state.positions.begin());
      std::copy_n(&all.velocities[5 * i], 5, state.velocities.begin());
      std::ranges::copy(strike(model, state, {}, workspace).velocities, &after[5 * i]);
    }
    benchmark::DoNotOptimize(after.data());
  }
  told(bench);
}
BENCHMARK(loop);

void batch(benchmark::State& bench) {
  const Mixed all = mixed();
  const Model model(benchmarks::arch(3));
  const int threads = static_cast<int>(bench.range(0));
  BatchWorkspace workspace(model, threads);
  std::vector<double> after(5 * states);
  for (auto _ : bench) {
    strike_batch(model, {.positions = all.positions, .velocities = all.velocities},
                 {.threads = threads}, workspace, {.velocities = after});
    benchmark::DoNotOptimize(after.data());
  }
  told(bench);
}
BENCHMARK(batch)->Arg(1)->Arg(2)->UseRealTime();

}  // namespace
}  // namespace carom
