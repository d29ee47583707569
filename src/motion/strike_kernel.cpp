#include "motion/strike_kernel.hpp"

#include <cmath>

#include "base/finite.hpp"

namespace carom {
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

Impact StrikeKernel::strike(const Tree& tree, double time, std::span<const double> positions,
                            std::span<const double> velocities,
                            const StrikeOptions& options) noexcept {
  const std::span<const double> after = solver_.velocities_after();
  Impact impact;
  if ((law_ == nullptr || law_->name != options.law) &&
      (law_ = tree.laws->find(options.law)) == nullptr)
    impact.error = StrikeError::unknown_law;
  else if (positions.size() != after.size() || velocities.size() != after.size())
    impact.error = StrikeError::wrong_size;
  // Where there are contacts, their gaps are not finite where positions are not.
  else if (!std::isfinite(time) || (contacts_.empty() && !all_finite(positions)))
    impact.error = StrikeError::not_finite;
  else if (!solver_.prepare(tree, positions, velocities, time))
    impact.error = solver_.regular() ? StrikeError::not_finite : StrikeError::singular_inertia;
  else if (const auto below = solver_.below_surface()) {
    impact.error = StrikeError::below_surface;
    impact.error_contact = *below;
  }
  if (impact.error != StrikeError::none) return impact;
  LawOptions law_options;
  law_options.method = options.method;
  law_options.record = false;
  const Solution<double>& solution = solver_.solve(tree, *law_, law_options, options.colliding);
  const std::span<ContactImpact> contacts(contacts_);
  const bool answered = solver_.has_answer();
  fill_contacts(tree, solver_, answered, contacts);
  impact.verdict = solution.verdict;
  impact.reason = solution.reason;
  impact.contacts = contacts;
  impact.kinetic_energy_before = solver_.kinetic_energy_before();
  if (answered) {
    impact.velocities = after;
    impact.kinetic_energy_after = solver_.kinetic_energy_after();
    impact.contact_work = -solution.energy_loss;
    impact.makes_energy = solution.makes_energy;
    impact.impulses_determined = solution.impulses_determined;
  }
  return impact;
}

}  // namespace carom
