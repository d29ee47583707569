#pragma once

/// Every way in which an impact can go on, from W and the velocities before it:
///
///   one contact strikes   the energetic law in stages, η the normal impulse there. Every
///   consistent
///                         combination of modes in dv/dη = W F, F_n = 1 at the striker, is followed
///                         to its own end: velocities after, a jam, or nothing that fits.
///   several at once       0 ≤ v_n⁺ + e v_n⁻ ⊥ τ_n ≥ 0 with Coulomb's law for v_t⁺ (Moreau).
///
/// See support/mode_enumeration.hpp for how a combination is tried.

#include <vector>

#include "support/dense_mechanics.hpp"

namespace carom::testing {

struct ImpactProblem {
  Matrix mobility;  ///< W of the contacts that touch, (t, n) each
  Vector velocity;  ///< before, m/s
  std::vector<double> friction, restitution;
  std::vector<int> striking;  ///< places among those contacts
};

struct ImpactOutcomes {
  std::vector<Vector> after;  ///< distinct velocities after
  int jammed = 0;             ///< branches in which compression or restitution cannot end
  int none = 0;               ///< branches without consistent modes
  bool complete = true;       ///< false: gave up on some branch
  int kinds() const {
    return static_cast<int>(after.size()) + (jammed > 0 ? 1 : 0) + (none > 0 ? 1 : 0);
  }
};

ImpactOutcomes impact_outcomes(const ImpactProblem& problem);

}  // namespace carom::testing
