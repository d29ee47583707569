#include "carom/strike.hpp"

#include "dynamics/compiled_model.hpp"
#include "motion/strike_kernel.hpp"

namespace carom {

struct Workspace::Parts {
  Model model;  ///< kept, so that no other model can come to stand where it stands
  StrikeKernel kernel;
};

Workspace::Workspace(const Model& model)
    : parts_(new Parts{model, StrikeKernel(model.compiled().tree)}) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

Impact strike(const Model& model, const State& state, const StrikeOptions& options,
              Workspace& workspace) noexcept {
  Workspace::Parts& parts = *workspace.parts_;
  if (&model.compiled() != &parts.model.compiled()) {
    Impact refused;
    refused.error = StrikeError::foreign_workspace;
    return refused;
  }
  return parts.kernel.strike(model.compiled().tree, state.time, state.positions, state.velocities,
                             options);
}

}  // namespace carom
