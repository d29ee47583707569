#pragma once

/// motion/call_fault.hpp
///
/// What is wrong with a call of `simulate`.

#include "carom/simulate.hpp"
#include "laws/rigid/law.hpp"

namespace carom {

/// In the order in which `strike` looks. `law`: the one asked for, or null.
CallError fault_of_motion(const Model& model, const State& state, const MotionOptions& options,
                          const Law* law);

}  // namespace carom
