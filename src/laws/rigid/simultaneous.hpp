#pragma once

/// laws/rigid/simultaneous.hpp
///
/// Several frictional collisions at once, by springs without a scale. Every touching contact takes
/// part, whether it strikes, rests or leaves; the configuration is frozen:
///
///     v′ = W F,    δ′ = −v_n  (always; apart, r − δ is the gap),    δ(0) = 0.
///
///     normal       m the largest δ so far,  r = (1 − e²)m:   F_n = (k/e²)(δ − r)₊
///                  (kδ while δ = m; e = 1: kδ₊; e = 0: kδ while δ = m grows, then nothing, but
///                  held: at δ = m with v_n = 0 the F_n in [0, km] that keeps it so)
///     tangential   Coulomb: F_t = −μF_n sgn v_t;  v_t = 0: |F_t| ≤ μF_n with v_t′ = 0, or slips
///     end          all F = 0 and no contact approaches
///
/// Results (v⁺, τ = ∫F dt, works ∫Fv dt, ½km²) do not depend on the unit of k, only on its ratios.
///
/// e > 0: exactly one motion, whatever μ and W, continuous in all data; neither order nor mirror
/// matters. Energy is never made: a contact's normal work is −(1 − e²)½km² whatever its touches.
/// One contact alone is the energetic law. e = 0 may leave a choice (`ambiguous`).
///
/// Method: between events all is linear; Taylor series of the forces (simultaneous_flow.hpp), first
/// roots of the inequalities that hold a mode (simultaneous_guards.hpp), modes anew after every
/// event (simultaneous_modes.hpp). No integration error but rounding. With dual numbers an event's
/// time has the derivative of its guard, so that derivatives pass through the events.
///
/// Verdicts. `not_colliding`; `unique`; `jammed`: locked (forces balance, nothing moves),
/// compression cannot end (a moved surface presses what cannot give way, as a sticking end of a
/// pinned rod), does not end (more than 2,000 events, as a ball between two walls); `ambiguous`
/// with e = 0 only; `inconsistent` only where the search for plastic modes of many contacts gave
/// up. Locked, the solution has the state in which it rests, with open impulses.
///
/// A pressed contact with a small e trembles about its held force, some 1/3e events: so many more
/// are followed, up to 30,000 in all. Beyond, restitution below 1e-3 counts as 0
/// (SpringAccount::counted_plastic), which is its limit with an error O(e).
///
/// Limits. Outcomes depend on ratios of stiffness that are rarely known. Restitution below 1e-9
/// counts as 0 always. More than 64 contacts with a singular W: open impulses are not looked for. A
/// contact's k must be above 0. Of `ContactProblem::colliding` only whether it approaches counts.
///
/// Sources: Y. Liu, Z. Zhao & B. Brogliato, Frictionless multiple impacts in multibody systems,
/// Proc. R. Soc. A 464 (2008) 3193: for linear springs the same until a contact that unloads is
/// pressed again (here: back up its line, after its gap). W. J. Stronge, Proc. R. Soc. A 431 (1990)
/// 169: one contact.

#include <span>

#include "laws/rigid/law.hpp"

namespace carom {

/// Solves in place, as LawSolve does. `stiffness` is k, one a contact. The law's own kernel takes
/// the problem's third parameter.
template <class T>
void solve_simultaneous(const ContactProblem<T>& problem, std::span<const T> stiffness,
                        const LawOptions& options, LawWorkspace<T>& workspace);

}  // namespace carom
