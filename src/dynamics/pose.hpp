#pragma once

/// dynamics/pose.hpp
///
/// Where every link is and how it moves, from the coordinates (in the order of carom::State).
/// With e the unit vector along a link, ω its rate, ⊥ a quarter turn counter-clockwise:
///
///     offset = attach turned by the parent's e        joint   = parent's joint + offset
///     com    = the link's mass centre turned by e     joint'  = parent's joint' + ω_parent offset⊥

#include <span>
#include <vector>

#include "carom/vec2.hpp"
#include "model/tree.hpp"

namespace carom {

template <class T>
struct LinkPose {
  Vec2T<T> direction;  ///< e
  Vec2T<T> offset;     ///< m; from the parent's near joint to this link's
  Vec2T<T> com;        ///< m; from the near joint to the mass centre
  Vec2T<T> joint;      ///< m; the near joint, in the world
};

template <class T>
struct TreePose {
  Vec2T<T> base;                   ///< m; the first joint
  std::vector<LinkPose<T>> links;  ///< tree order

  TreePose() = default;
  explicit TreePose(const TreeOf<T>& tree) : links(tree.links.size()) {}
};

template <class T>
struct LinkMotion {
  Vec2T<T> joint;  ///< m/s (or m/s² for accelerations); of the near joint
  T rate{};        ///< rad/s (or rad/s²)
};

template <class T>
struct TreeMotion {
  Vec2T<T> base;
  std::vector<LinkMotion<T>> links;  ///< tree order

  TreeMotion() = default;
  explicit TreeMotion(const TreeOf<T>& tree) : links(tree.links.size()) {}
};

/// Fills directions from the angles in `positions`, then everything else.
template <class T>
void place(const TreeOf<T>& tree, std::span<const T> positions, TreePose<T>& pose);

/// The same where pose.base and every `direction` are given already: no trigonometry.
template <class T>
void place_from_directions(const TreeOf<T>& tree, TreePose<T>& pose);

/// Velocities of all joints.
template <class T>
void move(const TreeOf<T>& tree, const TreePose<T>& pose, std::span<const T> velocities,
          TreeMotion<T>& motion);

/// The inverse of `move`: generalized velocities from those of the links. Numbers of yielding
/// surfaces are left as they are.
template <class T>
void generalized(const TreeOf<T>& tree, const TreeMotion<T>& motion, std::span<T> velocities);

/// Position of a point of a link given as (along, across).
template <class T>
Vec2T<T> point_position(const TreePose<T>& pose, int link, const Vec2T<T>& at) {
  return pose.links[link].joint + rotated(at, pose.links[link].direction);
}

/// Velocity of a point of a link given as (along, across).
template <class T>
Vec2T<T> point_velocity(const TreePose<T>& pose, const TreeMotion<T>& motion, int link,
                        const Vec2T<T>& at) {
  const LinkMotion<T>& m = motion.links[link];
  return m.joint + m.rate * perpendicular(rotated(at, pose.links[link].direction));
}

}  // namespace carom
