#include "sweeps/strike_solver.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/drive_check.hpp"
#include "laws/rigid/least_impulses.hpp"
#include "sweeps/striker.hpp"

namespace carom {

StrikePointSolver::StrikePointSolver(const Scenario& scenario, const Tree& tree,
                                     std::span<const std::string> swept,
                                     std::span<const Law* const> laws, Method method,
                                     bool histories, const Law* several)
    : point_(scenario, tree, swept),
      solver_(tree),
      known_(laws.begin(), laws.end()),
      method_(method),
      wants_histories_(histories),
      several_(several),
      colliding_(named_striker(scenario)),
      histories_(texts_) {
  const auto& contacts = scenario.mechanism.contacts;
  StrikePointLaw empty;
  empty.coordinates.resize(static_cast<std::size_t>(tree.degrees_of_freedom()));
  empty.velocity.resize(2 * contacts.size());
  empty.impulse.resize(2 * contacts.size());
  empty.outcome.resize(contacts.size());
  empty.interacted.resize(contacts.size());
  empty.determined.resize(contacts.size());
  empty.history.resize(contacts.size());
  results_.assign(laws.size(), empty);
}

PointStatus StrikePointSolver::solve(std::span<const double> swept) {
  const PointStatus moved = point_.move_to(swept);
  if (moved != PointStatus::solved) return moved;
  const State& state = point_.scenario().state;
  if (!drives_kept(point_.tree(), state)) return PointStatus::out_of_range;
  if (point_.recompiles()) solver_.emplace(point_.tree());
  if (!solver_->prepare(point_.tree(), state.positions, state.velocities, state.time))
    return solver_->regular() ? PointStatus::not_finite : PointStatus::no_inertia;
  if (solver_->below_surface()) return PointStatus::below_surface;
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (!solve_by(*known_[i], results_[i])) return PointStatus::failed;
  return PointStatus::solved;
}

/// False where numbers overflowed.
bool StrikePointSolver::solve_by(const Law& asked, StrikePointLaw& result) {
  LawOptions options;
  options.method = method_;
  options.record = wants_histories_;
  result.verdict = solver_->solve(point_.tree(), asked, options, colliding_).verdict;
  result.together = several_ != nullptr && result.verdict == Verdict::several_colliding ? 1 : 0;
  const Law& law = result.together != 0 ? *several_ : asked;
  if (result.together != 0)
    result.verdict = solver_->solve(point_.tree(), law, options, colliding_).verdict;
  result.answered = solver_->has_answer();
  if (!result.answered) return true;
  if (!solver_->solution().impulses_determined && !law.algebraic && !options.record) {
    options.record = true;  // the least impulses are those of every stage
    solver_->solve(point_.tree(), law, options, colliding_);
  }
  result.energy_after = solver_->kinetic_energy_after();
  result.energy_loss = solver_->kinetic_energy_before() - result.energy_after;
  result.makes_energy = solver_->solution().makes_energy ? 1 : 0;
  std::ranges::copy(solver_->velocities_after(), result.coordinates.begin());
  read_contacts(result);
  double sum = std::abs(result.energy_loss);
  for (const double value : result.coordinates) sum += std::abs(value);
  for (const double value : result.velocity) sum += std::abs(value);
  for (const double value : result.impulse) sum += std::abs(value);
  return std::isfinite(sum);
}

void StrikePointSolver::read_contacts(StrikePointLaw& result) {
  Solution<double> least;
  if (!solver_->solution().impulses_determined) {
    least = solver_->solution();
    take_least_impulses(solver_->problem(), least);
  }
  const Solution<double>& solution =
      solver_->solution().impulses_determined ? solver_->solution() : least;
  result.impulses_determined = solution.impulses_determined ? 1 : 0;
  if (solver_->touching().size() < result.outcome.size()) {
    for (std::size_t i = 0; i < result.outcome.size(); ++i)
      for (int axis = 0; axis < 2; ++axis)
        result.velocity[2 * i + static_cast<std::size_t>(axis)] =
            solver_->contact_velocity_after(point_.tree(), static_cast<int>(i), axis);
    std::ranges::fill(result.impulse, 0.0);
    std::ranges::fill(result.outcome, no_category);
    std::ranges::fill(result.interacted, std::uint8_t{0});
    std::ranges::fill(result.determined, std::uint8_t{1});
    std::ranges::fill(result.history, nothing);
  }
  for (std::size_t k = 0; k < solver_->touching().size(); ++k) {
    const auto i = static_cast<std::size_t>(solver_->touching()[k]);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      result.velocity[2 * i + axis] = solution.velocity_after[2 * k + axis];
      result.impulse[2 * i + axis] = solution.impulse[2 * k + axis];
    }
    result.outcome[i] = static_cast<std::uint8_t>(solution.outcome[k]);
    result.interacted[i] = solution.interacted[k] != 0 ? 1 : 0;
    result.determined[i] = solution.open[2 * k] == 0 && solution.open[2 * k + 1] == 0 ? 1 : 0;
    result.history[i] =
        wants_histories_ ? histories_.number_of(solution, static_cast<int>(k)) : nothing;
  }
}

}  // namespace carom
