#include "carom/simulate.hpp"

#include "dynamics/compiled_model.hpp"
#include "laws/registry.hpp"
#include "motion/simulation.hpp"

namespace carom {

Motion simulate(const Model& model, const State& state, const MotionOptions& options,
                MotionSink& sink) {
  const Law* law = find_law(options.law);
  return Simulation(model.compiled().tree, *law, state, options, sink).run();
}

}  // namespace carom
