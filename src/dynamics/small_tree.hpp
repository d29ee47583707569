#pragma once

/// dynamics/small_tree.hpp
///
/// A mechanism of a few links for the fast path of an impact (small_passes.hpp): the constants that
/// make its inertia and its contacts' velocities from the links' unit vectors e_k alone. Angles are
/// absolute, so
///
///     M_jk = c_jk e_j·e_k − s_jk e_j×e_k         inertia of the rates ω; M_kk is constant
///     J_ik = a_ik cos θ_k + a_ik⊥ sin θ_k        velocity (t, n) of contact i per rate ω_k
///
/// With A_ik the part of the way from the first joint to link i's mass centre that link k carries,
/// in k's frame, and Ā_k = Σ m_i A_ik/m its mean, all is measured from the mass centre of the
/// whole:
///
///     (c_jk, s_jk) = Σ_i m_i (A_ij − Ā_j)·, ×(A_ik − Ā_k),     M_kk = c_kk + I_k
///
/// whose velocity V no rate changes: a free base has left the problem, T = ½ m V² + ½ ωᵀMω. A
/// pinned base has Ā = 0, V = 0 and 1/m = 0: all is measured from its joint.
///
/// For point contacts on surfaces that neither move nor yield, a free or pinned base, and no driven
/// joints.

#include <array>

#include "base/scalar.hpp"
#include "model/tree.hpp"

namespace carom {

/// A vector that a link carries, in a frame of our choice: v cos θ + v⊥ sin θ.
struct LinkVector {
  Both at_rest{};  ///< v; where θ = 0
  Both quarter{};  ///< v⊥; where θ = 90°

  template <class T>
  BothOf<T> turned(const Vec2T<T>& e) const {
    return at_rest * e.x + quarter * e.y;
  }
};

/// The constants. Links and contacts are in file order.
struct SmallTree {
  static constexpr int most_links = 6;
  static constexpr int most_contacts = 2;

  /// What a link's rate does.
  struct Column {
    double inertia = 0;                                 ///< kg m²; M_kk
    std::array<Vec2, most_links> coupling;              ///< kg m²; (c_jk, s_jk) for j < k
    LinkVector centre;                                  ///< m; velocity of the mass centre (x, y)
    std::array<LinkVector, most_contacts> from_joint;   ///< m; of contacts (t, n), the joint held
    std::array<LinkVector, most_contacts> from_centre;  ///< m; the same with the mass centre held
    double reach = 0;                                   ///< m; of the points that the link moves
  };

  struct Contact {
    Both per_x{}, per_y{};     ///< (t, n) of a unit vector along x, along y
    Both tangent{}, normal{};  ///< (x, y)
    double height = 0;         ///< m; gap where the base's coordinates and all arms are zero
    Both together[2][most_contacts]{};  ///< 1/kg; the part 1/m of W
  };

  int links = 0;  ///< 0: not a mechanism for the fast path
  int contacts = 0;
  bool free = true;         ///< base
  double mass = 0;          ///< kg; 0 for a pinned base
  double inverse_mass = 0;  ///< 1/kg; 0 for a pinned base
  std::array<Column, most_links> column;
  std::array<Contact, most_contacts> contact;
};

/// The tree's constants; `links` is 0 where it is not for the fast path.
SmallTree small_tree(const Tree& tree);

}  // namespace carom
