#include "motion/impact.hpp"

#include <algorithm>
#include <cmath>

#include "base/dual.hpp"
#include "laws/rigid/preparation.hpp"

namespace carom {

template <class T>
ImpactSolver<T>::ImpactSolver(const Tree& tree, Small small)
    : space_(tree, small),
      touching_(tree.contacts.size()),
      inertia_(4 * tree.contacts.size() * tree.contacts.size()),
      velocity_(2 * tree.contacts.size()),
      parameters_(tree.laws->parameters().size() * tree.contacts.size()),
      law_(static_cast<int>(tree.contacts.size())),
      gap_tolerance_(touching_tolerance * tree.size) {}

template <class T>
bool ImpactSolver<T>::prepare(const Tree& tree, std::span<const T> positions,
                              std::span<const T> velocities, const T& time) {
  count_ = 0;
  below_ = -1;
  if (!space_.place(tree, positions, velocities, time)) return false;
  const T* const gaps = space_.gaps();
  const T* const v = space_.velocities();
  for (int i = 0; i < static_cast<int>(touching_.size()); ++i) {
    const double gap = plain(gaps[i]);
    if (std::abs(gap) <= gap_tolerance_)
      take_part(tree, i, v + 2 * i);
    else if (gap < 0 && below_ < 0)
      below_ = i;
  }
  return condense(tree);
}

template <class T>
bool ImpactSolver<T>::prepare(const Tree& tree, std::span<const T> positions,
                              std::span<const T> velocities, const T& time,
                              std::span<const int> set) {
  count_ = 0;
  below_ = -1;
  if (!space_.place(tree, positions, velocities, time)) return false;
  for (const int i : set) take_part(tree, i, space_.velocities() + 2 * i);
  return condense(tree);
}

template <class T>
bool ImpactSolver<T>::prepare_with_links(const Tree& tree, std::span<const T> positions,
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
const Solution<T>& ImpactSolver<T>::solve(const Tree& tree, const Law& law, LawOptions options,
                                          int colliding) {
  ContactProblem<T> problem = this->problem();
  problem.parameters.rows = tree.laws->rows(law);
  const auto named = colliding < 0 ? touching().end() : std::ranges::find(touching(), colliding);
  if (colliding >= 0 && named == touching().end()) {
    // The contact named has a gap: it cannot strike, whatever others do.
    clear_answer(law_.solution);
    law_.solution.count = problem.count;
    law_.solution.colliding = -1;
    law_.solution.verdict = Verdict::not_colliding;
    law_.solution.reason = Reason::named_has_a_gap;
    return law_.solution;
  }
  problem.colliding = colliding < 0 ? -1 : static_cast<int>(named - touching().begin());
  options.speed_floor = std::max(options.speed_floor, speed_floor());
  solve_impact(law, problem, options, law_);
  if (has_answer()) apply(tree, law_.solution.impulse);
  return law_.solution;
}

template class ImpactSolver<double>;
template class ImpactSolver<Dual<double>>;

}  // namespace carom
