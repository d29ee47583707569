#pragma once

/// dynamics/passes.hpp
///
/// The three passes along the tree that an impact needs, each doing everything that its direction
/// allows, so that every link is visited three times and its numbers stay in registers on the way:
///
///     arrive     outward: where links are, how they move, kinetic energy           (pose.hpp)
///     condense   inward: the links eliminated, and W of a few contacts with them
///     depart     inward and outward: what impulses do, q̇⁺, kinetic energy after
///
/// They give what pose.hpp, articulated.hpp, energy.hpp and, for W, contact_inertia.hpp give (a
/// test compares them). W here comes from carrying each contact's unit impulses inward. With g and
/// d of articulated.hpp, a force f and torque τ on a link turn it by τ/d at a fixed joint and act
/// on that joint like f − gτ; so for contacts i, j
///
///     W_ij = Σ τ_i τ_j / d over the links on both ways to the base  +  f_i·K₀ f_j at the base.
///
/// That is O(n c²) where contacts share their way: right for a few, dear for many, for which
/// contact_inertia.hpp has O(n + c²).

#include <span>
#include <vector>

#include "dynamics/articulated.hpp"
#include "dynamics/contacts.hpp"

namespace carom {

/// Contacts for which `condense` gives W; with more it gives the factors only.
inline constexpr int few_contacts = 4;

template <class T>
struct Arrival {
  T kinetic_energy{};  ///< J
  double speed = 0;    ///< m/s; not less than that of any joint or link's far end
};

/// Fills `pose` from the angles in `positions` and `motion` from `velocities`.
template <class T>
Arrival<T> arrive(const TreeOf<T>& tree, std::span<const T> positions,
                  std::span<const T> velocities, TreePose<T>& pose, TreeMotion<T>& motion);

/// 1 for links with a child that does not directly follow them, which hands its mass on through
/// memory.
template <class T>
std::vector<unsigned char> gathering_links(const TreeOf<T>& tree);

/// The factors, and W (row-major, 2c × 2c) if c = contacts.size() ≤ few_contacts. `contacts` are
/// indices of `frames`. Where the factors are not regular there is no W.
template <class T>
void condense(const TreeOf<T>& tree, const TreePose<T>& pose,
              std::span<const unsigned char> gathering, std::span<const ContactFrame<T>> frames,
              std::span<const int> contacts, TreeFactors<T>& factors, std::span<T> w);

/// What `loads` do to the motion `before`: the jump, and what follows of it. `loads` is consumed as
/// by `respond`. `velocities` leave as q̇⁺: those of the base must be q̇⁻ before, those of yielding
/// surfaces q̇⁺ already. Returns the kinetic energy after.
template <class T>
T depart(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
         const TreeMotion<T>& before, TreeLoads<T>& loads, TreeMotion<T>& jump,
         std::span<T> velocities);

}  // namespace carom
