#pragma once

/// laws/rigid/pair_algebraic.hpp
///
/// The fast path of an algebraic law with one or two contacts, beside algebraic.cpp, which does the
/// same for any number by trying every combination of modes. It answers only where the answer is
/// beyond doubt.
///
/// With A, B the blocks of W at the striker and the other contact, C between them, u, u′ their
/// velocities, each mode of the other contact leaves the striker with an inertia and a velocity of
/// its own,
///
///     leaves               Ã = A                        ũ = u
///     slides, p_t = k p_n  Ã = A − h C_nᵀ               ũ = u − h u_n′
///     sticks               Ã = A − C B⁻¹Cᵀ              ũ = u − C B⁻¹u′
///
/// where h = C (k, 1)/(B_nn + k B_tn) and C_n is the other's normal rate per force at the striker.
/// With u_n⁺ = c given there,
///
///     slides   p_n = (c − ũ_n)/(Ã_nn + k Ã_nt)          sticks   p = Ã⁻¹((0, c) − ũ)
///
/// Certificate: all these denominators, and det Ã, are positive for k = ±μ. Then the answer is the
/// only one. For the states (u, p) that a contact's law allows are a plane, bent: z = u − p runs
/// through all of R² once, and gives them continuously (p_n = max(0, −z_n), p_t = −z_t clamped to
/// ±μp_n, u = z + p; the striker has u_n = c and z_n = −p_n, and is continued by p_t = 0 where
/// p_n < 0). So z ↦ u(z) − W p(z) is continuous and piecewise linear; its determinants are products
/// of the denominators above. They are affine in either friction coefficient: positive at ±μ, they
/// are positive for all smaller friction too, down to none, where the answer is unique because W is
/// positive definite. On that way no piece becomes singular, so the map's degree stays 1, and a map
/// all of whose pieces have one orientation takes every value as often as its degree says.
///
/// Brach's law, where that answer makes energy: τ_t = p at the striker makes everything affine in p
/// beside each mode of the other contact, and the loss a quadratic (brach.cpp). The roots beside
/// all modes are looked at; the law is answered where exactly one is one beyond doubt, and the
/// others are none beyond doubt.
///
/// Beyond doubt means what it does in pair_stages.hpp.

#include "contact/contact_problem.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {

enum class AlgebraicLaw { whittaker, brach };

/// True and `workspace.solution` filled; false: not decided, and the solution holds nothing of use.
bool solve_algebraic_pair(const ContactProblem<double>& problem, const LawOptions& options,
                          AlgebraicLaw law, LawWorkspace<double>& workspace);

}  // namespace carom
