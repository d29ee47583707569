#pragma once

/// particles/particle_fan.hpp
///
/// The convex problem of one mass. Everything that hangs on it answers a motion v with springs that
/// act on one side only,
///
///     E(v) = ½ m|v|² + Σ ½ k_i max(0, a_i·v)²,     k_i may be ∞: then a_i·v ≤ 0 is a constraint
///
/// (a rod to a subtree: two of them, ±u; a contact: a = −n, k = ∞). E is convex, piecewise
/// quadratic and homogeneous of degree 2, so both minima that a tree needs are found by sorting:
///
///     on a line   v = σp + w p⊥ with σ = ±1: one breakpoint a spring, O(d log d)
///     in a plane  E(v) − P·v: between the directions in which a spring begins or ends to act the
///                 answer is linear, O(d log d)
///
/// The static twin, min Σ ½ c_i x_i² over x ≥ 0 with Σ x_i a_i = R, is the same problem for its
/// multiplier y with k_i = 1/c_i and m = 0: x_i = k_i max(0, a_i·y).

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "carom/vec2.hpp"

namespace carom {

inline constexpr double rigid = std::numeric_limits<double>::infinity();

/// Sines below this are zero: what gives way by so little has a compliance, its square, below
/// rounding.
inline constexpr double parallel_tolerance = 1e-8;

struct HalfSpring {
  Vec2 direction;        ///< a, unit vector
  double stiffness = 0;  ///< k, kg; may be ∞
};

struct FanScratch {
  struct Event {
    double at = 0;
    int spring = 0;
    bool begins = false;
  };
  std::vector<Event> events;
  std::vector<std::uint8_t> begun;
};

struct LineMinimum {
  double stiffness = rigid;  ///< κ: the minimum is ½κ; ∞ where no v on the line is allowed
  double across = 0;         ///< w
  int bound = -1;            ///< the rigid spring that stops w, or −1
};

/// The minimum of E over v = sign·along + w·perpendicular(along). m > 0.
LineMinimum line_minimum(double mass, std::span<const HalfSpring> springs, const Vec2& along,
                         int sign, FanScratch& scratch);

struct PlaneMinimum {
  Vec2 velocity;
  int bound = -1;      ///< a rigid spring that v leans on, or −1
  bool still = false;  ///< nothing but v = 0 is allowed, or better
};

/// The minimum of E(v) − impulse·v. With m = 0 there may be none where the springs do not resist in
/// every direction: then v = 0 and `still`.
PlaneMinimum plane_minimum(double mass, std::span<const HalfSpring> springs, const Vec2& impulse,
                           FanScratch& scratch);

}  // namespace carom
