#pragma once

/// dynamics/forces.hpp
///
/// What acts on the tree between impacts: gravity, forces, torques, springs and dampers at joints,
/// a slider's spring and damper. Contact forces are not among them.

#include <span>
#include <vector>

#include "dynamics/articulated.hpp"

namespace carom {

/// Work that the loads do on the tree, W. Springs and gravity are potentials and not here.
struct LoadPower {
  double dampers = 0;  ///< taken away, ≥ 0
  double inputs = 0;   ///< given by forces and torques
};

/// Adds the loads at this state, and says what they do. `variables` is room for 1 + 2n numbers,
/// which the formulas of forces and torques see (t, then angle and rate of every link in file
/// order).
LoadPower add_loads(const Tree& tree, const TreePose<double>& pose,
                    const TreeMotion<double>& motion, std::span<const double> positions,
                    std::span<const double> velocities, double time, std::span<double> variables,
                    TreeLoads<double>& loads);

/// Force on a yielding surface along its direction: spring, damper, gravity.
double surface_load(const Tree& tree, const TreeSurface& surface, std::span<const double> positions,
                    std::span<const double> velocities);

}  // namespace carom
