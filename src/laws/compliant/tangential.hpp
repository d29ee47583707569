#pragma once

/// laws/compliant/tangential.hpp
///
/// Contacts that yield along their surface too (Stronge 1994; Impact Mechanics, 5.1): a spring
/// whose force T on the chain friction bounds. η² is its compliance over that of the normal,
/// (2 − ν)/(2(1 − ν)) of smooth elastic bodies (Mindlin 1949),
///
///     k_t = (1/η²) dF/dδ of loading,  where δ comes back: as wide as the contact is then
///
///     sticks    Ṫ = −k_t v_t                      while it spreads (δ̇ ≥ 0)
///               Ṫ = −k_t v_t + (k̇_t/k_t) T        while it narrows: what is left free holds
///               nothing as long as |T| ≤ μ_s F
///     slides±   T = ∓μF, and the spring follows: the slip is w = v_t less the spring's own rate,
///               w = v_t ∓ μ a δ̇,  a = (dF/dδ)/k_t spreading, (dF/dδ − F k_t′/k_t)/k_t narrowing
///               as long as ±w > 0
///
/// All of T fades where the contact narrows: the full history of a half-space (what was taken up at
/// a width stays until it is as narrow again) is not kept. T²/2k_t is stored. With both rates Ṫ
/// what the contact takes beside that is T²|k̇_t|/2k_t² ≥ 0, so that no energy is made where k_t
/// changes; with T = −k_t s throughout, spreading would make it. For linear springs k_t is a
/// constant and this is Stronge's model: contact begins with sticking where |v_t| < μη²|v_n|, and
/// by itself, e = 1, it ends with v_t⁺ = v_t⁻ cos(π √(W_tt/η²W_nn)). At a contact that is locked (e
/// = 0) the spring does not follow while it slides: w = v_t.

#include "laws/compliant/law.hpp"

namespace carom {

/// Whether a contact yields along its surface.
inline bool is_sprung(const CompliantLaw& law, const CompliantContact& contact) {
  constexpr CompliantMemory loads{.branch = Branch::loading};
  return law.tangential != nullptr && law.tangential(contact, loads, 0).spreading > 0;
}

/// Ṫ of a contact that sticks.
inline double stick_rate(const TangentialSpring& spring, double force, double velocity,
                         double indentation_rate) {
  const double freed = indentation_rate < 0 ? spring.fading * indentation_rate * force : 0;
  return freed - spring.stiffness * velocity;
}

/// w of a contact that slides in a direction, 1 or −1.
inline double slip_of(const TangentialSpring& spring, double direction, double friction,
                      double velocity, double indentation_rate) {
  const double share = indentation_rate > 0 ? spring.spreading : spring.narrowing;
  return velocity - direction * friction * share * indentation_rate;
}

/// T²/2k_t, J.
inline double stored_along(const TangentialSpring& spring, double force) {
  return spring.stiffness > 0 ? 0.5 * force * force / spring.stiffness : 0;
}

}  // namespace carom
