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

#include "dynamics/pose.hpp"

namespace carom {

template <class T>
struct ContactFrame {
  int link = 0;                   ///< tree index
  int body = -1;                  ///< yielding surface, or −1
  Vec2 tangent;                   ///< t
  Vec2 normal;                    ///< n
  Vec2T<T> arm;                   ///< m; from the link's near joint to the point that touches
  Vec2T<T> point;                 ///< m; that point in the world
  T gap{};                        ///< m
  std::array<double, 2> yield{};  ///< (t, n) velocity of a yielding surface per unit of its own
};

/// Frames of all the tree's contacts, in file order.
template <class T>
void frame_contacts(const Tree& tree, const TreePose<T>& pose, std::span<const T> positions,
                    const T& time, std::span<ContactFrame<T>> frames);

/// Velocity (t, n) of one contact relative to its surface.
template <class T>
std::array<T, 2> contact_velocity(const Tree& tree, int contact, const ContactFrame<T>& frame,
                                  const TreeMotion<T>& motion, std::span<const T> velocities,
                                  const T& time);

/// γ (t, n) of one contact. `drift` holds the accelerations at q̈ = 0 (see `drift`).
template <class T>
std::array<T, 2> contact_drift(const Tree& tree, int contact, const ContactFrame<T>& frame,
                               const TreePose<T>& pose, const TreeMotion<T>& motion,
                               const TreeMotion<T>& drift, std::span<const T> positions,
                               const T& time);

/// Accelerations of all joints where q̈ = 0: the centripetal terms alone.
template <class T>
void drift(const Tree& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
           TreeMotion<T>& acceleration);

/// Velocity (t, n) of a surface that is moved, in its own frame; zero for others.
template <class T>
std::array<T, 2> surface_velocity(const TreeSurface& surface, const T& time);

}  // namespace carom
