/// One impact from state to velocities, by each law, and its cost over links and contacts.

#include <benchmark/benchmark.h>

#include <numbers>
#include <string>

#include "carom/strike.hpp"
#include "mechanisms.hpp"

namespace carom {
namespace {

using benchmarks::arch;
using benchmarks::arch_state;

constexpr const char* laws[] = {"kinematic", "kinetic", "energetic", "whittaker", "brach"};

/// A jointed spine with a tooth under every joint: c teeth, the last of which strikes.
Mechanism comb(int c) {
  Mechanism m;
  m.surfaces.push_back({.name = "floor"});
  for (int i = 0; i < c; ++i) {
    const std::string number = std::to_string(i);
    m.links.push_back({.name = "spine" + number, .length = 1.0, .mass = 1.0});
    if (i > 0) m.links.back().parent = "spine" + std::to_string(i - 1);
    m.links.push_back({.name = "tooth" + number, .length = 1.0, .mass = 1.0});
    m.contacts.push_back({.name = "C" + number,
                          .link = "tooth" + number,
                          .at = {1.0, 0.0},
                          .surface = "floor",
                          .friction = 0.4,
                          .restitution = 0.8});
  }
  m.base.position = {0, 1};
  return m;
}

State comb_state(int c) {
  State state{0.0, {0, 1}, {0, 0}};
  for (int i = 0; i < c; ++i) {
    state.positions.insert(state.positions.end(), {0.0, -std::numbers::pi / 2});
    state.velocities.insert(state.velocities.end(), {0.0, 0.0});
  }
  // The last spine link turns down: its tooth strikes, the others rest.
  state.velocities[2 + 2 * (c - 1)] = -1.0;
  state.velocities[2 + 2 * (c - 1) + 1] = 0.3;
  return state;
}

void run(benchmark::State& bench, const Mechanism& mechanism, const State& state,
         std::string_view law) {
  const Model model(mechanism);
  Workspace workspace(model);
  for (auto _ : bench) {
    const Impact impact = strike(model, state, {.law = law}, workspace);
    benchmark::DoNotOptimize(impact);
    if (impact.verdict != Verdict::unique) bench.SkipWithError("no unique answer");
  }
}

void three_links(benchmark::State& bench) {
  const char* law = laws[bench.range(0)];
  bench.SetLabel(law);
  run(bench, arch(3), arch_state(3), law);
}
BENCHMARK(three_links)->DenseRange(0, 4);

void links(benchmark::State& bench) {
  const int n = static_cast<int>(bench.range(0));
  run(bench, arch(n), arch_state(n), "energetic");
  bench.counters["per_link"] = benchmark::Counter(
      n, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(links)->RangeMultiplier(4)->Range(4, 4096);

void contacts(benchmark::State& bench) {
  const int c = static_cast<int>(bench.range(0));
  run(bench, comb(c), comb_state(c), "energetic");
}
BENCHMARK(contacts)->RangeMultiplier(2)->Range(2, 64);

}  // namespace
}  // namespace carom
