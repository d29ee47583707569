// Several collisions at once, in contact space: the law `simultaneous` beside the energetic law on
// as many contacts of which one strikes, in the same run. Problems are random and the same every
// time; one benchmark goes through all of them, so that its time is a mean.

#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "laws/registry.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"

namespace {

using namespace carom;

struct Problem {
  int count = 0;
  std::vector<double> inertia, velocity, table;
  ContactProblem<double> view() const {
    const auto contacts = static_cast<std::size_t>(count);
    return {count, inertia, velocity, {table.data(), contacts, LawParameters::in_order, contacts}};
  }
};

/// W = J Jᵀ with two freedoms a contact and three; all contacts approach, or the first of them and
/// the others rest.
Problem random_problem(std::mt19937_64& random, int count, bool all_strike) {
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1.0p-53;
  };
  const int rows = 2 * count;
  const int freedoms = rows + 3;
  std::vector<double> j(static_cast<std::size_t>(rows * freedoms));
  for (double& x : j) x = uniform(-1, 1);
  Problem made;
  made.count = count;
  for (int r = 0; r < rows; ++r)
    for (int s = 0; s < rows; ++s) {
      double sum = 0;
      for (int k = 0; k < freedoms; ++k)
        sum += j[static_cast<std::size_t>(r * freedoms + k)] *
               j[static_cast<std::size_t>(s * freedoms + k)];
      made.inertia.push_back(sum);
    }
  for (int i = 0; i < count; ++i) {
    made.velocity.push_back(uniform(-1, 1));
    made.velocity.push_back(all_strike || i == 0 ? uniform(-1, -0.2) : 0);
  }
  for (int i = 0; i < count; ++i) made.table.push_back(uniform(0.1, 0.8));
  for (int i = 0; i < count; ++i) made.table.push_back(uniform(0.3, 0.9));
  for (int i = 0; i < count; ++i) made.table.push_back(1);
  return made;
}

void solve(benchmark::State& state, const char* law, bool all_strike) {
  std::mt19937_64 random(17);
  const int count = static_cast<int>(state.range(0));
  std::vector<Problem> problems;
  for (int k = 0; k < 64; ++k) problems.push_back(random_problem(random, count, all_strike));
  LawWorkspace<double> workspace(count);
  const LawOptions options{.record = false};
  std::size_t next = 0;
  for (auto _ : state) {
    solve_impact(*find_law(law), problems[next++ % problems.size()].view(), options, workspace);
    benchmark::DoNotOptimize(workspace.solution.impulse.data());
  }
}

void energetic(benchmark::State& state) {
  solve(state, "energetic", false);
}
void simultaneous_one_strikes(benchmark::State& state) {
  solve(state, "simultaneous", false);
}
void simultaneous(benchmark::State& state) {
  solve(state, "simultaneous", true);
}

}  // namespace

BENCHMARK(energetic)->Arg(1)->Arg(2)->Arg(4)->Arg(8);
BENCHMARK(simultaneous_one_strikes)->Arg(1)->Arg(2)->Arg(4)->Arg(8);
BENCHMARK(simultaneous)->Arg(2)->Arg(4)->Arg(8);
