#pragma once

/// dynamics/drive_check.hpp
///
/// Whether a state is where the drives have it (dynamics/driven_joints.hpp).

#include <span>

#include "dynamics/driven_joints.hpp"

namespace carom {

/// The first drive that prescribes another angle at this time, or −1.
int drive_with_another_angle(const Tree& tree, std::span<const double> positions, double time);

/// Whether the state has the angles and the rates that all drives prescribe.
bool drives_kept(const Tree& tree, const State& state);

}  // namespace carom
