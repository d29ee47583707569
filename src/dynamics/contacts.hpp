#pragma once

/// dynamics/contacts.hpp
///
/// The geometry and velocities of contacts. A contact is an outline with support function h(θ),
/// θ the angle of its frame against the surface; a point has h = 0. With t, n the surface's tangent
/// and normal and c the outline's centre:
///
///     gap      g   = n·(c − point) − h(θ) − displacement of the surface along n
///     touches at     c − h n − h′ t
///     velocity v_n = n·ċ − h′ω − (surface),   v_t = t·ċ + hω − (surface)         so that ġ = v_n
///     rates    v̇   = J q̈ + γ,   γ_n = n·β − h″ω² − (surface),  γ_t = t·β + h′ω² − (surface)
///
/// where β is the centre's acceleration at q̈ = 0. Signs are those of the chain relative to the
/// surface: v_n < 0 approaches.

#include <array>
#include <span>

#include "dynamics/articulated.hpp"
#include "dynamics/pose.hpp"

namespace carom {

template <class T>
struct ContactFrame {
  int link = 0;              ///< tree index
  int body = -1;             ///< yielding surface, or −1
  Vec2T<T> tangent;          ///< t
  Vec2T<T> normal;           ///< n
  Vec2T<T> arm;              ///< m; from the link's near joint to the point that touches
  Vec2T<T> point;            ///< m; that point in the world
  T gap{};                   ///< m
  std::array<T, 2> yield{};  ///< (t, n) velocity of a yielding surface per unit of its own
};

/// Moves the point that touches, and the gap, from the outline's centre to the outline.
template <class T>
void frame_outline(const TreeOf<T>& tree, const TreeContactOf<T>& contact,
                   std::span<const T> positions, ContactFrame<T>& frame);

/// Displacement of a moved surface along its normal, m.
template <class T>
T surface_displacement(const TreeSurfaceOf<T>& surface, const T& time);

/// Velocity (t, n) of a surface that is moved, in its own frame; zero for others.
template <class T>
std::array<T, 2> surface_velocity(const TreeSurfaceOf<T>& surface, const T& time);

/// The frame of one contact. Inline, as the next one, for the inner loop of an impact.
template <class T>
void frame_contact(const TreeOf<T>& tree, const TreePose<T>& pose, std::span<const T> positions,
                   const T& time, int index, ContactFrame<T>& frame) {
  const TreeContactOf<T>& contact = tree.contacts[index];
  const TreeSurfaceOf<T>& surface = tree.surfaces[contact.surface];
  const LinkPose<T>& link = pose.links[contact.link];
  frame.link = contact.link;
  frame.tangent = surface.tangent;
  frame.normal = surface.normal;
  frame.arm = rotated(contact.centre, link.direction);
  frame.gap = dot(surface.normal, link.joint + frame.arm - surface.point);
  if (!is_point(contact.outline)) frame_outline(tree, contact, positions, frame);
  frame.point = link.joint + frame.arm;
  frame.body = surface.body;
  frame.yield = {};
  if (surface.body >= 0) {
    frame.yield = {dot(surface.tangent, surface.body_direction),
                   dot(surface.normal, surface.body_direction)};
    frame.gap -= frame.yield[1] * positions[tree.surface_coordinate(surface.body)];
  } else if (surface.moved) {
    frame.gap -= surface_displacement(surface, time);
  }
}

/// Frames of all the tree's contacts, in file order.
template <class T>
void frame_contacts(const TreeOf<T>& tree, const TreePose<T>& pose, std::span<const T> positions,
                    const T& time, std::span<ContactFrame<T>> frames);

/// Velocity (t, n) of one contact relative to its surface.
template <class T>
std::array<T, 2> contact_velocity(const TreeOf<T>& tree, int contact, const ContactFrame<T>& frame,
                                  const TreeMotion<T>& motion, std::span<const T> velocities,
                                  const T& time) {
  const LinkMotion<T>& link = motion.links[frame.link];
  const Vec2T<T> v = link.joint + link.rate * perpendicular(frame.arm);
  std::array<T, 2> relative{dot(frame.tangent, v), dot(frame.normal, v)};
  const TreeSurfaceOf<T>& surface = tree.surfaces[tree.contacts[contact].surface];
  if (frame.body >= 0) {
    const T& yielding = velocities[tree.surface_coordinate(frame.body)];
    relative[0] -= frame.yield[0] * yielding;
    relative[1] -= frame.yield[1] * yielding;
  } else if (surface.moved) {
    const auto own = surface_velocity(surface, time);
    relative[0] -= own[0];
    relative[1] -= own[1];
  }
  return relative;
}

/// Adds a force or an impulse (t, n) at a contact to the loads of its link.
template <class T>
void load_contact(const ContactFrame<T>& frame, const T& tangential, const T& normal,
                  TreeLoads<T>& loads) {
  const Vec2T<T> world{frame.tangent.x * tangential + frame.normal.x * normal,
                       frame.tangent.y * tangential + frame.normal.y * normal};
  loads.links[frame.link].force += world;
  loads.links[frame.link].torque += cross(frame.arm, world);
}

/// γ (t, n) of one contact. `drift` holds the accelerations at q̈ = 0 (see `drift`).
template <class T>
std::array<T, 2> contact_drift(const TreeOf<T>& tree, int contact, const ContactFrame<T>& frame,
                               const TreePose<T>& pose, const TreeMotion<T>& motion,
                               const TreeMotion<T>& drift, std::span<const T> positions,
                               const T& time);

/// Accelerations of all joints where q̈ = 0: the centripetal terms alone.
template <class T>
void drift(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
           TreeMotion<T>& acceleration);

}  // namespace carom
