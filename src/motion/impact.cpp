#include "motion/impact.hpp"

#include <algorithm>
#include <cmath>

#include "base/dual.hpp"
#include "laws/rigid/preparation.hpp"

namespace carom {

template <class T>
ImpactSolver<T>::ImpactSolver(const TreeOf<T>& tree, Small small)
    : space_(tree, small),
      touching_(tree.contacts.size()),
      // One number at least: where there is no W a null pointer says so.
      inertia_(std::max<std::size_t>(1, 4 * tree.contacts.size() * tree.contacts.size())),
      velocity_(2 * tree.contacts.size()),
      rows_(tree.laws->parameters().size()),
      parameters_(rows_ * tree.contacts.size()),
      law_(static_cast<int>(tree.contacts.size())),
      gap_tolerance_(touching_tolerance * tree.size) {
  for (const auto& contact : tree.contacts) conditional_ = conditional_ || contact.conditional;
}

/// What formulas that say where a contact takes part see.
template <class T>
void ImpactSolver<T>::look_at_state(const TreeOf<T>& tree, std::span<const T> positions,
                                    std::span<const T> velocities, const T& time) {
  const T* const gaps = space_.gaps();
  find_state_numbers(
      tree, positions, velocities, time, [&](int i) { return plain(gaps[i]); }, seen_);
}

/// Whether a contact takes no part at this state.
template <class T>
bool ImpactSolver<T>::sleeps(const TreeOf<T>& tree, std::size_t contact) const {
  return conditional_ && tree.contacts[contact].conditional &&
         !(tree.contacts[contact].active(std::span<const double>(seen_)) > 0);
}

/// Of the contacts `set`, or of those that touch: their velocities, laws' parameters and W.
template <class T>
bool ImpactSolver<T>::prepare_for(const TreeOf<T>& tree, std::span<const T> positions,
                                  std::span<const T> velocities, const T& time,
                                  const std::span<const int>* set) {
  count_ = 0;
  below_ = -1;
  if (!space_.place(tree, positions, velocities, time)) return false;
  const std::size_t all = touching_.size();
  int* const touching = touching_.data();
  std::size_t count = 0;
  if (set != nullptr) {
    for (const int i : *set) touching[count++] = i;
  } else {
    const T* const gaps = space_.gaps();
    if (conditional_) look_at_state(tree, positions, velocities, time);
    for (std::size_t i = 0; i < all; ++i) {
      if (sleeps(tree, i)) continue;
      const double gap = plain(gaps[i]);
      if (std::abs(gap) <= gap_tolerance_)
        touching[count++] = static_cast<int>(i);
      else if (gap < 0 && below_ < 0)
        below_ = static_cast<int>(i);
    }
  }
  count_ = count;
  // The one place where laws' parameters are gathered. Every set of laws begins with the two.
  T* column = parameters_.data();
  for (std::size_t k = 0; k < count; ++k, ++column) {
    const TreeContactOf<T>& own = tree.contacts[touching[k]];
    column[0] = own.friction;
    column[all] = own.parameters[1];
    for (std::size_t row = 2; row < rows_; ++row) column[row * all] = own.parameters[row];
  }
  v_ = space_.velocities();
  if (count < all) {
    for (std::size_t k = 0; k < count; ++k)
      for (int axis = 0; axis < 2; ++axis) velocity_[2 * k + axis] = v_[2 * touching[k] + axis];
    v_ = velocity_.data();
  }
  w_ = space_.inertia_in(tree, {touching, count}, inertia_);
  if (w_ == nullptr) count_ = 0;
  return w_ != nullptr;
}

template <class T>
bool ImpactSolver<T>::prepare_with_links(const TreeOf<T>& tree, std::span<const T> positions,
                                         std::span<const T> velocities, const T& time) {
  if (!prepare(tree, positions, velocities, time)) return false;
  space_.show_links(tree, positions, velocities, time);
  return true;
}

template <class T>
std::vector<int> ImpactSolver<T>::normal_directions() const {
  LawOptions options;
  options.speed_floor = speed_floor();
  LawWorkspace<T> law(static_cast<int>(count_));
  carom::prepare(problem(), options, law, Strikers::several);
  std::vector<int> directions(count_);
  for (std::size_t k = 0; k < count_; ++k) {
    const double v = plain(law.scaled.velocity[2 * k + 1]);
    directions[k] = v < 0 ? -1 : v > 0 ? 1 : 0;
  }
  return directions;
}

template <class T>
std::vector<int> ImpactSolver<T>::strikers() const {
  std::vector<int> found;
  const std::vector<int> directions = normal_directions();
  for (std::size_t k = 0; k < count_; ++k)
    if (directions[k] < 0) found.push_back(touching_[k]);
  return found;
}

template <class T>
const Solution<T>& ImpactSolver<T>::solve(const TreeOf<T>& tree, const Law& law, LawOptions options,
                                          int colliding) {
  ContactProblem<T> problem = this->problem();
  if (asked_ != &law) {
    asked_ = &law;
    asked_rows_ = tree.laws->rows(law);
  }
  problem.parameters.rows = asked_rows_;
  if (colliding >= 0) {
    const auto named = std::ranges::find(touching(), colliding);
    if (named == touching().end()) {
      // The contact named has a gap: it cannot strike, whatever others do.
      clear_answer(law_.solution);
      law_.solution.count = problem.count;
      law_.solution.colliding = -1;
      law_.solution.verdict = Verdict::not_colliding;
      law_.solution.reason = Reason::named_has_a_gap;
      return law_.solution;
    }
    problem.colliding = static_cast<int>(named - touching().begin());
  }
  options.speed_floor = std::max(options.speed_floor, speed_floor());
  solve_impact(law, problem, options, law_);
  if (has_answer()) apply(tree, law_.solution.impulse);
  return law_.solution;
}

template class ImpactSolver<double>;
template class ImpactSolver<Sloped>;

}  // namespace carom
