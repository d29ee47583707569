#pragma once

/// particles/transmission_sensitivity.hpp
///
/// How what reaches a contact changes with every angle, exactly, while no contact opens or closes.
///
/// Particle trees. With 𝓜 the response of the tree (closed contacts held), a and b two loads, λ and
/// v what each of them causes, and u⊥ across rod e from its first to its second mass,
///
///     ∂(aᵀ𝓜b)/∂θ_e = −[λ_e(b) u⊥·(v₂ − v₁)(a) + λ_e(a) u⊥·(v₂ − v₁)(b)].
///
/// A contact j that is open has V = n_jᵀ𝓜P; one that is closed F = −τ/g with τ = n_jᵀ𝓜P and
/// g = n_jᵀ𝓜n_j, itself taken as open. O(n) a contact for all angles.
///
/// Any chain. In fixed modes F = B x + F₀ with C W F = 0: C W B dx = −C dW F, and dW by dual
/// numbers. O(n) solves of the tree.

#include <span>
#include <vector>

#include "particles/particle_strike.hpp"
#include "particles/transmission_rates.hpp"

namespace carom {

/// One number an angle: rods of a particle tree, links of a chain in file order.
struct ContactSensitivity {
  std::vector<double> velocity;  ///< ∂V/∂θ, 1/(kg rad) a unit of impulse
  std::vector<double> impulse;   ///< ∂F/∂θ
  std::vector<double> outcome;   ///< ∂y/∂θ
};

/// Of contact j in `answer`.
ContactSensitivity sensitivity(const ParticleTree& tree, const ParticleImpulse& impulse,
                               const ParticleAnswer& answer, int contact);

/// Of every contact. `inertia` is W, `derivatives` ∂W/∂θ, one matrix an angle (all 2c × 2c,
/// row-major). The striker's entries are of its normal velocity.
std::vector<ContactSensitivity> sensitivities(const RateProblem& problem, const RateAnswer& answer,
                                              std::span<const std::vector<double>> derivatives);

/// W of the given contacts of a tree at these coordinates, and ∂W/∂θ for every link's angle (in
/// file order). False where the mass matrix is singular.
bool contact_inertia_with_derivatives(const Tree& tree, std::span<const double> positions,
                                      double time, std::span<const int> contacts,
                                      std::vector<double>& inertia,
                                      std::vector<std::vector<double>>& derivatives);

}  // namespace carom
