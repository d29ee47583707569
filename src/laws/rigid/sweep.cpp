#include <algorithm>
#include <cmath>

#include "laws/rigid/mode_problem.hpp"
#include "numerics/rows.hpp"

namespace carom {
namespace {

struct OwnAnswer {
  Mode mode = Mode::separates;
  double tangential = 0;
  double normal = 0;
};

/// What contact i does at the rates (t, n) that it would have without a force of its own.
OwnAnswer own_answer(const ModeProblem<double>& problem, int i, double t, double n) {
  const ModeContact& contact = problem.contacts[i];
  const int width = 2 * problem.count;
  const double* const block = problem.inertia + 2 * i * (width + 1);
  const double tt = block[0];
  const double tn = block[1];
  const double nn = block[width + 1];
  const double* const prescribed = problem.prescribed + 2 * i;
  OwnAnswer answer;
  if (contact.normal == NormalRule::apart) {
    answer.mode = Mode::apart;
    return answer;
  }
  if (contact.slip == SlipRule::given) {
    answer.tangential = prescribed[0];
    n += tn * answer.tangential;
  }
  if (contact.normal == NormalRule::velocity) n -= prescribed[1];
  if (contact.normal == NormalRule::unilateral && n >= 0) return answer;
  const bool impulse = contact.normal == NormalRule::impulse;
  const auto slide = [&](Mode mode, double slope) {
    answer.mode = mode;
    answer.normal = impulse ? prescribed[1] : std::max(0.0, -n / (nn + slope * tn));
    if (contact.slip != SlipRule::given) answer.tangential = slope * answer.normal;
  };
  switch (contact.slip) {
    case SlipRule::smooth:
    case SlipRule::given:
      slide(Mode::slides_plus, 0);
      return answer;
    case SlipRule::plus:
      slide(Mode::slides_plus, -contact.friction);
      return answer;
    case SlipRule::minus:
      slide(Mode::slides_minus, contact.friction);
      return answer;
    case SlipRule::open:
      break;
  }
  // Sticking, if the cone holds it.
  answer.mode = Mode::sticks;
  if (impulse) {
    answer.normal = prescribed[1];
    answer.tangential = -(t + tn * answer.normal) / tt;
  } else {
    const double inverse = 1 / (tt * nn - tn * tn);
    answer.normal = (tn * t - tt * n) * inverse;
    answer.tangential = (tn * n - nn * t) * inverse;
  }
  if (std::abs(answer.tangential) > contact.friction * answer.normal) {
    if (answer.tangential > 0)
      slide(Mode::slides_minus, contact.friction);
    else
      slide(Mode::slides_plus, -contact.friction);
  }
  return answer;
}

}  // namespace

void sweep_modes(const ModeProblem<double>& problem, ModeScratch& scratch) {
  const int c = problem.count;
  const int width = 2 * c;
  double* const force = scratch.force.data();
  double* const rate = scratch.rate.data();
  const bool near = problem.near_force != nullptr;
  if (near) {
    std::copy(problem.near_force, problem.near_force + width, force);
    std::copy(problem.near_rate, problem.near_rate + width, rate);
  } else {
    std::fill(force, force + width, 0.0);
    std::copy(problem.offset, problem.offset + width, rate);
  }
  const double negligible = 1e-6 * mode_size(problem, force);
  int striker = 0;
  for (int i = 0; i < c; ++i)
    if (problem.contacts[i].normal == NormalRule::impulse ||
        problem.contacts[i].normal == NormalRule::velocity)
      striker = i;
  bool changed = false;
  const auto settle = [&](int i) {
    const int t = 2 * i;
    const int n = t + 1;
    const double* const tangential = problem.inertia + t * width;
    const double* const normal = tangential + width;
    const OwnAnswer answer =
        own_answer(problem, i, rate[t] - tangential[t] * force[t] - tangential[n] * force[n],
                   rate[n] - normal[t] * force[t] - normal[n] * force[n]);
    changed = changed || scratch.trial[i] != answer.mode;
    scratch.trial[i] = answer.mode;
    const double more_t = answer.tangential - force[t];
    const double more_n = answer.normal - force[n];
    if (std::abs(more_t) + std::abs(more_n) <= negligible) return;
    force[t] = answer.tangential;
    force[n] = answer.normal;
    add_multiples(width, more_t, tangential, more_n, normal, rate);
  };
  // Far from an answer a sweep costs as much as half a solution. Near one it costs little.
  constexpr int sweeps = 4;
  for (int sweep = 0; sweep < (near ? sweeps : 1); ++sweep) {
    changed = sweep == 0;
    settle(striker);
    for (int i = striker - 1; i >= 0; --i) settle(i);
    for (int i = striker + 1; i < c; ++i) settle(i);
    if (!changed) break;
  }
}

}  // namespace carom
