#pragma once

/// dynamics/forces.hpp
///
/// What acts on the tree between impacts: gravity, forces, torques, springs and dampers at joints,
/// a slider's spring and damper. Contact forces are not among them.

#include <span>
#include <type_traits>
#include <vector>

#include "dynamics/articulated.hpp"

namespace carom {

/// A type that does not say what T is.
template <class T>
using Plainly = std::type_identity_t<T>;

/// Work that the loads do on the tree, W. Springs and gravity are potentials and not here.
struct LoadPower {
  double dampers = 0;  ///< taken away, ≥ 0
  double inputs = 0;   ///< given by forces and torques
};

/// Adds the loads at this state, and says what they do. `variables` is room for as many
/// numbers as `count_of_state_numbers` says, which the formulas of forces and torques see. T is
/// double or Sloped.
template <class T>
LoadPower add_loads(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
                    Plainly<std::span<const T>> positions, Plainly<std::span<const T>> velocities,
                    const Plainly<T>& time, Plainly<std::span<T>> variables, TreeLoads<T>& loads);

/// Force on a yielding surface along its direction: spring, damper, gravity.
template <class T>
T surface_load(const TreeOf<T>& tree, const TreeSurfaceOf<T>& surface,
               Plainly<std::span<const T>> positions, Plainly<std::span<const T>> velocities);

}  // namespace carom
