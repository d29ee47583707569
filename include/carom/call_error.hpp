#pragma once

/// carom/call_error.hpp
///
/// Faults of a call of `strike` or `simulate`. None of them is physics: what is asked for makes no
/// sense, and no law was asked. A physical non-answer is a verdict, or the end of a motion. In
/// words, with what is allowed, they are `faults` of the options (carom/strike.hpp,
/// carom/simulate.hpp).
///
/// Threads: plain data; safe on any.

#include <cstdint>
#include <string_view>

namespace carom {

enum class CallError : std::uint8_t {
  none,
  unknown_law,
  wrong_size,         ///< the state does not have the model's degrees of freedom
  not_finite,         ///< a number of the state, or a formula at its time, is not finite
  below_surface,      ///< strike: a contact is below its surface: its gap is negative
  singular_inertia,   ///< strike: nothing resists some motion in this configuration
  foreign_workspace,  ///< strike: the workspace was made from another model
  bad_option          ///< simulate: an option is out of its range
};

constexpr std::string_view name(CallError error) {
  constexpr std::string_view names[] = {
      "none",          "unknown_law",      "wrong_size",        "not_finite",
      "below_surface", "singular_inertia", "foreign_workspace", "bad_option"};
  return names[static_cast<int>(error)];
}

}  // namespace carom
