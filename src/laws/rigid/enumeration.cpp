#include <algorithm>
#include <cmath>

#include "laws/rigid/combinations.hpp"
#include "laws/rigid/mode_problem.hpp"

namespace carom {
namespace {

/// The inequalities that need no rates, and so can turn a trial down before they are formed.
bool forces_hold(const ModeProblem<double>& problem, const Mode* modes, const double* force,
                 double allowed) {
  for (int i = 0; i < problem.count; ++i) {
    const ModeContact& contact = problem.contacts[i];
    if (contact.normal == NormalRule::apart || modes[i] == Mode::separates) continue;
    if (contact.normal != NormalRule::impulse && force[2 * i + 1] < -allowed) return false;
    if (modes[i] == Mode::sticks &&
        std::abs(force[2 * i]) > contact.friction * force[2 * i + 1] + allowed)
      return false;
  }
  return true;
}

}  // namespace

int combinations(const ModeProblem<double>& problem, int limit) {
  int number = 1;
  for (int i = 0; i < problem.count && number <= limit; ++i)
    number *= mode_options(problem.contacts[i]).count;
  return std::min(number, limit + 1);
}

void enumerate_modes(const ModeProblem<double>& problem, ModeAnswers& answers,
                     ModeScratch& scratch) {
  Mode* const trial = scratch.trial.data();
  double* const force = scratch.force.data();
  double* const rate = scratch.rate.data();
  answers.exhaustive = true;
  for_each_combination(problem.contacts, problem.count, trial, scratch.option.data(), [&] {
    if (!mode_forces(problem, trial, force, scratch.system)) return;
    const double size = mode_size(problem, force);
    if (!forces_hold(problem, trial, force, consistency_tolerance * size)) return;
    mode_rates(problem, trial, force, rate);
    double worst = -1;
    for (int i = 0; i < problem.count && worst <= consistency_tolerance; ++i)
      worst = std::max(worst, mode_violation(problem, i, trial[i], force, rate, size));
    if (worst <= consistency_tolerance) answers.add(problem, trial, force, rate, worst);
  });
}

}  // namespace carom
