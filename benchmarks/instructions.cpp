/// So many impacts, for callgrind: instructions do not depend on what else the machine does.
///
///     count_instructions three_links|jacobian|links|contacts|kernel|kernel_state size law
///     repetitions

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "carom/jacobian.hpp"
#include "carom/strike.hpp"
#include "hand_written.hpp"
#include "mechanisms.hpp"

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const std::string what = argv[1];
  const int size = std::atoi(argv[2]);
  const int repetitions = std::atoi(argv[4]);
  using namespace carom;
  using namespace carom::benchmarks;
  double sum = 0;
  if (what == "kernel") {
    RodChain chain(size);
    const State state = arch_state(size);
    for (int k = 0; k < size; ++k) {
      chain.c[k] = std::cos(state.positions[2 + k]);
      chain.s[k] = std::sin(state.positions[2 + k]);
    }
    for (int i = 0; i < repetitions; ++i) sum += chain.strike(0.5, 0.9, size > 3);
  } else if (what == "kernel_state") {
    RodChain chain(size);
    const State state = arch_state(size);
    std::vector<double> after(state.velocities.size());
    for (int i = 0; i < repetitions; ++i)
      sum += chain.strike_state(state.positions.data(), state.velocities.data(), 0.5, 0.9, size > 3,
                                after.data());
  } else {
    const bool combs = what == "contacts";
    const Model model(combs ? comb(size) : arch(size));
    const State state = combs ? comb_state(size) : arch_state(size);
    Workspace workspace(model);
    if (what == "jacobian") {
      JacobianWorkspace slopes(model, {});
      for (int i = 0; i < repetitions; ++i)
        sum += strike_jacobian(model, state, {.law = argv[3]}, slopes).energy_loss[5];
    }
    for (int i = 0; what != "jacobian" && i < repetitions; ++i)
      sum += strike(model, state, {.law = argv[3]}, workspace).kinetic_energy_after;
  }
  std::printf("%g\n", sum);
}
