#pragma once

/// How contacts that touch can go on: every combination of modes, tried in dense matrices
/// (support/dense_mechanics.hpp). With v̇ = b + W λ at the touching contacts, each of which
///
///     leaves    λ = 0,                        v̇_n ≥ 0
///     sticks    v̇_n = 0, v̇_t = 0,             |λ_t| ≤ μ_s λ_n            (v_t = 0)
///     slides±   v̇_n = 0, λ_t = ∓μ λ_n,        λ_n ≥ 0, ±v_t > 0, or v_t = 0 and ±v̇_t ≥ 0
///
/// a combination is a system of equalities in non-negative unknowns (the generators of the friction
/// cones and the slacks of inequalities); the smallest residual of that system says how far it is
/// from consistent, also where W is singular. Conditions that hold with equality decide nothing
/// in the instant, so a combination is followed for a short time: it must still hold there.
/// Two combinations that move alike are one continuation.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "support/mode_combination.hpp"

namespace carom::testing {

/// One way to go on.
struct Continuation {
  std::string modes;
  Vector now, later;  ///< q̈ at once and a little later
  double largest_force = 0;
};

struct Continuations {
  std::vector<Continuation> consistent;
  double largest_force = 0;  ///< of all that hold in the instant
  bool critical = false;     ///< sliding contacts, at their critical friction
  bool jumps = false;        ///< forces of one that holds change by more than all of them, at once
  std::string nearly;        ///< all that were followed: modes and how far from consistent
};

class ModeEnumeration {
 public:
  explicit ModeEnumeration(const DenseMechanics& mechanics) : mechanics_(mechanics) {}

  /// All continuations from a state in which `touching` are in contact with v_n = 0.
  Continuations continuations(const State& state, std::vector<Toucher> touching) const;

  /// The state with v_n = 0 at touching contacts and v_t = 0 at resting ones, exactly.
  State settled(State state, const std::vector<Toucher>& touching) const;

  /// m/s²; what accelerations are measured against.
  double scale(const DenseState& d, const State& state) const;

 private:
  /// Below: consistent in the instant, a short and a longer time after it.
  static constexpr double at_once = 1e-6, soon = 3e-7, later = 1e-6;
  static constexpr double rounding = 3e-9;  ///< of forces and accelerations
  static constexpr double begun = 1e-12;    ///< above what linear systems leave
  static constexpr double exact = 1e-13;    ///< what they leave: nothing was violated until then
  static constexpr double rounded_gap = 4e-15;                    ///< of the size
  static constexpr double short_share = 1e-4, long_share = 1e-3;  ///< of the local time
  static constexpr double alike = 1e-5;
  static constexpr double still = 1e-9;       ///< a slip that has not begun, by acceleration
  static constexpr double dependent = 1e-10;  ///< rows whose own part is below this share

  Vector accelerations(const State& state, const std::vector<Toucher>& touching,
                       const std::vector<Doing>& modes) const;

  /// The state after `time` with the modes held (classical Runge–Kutta).
  State followed(State state, const std::vector<Toucher>& touching, const std::vector<Doing>& modes,
                 double time) const;

  struct Tried {
    double violation = 0;
    Vector acceleration;
    double largest_force = 0;
  };
  Tried tried(const State& state, const std::vector<Toucher>& touching,
              const std::vector<Doing>& modes, double size, double after) const;

  bool is_idle(const State& then, const std::vector<Toucher>& touching,
               const std::vector<Doing>& modes, double after, double size) const;

  static bool is_critical(const DenseState& d, const std::vector<Toucher>& touching,
                          const std::vector<Doing>& modes);

  void collect(const State& start, const std::vector<Toucher>& touching, int depth,
               Continuations& found) const;

  /// Whether contacts that rested with static friction now slide: they then rub with less.
  bool gives_way(const State& state, const std::vector<Toucher>& touching,
                 const std::vector<Doing>& modes, const State& near, double after, double size,
                 int depth, Continuations& found) const;

  void note(Continuation c, double size, Continuations& found) const;

  const DenseMechanics& mechanics_;
};

}  // namespace carom::testing
