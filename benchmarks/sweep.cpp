/// Sweeps of the three-link chain: the impacts alone, the same points through the machinery
/// (formulas, chunks, threads, result folder), and what a second thread brings. "items" are
/// impacts, each law counted singly; compare within one run.

#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "dynamics/compiled_model.hpp"
#include "facade/sweep.hpp"
#include "laws/registry.hpp"
#include "motion/impact.hpp"
#include "sweeps/scenario_point.hpp"

namespace carom {
namespace {

constexpr int points = 200'000;

Study three_links() {
  Study study = study_from_file(std::string(CAROM_EXAMPLES) + "/three_link.toml");
  study.scenario.sweep[0].count = points;
  return study;
}

void count(benchmark::State& bench, std::size_t laws) {
  bench.SetItemsProcessed(static_cast<std::int64_t>(bench.iterations()) * points *
                          static_cast<std::int64_t>(laws));
}

/// State in, velocities and energies out, at every point; nothing is kept.
void impacts(benchmark::State& bench, const std::vector<const Law*>& laws) {
  const Study study = three_links();
  const Tree& tree = study.model.compiled().tree;
  const Grid grid = grid_of(study.scenario.sweep);
  ScenarioPoint point(study.scenario, tree, grid.parameters);
  std::vector<State> states;
  for (int i = 0; i < points; i += 97) {
    const double at[] = {axis_value(study.scenario.sweep[0], i)};
    point.move_to(at);
    states.push_back(point.scenario().state);
  }
  ImpactSolver<double> solver(tree);
  for (auto _ : bench) {
    std::size_t next = 0;
    for (int i = 0; i < points; ++i) {
      const State& state = states[next];
      next = next + 1 == states.size() ? 0 : next + 1;
      solver.prepare(tree, state.positions, state.velocities, state.time);
      for (const Law* law : laws) {
        solver.solve(tree, *law, {}, -1);
        benchmark::DoNotOptimize(solver.kinetic_energy_after());
      }
    }
  }
  count(bench, laws.size());
}

void whole_sweep(benchmark::State& bench, const std::string& laws, std::size_t law_count,
                 int threads, bool kept) {
  const Study study = three_links();
  char name[] = "/tmp/carom-bench-XXXXXX";
  const std::string folder = mkdtemp(name);
  SweepRequest request;
  request.laws = {laws};
  request.csv = false;
  if (kept) request.folder = folder + "/results";
  request.force = kept;
  SweepSetting setting;
  setting.threads = threads;
  for (auto _ : bench) benchmark::DoNotOptimize(sweep(study, request, setting).complete);
  count(bench, law_count);
  std::filesystem::remove_all(folder);
}

void register_all() {
  const std::vector<const Law*> every(all_laws().begin(), all_laws().end());
  const std::vector<const Law*> energetic{find_law("energetic")};
  const auto add = [](const std::string& name, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->UseRealTime()->Unit(benchmark::kMillisecond);
  };
  for (const auto& [title, laws] : {std::pair{"energetic", energetic}, std::pair{"all", every}}) {
    const std::string law = title;
    add(law + "/impacts_alone", [laws = laws](benchmark::State& b) { impacts(b, laws); });
    for (const int threads : {1, 2}) {
      const std::string suffix = "/threads:" + std::to_string(threads);
      add(law + "/sweep_not_kept" + suffix,
          [law, size = laws.size(), threads](benchmark::State& b) {
            whole_sweep(b, law, size, threads, false);
          });
      add(law + "/sweep_to_folder" + suffix,
          [law, size = laws.size(), threads](benchmark::State& b) {
            whole_sweep(b, law, size, threads, true);
          });
    }
  }
}

}  // namespace
}  // namespace carom

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  carom::register_all();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
