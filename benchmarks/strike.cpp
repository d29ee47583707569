/// One impact from state to velocities, by each law: three links; 4 to 4,096 links; 2 to 64
/// contacts. Beside it the kernel written by hand for one mechanism and mode, given unit vectors
/// (`kernel`) and given a state as Carom is (`kernel_state`), against which benchmarks/run makes
/// the ratios.

#include <benchmark/benchmark.h>

#include <string>

#include "carom/jacobian.hpp"
#include "carom/strike.hpp"
#include "hand_written.hpp"
#include "mechanisms.hpp"

namespace carom {
namespace {

using benchmarks::arch;
using benchmarks::arch_state;
using benchmarks::comb;
using benchmarks::comb_state;

constexpr const char* laws[] = {"energetic", "kinetic", "kinematic", "whittaker", "brach"};

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

/// Three links at many configurations and rates: impacts, and their derivatives by the state (five
/// velocities by ten inputs).
std::vector<State> mixed_states(const Model& model) {
  std::vector<State> states;
  Workspace workspace(model);
  double at = 0.1;
  const auto next = [&] { return at = std::fmod(3.9 * at * (1 - at), 1.0); };
  for (int k = 0; k < 2000 && states.size() < 256; ++k) {
    State state = arch_state(3);
    for (std::size_t i = 2; i < 5; ++i) state.velocities[i] = next() - 0.6;
    if (strike(model, state, {}, workspace).verdict == Verdict::unique) states.push_back(state);
  }
  return states;
}

void mixed_strikes(benchmark::State& bench, std::string_view law) {
  const Model model(arch(3));
  Workspace workspace(model);
  const std::vector<State> states = mixed_states(model);
  std::size_t k = 0;
  for (auto _ : bench)
    benchmark::DoNotOptimize(strike(model, states[k++ % states.size()], {.law = law}, workspace));
}

void mixed_jacobians(benchmark::State& bench, std::string_view law) {
  const Model model(arch(3));
  JacobianWorkspace workspace(model, {});
  const std::vector<State> states = mixed_states(model);
  std::size_t k = 0;
  for (auto _ : bench)
    benchmark::DoNotOptimize(
        strike_jacobian(model, states[k++ % states.size()], {.law = law}, workspace));
}

/// Velocities of the arch after its impact by Whittaker's law: what a kernel must give before it is
/// timed.
std::vector<double> right_velocities(int n) {
  const Model model(arch(n));
  Workspace workspace(model);
  const Impact impact = strike(model, arch_state(n), {.law = "whittaker"}, workspace);
  return {impact.velocities.begin(), impact.velocities.end()};
}

/// Unit vectors and velocities of mass centres given.
void kernel(benchmark::State& bench) {
  const int n = static_cast<int>(bench.range(0));
  const State state = arch_state(n);
  const std::vector<double> right = right_velocities(n);
  benchmarks::RodChain chain(n);
  Vec2 joint{state.velocities[0], state.velocities[1]};
  for (int k = 0; k < n; ++k) {
    chain.c[k] = std::cos(state.positions[2 + k]);
    chain.s[k] = std::sin(state.positions[2 + k]);
    chain.w[k] = state.velocities[2 + k];
    const Vec2 half = 0.5 * chain.w[k] * Vec2{-chain.s[k], chain.c[k]};
    chain.vx[k] = joint.x + half.x;
    chain.vy[k] = joint.y + half.y;
    joint += 2.0 * half;
  }
  const benchmarks::RodChain before = chain;
  const bool near_sticks = n > 3;
  if (!chain.strike(0.5, 0.9, near_sticks)) bench.SkipWithError("the modes do not fit");
  for (int k = 0; k < n; ++k)
    if (std::abs(chain.w[k] - right[2 + k]) > 1e-9) bench.SkipWithError("the kernel is wrong");
  chain = before;
  for (auto _ : bench) {
    chain.strike(0.5, 0.9, near_sticks);
    benchmark::DoNotOptimize(chain);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(kernel)->Arg(3)->RangeMultiplier(4)->Range(4, 4096);

/// From the state, sines and cosines included.
void kernel_state(benchmark::State& bench) {
  const int n = static_cast<int>(bench.range(0));
  const State state = arch_state(n);
  const std::vector<double> right = right_velocities(n);
  benchmarks::RodChain chain(n);
  std::vector<double> after(state.velocities.size());
  const auto strike_once = [&] {
    return chain.strike_state(state.positions.data(), state.velocities.data(), 0.5, 0.9, n > 3,
                              after.data());
  };
  if (!strike_once()) bench.SkipWithError("the modes do not fit");
  for (std::size_t k = 0; k < after.size(); ++k)
    if (std::abs(after[k] - right[k]) > 1e-9) bench.SkipWithError("the kernel is wrong");
  for (auto _ : bench) {
    strike_once();
    benchmark::DoNotOptimize(after.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(kernel_state)->Arg(3)->RangeMultiplier(4)->Range(4, 4096);

void three_links(benchmark::State& bench, const char* law) {
  run(bench, arch(3), arch_state(3), law);
}

void links(benchmark::State& bench, const char* law) {
  const int n = static_cast<int>(bench.range(0));
  run(bench, arch(n), arch_state(n), law);
  bench.counters["per_link"] = benchmark::Counter(
      n, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void contacts(benchmark::State& bench, const char* law) {
  const int c = static_cast<int>(bench.range(0));
  run(bench, comb(c), comb_state(c), law);
}

const bool registered = [] {
  for (const char* law : laws) {
    const std::string of = std::string("/") + law;
    benchmark::RegisterBenchmark(("three_links" + of).c_str(), three_links, law);
    benchmark::RegisterBenchmark(("mixed_strikes" + of).c_str(), mixed_strikes, law);
    benchmark::RegisterBenchmark(("mixed_jacobians" + of).c_str(), mixed_jacobians, law);
    benchmark::RegisterBenchmark(("links" + of).c_str(), links, law)
        ->RangeMultiplier(4)
        ->Range(4, 4096);
    benchmark::RegisterBenchmark(("contacts" + of).c_str(), contacts, law)
        ->RangeMultiplier(2)
        ->Range(2, 64);
  }
  return true;
}();

}  // namespace
}  // namespace carom
