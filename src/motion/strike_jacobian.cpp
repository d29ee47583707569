#include "base/nearest_name.hpp"
#include "carom/jacobian.hpp"
#include "dynamics/compiled_model.hpp"
#include "model/mechanism_numbers.hpp"
#include "motion/jacobian_kernel.hpp"

namespace carom {

struct JacobianWorkspace::Parts {
  Model model;  ///< kept, so that no other model can come to stand where it stands
  JacobianKernel kernel;
};

std::vector<Fault> faults(const JacobianInputs& inputs, const Model& model) {
  std::vector<Fault> found;
  const Mechanism& mechanism = model.mechanism();
  for (std::size_t i = 0; i < inputs.numbers.size(); ++i) {
    const std::string& name = inputs.numbers[i];
    if (number_named(mechanism, name) != nullptr) continue;
    found.push_back({{"jacobian", static_cast<int>(i), "numbers", -1},
                     "\"" + name + "\" is not a number of the mechanism" +
                         did_you_mean(name, number_names(mechanism)),
                     {}});
  }
  return found;
}

JacobianWorkspace::JacobianWorkspace(const Model& model, const JacobianInputs& inputs) {
  if (std::vector<Fault> found = faults(inputs, model); !found.empty())
    throw InputError("", std::move(found));
  const Tree& tree = model.compiled().tree;
  parts_ = std::make_unique<Parts>(
      Parts{model, JacobianKernel(tree, inputs.state, inputs.numbers.size(),
                                  number_passes(model.compiled().mechanism, tree, inputs.numbers),
                                  inputs.reach)});
}
JacobianWorkspace::~JacobianWorkspace() = default;
JacobianWorkspace::JacobianWorkspace(JacobianWorkspace&&) noexcept = default;
JacobianWorkspace& JacobianWorkspace::operator=(JacobianWorkspace&&) noexcept = default;

ImpactJacobian strike_jacobian(const Model& model, const State& state, const StrikeOptions& options,
                               JacobianWorkspace& workspace) noexcept {
  JacobianWorkspace::Parts& parts = *workspace.parts_;
  if (&model.compiled() != &parts.model.compiled()) {
    ImpactJacobian none;
    none.error = StrikeError::foreign_workspace;
    return none;
  }
  return parts.kernel.solve(model.compiled().tree, state.time, state.positions, state.velocities,
                            options);
}

}  // namespace carom
