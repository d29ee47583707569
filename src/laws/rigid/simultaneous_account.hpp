#pragma once

/// laws/rigid/simultaneous_account.hpp
///
/// What the law `simultaneous` (simultaneous.hpp) tells beyond impulses and velocities: per contact
/// what its spring took and gave, and the story of the impact, stretch by stretch.
///
/// Times are in units of T₀ = 1/√max kW_nn: only ratios of stiffness are known, so that seconds
/// mean nothing; with k taken in N/m, T₀ is in seconds.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace carom {

/// What a contact's spring does during a stretch.
enum class SpringMode : std::uint8_t {
  apart,    ///< no force
  virgin,   ///< loads deeper than ever, F = kδ
  line,     ///< below its crest, F = (k/e²)(δ − r), both ways
  elastic,  ///< e = 1: F = kδ both ways
  held      ///< e = 0: rests at its deepest, with the force that keeps it there
};

constexpr std::string_view name(SpringMode mode) {
  constexpr std::string_view names[] = {"apart", "virgin", "line", "elastic", "held"};
  return names[static_cast<int>(mode)];
}

template <class T>
struct SpringContact {
  int touches = 0;          ///< times that force came up from nothing
  T work_compression{};     ///< ∫ F_n v_n dt while v_n < 0, J; ≤ 0
  T work_restitution{};     ///< the same while v_n > 0, J; ≥ 0
  T impulse_compression{};  ///< ∫ F_n dt while v_n < 0, N s
  T impulse_restitution{};  ///< the rest, N s
  T stored{};  ///< ½km², J: all that virgin loading put in; normal work = −(1 − e²) stored

  // The restitution achieved, by three definitions; none where a denominator is zero or the contact
  // took no part. By velocity it may exceed 1 without gain of energy, by energy it exceeds e where
  // a contact is loaded again below its crest.
  std::optional<double> kinematic;  ///< −v_n⁺/v_n⁻
  std::optional<double> kinetic;    ///< impulse_restitution / impulse_compression
  std::optional<double> energetic;  ///< √(−work_restitution / work_compression)
};

struct SpringTouch {
  int contact = 0;
  double time = 0;  ///< T₀
};

/// Empty unless the law is `simultaneous` and there is an answer.
template <class T>
struct SpringAccount {
  double time_unit = 0;  ///< T₀, s if k is in N/m
  T duration{};          ///< until the last force ends, T₀
  int events = 0;
  int steps = 0;
  std::vector<SpringContact<T>> contacts;
  std::vector<SpringTouch> touches;       ///< in their order
  std::vector<double> stage_times;        ///< T₀, at the beginning of each of Solution::stages
  std::vector<SpringMode> stage_springs;  ///< stages × c
  bool told_all = true;     ///< false: `touches` and the stages hold only the first that had room
  int counted_plastic = 0;  ///< contacts whose small e was counted as 0: they would not have ended

  void clear() {
    time_unit = 0;
    duration = T(0);
    events = steps = counted_plastic = 0;
    told_all = true;
    contacts.clear();
    touches.clear();
    stage_times.clear();
    stage_springs.clear();
  }
};

}  // namespace carom
