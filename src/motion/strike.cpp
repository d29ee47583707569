#include "carom/strike.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "laws/registry.hpp"
#include "motion/impact.hpp"

namespace carom {

struct Workspace::Parts {
  ImpactSolver<double> solver;
  std::vector<ContactImpact> contacts;
};

Workspace::Workspace(const Model& model)
    : parts_(new Parts{ImpactSolver<double>(model.compiled().tree),
                       std::vector<ContactImpact>(model.contacts())}) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

namespace {

bool all_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

void fill_contacts(const Tree& tree, const ImpactSolver<double>& solver,
                   std::span<ContactImpact> contacts) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int contact = static_cast<int>(i);
    contacts[i] = {};
    contacts[i].gap = solver.frames()[i].gap;
    for (int axis = 0; axis < 2; ++axis) {
      contacts[i].velocity_before[axis] = solver.contact_velocity_before(contact, axis);
      if (solver.has_answer())
        contacts[i].velocity_after[axis] = solver.contact_velocity_after(tree, contact, axis);
    }
  }
  const Solution<double>& solution = solver.solution();
  for (std::size_t k = 0; k < solver.touching().size(); ++k) {
    ContactImpact& contact = contacts[solver.touching()[k]];
    contact.touching = true;
    contact.colliding = solution.colliding == static_cast<int>(k);
    if (!solver.has_answer()) continue;
    contact.interacted = solution.interacted[k] != 0;
    contact.outcome = solution.outcome[k];
    for (int axis = 0; axis < 2; ++axis) {
      // The law's own velocities: exact zeros where a contact rests or sticks.
      contact.velocity_after[axis] = solution.velocity_after[2 * k + axis];
      contact.impulse[axis] = solution.impulse[2 * k + axis];
      contact.work[axis] = solution.work[2 * k + axis];
    }
  }
}

}  // namespace

Impact strike(const Model& model, const State& state, const StrikeOptions& options,
              Workspace& workspace) noexcept {
  const Tree& tree = model.compiled().tree;
  ImpactSolver<double>& solver = workspace.parts_->solver;
  Impact impact;
  const auto failed = [&](StrikeError error) {
    impact.error = error;
    return impact;
  };
  const Law* law = find_law(options.law);
  if (law == nullptr) return failed(StrikeError::unknown_law);
  const std::size_t size = static_cast<std::size_t>(tree.degrees_of_freedom());
  if (state.positions.size() != size || state.velocities.size() != size)
    return failed(StrikeError::wrong_size);
  if (!all_finite(state.positions) || !all_finite(state.velocities) || !std::isfinite(state.time))
    return failed(StrikeError::not_finite);
  const bool prepared = solver.prepare(tree, state.positions, state.velocities, state.time);
  if (!prepared)
    return failed(solver.factors().regular ? StrikeError::not_finite
                                           : StrikeError::singular_inertia);
  if (const auto below = solver.below_surface()) {
    impact.error_contact = *below;
    return failed(StrikeError::below_surface);
  }
  LawOptions law_options;
  law_options.method = options.method;
  law_options.record = false;
  solver.solve(tree, *law, law_options, options.colliding);
  fill_contacts(tree, solver, workspace.parts_->contacts);
  impact.verdict = solver.solution().verdict;
  impact.reason = solver.solution().reason;
  impact.contacts = workspace.parts_->contacts;
  impact.kinetic_energy_before = solver.kinetic_energy_before();
  if (solver.has_answer()) {
    impact.velocities = solver.velocities_after();
    impact.kinetic_energy_after = solver.kinetic_energy_after(tree);
  }
  return impact;
}

}  // namespace carom
