#pragma once

/// data/claim.hpp
///
/// A published statement beside what Carom computes.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace carom {

/// `undecided`: what is at hand (a damaged text, a mass that is not stated, numbers that are known
/// too coarsely) fits a claim that holds and one that does not.
enum class Holding : std::uint8_t { holds, in_part, does_not_hold, undecided };

constexpr std::string_view name(Holding holding) {
  constexpr std::string_view names[] = {"holds", "holds in part", "does not hold", "undecided"};
  return names[static_cast<int>(holding)];
}

struct Claim {
  std::string source;  ///< theorem, figure, equation, section, table and row
  std::string what;    ///< the claim in words
  std::optional<double> published;
  std::optional<double> ours;
  std::string unit;
  Holding verdict = Holding::holds;
  std::string reason;
  std::string assumed{};  ///< what the judgement takes for granted that the publication leaves open
};

}  // namespace carom
