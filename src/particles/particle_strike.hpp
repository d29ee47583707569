#pragma once

/// particles/particle_strike.hpp
///
/// An impulse P on one mass of a particle tree at rest, with any number of contacts without
/// friction. The velocities minimise the kinetic energy less P·v over all motions that the rods and
/// contacts allow,
///
///     min ½ Σ m_i|v_i|² − P·v_s     u·(v_c − v_p) = 0 for every rod,  n·v ≥ 0 for every contact
///
/// so they exist and are unique; the multipliers are the rods' impulses λ and the contacts' F, with
/// 0 ≤ V ⊥ F ≥ 0. Rooted at the striking mass a subtree answers a motion s of its first rod with
/// one of two stiffnesses, ½κ₊s² where it is pulled along (s > 0), ½κ₋s² where it is pushed; κ may
/// be ∞. One pass inward finds them (particle_fan.hpp), one outward says which contacts are closed,
/// and a linear elimination with those solves once more for accuracy:
///
///     inward    A_i = m_i + Σ κ_c u_c u_cᵀ,  K_i = A_i⁻¹ (a closed contact: t tᵀ/(tᵀA_i t)),
///               κ_i = 1/(uᵀK_i u)
///     outward   v_s = K_s P,   λ_c = −κ_c u_c·v_p,   v_c = K_c u_c κ_c (u_c·v_p)
///
/// O(n log d) for n masses with at most d neighbours, whatever the number of contacts.

#include <cstdint>
#include <span>
#include <vector>

#include "particles/particle_tree.hpp"

namespace carom {

/// What each contact does: closed contacts are held on their surfaces.
using ClosedContacts = std::vector<std::uint8_t>;

struct ParticleAnswer {
  std::vector<Vec2> velocity;           ///< m/s, one a mass
  std::vector<double> tension;          ///< λ, N s, one a rod
  std::vector<double> normal_velocity;  ///< V, m/s, one a contact
  std::vector<double> normal_impulse;   ///< F, N s
  std::vector<double> self_response;    ///< G_jj, 1/kg: with every contact open
  /// y = V − G_jj F, m/s: continuous in the configuration; > 0 leaves, < 0 pressed, 0 critical.
  std::vector<double> outcome;
  ClosedContacts closed;
  /// False: other impulses give the same velocities; F and λ are those with the least Σ F².
  bool impulses_determined = true;
};

ParticleAnswer strike(const ParticleTree& tree, const ParticleImpulse& impulse);

/// What a linear elimination gives: with a given set of closed contacts held, the others not there.
struct ParticleMotion {
  std::vector<Vec2> velocity;   ///< one a mass
  std::vector<double> tension;  ///< one a rod
};

/// A = RᵀR, summed row by row with rotations: a stiff rod beside a light mass does not drown it, as
/// it would in the entries of A.
class RootSum {
 public:
  explicit RootSum(double mass = 0);
  /// A += k u uᵀ
  void add(double k, const Vec2& u);
  void add(const RootSum& other);
  Vec2 solved(const Vec2& p) const;        ///< A⁻¹p
  double compliance(const Vec2& u) const;  ///< uᵀA⁻¹u
  double resistance(const Vec2& t) const;  ///< tᵀA t

 private:
  void add_row(double x, double y);
  double xx_ = 0, xy_ = 0, yy_ = 0;  // R
};

/// One mass of the elimination, at its position in the rooted tree.
struct ParticlePivot {
  RootSum sum;                         ///< A = m + Σ κ u uᵀ over children that are not rigid
  double stiffness = 0;                ///< κ; ∞: rigid
  int freedom = 2;                     ///< directions in which the mass can move
  Vec2 held;                           ///< freedom 1: the direction in which it cannot
  Vec2 response(const Vec2& p) const;  ///< K p
};

/// Inward pass. `pivots` has one entry a mass.
void eliminate(const ParticleTree& tree, const RootedParticles& view,
               std::span<const std::uint8_t> closed, std::span<ParticlePivot> pivots);

/// Outward pass for an impulse on the root. Tensions of rods to parts that are rigid by themselves
/// are left zero.
ParticleMotion spread(const RootedParticles& view, std::span<const ParticlePivot> pivots,
                      const Vec2& impulse);

/// Both passes, and the tensions of rods to rigid parts (the least ones where several sets do).
ParticleMotion held_response(const ParticleTree& tree, std::span<const std::uint8_t> closed,
                             const ParticleImpulse& impulse);

/// G_jj of every contact, with every contact open, in O(n).
std::vector<double> self_responses(const ParticleTree& tree);

/// G_ij = n_iᵀ (response at i to an impulse at j) n_j, row-major, with every contact open.
std::vector<double> contact_responses(const ParticleTree& tree);

/// F of every contact and λ of every rod for velocities that are known (particle_impulses.cpp):
/// those with the least Σ F² where others do as well. Whether they are the only ones.
bool least_impulses(const ParticleTree& tree, const RootedParticles& view,
                    std::span<const ParticlePivot> pivots, const Vec2& impulse,
                    std::span<const std::uint8_t> closed, const ParticleMotion& motion,
                    ParticleAnswer& answer);

}  // namespace carom
