#include "motion/impact_rule.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "laws/rigid/least_impulses.hpp"

namespace carom {

template <class T>
ImpactRule<T>::ImpactRule(const TreeOf<T>& tree, const Law& law, const Law& several)
    : tree_(&tree),
      law_(law),
      for_several_(law.needs_one_striker ? several : law),
      impact_(tree),
      workspace_(static_cast<int>(tree.contacts.size())) {}

template <class T>
ImpactAnswer ImpactRule<T>::solve(const TreeOf<T>& tree, std::span<const T> positions,
                                  std::span<const T> velocities, const T& time,
                                  std::span<const int> set, std::span<const int> striking,
                                  double rest) {
  tree_ = &tree;
  impulse_.assign(2 * set.size(), T(0));
  told_.assign(2 * set.size(), T(0));
  open_.assign(2 * set.size(), 0);
  strikes_.clear();
  if (!impact_.prepare(tree, positions, velocities, time, set))
    return {law_.name, Verdict::inconsistent, Reason::no_consistent_modes};
  const auto before = impact_.velocity();
  velocity_.assign(before.begin(), before.end());
  for (std::size_t k = 0; k < set.size(); ++k) {
    strikes_.push_back(std::ranges::find(striking, set[k]) != striking.end() ? 1 : 0);
    // Those that rest do not approach, but for the accuracy of a motion.
    T& normal = velocity_[2 * k + 1];
    if (strikes_[k] == 0 && plain(normal) <= rest) normal = T(0);
  }
  const ImpactAnswer answer = solved(striking);
  if (answer.has_answer()) impact_.apply(tree, impulse_);
  return answer;
}

template <class T>
ImpactAnswer ImpactRule<T>::solved(std::span<const int> striking) {
  std::vector<int> all(strikes_.size());
  std::iota(all.begin(), all.end(), 0);
  const std::vector<T> before = velocity_;
  const int first = static_cast<int>(std::ranges::find(impact_.touching(), striking.front()) -
                                     impact_.touching().begin());
  if (striking.size() > 1 && law_.needs_one_striker) {
    const auto answer = solve_apart();
    if (answer) return *answer;
    velocity_ = before;
  }
  return solve_part(all, first);
}

/// Where no two of the striking contacts feel each other, each strikes by itself. Nothing where
/// some do, or where one of the parts has no single answer.
template <class T>
std::optional<ImpactAnswer> ImpactRule<T>::solve_apart() {
  const int count = static_cast<int>(strikes_.size());
  const std::span<const T> w = impact_.inertia();
  const auto feel = [&](int i, int j) {
    for (int r = 2 * i; r < 2 * i + 2; ++r)
      for (int c = 2 * j; c < 2 * j + 2; ++c) {
        const double own = std::sqrt(plain(w[r * 2 * count + r] * w[c * 2 * count + c]));
        if (std::abs(plain(w[r * 2 * count + c])) > uncoupled * own) return true;
      }
    return false;
  };
  std::optional<ImpactAnswer> whole;
  for (int striker = 0; striker < count; ++striker) {
    if (strikes_[striker] == 0) continue;
    std::vector<int> part = {striker};
    for (std::size_t reached = 0; reached < part.size(); ++reached)
      for (int k = 0; k < count; ++k)
        if (std::ranges::find(part, k) == part.end() && feel(part[reached], k)) part.push_back(k);
    if (std::ranges::count_if(part, [&](int k) { return strikes_[k] != 0; }) > 1)
      return std::nullopt;
    std::ranges::sort(part);
    const ImpactAnswer answer = solve_part(part, striker);
    if (answer.verdict != Verdict::unique) return std::nullopt;
    if (!whole) {
      whole = answer;
      continue;
    }
    whole->contact_work += answer.contact_work;
    whole->makes_energy = whole->makes_energy || answer.makes_energy;
    whole->impulses_determined = whole->impulses_determined && answer.impulses_determined;
  }
  return whole;
}

/// The impact of some contacts of the set, by themselves.
template <class T>
ImpactAnswer ImpactRule<T>::solve_part(std::span<const int> part, int striker) {
  const int count = static_cast<int>(part.size());
  const ContactProblem<T> all = impact_.problem();
  const int width = 2 * all.count;
  before_.clear();
  inertia_.clear();
  int striking = 0;
  for (const int k : part) {
    striking += strikes_[k];
    before_.insert(before_.end(), {velocity_[2 * k], velocity_[2 * k + 1]});
    for (const int row : {2 * k, 2 * k + 1})
      for (const int other : part)
        for (const int column : {2 * other, 2 * other + 1})
          inertia_.push_back(all.inertia[row * width + column]);
  }
  ContactProblem<T> problem;
  problem.count = count;
  problem.inertia = inertia_;
  problem.velocity = before_;
  problem.colliding = static_cast<int>(std::ranges::find(part, striker) - part.begin());
  LawOptions options;
  options.record = false;
  options.speed_floor = impact_.speed_floor();
  const Law* law = striking > 1 ? &for_several_ : &law_;
  parameters_.clear();
  for (std::size_t row = 0; row < tree_->laws->parameters().size(); ++row)
    for (const int k : part) parameters_.push_back(all.parameters[row][k]);
  const auto solve_by = [&](const Law& chosen) {
    problem.parameters = {parameters_.data(), part.size(), tree_->laws->rows(chosen), part.size()};
    solve_impact(chosen, problem, options, workspace_);
  };
  solve_by(*law);
  const bool locked = workspace_.solution.verdict == Verdict::jammed &&
                      workspace_.solution.reason == Reason::locked;
  // The rule of Moreau has no course to follow that may not end, or fork.
  const Law* const rule = striking > 1 && !locked && workspace_.solution.verdict != Verdict::unique
                              ? tree_->laws->find("moreau")
                              : nullptr;
  Reason set_aside = Reason::none;
  if (rule != nullptr && rule != law) {
    const Reason reason = workspace_.solution.reason;
    solve_by(*rule);
    if (workspace_.solution.verdict == Verdict::unique) {
      law = rule;
      set_aside = reason;
    } else {
      solve_by(*law);
    }
  }
  const Solution<T>& solution = workspace_.solution;
  ImpactAnswer answer{law->name, solution.verdict, solution.reason};
  // Locked contacts rest: for a motion that is an answer.
  if (locked) answer = {law->name};
  answer.set_aside = set_aside;
  answer.counted_plastic = solution.springs.counted_plastic;
  answer.simultaneous = striking > 1;
  if (solution.reason_contact >= 0)
    answer.reason_contact = impact_.touching()[part[solution.reason_contact]];
  if (!answer.has_answer()) return answer;
  answer.contact_work = -plain(solution.energy_loss);
  answer.makes_energy = solution.makes_energy;
  answer.impulses_determined = solution.impulses_determined;
  for (int k = 0; k < count; ++k)
    for (int a = 0; a < 2; ++a) {
      impulse_[2 * part[k] + a] = solution.impulse[2 * k + a];
      velocity_[2 * part[k] + a] = solution.velocity_after[2 * k + a];
      if (!solution.impulses_determined) open_[2 * part[k] + a] = solution.open[2 * k + a];
    }
  if (solution.impulses_determined || locked || !std::is_same_v<T, double>) {
    for (const int k : part) std::copy_n(impulse_.begin() + 2 * k, 2, told_.begin() + 2 * k);
    return answer;
  }
  if constexpr (std::is_same_v<T, double>) {
    const Solution<double>& least = least_solution(*law, problem, options);
    answer.contact_work = std::accumulate(least.work.begin(), least.work.end(), 0.0);
    for (int k = 0; k < count; ++k)
      for (int a = 0; a < 2; ++a) told_[2 * part[k] + a] = least.impulse[2 * k + a];
  }
  return answer;
}

/// The same answer with the least impulses. Stages are looked at one by one, so they must be kept.
template <class T>
const Solution<T>& ImpactRule<T>::least_solution(const Law& law, const ContactProblem<T>& problem,
                                                 LawOptions options) {
  options.record = true;
  if (!law.algebraic) solve_impact(law, problem, options, workspace_);
  if constexpr (std::is_same_v<T, double>) {
    ContactProblem<double> by_rows =
        problem;  // friction and restitution, whatever the law declares
    by_rows.parameters.rows = LawParameters::in_order;
    take_least_impulses(by_rows, workspace_.solution);
  }
  return workspace_.solution;
}

template <class T>
double ImpactRule<T>::drive_work() const {
  T work{};
  for (std::size_t d = 0; d < tree_->drives.size(); ++d)
    work +=
        impact_.drive_couples()[d] * driven(*tree_, tree_->drives[d], impact_.velocities_after());
  return plain(work);
}

template class ImpactRule<double>;
template class ImpactRule<Sloped>;

}  // namespace carom
