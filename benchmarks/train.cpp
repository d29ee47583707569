/// One collision of a train: two cylinders in segments with Hertz contacts.

#include <benchmark/benchmark.h>

#include <vector>

#include "carom/train_sensitivity.hpp"
#include "train/collide.hpp"

namespace carom {
namespace {

Train cylinders(int segments) {
  Train train;
  for (const char* name : {"left", "right"})
    train.bodies.push_back({.name = name,
                            .mass = 0.1,
                            .stiffness = 1e9,
                            .contact_stiffness = 1e10,
                            .segments = static_cast<double>(segments)});
  train.bodies[0].velocity = 1;
  train.pairs = {{.left = "left", .right = "right", .restitution = 0.9}};
  return train;
}
void two_cylinders(benchmark::State& bench) {
  const Train train = cylinders(static_cast<int>(bench.range(0)));
  for (auto _ : bench) benchmark::DoNotOptimize(collision(train));
}
BENCHMARK(two_cylinders)->Arg(1)->Arg(4)->Arg(16);

/// The same and its derivative in four directions, by segments.
void two_cylinders_along(benchmark::State& bench) {
  const Train train = cylinders(static_cast<int>(bench.range(0)));
  const std::vector<TrainDirection> along{{{{"body.left.velocity"}}},
                                          {{{"body.right.mass"}}},
                                          {{{"body.left.contact_stiffness"}}},
                                          {{{"pair.0.restitution"}}}};
  std::vector<TrainSlopes> slopes;
  for (auto _ : bench) benchmark::DoNotOptimize(collide(train, {}, along, slopes));
}
BENCHMARK(two_cylinders_along)->Arg(1)->Arg(4)->Arg(16);

}  // namespace
}  // namespace carom
