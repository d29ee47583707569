/// The elimination on particle trees: one strike, contacts without friction.

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

#include "particles/particle_strike.hpp"

namespace carom {
namespace {

enum class Shape { random, chain, star };

ParticleTree particles(int masses, int contacts, Shape shape) {
  std::mt19937_64 engine(7);
  const auto in = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(engine() >> 11) * 0x1.0p-53;
  };
  const auto unit = [](double angle) { return Vec2{std::cos(angle), std::sin(angle)}; };
  ParticleTree tree;
  for (int i = 0; i < masses; ++i) {
    tree.masses.push_back(in(0.5, 2));
    const int parent = shape == Shape::star    ? 0
                       : shape == Shape::chain ? i - 1
                                               : static_cast<int>(in(0, i));
    if (i > 0) tree.rods.push_back({parent, i, unit(in(-3.1, 3.1)), -1});
  }
  for (int j = 0; j < contacts; ++j) {
    const Vec2 tangent = unit(in(-3.1, 3.1));
    tree.contacts.push_back({static_cast<int>(in(0, masses)), tangent, perpendicular(tangent), -1});
  }
  return tree;
}

void particle_strike(benchmark::State& state, Shape shape) {
  const ParticleTree tree =
      particles(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), shape);
  for (auto _ : state) benchmark::DoNotOptimize(strike(tree, {0, {0.6, 0.8}}));
}

BENCHMARK_CAPTURE(particle_strike, random, Shape::random)
    ->Args({3, 1})
    ->Args({100, 30})
    ->Args({1000, 300})
    ->Args({16000, 0})
    ->Args({16000, 5000})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(particle_strike, chain, Shape::chain)
    ->Args({16000, 5000})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(particle_strike, star, Shape::star)
    ->Args({16000, 5000})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace carom
