#pragma once

/// train/instant.hpp
///
/// What rigid contacts do in one instant, hit by hit. Where hits coincide springs decide
/// (instant_springs.hpp); what is here is each order of hits, beside that. Newton's rule is for one
/// pair,
///
///     λ = (1 + e) a/(1/m_left + 1/m_right),   a⁺ = −e a,   a = v_left − v_right the approach,
///
/// and touching pairs that approach strike until none does. Where several approach at once, the
/// rule does not say which is first; where they share a segment, or a third pair stands between
/// them, the orders may end in different velocities, all of them limits of gaps that vanish in
/// different ratios. So all orders are followed. Where all end in the same velocities (within
/// 1e-9 of V), that is the answer. Else there is none, and beside the orders stands one way that
/// prefers no side: rounds in which all pairs that approach strike together and each parts with its
/// own e of its approach,
///
///     W λ = (1 + e) a,   W = tridiagonal (−1/m, 1/m_left + 1/m_right, −1/m).
///
/// W⁻¹ ≥ 0 and a > 0, so λ > 0, and a pair loses ½ λ a (1 − e) ≥ 0: no energy is made.
///
/// Orders are followed as a graph (pairs without a common segment commute, to the bit) until it
/// shows no more which is next, up to `most_states` of it; a larger one is sampled, in pairs of
/// mirrored orders: from the left, from the right, the fastest or the slowest approach first, and
/// at random. Of more than `most_outcomes` those with the least and the largest velocity of a
/// segment are kept.

#include <cstddef>
#include <vector>

#include "base/dual.hpp"

namespace carom {

template <class T>
struct InstantContactOf {
  std::size_t left = 0, right = 0;  ///< places among the velocities
  T restitution = 1;
  bool lasts = false;    ///< a⁺ = 0 was held by a force until now
  bool arrives = false;  ///< meets in this instant: strikes whatever its approach
  T stiffness = 1;       ///< against that of the others; only for springs (instant_springs.hpp)
};
using InstantContact = InstantContactOf<double>;

/// The contacts that touch, left to right, and the segments beside them; in the line's units.
template <class T>
struct InstantOf {
  std::vector<T> inverse_mass;
  std::vector<T> velocity;
  std::vector<InstantContactOf<T>> contacts;
};
using Instant = InstantOf<double>;

enum class HitKind { bounces, lasts, lets_go };

template <class T>
struct HitOf {
  using Kind = HitKind;
  std::size_t contact = 0;
  Kind kind = Kind::bounces;
  T impulse{};
  T lost{};
};
using Hit = HitOf<double>;

template <class T>
struct SettledInstantOf {
  std::vector<T> velocity;
  std::vector<HitOf<T>> hits;  ///< in their order
};
using SettledInstant = SettledInstantOf<double>;

struct InstantOutcomes {
  SettledInstant from_left;            ///< the leftmost that approaches first
  SettledInstant together;             ///< where the orders differ
  std::vector<SettledInstant> orders;  ///< where they differ: every outcome once
  bool exhaustive = true;              ///< all orders were followed, all outcomes are kept

  bool several() const { return !orders.empty(); }
};

inline constexpr double lasting_approach = 1e-11;  ///< of V: below it a rigid contact lasts
inline constexpr double same_velocity = 1e-9;      ///< of V
inline constexpr std::size_t most_states = 8192;
inline constexpr std::size_t most_states_in_all = 65536;
inline constexpr std::size_t most_outcomes = 64;

/// `states`: how many may be followed yet in this collision; a larger graph is taken off them.
InstantOutcomes settled(const Instant& instant, std::size_t& states);

/// Without slopes.
Instant plain(const InstantOf<Sloped>& instant);

/// Hits that settle the instant without slopes, one by one, with slopes.
SettledInstantOf<Sloped> followed(const InstantOf<Sloped>& instant, const SettledInstant& settled);

}  // namespace carom
