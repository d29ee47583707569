#pragma once

/// dynamics/energy.hpp
///
/// Energies and momentum, summed over links (never through the mass matrix, which the tests check
/// against these).
///
///     kinetic    Σ ½ m|v_com|² + ½ I ω²  + slider and yielding surfaces
///     potential  −Σ m gravity·com + Σ ½ k (springs at joints, slider, yielding surfaces)

#include <span>

#include "dynamics/pose.hpp"

namespace carom {

template <class T>
T kinetic_energy(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
                 std::span<const T> velocities);

struct Potential {
  double gravity = 0;  ///< J, zero at the world's origin
  double springs = 0;  ///< J
};

Potential potential_energy(const Tree& tree, const TreePose<double>& pose,
                           std::span<const double> positions);

struct Momentum {
  Vec2 linear;         ///< kg m/s
  double angular = 0;  ///< kg m²/s, about the world's origin
};

/// Of the links and a slider; yielding surfaces are not part of the mechanism.
Momentum momentum(const Tree& tree, const TreePose<double>& pose, const TreeMotion<double>& motion);

}  // namespace carom
