/// One collision of a train: two cylinders in segments with Hertz contacts.

#include <benchmark/benchmark.h>

#include "train/collide.hpp"

namespace carom {
namespace {

void two_cylinders(benchmark::State& bench) {
  Train train;
  const int segments = static_cast<int>(bench.range(0));
  for (const char* name : {"left", "right"})
    train.bodies.push_back({.name = name,
                            .mass = 0.1,
                            .stiffness = 1e9,
                            .contact_stiffness = 1e10,
                            .segments = static_cast<double>(segments)});
  train.bodies[0].velocity = 1;
  train.pairs = {{.left = "left", .right = "right", .restitution = 0.9}};
  for (auto _ : bench) benchmark::DoNotOptimize(collision(train));
}
BENCHMARK(two_cylinders)->Arg(1)->Arg(4)->Arg(16);

}  // namespace
}  // namespace carom
