#include "laws/rigid/algebraic.hpp"

#include <algorithm>
#include <cmath>

#include "base/dual.hpp"
#include "laws/rigid/preparation.hpp"

namespace carom {

template <class T>
ModeProblem<double> algebraic_problem(LawWorkspace<T>& workspace) {
  return {workspace.scaled.count,        workspace.scaled.decisions_inertia(),
          workspace.plain_offset.data(), workspace.plain_prescribed.data(),
          workspace.contacts.data(),     workspace.scaled.speed_scale,
          workspace.scaled.single};
}

template <class T>
void find_whittaker_answers(const LawOptions& options, LawWorkspace<T>& workspace) {
  const ScaledProblem<T>& scaled = workspace.scaled;
  for (int i = 0; i < scaled.count; ++i) {
    ModeContact& contact = workspace.contacts[i];
    const int t = 2 * i;
    const int n = t + 1;
    contact.friction = scaled.friction[i];
    contact.normal = i == scaled.striker ? NormalRule::velocity
                     : scaled.inert[i]   ? NormalRule::apart
                                         : NormalRule::unilateral;
    const bool still = scaled.tangential_inert[i] && plain(scaled.velocity[t]) == 0;
    contact.slip = contact.friction == 0 || still ? SlipRule::smooth : SlipRule::open;
    workspace.prescribed[t] = T(0);
    workspace.prescribed[n] =
        i == scaled.striker ? T(-scaled.restitution) * scaled.velocity[n] : T(0);
    for (const int r : {t, n}) {
      workspace.plain_offset[r] = plain(scaled.velocity[r]);
      workspace.plain_prescribed[r] = plain(workspace.prescribed[r]);
    }
  }
  select_modes(algebraic_problem(workspace), nullptr, options.method, workspace.answers,
               workspace.mode_scratch);
}

namespace {

/// What other impulses would do the same. A contact is judged by where it ends; one that strikes
/// leaves with the velocity that is asked of it (`prescribed`).
template <class T>
void note_open(LawWorkspace<T>& workspace) {
  const ScaledProblem<T>& scaled = workspace.scaled;
  for (int r = 0; r < 2 * scaled.count; ++r) workspace.plain_force[r] = plain(workspace.impulse[r]);
  for (int i = 0; i < scaled.count; ++i) {
    const ModeContact& contact = workspace.contacts[i];
    const int n = 2 * i + 1;
    const double rest = still_share * scaled.speed_scale;
    const double slip = plain(workspace.velocity[2 * i]);
    const double leaves = plain(workspace.velocity[n]) - workspace.plain_prescribed[n];
    CarryingContact& carried = workspace.determinacy.carrying[i];
    if (contact.normal == NormalRule::apart ||
        (contact.normal == NormalRule::unilateral && leaves > rest))
      carried = {};
    else
      carried =
          carrying(contact.slip == SlipRule::smooth ? 0 : contact.friction, slip > rest    ? 1
                                                                            : slip < -rest ? -1
                                                                                           : 0);
  }
  if (find_open(scaled.count, scaled.decisions_inertia(), workspace.determinacy.carrying.data(),
                workspace.plain_force.data(), workspace.solution.open.data(),
                workspace.determinacy))
    workspace.solution.impulses_determined = false;
}

/// Whether other impulses would do something else.
template <class T>
void note_loose(LawWorkspace<T>& workspace) {
  for (int r = 0; r < 2 * workspace.scaled.count; ++r) {
    workspace.plain_force[r] = plain(workspace.impulse[r]);
    workspace.plain_rate[r] =
        plain(workspace.velocity[r]) - (r % 2 == 1 ? workspace.plain_prescribed[r] : 0);
  }
  workspace.solution.loose =
      loose_contact(algebraic_problem(workspace), workspace.plain_force.data(),
                    workspace.plain_rate.data(), workspace.loose);
}

}  // namespace

template <class T>
void conclude_algebraic(LawWorkspace<T>& workspace) {
  for (int r = 0; r < 2 * workspace.scaled.count; ++r)
    workspace.work[r] =
        T(0.5) * workspace.impulse[r] * (workspace.scaled.velocity[r] + workspace.velocity[r]);
  std::ranges::fill(workspace.solution.open, std::uint8_t{0});
  conclude(workspace);
  workspace.solution.loose = -1;
  if (!workspace.scaled.regular) note_open(workspace);
  if (workspace.scaled.may_be_loose) note_loose(workspace);
}

template <class T>
void take_whittaker_answer(int answer, LawWorkspace<T>& workspace) {
  const ScaledProblem<T>& scaled = workspace.scaled;
  if constexpr (std::is_same_v<T, double>) {
    const double* const force = workspace.answers.force_of(answer);
    const double* const rate = workspace.answers.rate_of(answer);
    std::copy(force, force + 2 * scaled.count, workspace.impulse.begin());
    std::copy(rate, rate + 2 * scaled.count, workspace.velocity.begin());
  } else {
    const Mode* const modes = workspace.answers.modes_of(answer);
    const ModeProblem<T> problem{scaled.count,
                                 scaled.inertia.data(),
                                 scaled.velocity.data(),
                                 workspace.prescribed.data(),
                                 workspace.contacts.data(),
                                 scaled.speed_scale,
                                 scaled.single,
                                 nullptr,
                                 nullptr,
                                 scaled.frictions()};
    mode_forces(problem, modes, workspace.impulse.data(), workspace.system);
    mode_rates(problem, modes, workspace.impulse.data(), workspace.velocity.data());
  }
  workspace.solution.impulses_determined = workspace.answers.impulses_determined[answer] != 0;
  conclude_algebraic(workspace);
}

PlainLoss plain_loss(const ModeProblem<double>& problem, const double* force, const double* rate) {
  PlainLoss sum;
  double largest = 0;
  for (int r = 0; r < 2 * problem.count; ++r) largest = std::max(largest, std::abs(force[r]));
  for (int r = 0; r < 2 * problem.count; ++r) {
    sum.loss -= 0.5 * force[r] * (problem.offset[r] + rate[r]);
    sum.size += 0.5 * std::abs(force[r]) *
                (std::abs(problem.offset[r]) + std::abs(rate[r]) + exchanged_share * largest);
  }
  return sum;
}

template ModeProblem<double> algebraic_problem(LawWorkspace<double>&);
template ModeProblem<double> algebraic_problem(LawWorkspace<Sloped>&);
template void find_whittaker_answers(const LawOptions&, LawWorkspace<double>&);
template void find_whittaker_answers(const LawOptions&, LawWorkspace<Sloped>&);
template void take_whittaker_answer(int, LawWorkspace<double>&);
template void take_whittaker_answer(int, LawWorkspace<Sloped>&);
template void conclude_algebraic(LawWorkspace<double>&);
template void conclude_algebraic(LawWorkspace<Sloped>&);

}  // namespace carom
