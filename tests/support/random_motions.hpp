#pragma once

/// Random mechanisms and states to let move: trees of one to four links on every kind of base,
/// rods, blocks and outlines, surfaces that are fixed, tilted, moved or yield, drives, springs,
/// forces; contacts that fall, strike at once, stand, lean, are wedged, or are let go with their
/// platform.

#include <cstdint>
#include <string>

#include "carom/mechanism.hpp"

namespace carom::testing {

struct RandomMotion {
  std::string family{};
  Mechanism mechanism{};
  State state{};
  double duration = 1;
};

/// Each seed has its own.
RandomMotion random_motion(std::uint64_t seed);

}  // namespace carom::testing
