#include "data/critical_cause.hpp"

#include <fmt/format.h>

namespace carom {

std::string words(const CriticalCause& cause) {
  const auto& [kind, first, second] = cause;
  switch (kind) {
    case CriticalCauseKind::rods_perpendicular:
      return fmt::format("rods {} and {} are perpendicular", first, second);
    case CriticalCauseKind::rod_across_impulse:
      return fmt::format("{} is perpendicular to the impulse", first);
    case CriticalCauseKind::impulse_along_surface:
      return fmt::format("the impulse is parallel to {}", first);
    case CriticalCauseKind::rod_along_surface:
      return fmt::format("{} lies along its {}", first, second);
    case CriticalCauseKind::balance:
      return fmt::format("balance at the branching mass between {} and {}", first, second);
    case CriticalCauseKind::strike_balance:
      return fmt::format("the side branches at the striking mass balance what {} passes to {}",
                         first, second);
    case CriticalCauseKind::held:
      return fmt::format("{} holds the mass against {}", first, second);
    case CriticalCauseKind::wedged:
      return "a mass on the way is wedged and cannot move";
    case CriticalCauseKind::nothing_passed:
      return fmt::format("what the strike passes to {} vanishes", first);
    case CriticalCauseKind::contacts_change:
      return first;
    case CriticalCauseKind::changes_sign:
      return "the outcome changes sign";
  }
  return {};
}

std::string words(const std::vector<CriticalCause>& causes) {
  std::string text;
  for (const CriticalCause& cause : causes) text += (text.empty() ? "" : "; ") + words(cause);
  return text;
}

}  // namespace carom
