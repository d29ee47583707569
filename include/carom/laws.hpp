#pragma once

/// carom/laws.hpp
///
/// What laws there are, and what they ask of a contact: for menus, forms and checks of one's own.
///
///     for (const carom::LawDescription& law : carom::known_laws(mechanism.laws))
///       for (const carom::LawParameter& parameter : law.parameters)
///         if (!parameter.range.contains(number)) tell(parameter.name, words(parameter.range));
///
/// A rigid law is named by StrikeOptions::law and MotionOptions::law, and its parameters are
/// numbers of a `Contact`; a compliant one by Compliance::kind, with Compliance::parameters.
///
/// Threads: laws are constants; safe on any.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "carom/law.hpp"

namespace carom {

enum class LawKind : std::uint8_t {
  rigid,     ///< impulses at once, from velocities and inertia
  compliant  ///< a force, from the indentation and its rate
};

constexpr std::string_view name(LawKind kind) {
  return kind == LawKind::rigid ? "rigid" : "compliant";
}

/// A law as it is told. What it views lives as long as the program, or as the law of one's own.
struct LawDescription {
  LawKind kind = LawKind::rigid;
  std::string_view name{};  ///< as in a scenario file
  std::string_view title{};
  std::string_view formula{};  ///< in the symbols of the theory pages
  std::string_view source{};
  std::string_view limits{};
  std::span<const LawParameter> parameters{};
  const Law* law = nullptr;  ///< rigid: what else is known of it
};

/// As `carom laws` lists them: Carom's own rigid laws, then `others` (as in Mechanism::laws), then
/// the compliant ones.
std::vector<LawDescription> known_laws(std::span<const Law* const> others = {});

}  // namespace carom
