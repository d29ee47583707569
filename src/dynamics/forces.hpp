#pragma once

/// dynamics/forces.hpp
///
/// What acts on the tree between impacts: gravity, forces, torques, springs and dampers at joints,
/// a slider's spring and damper. Contact forces are not among them.

#include <span>
#include <vector>

#include "dynamics/articulated.hpp"

namespace carom {

/// Adds the loads at this state. `variables` is room for 1 + 2n numbers, which the formulas of
/// forces and torques see (t, then angle and rate of every link in file order).
void add_loads(const Tree& tree, const TreePose<double>& pose, std::span<const double> positions,
               std::span<const double> velocities, double time, std::span<double> variables,
               TreeLoads<double>& loads);

/// Force on a yielding surface along its direction: spring, damper, gravity.
double surface_load(const Tree& tree, const TreeSurface& surface, std::span<const double> positions,
                    std::span<const double> velocities);

}  // namespace carom
