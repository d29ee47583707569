#include "carom/simulate.hpp"

#include "dynamics/compiled_model.hpp"
#include "motion/simulation.hpp"

namespace carom {

Motion simulate(const Model& model, const State& state, const MotionOptions& options,
                MotionSink& sink) {
  const Tree& tree = model.compiled().tree;
  const Law* law = tree.laws->find(options.law);
  return Simulation(tree, *law, state, options, sink).run();
}

}  // namespace carom
