#include "carom/strike.hpp"

#include <cmath>

#include "base/finite.hpp"
#include "dynamics/compiled_model.hpp"
#include "motion/impact.hpp"

namespace carom {

struct Workspace::Parts {
  Model model;  ///< kept, so that no other model can come to stand where it stands
  ImpactSolver<double> solver;
  std::vector<ContactImpact> contacts;
  const Law* law = nullptr;  ///< the one asked for last
};

Workspace::Workspace(const Model& model)
    : parts_(new Parts{model, ImpactSolver<double>(model.compiled().tree),
                       std::vector<ContactImpact>(model.contacts()), nullptr}) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

namespace {

/// What a law says of a contact that touches, as contact k of its problem.
void fill_touching(const Solution<double>& solution, bool answered, std::size_t k,
                   ContactImpact& contact) {
  contact.touching = true;
  contact.colliding =
      solution.colliding == static_cast<int>(k) || (answered && solution.approaching[k] != 0);
  contact.determined = {true, true};
  if (!answered) {
    contact.interacted = false;
    contact.outcome = Outcome::rebounds;
    contact.impulse = contact.work = contact.velocity_after = {};
    return;
  }
  contact.interacted = solution.interacted[k] != 0;
  contact.outcome = solution.outcome[k];
  // The law's own velocities: exact zeros where a contact rests or sticks.
  contact.velocity_after = {solution.velocity_after[2 * k], solution.velocity_after[2 * k + 1]};
  contact.impulse = {solution.impulse[2 * k], solution.impulse[2 * k + 1]};
  contact.work = {solution.work[2 * k], solution.work[2 * k + 1]};
  if (!solution.impulses_determined)
    contact.determined = {solution.open[2 * k] == 0, solution.open[2 * k + 1] == 0};
}

/// A contact that has a gap, but for its velocity after.
void fill_apart(ContactImpact& contact) {
  contact.touching = contact.colliding = contact.interacted = false;
  contact.outcome = Outcome::rebounds;
  contact.impulse = contact.work = contact.velocity_after = {};
  contact.determined = {true, true};
}

void fill_contacts(const Tree& tree, const ImpactSolver<double>& solver, bool answered,
                   std::span<ContactImpact> contacts) {
  const Solution<double>& solution = solver.solution();
  const std::span<const int> touching = solver.touching();
  const double* const gaps = solver.space().gaps();
  const double* const before = solver.space().velocities();
  std::size_t k = 0;  // those that touch come in the same order
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int index = static_cast<int>(i);
    ContactImpact& contact = contacts[i];
    contact.gap = gaps[i];
    contact.velocity_before = {before[2 * i], before[2 * i + 1]};
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
  Workspace::Parts& parts = *workspace.parts_;
  ImpactSolver<double>& solver = parts.solver;
  const std::span<const double> positions(state.positions), velocities(state.velocities);
  const std::span<const double> after = solver.velocities_after();
  Impact impact;
  const Law*& law = parts.law;
  if (&model.compiled() != &parts.model.compiled())
    impact.error = StrikeError::foreign_workspace;
  else if ((law == nullptr || law->name != options.law) &&
           (law = tree.laws->find(options.law)) == nullptr)
    impact.error = StrikeError::unknown_law;
  else if (positions.size() != after.size() || velocities.size() != after.size())
    impact.error = StrikeError::wrong_size;
  // Where there are contacts, their gaps are not finite where positions are not.
  else if (!std::isfinite(state.time) || (parts.contacts.empty() && !all_finite(positions)))
    impact.error = StrikeError::not_finite;
  else if (!solver.prepare(tree, positions, velocities, state.time))
    impact.error = solver.regular() ? StrikeError::not_finite : StrikeError::singular_inertia;
  else if (const auto below = solver.below_surface()) {
    impact.error = StrikeError::below_surface;
    impact.error_contact = *below;
  }
  if (impact.error != StrikeError::none) return impact;
  LawOptions law_options;
  law_options.method = options.method;
  law_options.record = false;
  const Solution<double>& solution = solver.solve(tree, *law, law_options, options.colliding);
  const std::span<ContactImpact> contacts(parts.contacts);
  const bool answered = solver.has_answer();
  fill_contacts(tree, solver, answered, contacts);
  impact.verdict = solution.verdict;
  impact.reason = solution.reason;
  impact.contacts = contacts;
  impact.kinetic_energy_before = solver.kinetic_energy_before();
  if (answered) {
    impact.velocities = after;
    impact.kinetic_energy_after = solver.kinetic_energy_after();
    impact.contact_work = -solution.energy_loss;
    impact.makes_energy = solution.makes_energy;
    impact.impulses_determined = solution.impulses_determined;
  }
  return impact;
}

}  // namespace carom
