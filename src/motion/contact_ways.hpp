#pragma once

/// motion/contact_ways.hpp
///
/// Words of the decision about contacts (contact_decision.hpp).

#include <cstdint>

#include "carom/impact.hpp"

namespace carom {

/// Which of a contact's two conditions just hold.
inline constexpr std::uint8_t first_tight = 1;
inline constexpr std::uint8_t second_tight = 2;

inline bool slides(Mode mode) {
  return mode == Mode::slides_plus || mode == Mode::slides_minus;
}

inline bool presses(Mode mode) {
  return mode == Mode::sticks || slides(mode);
}

}  // namespace carom
