#pragma once

/// contact/contact_problem.hpp
///
/// An impact seen from its contacts: what dynamics hands to a law, and all that a law knows.
///
///     v⁺ = v⁻ + W τ,    W = J M⁻¹ Jᵀ  (2c × 2c, symmetric, positive semidefinite)
///
/// Row 2i is the tangential, row 2i+1 the normal direction of contact i. Velocities are those of
/// the chain relative to the surface; a normal velocity below zero approaches. Impulses τ act on
/// the chain. Every contact here has zero gap.

#include <span>

#include "carom/law.hpp"

namespace carom {

template <class T>
struct ContactProblem {
  int count = 0;                    ///< c
  std::span<const T> inertia{};     ///< W, row-major, 1/kg
  std::span<const T> velocity{};    ///< v⁻, 2c, m/s
  LawParametersOf<T> parameters{};  ///< in the order of the law that is asked
  int colliding = -1;               ///< the striking contact; −1: the one that approaches

  /// The first two parameters of Carom's own laws, one a contact.
  std::span<const T> friction() const { return parameters[0]; }     ///< μ ≥ 0
  std::span<const T> restitution() const { return parameters[1]; }  ///< e in [0, 1]
};

}  // namespace carom
