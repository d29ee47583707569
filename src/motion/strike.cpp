#include "carom/strike.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "laws/registry.hpp"
#include "motion/impact.hpp"
#include "motion/small_strike.hpp"

namespace carom {

struct Workspace::Parts {
  Model model;  ///< kept, so that no other model can come to stand where it stands
  ImpactSolver<double> solver;
  std::vector<ContactImpact> contacts;
  SmallWorkspace small;
  const Law* law = nullptr;  ///< the one asked for last
};

Workspace::Workspace(const Model& model)
    : parts_(new Parts{model,
                       ImpactSolver<double>(model.compiled().tree),
                       std::vector<ContactImpact>(model.contacts()),
                       {},
                       nullptr}) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

namespace {

bool all_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

void fill_contacts(const Tree& tree, const ImpactSolver<double>& solver,
                   std::span<ContactImpact> contacts) {
  const Solution<double>& solution = solver.solution();
  const std::span<const int> touching = solver.touching();
  const bool answered = solver.has_answer();
  std::size_t k = 0;  // those that touch come in the same order
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int index = static_cast<int>(i);
    ContactImpact& contact = contacts[i];
    contact.gap = solver.frames()[i].gap;
    for (int axis = 0; axis < 2; ++axis)
      contact.velocity_before[axis] = solver.contact_velocity_before(index, axis);
    if (k < touching.size() && touching[k] == index) {
      fill_touching(solution, answered, k++, contact);
      continue;
    }
    fill_apart(contact);
    if (answered)
      for (int axis = 0; axis < 2; ++axis)
        contact.velocity_after[axis] = solver.contact_velocity_after(tree, index, axis);
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
  if (&model.compiled() != &workspace.parts_->model.compiled())
    return failed(StrikeError::foreign_workspace);
  const Law*& law = workspace.parts_->law;
  if (law == nullptr || law->name != options.law) law = find_law(options.law);
  if (law == nullptr) return failed(StrikeError::unknown_law);
  const std::size_t size = static_cast<std::size_t>(tree.degrees_of_freedom());
  if (state.positions.size() != size || state.velocities.size() != size)
    return failed(StrikeError::wrong_size);
  // Angles and velocities are checked by the kinetic energy, which they make not finite.
  const std::span<const double> positions(state.positions);
  const auto base = static_cast<std::size_t>(tree.base_coordinates());
  if (!all_finite(positions.first(base)) ||
      !all_finite(positions.last(static_cast<std::size_t>(tree.yielding))) ||
      !std::isfinite(state.time))
    return failed(StrikeError::not_finite);
  if (strike_small(model.compiled().small, touching_tolerance * tree.size, state, *law, options,
                   workspace.parts_->small, workspace.parts_->contacts, impact))
    return impact;
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
    impact.kinetic_energy_after = solver.kinetic_energy_after();
    fill_certificate(solver.solution(), impact);
  }
  return impact;
}

}  // namespace carom
