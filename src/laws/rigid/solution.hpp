#pragma once

/// laws/rigid/solution.hpp
///
/// What a law answers, in contact space. Impulses act on the chain; row 2i is tangential, row
/// 2i+1 normal at contact i, as in ContactProblem.
///
///     work       ∫ v dτ per contact and direction, J. A differential law integrates its stages;
///                an algebraic one knows only the two ends and gives ½ τ (v⁻ + v⁺)
///     loss       −Σ work = −½ τ·(v⁻ + v⁺): kinetic energy before minus after, J
///     η          normal impulse at the striking contact, N s: the clock of a differential law

#include <cstdint>
#include <span>
#include <vector>

#include "carom/impact.hpp"
#include "laws/rigid/simultaneous_account.hpp"

namespace carom {

/// A stretch of a differential law's impact in which every contact keeps one mode, so that all
/// velocities and impulses are linear in η.
template <class T>
struct Stage {
  Phase phase = Phase::compression;
  T from{};  ///< η, N s
  T to{};    ///< η, N s
  Event ends_with = Event::none;
  int contact = -1;  ///< whose event it is
};

/// A contact at which the list procedure's modes miss their conditions.
struct Violation {
  int stage = 0;
  int contact = 0;
};

template <class T>
struct Solution {
  Verdict verdict = Verdict::not_colliding;
  Reason reason = Reason::none;
  int reason_contact = -1;  ///< the contact that the reason is about, or −1
  int reason_stage = -1;    ///< the stage in which it came up, or −1

  int count = 0;       ///< c
  int colliding = -1;  ///< the striking contact, or −1

  // Filled for `unique` and `ambiguous`; for `jammed` with Reason::locked too: the state in which
  // the contacts hold each other.
  std::vector<T> impulse;         ///< τ, 2c, N s
  std::vector<T> velocity_after;  ///< v⁺, 2c, m/s
  std::vector<T> work;            ///< 2c, J
  std::vector<Outcome> outcome;
  std::vector<std::uint8_t> interacted;  ///< 1: normal impulse above zero
  T energy_loss{};                       ///< J; below zero energy was made
  bool makes_energy = false;             ///< a loss below zero by more than rounding
  bool is_choice = false;                ///< ambiguous: one of several answers
  bool impulses_determined = true;  ///< false: other impulses give the same velocities (W singular)
  std::vector<std::uint8_t>
      open;  ///< 2c; 1: this component of τ is one of several (determinacy.hpp)
  /// One whose normal impulse may be another, and velocities with it (loose_contacts.hpp), or −1.
  int loose = -1;
  bool wedged = false;     ///< restitution could not move anything: the impact ended at rest
  bool exhaustive = true;  ///< false: there may be other answers; not every combination of modes
                           ///< was tried, and one answer is not proved
  bool events_coincide = false;  ///< two events of one stage fell together but for rounding, as
                                 ///< they do where two contacts share a rigid link: both were taken

  std::vector<std::uint8_t> approaching;  ///< 1: this contact approaches; always filled

  // Differential laws only; also of the part before a jam or an inconsistency.
  std::vector<Stage<T>> stages;
  std::vector<Mode> stage_modes;    ///< stages × c
  std::vector<T> stage_velocities;  ///< (stages + 1) × 2c: at the stages' ends
  std::vector<T> stage_impulses;    ///< (stages + 1) × 2c

  SpringAccount<T> springs;  ///< of the law `simultaneous`

  std::vector<Violation> violations;   ///< Method::paper: where its answer is inconsistent
  std::vector<Solution> alternatives;  ///< ambiguous, when asked for

  std::span<const Mode> modes(int stage) const {
    return std::span(stage_modes).subspan(static_cast<std::size_t>(stage * count), width() / 2);
  }
  /// Velocities, impulses where stage `boundary` begins (boundary = number of stages: the end).
  std::span<const T> velocities(int boundary) const {
    return std::span(stage_velocities)
        .subspan(static_cast<std::size_t>(boundary) * width(), width());
  }
  std::span<const T> impulses(int boundary) const {
    return std::span(stage_impulses).subspan(static_cast<std::size_t>(boundary) * width(), width());
  }

 private:
  std::size_t width() const { return static_cast<std::size_t>(2 * count); }
};

}  // namespace carom
