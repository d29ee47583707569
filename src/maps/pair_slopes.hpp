#pragma once

/// maps/pair_slopes.hpp
///
/// How the map of an impact pair changes with a parameter, exactly: through the motion of its
/// mechanism. The pair's numbers before stay what they are (t, u̇, θ, θ̇, ẋ; u = 0), so the state at
/// which the motion begins moves with the parameter,
///
///     N(q, q̇; p) = constant      N_x x′ = −N_p
///
/// and the numbers after the next collision are N of the state there, with its slopes.

#include <array>
#include <optional>
#include <span>

#include "dynamics/contacts.hpp"
#include "maps/motion_map.hpp"

namespace carom {

/// One a thread. What it is made from must outlive it.
class PairSlopes {
 public:
  /// `motion`: to after the next collision, by the pair's law.
  PairSlopes(MotionMap& motion, const ParameterSlopes& along);

  /// Of (t, u̇, θ, θ̇, ẋ) after the next collision, from a state right after one; none where the
  /// motion has none.
  std::optional<std::array<double, 5>> image(const State& from);

 private:
  static constexpr std::size_t freedom = 3;
  /// u, u̇, θ, θ̇, x, ẋ.
  std::array<Sloped, 2 * freedom> numbers(const SlopedTree& tree, std::span<const Sloped> q,
                                          std::span<const Sloped> v, const Sloped& time);

  MotionMap& motion_;
  const ParameterSlopes& along_;
  SlopedTree plain_;
  TreePose<Sloped> pose_;
  TreeMotion<Sloped> moving_;
};

}  // namespace carom
