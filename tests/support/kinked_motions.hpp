#pragma once

/// Random motions (support/random_motions.hpp) whose formulas are not smooth: surfaces that begin
/// to move, stop or jump in their velocity or acceleration, loads that begin, end, change at once
/// or come to zero gently, stops that depend on the state, drives that begin to turn.

#include <cstdint>

#include "support/random_motions.hpp"

namespace carom::testing {

/// Each seed has its own.
RandomMotion kinked_motion(std::uint64_t seed);

}  // namespace carom::testing
