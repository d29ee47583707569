#include <algorithm>
#include <cmath>

#include "laws/rigid/mode_problem.hpp"

namespace carom {
namespace {

bool pressed_always(const ModeContact& contact) {
  return contact.normal == NormalRule::impulse;
}

Mode sliding_mode(const ModeContact& contact) {
  return contact.slip == SlipRule::minus ? Mode::slides_minus : Mode::slides_plus;
}

/// A mode that the contact may take, nearest to the one wanted.
Mode adapted(const ModeContact& contact, Mode wanted) {
  if (contact.normal == NormalRule::apart) return Mode::apart;
  const bool pressed =
      wanted == Mode::sticks || wanted == Mode::slides_plus || wanted == Mode::slides_minus;
  if (!pressed && contact.normal == NormalRule::unilateral) return Mode::separates;
  if (contact.slip == SlipRule::open) return pressed ? wanted : Mode::sticks;
  return sliding_mode(contact);
}

/// Guess, solve, change the mode of every contact that misses its conditions, again: Newton's
/// method on the complementarity functions. Fast where it converges; it need not.
bool flipping(const ModeProblem<double>& problem, ModeScratch& scratch, ModeAnswers& answers) {
  Mode* const trial = scratch.trial.data();
  double* const force = scratch.force.data();
  double* const rate = scratch.rate.data();
  const int limit = 2 * problem.count + 8;
  for (int step = 0; step < limit; ++step) {
    if (!mode_forces(problem, trial, force, scratch.system)) return false;
    mode_rates(problem, trial, force, rate);
    const double size = mode_size(problem, force);
    double worst = -1;
    // After a while change only the worst contact: a block change can cycle.
    const bool one_at_a_time = step > problem.count;
    int worst_contact = -1;
    for (int i = 0; i < problem.count; ++i) {
      const double violation = mode_violation(problem, i, trial[i], force, rate, size);
      if (violation > worst) {
        worst = violation;
        worst_contact = i;
      }
    }
    if (worst <= consistency_tolerance) {
      answers.add(problem, trial, force, rate, worst);
      return true;
    }
    for (int i = 0; i < problem.count; ++i) {
      if (one_at_a_time && i != worst_contact) continue;
      const ModeContact& contact = problem.contacts[i];
      if (mode_violation(problem, i, trial[i], force, rate, size) <= consistency_tolerance)
        continue;
      const bool open = contact.slip == SlipRule::open;
      if (trial[i] == Mode::separates) {
        trial[i] = open ? Mode::sticks : sliding_mode(contact);
      } else if (!pressed_always(contact) && force[2 * i + 1] < -consistency_tolerance * size) {
        if (contact.normal != NormalRule::unilateral) return false;
        trial[i] = Mode::separates;
      } else if (trial[i] == Mode::sticks) {
        trial[i] = force[2 * i] > 0 ? Mode::slides_minus : Mode::slides_plus;
      } else {
        trial[i] = Mode::sticks;
      }
    }
  }
  return false;
}

/// The same problem with every condition in the form w = M z + q. An open contact has three
/// pairs,
///
///     r_n ⊥ F_n,    r_t⁺ ⊥ x = F_t + μF_n,    2μF_n − x ⊥ r_t⁻,    r_t = r_t⁺ − r_t⁻,
///
/// the last two without F_n where that is given; one with known slip has only r_n ⊥ F_n. A given
/// normal velocity b becomes 0 ≤ r_n − b ⊥ F_n ≥ 0: with F_n > 0 that is the same.
int pairs_of(const ModeContact& contact) {
  if (contact.normal == NormalRule::apart) return 0;
  if (contact.slip == SlipRule::open) return pressed_always(contact) ? 2 : 3;
  return pressed_always(contact) ? 0 : 1;
}

int pose_pairs(const ModeProblem<double>& problem, ModeScratch& scratch) {
  const int width = 2 * problem.count;
  int size = 0;
  for (int i = 0; i < problem.count; ++i) {
    scratch.first_variable[i] = size;
    size += pairs_of(problem.contacts[i]);
  }
  double* const matrix = scratch.matrix.data();
  std::fill(matrix, matrix + size * size, 0.0);
  // Row r of A against all unknowns, with the constant part returned.
  const auto row_of = [&](int r, double* out) {
    const double* const a = problem.inertia + r * width;
    double constant = problem.offset[r];
    for (int i = 0; i < problem.count; ++i) {
      const ModeContact& contact = problem.contacts[i];
      if (contact.normal == NormalRule::apart) continue;
      const int t = 2 * i;
      const int n = t + 1;
      const int variable = scratch.first_variable[i];
      const bool open = contact.slip == SlipRule::open;
      if (contact.slip == SlipRule::given) constant += a[t] * problem.prescribed[t];
      const double sign = contact.slip == SlipRule::minus ? 1 : -1;
      const double slope = contact.slip == SlipRule::smooth || contact.slip == SlipRule::given
                               ? 0
                               : sign * contact.friction;
      const double normal_column = a[n] + slope * a[t];
      if (pressed_always(contact)) {
        constant += normal_column * problem.prescribed[n];
        if (open) out[variable] += a[t];
      } else {
        out[variable] += normal_column;
        if (open) out[variable + 1] += a[t];
      }
    }
    return constant;
  };
  for (int i = 0; i < problem.count; ++i) {
    const ModeContact& contact = problem.contacts[i];
    if (contact.normal == NormalRule::apart) continue;
    const int t = 2 * i;
    const int n = t + 1;
    int k = scratch.first_variable[i];
    const int normal = k;
    if (!pressed_always(contact)) {
      scratch.offset[k] = row_of(n, matrix + k * size);
      if (contact.normal == NormalRule::velocity) scratch.offset[k] -= problem.prescribed[n];
      ++k;
    }
    if (contact.slip != SlipRule::open) continue;
    scratch.offset[k] = row_of(t, matrix + k * size);
    matrix[k * size + k + 1] += 1;
    matrix[(k + 1) * size + k] = -1;
    if (pressed_always(contact)) {
      scratch.offset[k + 1] = 2 * contact.friction * problem.prescribed[n];
    } else {
      scratch.offset[k + 1] = 0;
      matrix[(k + 1) * size + normal] = 2 * contact.friction;
    }
  }
  return size;
}

/// Lemke's path; the modes are read off the final basis.
bool path_modes(const ModeProblem<double>& problem, ModeScratch& scratch) {
  const int size = pose_pairs(problem, scratch);
  if (size > 0) {
    const PivotingEnd end = complementary_solution(
        size, scratch.matrix, scratch.offset, scratch.cover, scratch.solution, scratch.pivoting);
    if (end != PivotingEnd::solved) return false;
    basic_variables(size, scratch.pivoting, scratch.basic);
  }
  for (int i = 0; i < problem.count; ++i) {
    const ModeContact& contact = problem.contacts[i];
    int k = scratch.first_variable[i];
    Mode& mode = scratch.trial[i];
    if (contact.normal == NormalRule::apart) {
      mode = Mode::apart;
      continue;
    }
    if (!pressed_always(contact) && !scratch.basic[k++]) {
      if (contact.normal != NormalRule::unilateral) return false;
      mode = Mode::separates;
    } else if (contact.slip != SlipRule::open) {
      mode = sliding_mode(contact);
    } else {
      mode = scratch.basic[k] == 0       ? Mode::slides_plus
             : scratch.basic[k + 1] != 0 ? Mode::slides_minus
                                         : Mode::sticks;
    }
  }
  return true;
}

/// The largest μ|A_tn|/A_nn: how near a contact by itself is to having several answers, which it
/// has from 1 on.
double wedging(const ModeProblem<double>& problem) {
  const int width = 2 * problem.count;
  double largest = 0;
  for (int i = 0; i < problem.count; ++i) {
    const ModeContact& contact = problem.contacts[i];
    if (contact.normal == NormalRule::apart || contact.slip == SlipRule::smooth) continue;
    const double* const normal = problem.inertia + (2 * i + 1) * width + 2 * i;
    if (!(normal[1] > 0)) return 1;
    largest = std::max(largest, contact.friction * std::abs(normal[0]) / normal[1]);
  }
  return largest;
}

}  // namespace

void pivot_modes(const ModeProblem<double>& problem, const Mode* previous, bool first_only,
                 ModeAnswers& answers, ModeScratch& scratch) {
  const int c = problem.count;
  const auto start_from = [&](const auto& wanted) {
    for (int i = 0; i < c; ++i) scratch.trial[i] = adapted(problem.contacts[i], wanted(i));
    flipping(problem, scratch, answers);
  };
  const auto follow_path = [&](int variant) {
    for (int k = 0; k < 3 * c; ++k)
      scratch.cover[k] = variant == 0 ? 1 : 1 + ((variant * 37 + k * 61) % 97) / 24.0;
    if (path_modes(problem, scratch)) flipping(problem, scratch, answers);
  };
  // Each start costs much, Lemke's path and one with everything pressed most of all. Where no
  // contact is near wedging they have found nothing more (docs/decisions/0041).
  const double wedged = wedging(problem);
  const auto enough = [&] { return (first_only || wedged < 0.2) && answers.count > 0; };

  if (problem.single) {
    sweep_modes(problem, scratch);
    flipping(problem, scratch, answers);
    if (enough()) return;
  }
  if (previous != nullptr) {
    start_from([&](int i) { return previous[i]; });
    if (enough()) return;
  }
  start_from([](int) { return Mode::separates; });
  if (enough()) return;
  follow_path(0);
  if (enough()) return;
  start_from([](int) { return Mode::sticks; });

  // Other covering vectors and scattered starts reach other answers, and answers that are hard to
  // reach. With many contacts each costs much: there they are for want of any answer.
  const bool thorough = c <= 16;
  for (int variant = 1; variant <= 12; ++variant) {
    if (answers.count > 0 && (first_only || !thorough || variant > 4)) return;
    start_from([&](int i) { return static_cast<Mode>(1 + (i * 7 + variant * (i + 3)) % 4); });
    if (enough()) return;
    follow_path(variant);
  }
}

}  // namespace carom
