#pragma once

/// laws/rigid/differential.hpp
///
/// The differential laws: an impact in stages. η, the normal impulse at the striking contact, is
/// the clock. Within a stage every contact keeps one mode, F = dτ/dη and Ψ = dv/dη = W F are
/// constant, and everything is known in closed form; there is no time stepping. A stage ends at
/// the first of
///
///     an interacting contact's v_t reaches 0          η + (−v_t/Ψ_t)
///     an apart contact's v_n reaches 0                η + (−v_n/Ψ_n)
///     end of compression, v_n = 0 at the striker      η + (−v_n/Ψ_n), if Ψ_n > 0
///     end of the impact                               the law's EndRule
///
/// and the modes are chosen anew, by consistency (mode_problem.hpp). Where several choices are
/// consistent all are followed to the end of the impact; more than one distinct outcome makes the
/// impact ambiguous.
///
/// Source: Hurmuzlu & Marghitu, Int. J. Robotics Research 13 (1994) 82, section 3.1, with the
/// choice of modes by consistency in place of its lists.

#include "contact/contact_problem.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/restitution.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {

template <class T>
void solve_differential(const ContactProblem<T>& problem, const LawOptions& options,
                        EndRule<T> end_rule, LawWorkspace<T>& workspace);

}  // namespace carom
