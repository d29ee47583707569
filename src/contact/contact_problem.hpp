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

namespace carom {

template <class T>
struct ContactProblem {
  int count = 0;                        ///< c
  std::span<const T> inertia;           ///< W, row-major, 1/kg
  std::span<const T> velocity;          ///< v⁻, 2c, m/s
  std::span<const double> friction;     ///< μ ≥ 0, one a contact
  std::span<const double> restitution;  ///< e in [0, 1], one a contact; the striking one's counts
  int colliding = -1;                   ///< the striking contact; −1: the one that approaches
};

}  // namespace carom
