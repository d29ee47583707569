#pragma once

/// laws/rigid/uniqueness.hpp
///
/// A proof, from W and friction alone, that a mode problem (mode_problem.hpp) has at most one
/// answer, whatever the velocities: one proof serves all stages of an impact.
///
/// Let two answers differ by forces d and rates ρ = A d. Write F_t = μξF_n with ξ ∈ −Sgn(r_t), and
/// ξ of the second answer:
///
///     d_t = μξ d_n + ε,    so that  d_n ρ_n ≤ 0  and  ε ρ_t ≤ 0  at every contact,      (1)
///
/// the first by complementarity, the second because −Sgn is monotone. It holds for every rule: a
/// given force has d = 0, a given velocity ρ = 0, a known slip ε = 0, no friction ξ = 0.
///
/// Energy. With x = (d_n, ε) and w = μξd_n, (1) sums to
///
///     0 ≥ xᵀA(x + E_t w) = |x + ½E_t w|² − ¼|E_t w|²        in the norm of A.
///
/// The first term has the normal parts d_n and is not less than d_nᵀS d_n, S = A_nn −
/// A_nt A_tt⁻¹ A_tn. With a diagonal Λ ≥ μA_ttμ the second is at most ¼ d_nᵀΛd_n (|ξ| ≤ 1). So
///
///     A − ¼ E_n Λ E_nᵀ positive definite   ⟹   one answer.                              (2)
///
/// Λ_i = μ_i² √a_i Σ_j |a_ij|/√a_j, a = A_tt (Gershgorin's rows, scaled): one factorisation.
///
/// Contraction. At contact i, (1) with ρ_i = A_ii d_i + g_i bounds the differences by what the
/// others do to it, |d_i| ≤ L_i |g_i|, where L_i has the largest entries among the modes:
///
///     sticks  A_ii⁻¹;     slides  d_n = −g_n/(A_nn ± μA_tn), d_t = ±μd_n.
///
/// (For (1) there are θ ∈ [0, 1]² with (1 − θ)x + θρ = 0, and every entry of the map g → d is
/// monotone in each θ and in ξ.) With g_i = Σ_j≠i A_ij d_j,
///
///     L |A_off| u < u   for some u > 0   ⟹   d = 0: one answer.                         (3)
///
/// Minors. x = 0 is the only x with (1) if M(ξ) = A(1 + E_t μξ E_nᵀ) is a P-matrix. Its principal
/// minors are linear in each ξ, so that
///
///     all minors positive at ξ = ±1   ⟹   one answer,                                   (4)
///
/// and if one that belongs to modes is not, some push has two answers or none. A contact takes part
/// in a minor with its normal (two signs), its tangent, both (ξ drops out) or neither: 5ᶜ minors.
///
/// (4) loses nothing, (2) costs a factorisation, (3) a few products with |A|. All leave room for
/// the tolerances of consistency. How often they hold: docs/theory/verdicts.md.

#include <cstdint>
#include <span>
#include <vector>

namespace carom {

/// Memory of the proofs. Only `reserve` allocates.
struct UniquenessScratch {
  std::vector<double> matrix;  ///< 2c × 2c
  std::vector<double> weight, sum, root;
  std::vector<double> bound;  ///< L_i: four entries a contact
  std::vector<int> row;
  std::vector<double> minors;  ///< what is left of M, once for each contact taken
  void reserve(int contacts);
};

/// What the proofs read: A scaled (2c × 2c, row-major), friction, and contacts that cannot move
/// and take no part.
struct UniquenessProblem {
  int count = 0;
  const double* inertia = nullptr;
  const double* friction = nullptr;
  const std::uint8_t* inert = nullptr;
};

/// (2).
bool unique_by_energy(const UniquenessProblem& problem, UniquenessScratch& scratch);

/// (3).
bool unique_by_contraction(const UniquenessProblem& problem, UniquenessScratch& scratch);

/// (4), up to so many contacts.
inline constexpr int minors_limit = 5;
bool unique_by_minors(const UniquenessProblem& problem, UniquenessScratch& scratch);

/// By any, the cheaper first. False: not proved.
bool proved_unique(const UniquenessProblem& problem, UniquenessScratch& scratch);

}  // namespace carom
