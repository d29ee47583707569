#pragma once

/// motion/lanes.hpp
///
/// Slopes in several directions at once, where the numbers that they are slopes of stand elsewhere:
/// what a linear map does to each direction it does to all. M⁻¹ of such loads is the recursion of
/// dynamics/articulated.hpp with its factors plain: f̂ = f − τ g inward, ω = τ/d − g·u outward.

#include <array>
#include <vector>

#include "base/dual.hpp"
#include "dynamics/articulated.hpp"

namespace carom {

/// How many directions go together.
inline constexpr std::size_t lane_count = Sloped::directions;

struct SlopeLanes {
  std::array<double, lane_count> of{};

  SlopeLanes& operator+=(const SlopeLanes& o) {
    for (std::size_t i = 0; i < lane_count; ++i) of[i] += o.of[i];
    return *this;
  }
  SlopeLanes& operator-=(const SlopeLanes& o) {
    for (std::size_t i = 0; i < lane_count; ++i) of[i] -= o.of[i];
    return *this;
  }
  friend SlopeLanes operator+(SlopeLanes a, const SlopeLanes& b) { return a += b; }
  friend SlopeLanes operator-(SlopeLanes a, const SlopeLanes& b) { return a -= b; }
  friend SlopeLanes operator*(double s, SlopeLanes a) {
    for (double& x : a.of) x *= s;
    return a;
  }
};

inline SlopeLanes slopes(const Sloped& x) {
  return {x.slope};
}

/// Loads on every link about its near joint, on the first joint and along a slider's line.
struct LaneLoads {
  std::vector<Vec2T<SlopeLanes>> force;
  std::vector<SlopeLanes> torque;
  Vec2T<SlopeLanes> base;
  SlopeLanes slider;

  explicit LaneLoads(const Tree& tree) : force(tree.links.size()), torque(tree.links.size()) {}
  void clear();
};

struct LaneMotion {
  Vec2T<SlopeLanes> base;
  std::vector<Vec2T<SlopeLanes>> joint;
  std::vector<SlopeLanes> rate;

  explicit LaneMotion(const Tree& tree) : joint(tree.links.size()), rate(tree.links.size()) {}
};

/// What the loads do. They are consumed.
void respond(const Tree& tree, const TreePose<double>& pose, const TreeFactors<double>& factors,
             LaneLoads& loads, LaneMotion& response);

}  // namespace carom
