#pragma once

/// dynamics/link_ends.hpp
///
/// The joints and free ends of links, and which of them a contact keeps from passing a surface.
/// With n the surface's normal, c_i and h_i the centres and support functions of the contacts that
/// a link has with it, an end p of the link is covered where in every direction n
///
///     min_i (n·c_i − h_i) ≤ n·p:
///
/// some contact is as low as the end, so the end cannot pass before it. That is so for a contact at
/// the end itself, an outline around it, and feet on both sides; and for the end of a link whose
/// neighbour has such contacts at their joint.

#include <span>
#include <vector>

#include "model/tree.hpp"

namespace carom {

/// A point of a link, in the link's frame.
struct LinkPoint {
  int link = 0;  ///< tree index
  Vec2 at;       ///< m
};

struct LinkEnd {
  LinkPoint point;
  bool far = false;  ///< the far end of its link, or its near joint
};

class LinkEnds {
 public:
  explicit LinkEnds(const Tree& tree);

  /// Each joint and free end once, but for the joint of a pinned base, which is part of the ground.
  std::span<const LinkEnd> all() const { return ends_; }

  /// Whether contacts with this surface, or with one that lies over it, cover the point.
  bool covered(const LinkPoint& point, int surface) const;
  /// Whether contacts with some surface do.
  bool covered(const LinkPoint& point) const;

  /// Whether a link that ends at the point has a contact with the surface.
  bool meets(const LinkPoint& point, int surface) const;

  /// Whether a surface is an obstacle of limited size: some contact with it is within a bar that is
  /// not covered at its ends. On a surface without end, a bar touches with an end first.
  bool limited(int surface) const;

 private:
  bool same(const Vec2& a, const Vec2& b) const;
  bool shields(int upper, int lower) const;
  std::vector<LinkPoint> everywhere(const LinkPoint& point) const;

  const Tree& tree_;
  double rounding_;                         ///< m
  std::vector<std::vector<int>> children_;  ///< of a link; the last: of the base
  std::vector<LinkEnd> ends_;
};

}  // namespace carom
