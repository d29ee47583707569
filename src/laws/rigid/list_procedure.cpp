#include "laws/rigid/list_procedure.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Step 6, or step 4, for a contact that has just joined L_c.
Mode joining_mode(const ModeContact& contact) {
  if (contact.slip == SlipRule::open) return Mode::sticks;
  return contact.slip == SlipRule::minus ? Mode::slides_minus : Mode::slides_plus;
}

}  // namespace

bool list_procedure(const ModeProblem<double>& problem, ModeAnswers& answers,
                    ModeScratch& scratch) {
  const int c = problem.count;
  Mode* const modes = scratch.trial.data();
  double* const force = scratch.force.data();
  double* const rate = scratch.rate.data();
  for (int i = 0; i < c; ++i) {
    const NormalRule normal = problem.contacts[i].normal;
    modes[i] = normal == NormalRule::impulse ? joining_mode(problem.contacts[i])
               : normal == NormalRule::apart ? Mode::apart
                                             : Mode::separates;
  }
  const auto solved = [&] {
    if (!mode_forces(problem, modes, force, scratch.system)) return false;
    mode_rates(problem, modes, force, rate);
    return true;
  };
  for (;;) {
    // Steps 5 to 10, until L_s no longer grows.
    if (!solved()) return false;
    for (;;) {
      int newest = -1;
      double largest = 0;
      for (int i = 0; i < c; ++i) {
        if (modes[i] != Mode::sticks) continue;
        const double ratio = std::abs(force[2 * i] / force[2 * i + 1]);
        if (ratio > problem.contacts[i].friction && ratio > largest) {
          largest = ratio;
          newest = i;
        }
      }
      if (newest < 0) break;
      const bool ratio_positive = force[2 * newest] * force[2 * newest + 1] > 0;
      modes[newest] = ratio_positive ? Mode::slides_minus : Mode::slides_plus;
      if (!solved()) return false;
      const bool slips_positive = rate[2 * newest] > 0;
      if (slips_positive == ratio_positive) {
        modes[newest] = ratio_positive ? Mode::slides_plus : Mode::slides_minus;
        if (!solved()) return false;
      }
    }
    // Step 11.
    int joining = -1;
    double deepest = -consistency_tolerance * mode_size(problem, force);
    for (int i = 0; i < c; ++i) {
      if (modes[i] == Mode::separates && rate[2 * i + 1] < deepest) {
        deepest = rate[2 * i + 1];
        joining = i;
      }
    }
    if (joining < 0) break;
    for (int i = 0; i < c; ++i) {
      const bool interacts = modes[i] != Mode::apart && modes[i] != Mode::separates;
      if (interacts || i == joining) modes[i] = joining_mode(problem.contacts[i]);
    }
  }
  answers.add(problem, modes, force, rate, 0);
  answers.order[0] = 0;
  return true;
}

}  // namespace carom
