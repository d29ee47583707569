#pragma once

/// dynamics/inverse.hpp
///
/// Inverse dynamics: what the equations M q̈ = h(q, q̇, t) + forces miss at given accelerations,
///
///     missed = M q̈ − h − forces        one number a coordinate
///
/// by one pass outward for the accelerations of mass centres and one inward for what joints pass
/// on. Where the accelerations solve the equations all are zero; with slopes they are how much
/// anything that changes disturbs them, for the price of no elimination.

#include <span>

#include "dynamics/articulated.hpp"

namespace carom {

/// One number a coordinate.
template <class T>
struct Missed {
  Vec2T<T> base;                ///< N; of a free base
  T slider{};                   ///< N; along a slider's line
  std::vector<T> torques;       ///< N m; of the links, tree order
  std::vector<Vec2T<T>> force;  ///< N; room for what joints pass on

  Missed() = default;
  explicit Missed(const TreeOf<T>& tree) : torques(tree.links.size()), force(tree.links.size()) {}
};

/// Accelerations of all joints from the generalized ones, which are plain.
template <class T>
void carry(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
           std::span<const double> accelerations, TreeMotion<T>& acceleration);

/// `loads` are all that act, contact forces too (of a slider: on its line, without its inertia).
template <class T>
void miss(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
          const TreeMotion<T>& acceleration, const TreeLoads<T>& loads,
          std::span<const double> accelerations, Missed<T>& missed);

}  // namespace carom
