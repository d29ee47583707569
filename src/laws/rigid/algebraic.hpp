#pragma once

/// laws/rigid/algebraic.hpp
///
/// The algebraic laws: one balance for the whole impact, v⁺ = v⁻ + W τ, closed by v_n⁺ = −e v_n⁻ at
/// the striking contact and by one mode a contact,
///
///     leaves   τ = 0,             v_n⁺ ≥ 0                    (not the striker)
///     sticks   v_t⁺ = 0,          |τ_t| ≤ μτ_n, τ_n ≥ 0
///     slides±  τ_t = ∓μτ_n,       ±v_t⁺ ≥ 0, τ_n ≥ 0
///
/// with v_n⁺ = 0 where a resting contact sticks or slides. This is a mode problem with the offset
/// a = v⁻ (mode_problem.hpp). All consistent combinations are found as for a stage.
///
/// Source: Hurmuzlu & Marghitu, Int. J. Robotics Research 13 (1994) 82, section 3.2.

#include "contact/thresholds.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {

/// Poses the prepared problem and finds all Whittaker answers, in `workspace.answers`.
template <class T>
void find_whittaker_answers(const LawOptions& options, LawWorkspace<T>& workspace);

/// The plain problem posed last.
template <class T>
ModeProblem<double> algebraic_problem(LawWorkspace<T>& workspace);

/// Solves answer k, with derivatives where T has them, into `workspace.impulse`, `velocity`,
/// `work`, and concludes.
template <class T>
void take_whittaker_answer(int answer, LawWorkspace<T>& workspace);

/// Work ½ p (u⁻ + u⁺) for the impulses and velocities in the workspace; then concludes.
template <class T>
void conclude_algebraic(LawWorkspace<T>& workspace);

/// Energy lost by an answer in plain numbers, J, and the size of the terms it is the sum of.
struct PlainLoss {
  double loss = 0;
  double size = 0;
  /// Below zero by more than rounding.
  bool gains() const { return loss < -energy_rounding * size; }
};
PlainLoss plain_loss(const ModeProblem<double>& problem, const double* force, const double* rate);

}  // namespace carom
