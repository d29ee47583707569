#pragma once

#include <vector>

#include "carom/fault.hpp"
#include "carom/mechanism.hpp"
#include "model/tree.hpp"
#include "study/study.hpp"

namespace carom {

/// Forces, torques and surface motions whose formulas are not finite at this state.
void check_inputs_at(const Mechanism& mechanism, const Tree& tree, const State& state,
                     std::vector<Fault>& faults);

/// A state whose angles and rates are not those that drives prescribe at its time.
void check_drives_at(const Mechanism& mechanism, const Tree& tree, const State& state,
                     std::vector<Fault>& faults);

/// Throws InputError for every contact that is below its surface at the scenario's state.
void check_above_surfaces(const Study& study);

}  // namespace carom
