#pragma once

/// data/critical_cause.hpp
///
/// Why a contact gets nothing from a strike: what kind of reason, of which parts, and its words.

#include <cstdint>
#include <string>
#include <vector>

namespace carom {

enum class CriticalCauseKind : std::uint8_t {
  rods_perpendicular,     ///< two rods
  rod_across_impulse,     ///< a rod is perpendicular to the impulse
  impulse_along_surface,  ///< the impulse is parallel to the contact's surface
  rod_along_surface,      ///< a rod lies along its surface
  balance,                ///< side branches at a mass balance what comes in against what goes out
  strike_balance,         ///< the same at the mass that is struck
  held,                   ///< a mass is held against what comes in or goes out
  wedged,                 ///< a mass on the way cannot move
  nothing_passed,         ///< what the strike passes to the contact vanishes: no rule says why
  contacts_change,        ///< other contacts open or close
  changes_sign            ///< the outcome does, between two points
};

/// A kind and the parts that it is about, as they are called: `rod L0`, `surface "floor"`.
struct CriticalCause {
  CriticalCauseKind kind = CriticalCauseKind::nothing_passed;
  std::string first{};
  std::string second{};
  friend bool operator==(const CriticalCause&, const CriticalCause&) = default;
};

/// `rods L0 and L1 are perpendicular`
std::string words(const CriticalCause& cause);
/// All of them, with semicolons.
std::string words(const std::vector<CriticalCause>& causes);

}  // namespace carom
