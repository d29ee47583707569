#pragma once

/// carom/impact.hpp
///
/// The words in which an impact is told: what a solve concluded, what each contact did, in which
/// phase, and what ended a stage. A contact is counted from 0 in file order; its tangential
/// velocity v_t and normal velocity v_n are those of the chain relative to the surface.
///
/// Threads: plain data; safe on any.

#include <cstdint>
#include <optional>
#include <string_view>

namespace carom {

/// What a law concluded.
enum class Verdict : std::uint8_t {
  unique,            ///< one consistent answer
  ambiguous,         ///< several; the one given is a choice, the others are alternatives
  jammed,            ///< compression, or restitution, cannot end
  inconsistent,      ///< no combination of contact modes fits (also: Brach without a root)
  not_colliding,     ///< nothing approaches, or the contact named does not
  several_colliding  ///< more than one contact approaches and the law needs one
};

/// What a contact does right after the impact.
enum class Outcome : std::uint8_t {
  rebounds,  ///< v_n > 0
  rests,     ///< v_n = 0, v_t = 0
  slides     ///< v_n = 0, v_t ≠ 0
};

/// What a contact does during a stage.
enum class Mode : std::uint8_t {
  apart,        ///< v_n > 0 or unable to move: no force
  separates,    ///< v_n = 0, no force, dv_n/dη ≥ 0
  sticks,       ///< v_t = 0 stays so
  slides_plus,  ///< v_t > 0, or v_t = 0 and growing
  slides_minus  ///< v_t < 0, or v_t = 0 and falling
};

enum class Phase : std::uint8_t { compression, restitution };

/// What ends a stage.
enum class Event : std::uint8_t {
  slip_stops,        ///< an interacting contact's v_t reaches zero
  contact_returns,   ///< an apart contact's v_n reaches zero
  compression_ends,  ///< the striking contact's v_n reaches zero
  impact_ends,       ///< the law's condition for the end of restitution holds
  none,              ///< nothing does: the impact is jammed
  contact_leaves,    ///< a contact's force ends
  slip_begins,       ///< a sticking contact begins to slide
  yields_again       ///< a contact is loaded beyond its deepest so far
};

/// Why a verdict is not `unique`.
enum class Reason : std::uint8_t {
  none,
  several_continuations,    ///< ambiguous: several distinct outcomes are consistent
  compression_cannot_end,   ///< jammed: dv_n/dη ≤ 0 at the striking contact, no other event
  restitution_cannot_end,   ///< jammed: the striking contact's v_n returns to zero too early
  too_many_stages,          ///< jammed: the bound on the number of stages was reached
  no_consistent_modes,      ///< inconsistent: no combination of modes fits
  no_root_without_gain,     ///< inconsistent: Brach's zero-loss impulse ratio does not exist
  singular_lists,           ///< inconsistent: the paper's list procedure met a singular system
  nothing_approaches,       ///< not_colliding
  named_does_not_approach,  ///< not_colliding: another contact may approach, the named does not
  named_has_a_gap,          ///< not_colliding: the contact named does not touch its surface
  several_approach,         ///< several_colliding
  answer_not_finite,        ///< inconsistent: an impulse of a law of one's own is not finite
  answer_pulls,             ///< inconsistent: such a law pulls at a contact
  answer_approaches,  ///< inconsistent: after such a law's impulses a contact still approaches
  locked,             ///< jammed: forces balance each other, and nothing moves them
  does_not_end,       ///< jammed: contacts are loaded again and again
  presses_another     ///< inconsistent: the law knows one contact, its impulse presses another
};

/// How the modes of a stage are chosen.
enum class Method : std::uint8_t {
  consistent,  ///< enumeration for few combinations, pivoting for many
  enumerate,   ///< every combination, up to 65,536
  pivot,       ///< complementarity pivoting only
  paper        ///< the lists of Hurmuzlu & Marghitu (1994), greedy: for comparison
};

constexpr std::string_view name(Verdict verdict) {
  constexpr std::string_view names[] = {"unique",       "ambiguous",     "jammed",
                                        "inconsistent", "not_colliding", "several_colliding"};
  return names[static_cast<int>(verdict)];
}

constexpr std::string_view name(Outcome outcome) {
  constexpr std::string_view names[] = {"rebounds", "rests", "slides"};
  return names[static_cast<int>(outcome)];
}

constexpr std::string_view name(Mode mode) {
  constexpr std::string_view names[] = {"apart", "separates", "sticks", "slides+", "slides-"};
  return names[static_cast<int>(mode)];
}

constexpr std::string_view name(Phase phase) {
  return phase == Phase::compression ? "compression" : "restitution";
}

/// Words that follow a contact's name for the first two and the last three; whole sentences for the
/// others.
constexpr std::string_view name(Event event) {
  constexpr std::string_view names[] = {"stops sliding",  "comes back",      "end of compression",
                                        "end of impact",  "nothing ends it", "leaves",
                                        "starts sliding", "yields again"};
  return names[static_cast<int>(event)];
}

constexpr std::string_view name(Reason reason) {
  constexpr std::string_view names[] = {
      "",
      "several distinct outcomes are consistent",
      "compression cannot end: the striking contact's approach does not slow down",
      "restitution cannot end: the striking contact is wedged, or driven back before it",
      "too many stages",
      "no combination of contact modes is consistent",
      "no tangential impulse of the required sign makes the energy loss zero",
      "the list procedure met a singular system",
      "no contact approaches its surface",
      "the contact named as colliding does not approach its surface",
      "the contact named as colliding does not touch its surface",
      "several contacts approach their surfaces",
      "the law's impulses are not finite",
      "the law pulls at a contact",
      "after the law's impulses a contact still approaches its surface",
      "the contacts are locked: their forces balance, and nothing moves them",
      "the impact does not end: contacts are loaded again and again",
      "the law knows one contact, and its impulse would press another"};
  return names[static_cast<int>(reason)];
}

constexpr std::string_view name(Method method) {
  constexpr std::string_view names[] = {"consistent", "enumerate", "pivot", "paper"};
  return names[static_cast<int>(method)];
}

constexpr std::optional<Method> method_named(std::string_view wanted) {
  for (const Method method : {Method::consistent, Method::enumerate, Method::pivot, Method::paper})
    if (name(method) == wanted) return method;
  return std::nullopt;
}

}  // namespace carom
