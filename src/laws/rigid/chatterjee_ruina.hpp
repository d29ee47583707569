#pragma once

/// laws/rigid/chatterjee_ruina.hpp
///
/// Chatterjee and Ruina's algebraic law with a tangential restitution, for one contact. With
///
///     P_I  = (0, −v_n/W_nn)     the frictionless impulse that ends the approach
///     P_II = −W⁻¹v              the impulse that ends all motion of the contact
///
///     τ = (1 + e) P_I + κ (P_II − P_I),    κ = 1 + e_t  where that is in the friction cone,
///     else κ = μ(1 + e) P_I,n / (|P_II,t| − μ(P_II,n − P_I,n)):  on the cone's edge.
///
/// v_n⁺ = −e v_n⁻ always; sticking, v_t⁺ = −e_t w + e (w − v_t⁻) with w = v_t⁻ + W_tn P_I,n. Loses
/// energy or keeps it for e in [0, 1], e_t in [−1, 1], and its impulses fill all that conservation
/// and friction allow: e_t = −1 is no friction at all.
///
/// P_II − P_I = −(w/det W)(W_nn, −W_nt), so that W may be singular: w = 0 needs no tangential
/// impulse, else the cone's edge is met.
///
/// Limits. It knows one contact. Others that touch get no impulse; if the impulse would press one
/// of them the law has no answer (`inconsistent`), because no rule says what that one would do.
///
/// Source: A. Chatterjee & A. Ruina, A new algebraic rigid-body collision law based on impulse
/// space considerations, J. Appl. Mech. 65 (1998) 939.

#include <span>

#include "laws/rigid/law.hpp"

namespace carom {

/// Solves in place, as LawSolve does. `tangential_restitution` is e_t in [−1, 1], one a contact, or
/// empty: all 0.
template <class T>
void solve_chatterjee_ruina(const ContactProblem<T>& problem,
                            std::span<const double> tangential_restitution,
                            const LawOptions& options, LawWorkspace<T>& workspace);

extern const Law chatterjee_ruina_law;

}  // namespace carom
