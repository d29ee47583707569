#pragma once

/// data/critical_outcome.hpp
///
/// What a strike does to a contact that rests, at a configuration; and how `critical` looks for the
/// configurations at which it does nothing.

#include <cstdint>
#include <string_view>

namespace carom {

enum class StruckRest : std::uint8_t {
  leaves,
  pressed,
  untouched,        ///< neither, by more than rounding
  unknown,          ///< there is no single answer
  no_configuration  ///< nothing that could do anything
};
constexpr std::string_view name(StruckRest rest) {
  constexpr std::string_view names[] = {"leaves", "pressed", "untouched", "unknown",
                                        "no configuration"};
  return names[static_cast<int>(rest)];
}

/// Whether there is a contact, and one thing that it does.
constexpr bool is_known(StruckRest rest) {
  return rest < StruckRest::unknown;
}

/// From leaving to being pressed, or back.
constexpr bool flips(StruckRest below, StruckRest above) {
  return below != above && below <= StruckRest::pressed && above <= StruckRest::pressed;
}

enum class CriticalMethod : std::uint8_t {
  factors,       ///< of a particle tree, each with its reason
  transmission,  ///< what the strike passes to a contact, as a function of the axis
  scan           ///< changes of sign between the points of the axis
};
constexpr std::string_view name(CriticalMethod method) {
  constexpr std::string_view names[] = {"factors", "transmission", "scan"};
  return names[static_cast<int>(method)];
}

}  // namespace carom
