#include "laws/rigid/workspace.hpp"

#include <algorithm>

#include "base/dual.hpp"
#include "carom/law.hpp"

namespace carom {

template <class T>
void ScaledProblem<T>::reserve(int contacts) {
  const auto c = static_cast<std::size_t>(contacts);
  unit.resize(c);
  friction.resize(c);
  inert.resize(c);
  tangential_inert.resize(c);
  normal_inert.resize(c);
  inertia.resize(4 * c * c);
  velocity.resize(2 * c);
  no_offset.assign(2 * c, T(0));
  if constexpr (!std::is_same_v<T, double>) {
    sloped_friction.resize(c);
    plain_inertia.resize(4 * c * c);
    plain_no_offset.assign(2 * c, 0.0);
  }
}

template <class T>
const double* ScaledProblem<T>::decisions_inertia() const {
  if constexpr (std::is_same_v<T, double>)
    return inertia.data();
  else
    return plain_inertia.data();
}

template <class T>
const double* ScaledProblem<T>::decisions_zero() const {
  if constexpr (std::is_same_v<T, double>)
    return no_offset.data();
  else
    return plain_no_offset.data();
}

template <class T>
const T* ScaledProblem<T>::frictions() const {
  if constexpr (std::is_same_v<T, double>)
    return friction.data();
  else
    return sloped_friction.data();
}

template <class T>
void LawWorkspace<T>::reserve(int contact_capacity) {
  if (contact_capacity <= capacity_) return;
  capacity_ = contact_capacity;
  const auto c = static_cast<std::size_t>(contact_capacity);
  const auto stages = static_cast<std::size_t>(stage_limit(contact_capacity));

  solution.impulse.reserve(2 * c);
  solution.velocity_after.reserve(2 * c);
  solution.work.reserve(2 * c);
  solution.open.reserve(2 * c);
  solution.outcome.reserve(c);
  solution.interacted.reserve(c);
  solution.approaching.reserve(c);
  solution.stages.reserve(stages);
  solution.stage_modes.reserve(stages * c);
  solution.stage_velocities.reserve((stages + 1) * 2 * c);
  solution.stage_impulses.reserve((stages + 1) * 2 * c);
  solution.violations.reserve(stages * c);

  solution.springs.contacts.reserve(c);
  solution.springs.touches.reserve(stages);
  solution.springs.stage_times.reserve(stages);
  solution.springs.stage_springs.reserve(stages * c);

  scaled.reserve(contact_capacity);
  springs.reserve(contact_capacity);
  answers.reserve(contact_capacity);
  root_answers.reserve(contact_capacity);
  path_answers.reserve(contact_capacity);
  mode_scratch.reserve(contact_capacity);
  uniqueness.reserve(contact_capacity);
  determinacy.reserve(std::min(contact_capacity, determinacy_limit));
  loose.reserve(contact_capacity);
  system.reserve(contact_capacity);
  contacts.resize(c);
  last_contacts.resize(c);
  modes.resize(c);
  labels.resize(c);
  for (auto* vector :
       {&velocity, &impulse, &work, &force, &rate, &offset, &prescribed, &force_slope, &rate_slope})
    vector->resize(2 * c);
  for (auto* vector : {&plain_offset, &plain_prescribed, &plain_force, &plain_rate,
                       &plain_force_slope, &plain_rate_slope, &plain_zeros})
    vector->resize(2 * c);
  if constexpr (!std::is_same_v<T, double>) {
    differences.plain = std::make_unique<LawWorkspace<double>>(contact_capacity);
    differences.inertia.resize(4 * c * c);
    differences.velocity.resize(2 * c);
    differences.parameters.resize(most_law_parameters * c);
    differences.first.resize(2 * c);
    differences.second.resize(2 * c);
  }
  path.choice.resize(stages);
  path.choices.resize(stages);
  outcomes.reserve(outcome_capacity);
  outcome_velocities.resize(outcome_capacity * 2 * c);
  outcome_impulses.resize(outcome_capacity * 2 * c);
  outcome_open.resize(outcome_capacity * 2 * c);
  outcome_paths.resize(outcome_capacity * stages);
}

template struct ScaledProblem<double>;
template struct ScaledProblem<Sloped>;
template struct LawWorkspace<double>;
template struct LawWorkspace<Sloped>;

}  // namespace carom
