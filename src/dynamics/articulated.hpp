#pragma once

/// dynamics/articulated.hpp
///
/// The tree eliminated link by link, from its leaves to its base. In terms of the velocity u of a
/// link's near joint and its rate ω, the kinetic energy of the link and all it carries is
///
///     ½ uᵀA u + ω b·u + ½ d ω²,     A = m·1 + Σ Â_c,   b = m com⊥ + Σ Â_c r_c⊥,
///                                   d = I + m|com|² + Σ r_c⊥·Â_c r_c⊥
///
/// summed over the children c with offset r_c. With no torque at the joint, ω minimises it, and
/// what the parent feels at the joint is a 2×2 apparent mass Â = A − b bᵀ/d. A force f and torque
/// τ on the link act on the joint like f̂ = f − g τ with g = b/d, and ω = τ/d − g·u. At the base,
/// u = K₀ Σ f̂. So one pass inward and one outward solve M x = y, in O(n), with no allocation.
///
/// A massless rod has d > 0 as long as something at its far end resists being swung.

#include <span>
#include <vector>

#include "contact/thresholds.hpp"
#include "dynamics/pose.hpp"

namespace carom {

/// A symmetric 2×2 matrix.
template <class T>
struct Sym2 {
  T xx{};
  T xy{};
  T yy{};

  Sym2& operator+=(const Sym2& o) {
    xx += o.xx;
    xy += o.xy;
    yy += o.yy;
    return *this;
  }
  friend Vec2T<T> operator*(const Sym2& m, const Vec2T<T>& v) {
    return {m.xx * v.x + m.xy * v.y, m.xy * v.x + m.yy * v.y};
  }
};

template <class T>
struct LinkFactor {
  Sym2<T> apparent;  ///< kg; Â (A while the inward pass gathers it)
  Vec2T<T> gain;     ///< 1/m; g (b while it is gathered)
  T inverse{};       ///< 1/(kg m²); 1/d (d while it is gathered)
  T bound{};         ///< kg m²; what d would be if the children could not give way
};

template <class T>
struct TreeFactors {
  std::vector<LinkFactor<T>> links;  ///< tree order
  Sym2<T> base_response;             ///< 1/kg; K₀: velocity of the first joint per force on it
  bool regular = true;               ///< the mass matrix is positive definite
  int singular_link = -1;            ///< where it is not: a tree index, or −1 for the base

  TreeFactors() = default;
  explicit TreeFactors(const TreeOf<T>& tree) : links(tree.links.size()) {}
};

template <class T>
void factorize(const TreeOf<T>& tree, const TreePose<T>& pose, TreeFactors<T>& factors);

/// The last step of it: K₀ from the apparent mass of everything at the base.
template <class T>
void factorize_base(const TreeOf<T>& tree, const Sym2<T>& apparent, TreeFactors<T>& factors) {
  const T trace = apparent.xx + apparent.yy;
  switch (tree.base) {
    case BaseKind::pinned:
      factors.base_response = {};
      return;
    case BaseKind::slider: {
      const Vec2T<T> e = tree.slider_direction;
      const T mass = tree.slider_mass + e.x * e.x * apparent.xx + 2.0 * e.x * e.y * apparent.xy +
                     e.y * e.y * apparent.yy;
      if (!(mass > singular_pivot * (tree.slider_mass + trace))) factors.regular = false;
      factors.base_response = {e.x * e.x / mass, e.x * e.y / mass, e.y * e.y / mass};
      return;
    }
    case BaseKind::free: {
      const T determinant = apparent.xx * apparent.yy - apparent.xy * apparent.xy;
      if (!(determinant > singular_pivot * trace * trace)) factors.regular = false;
      const T inverse = 1.0 / determinant;
      factors.base_response = {apparent.yy * inverse, -apparent.xy * inverse,
                               apparent.xx * inverse};
      return;
    }
  }
}

template <class T>
struct LinkLoad {
  Vec2T<T> force;  ///< N (or N s)
  T torque{};      ///< N m (or N m s), about the near joint
};

/// Loads on every link of the tree, and along a slider's line.
template <class T>
struct TreeLoads {
  std::vector<LinkLoad<T>> links;
  T slider{};

  TreeLoads() = default;
  explicit TreeLoads(const TreeOf<T>& tree) : links(tree.links.size()) {}
  void clear() {
    slider = T{};
    for (LinkLoad<T>& load : links) load = {};
  }
};

/// What the loads do, as jumps of velocity (loads are impulses) or accelerations without the terms
/// quadratic in the rates. `loads` is consumed: afterwards links[k].force is f̂ of link k.
template <class T>
void respond(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
             TreeLoads<T>& loads, TreeMotion<T>& response);

/// The motion of the first joint under a force on it and a load along a slider's line.
template <class T>
Vec2T<T> base_motion(const TreeOf<T>& tree, const TreeFactors<T>& factors, const Vec2T<T>& force,
                     const T& slider_load) {
  if (tree.base != BaseKind::slider) return factors.base_response * force;
  const Vec2T<T> along{tree.slider_direction.x * slider_load,
                       tree.slider_direction.y * slider_load};
  return factors.base_response * (force + along);
}

/// Accelerations: the same with the centripetal terms of the given motion.
template <class T>
void accelerate(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
                const TreeMotion<T>& motion, TreeLoads<T>& loads, TreeMotion<T>& acceleration);

/// Impulse (or force without centripetal terms) that a link receives at its near joint, from
/// `loads` and `response` as `respond` left them.
template <class T>
Vec2T<T> joint_impulse(const TreeFactors<T>& factors, const TreeLoads<T>& loads,
                       const TreeMotion<T>& response, int link) {
  return factors.links[link].apparent * response.links[link].joint - loads.links[link].force;
}

}  // namespace carom
