#pragma once

/// particles/critical_factors.hpp
///
/// Where a particle tree passes nothing on. Let a strike d at one mass reach contact j along a path
/// of masses, the contacts of `closed` (but j) held on their surfaces. The normal velocity there,
/// if j is open, is a product with positive denominators of one factor a mass on the path,
///
///     h(a, b) = m a·b + Σ κ_s (a×u_s)(b×u_s)     a, b the directions in and out (d, rods, n_j),
///                                                s the side branches with their stiffness κ_s
///     (a·t)(t·b)                                 where the mass is held, free along t alone
///
/// So j is critical exactly where one of them is zero: two rods perpendicular, the last rod
/// perpendicular to the impulse, the first along its surface, or a balance at a branching mass.
/// Values are divided by m + Σ κ_s, so that they are of order one.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "particles/particle_strike.hpp"

namespace carom {

enum class FactorKind : std::uint8_t {
  joint,         ///< two rods
  impulse,       ///< the impulse and a rod, or a surface at the striking mass itself
  surface,       ///< a rod and the surface of the contact
  held_inward,   ///< what comes in and the direction that a pressed mass is free in
  held_outward,  ///< that direction and what goes out
  wedged         ///< a mass that cannot move
};

struct CriticalFactor {
  FactorKind kind = FactorKind::joint;
  int mass = 0;           ///< where
  int rod_in = -1;        ///< −1: the impulse
  int rod_out = -1;       ///< −1: the contact's normal
  int contact = -1;       ///< position among the tree's contacts where rod_out is −1
  int holder = -1;        ///< a closed contact that holds the mass, or −1
  bool branches = false;  ///< side branches take part
  friend bool operator==(const CriticalFactor&, const CriticalFactor&) = default;
};

struct CriticalFactors {
  std::vector<CriticalFactor> factors;       ///< each once
  std::vector<std::vector<int>> of_contact;  ///< a contact: its factors, from the strike outward
  std::vector<double> values;
};

CriticalFactors critical_factors(const ParticleTree& tree, const ParticleImpulse& impulse,
                                 std::span<const std::uint8_t> closed);

}  // namespace carom
