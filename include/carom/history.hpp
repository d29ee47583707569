#pragma once

/// carom/history.hpp
///
/// What yielding contacts remember.
///
/// Threads: plain data; safe on any.

#include <string_view>

namespace carom {

/// What a yielding contact remembers of its indentation after a separation. δ_m is the deepest that
/// loading reached.
enum class History {
  remembered,  ///< below δ_m the unloading curve is followed both ways, for ever
  reset,       ///< the same until separation; then contact begins at δ = 0 as if new
  latched  ///< after the first maximum the unloading curve holds even above δ_m; then as `reset`
};

constexpr std::string_view name(History history) {
  constexpr std::string_view names[] = {"remembered", "reset", "latched"};
  return names[static_cast<int>(history)];
}

}  // namespace carom
