#pragma once

/// laws/rigid/pair_stages.hpp
///
/// The fast path of a differential impact with one or two contacts, beside stages.cpp, which does
/// the same for any number. It answers only where the answer is beyond doubt; everywhere else it
/// says so, and the plain path decides.
///
/// With F_n = 1 and F_t = x at the striker, the other contact sees rates q(x) without its own
/// force and has the block B of W:
///
///     known slip, F_t = kF_n     F_n = max(0, −q_n/(B_nn + k B_tn))
///     open, |F_t| ≤ μF_n         separates where q_n ≥ 0; else F = −B⁻¹q where that is in the cone
///                                (sticks), else the edge of the cone that it lies beyond (slides)
///
/// The answer is the only one, for every q, if B_nn + kB_tn > 0, or B_nn > μ|B_tn| and det B > 0:
/// the four linear pieces F ↦ q of the contact's law then have one orientation; the piece
/// `separates` covers the half-plane q_n ≥ 0, and the others, none of which spans half a turn,
/// cover the rest exactly once. A striker whose slip is open adds r_t(x), which is continuous and
/// piecewise linear; if W_tt minus what the other contact takes of it is positive in every mode of
/// that contact, r_t increases and there is one x in [−μ, μ]. These few signs are the certificate
/// of uniqueness; it is as strong as trying every combination.
///
/// Beyond doubt means: the certificate's signs hold by 1e-3, every inequality of the modes by 1e-7
/// of the stage's size, and no two events of a stage come within 1e-7 of each other. These margins
/// are a thousand times those within which the plain path merges answers or events.

#include "contact/contact_problem.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/restitution.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {

/// True and `workspace.solution` filled as solve_differential would; false: not decided, and the
/// solution holds nothing of use.
bool solve_pair(const ContactProblem<double>& problem, const LawOptions& options,
                EndRule<double> end_rule, LawWorkspace<double>& workspace);

}  // namespace carom
