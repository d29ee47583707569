#pragma once

/// particles/particle_tree.hpp
///
/// A particle tree: point masses joined by massless rigid rods, some masses on surfaces. It is what
/// remains of a mechanism whose links have no mass of their own and carry point masses at their
/// ends only. Lengths do not matter in an impact (they cancel): a rod is its direction.
///
///     rod from mass p to mass c along u = (cos θ, sin θ); a tension λ > 0 puts +λu on p, −λu on c
///     contact at mass i: n·v_i ≥ 0, impulse F n on the mass
///
/// Source: Alluhydan 2019, chapter 4, with the corrections in docs/theory/particle-chains.md.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/mechanism.hpp"
#include "model/tree.hpp"

namespace carom {

struct ParticleRod {
  int first = 0;   ///< mass at the link's near joint
  int second = 0;  ///< mass at its far end
  Vec2 direction;  ///< u, unit vector from first to second
  int link = -1;   ///< its place in Mechanism::links; −1: none
};

struct ParticleContact {
  int mass = 0;
  Vec2 tangent;
  Vec2 normal;       ///< unit vector, to the free side
  int contact = -1;  ///< its place in Mechanism::contacts; −1: none
};

struct ParticleTree {
  std::vector<double> masses;  ///< kg, > 0
  std::vector<ParticleRod> rods;
  std::vector<ParticleContact> contacts;  ///< those at rest; the striking one is not among them
};

/// An impulse on one mass.
struct ParticleImpulse {
  int mass = 0;
  Vec2 impulse;  ///< N s
};

/// How the masses, rods and contacts of a mechanism make a particle tree, whatever the angles.
struct ParticleLayout {
  std::vector<int> near_mass;     ///< a link (file order): the mass at its near joint
  std::vector<int> far_mass;      ///< a link: the mass at its far end
  std::vector<int> contact_mass;  ///< a contact: its mass
  std::vector<double> masses;     ///< kg
};

/// The layout, or in words why the mechanism is not a particle tree.
struct ParticleReading {
  std::optional<ParticleLayout> layout;
  std::string obstacle;
};

ParticleReading particle_layout(const Mechanism& mechanism, const Tree& tree);

/// The tree at these coordinates (in the order of State::positions) with `resting` contacts.
ParticleTree particle_tree(const ParticleLayout& layout, const Tree& tree,
                           std::span<const double> positions, std::span<const int> resting);

/// The tree seen from one of its masses: masses in breadth-first order, so that the children of a
/// mass stand together and after it.
struct RootedParticles {
  std::vector<int> mass;           ///< position -> mass
  std::vector<int> position;       ///< mass -> position
  std::vector<int> parent;         ///< position of the parent; −1 at the root
  std::vector<int> first_child;    ///< children of k are [first_child[k], first_child[k + 1])
  std::vector<int> rod;            ///< rod to the parent
  std::vector<Vec2> direction;     ///< from the parent to this mass
  std::vector<int> first_contact;  ///< contacts at k are contact[first_contact[k] …)
  std::vector<int> contact;

  int size() const { return static_cast<int>(mass.size()); }
};

RootedParticles rooted(const ParticleTree& tree, int root);

}  // namespace carom
