#pragma once

/// dynamics/inertia_check.hpp
///
/// Whether the mass matrix is positive definite: a massless part that nothing loads can be moved
/// without effort, and then an impulse on it has no finite answer.

#include <span>
#include <vector>

#include "carom/fault.hpp"
#include "model/tree.hpp"

namespace carom {

/// Parts of the mechanism without inertia in every configuration (looked at in one that nobody
/// would choose), at most 20 of them.
void check_inertia(const Mechanism& mechanism, const Tree& tree, std::vector<Fault>& faults);

/// Parts without inertia in this configuration, where the mechanism has it in others.
void check_inertia_at(const Mechanism& mechanism, const Tree& tree,
                      std::span<const double> positions, std::vector<Fault>& faults);

}  // namespace carom
