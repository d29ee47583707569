#pragma once

/// particles/transmission_rates.hpp
///
/// How a strike begins, in contact space: the rates of all impulses and velocities per unit of the
/// normal impulse at the striking contact,
///
///     dv/dη = W F,   F = (f, 1) at the striking contact (f: tangential ratio)
///     others: 0 ≤ dv_n ⊥ F_n ≥ 0 and Coulomb's law; from rest, or sliding in a known direction
///
/// From rest nothing changes with η, so these rates are the whole impact. Every consistent answer
/// is given (up to 1,024 combinations of modes; beyond, those that pivoting finds).

#include <cstdint>
#include <span>
#include <vector>

#include "carom/impact.hpp"
#include "laws/rigid/determinacy.hpp"

namespace carom {

struct RateProblem {
  int count = 0;                     ///< contacts
  std::span<const double> inertia;   ///< W, 2c × 2c, row-major
  std::span<const double> friction;  ///< one a contact
  std::span<const int> slip;         ///< one a contact: sign of the tangential velocity
  int striker = 0;
  double ratio = 0;  ///< f
  /// The striking contact slips, or sticks, by its own friction; f is not used.
  bool rough_striker = false;
};

struct RateAnswer {
  std::vector<double> impulse;   ///< F, 2c
  std::vector<double> velocity;  ///< dv/dη, 2c, 1/kg
  std::vector<Mode> modes;
  bool impulses_determined = true;
  int loose = -1;  ///< a contact whose impulse may be another, and velocities with it, or −1
  std::vector<std::uint8_t> open;         ///< 2c; 1: this component is one of several
  std::vector<double> directions;         ///< 2c each: how they may differ (determinacy.hpp)
  std::vector<CarryingContact> carrying;  ///< what each contact's impulse may be
};

struct RateAnswers {
  std::vector<RateAnswer> answers;  ///< distinct in their velocities
  bool exhaustive = true;           ///< every combination of modes was tried
  /// One answer, and no family of them.
  bool single() const { return answers.size() == 1 && answers.front().loose < 0; }
};

RateAnswers strike_rates(const RateProblem& problem);

}  // namespace carom
