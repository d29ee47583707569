#pragma once

/// laws/rigid/list_procedure.hpp
///
/// The modes of a stage as Hurmuzlu & Marghitu (1994) choose them, section 3.1.6, steps 2 to 11:
/// two lists that grow greedily. L_c holds the contacts that interact, at first the striker only;
/// L_s those with v_t = 0 that will slip.
///
///     3–8   outside L_c: F = 0. In L_c: F_t = ∓μF_n where v_t ≠ 0 or in L_s, else Ψ_t = 0; Ψ_n = 0
///     9     the newest of L_s must slip against its friction; if not, its direction is reversed
///     10    among the sticking contacts with |F_t/F_n| > μ the one with the largest ratio joins
///           L_s; back to 5
///     11    among the contacts with v_n = 0 outside L_c and Ψ_n < 0 the one with the largest |Ψ_n|
///           joins L_c; back to 3, with L_s empty
///
/// Read with the errata: step 4 applies where v_t ≠ 0, step 10 compares |F_t/F_n|. The lists never
/// shrink and F_n ≥ 0 is never tested, so the answer can be inconsistent: this is a method to
/// compare with, not to rely on.

#include "laws/rigid/mode_problem.hpp"

namespace carom {

/// Puts the modes found as the only answer, consistent or not; false when a system on the way is
/// singular.
bool list_procedure(const ModeProblem<double>& problem, ModeAnswers& answers, ModeScratch& scratch);

}  // namespace carom
