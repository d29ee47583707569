#pragma once

/// study/body_shape.hpp
///
/// What a link looks like. A scenario does not say: it gives the line from the near joint to the
/// far end, a mass centre, and points at which something happens. In the link's own frame (first
/// axis along it, the near joint at the origin), a link with mass is
///
///     a bar     all its joints and contacts, and its mass centre, lie on its line
///     a block   otherwise: the upright rectangle of these points, as wide on one side of the mass
///               centre as on the other; without a length, also as long
///
/// Rounded contacts are bodies by themselves: what lies inside an outline makes no block. A
/// massless link is a rod. Point masses, and what lies off a rod, hang on arms.

#include <vector>

#include "dynamics/compiled_model.hpp"

namespace carom {

struct BodyShape {
  std::vector<Vec2> block;  ///< corners on the link, counter-clockwise; empty: a bar or rod
  std::vector<Vec2> arms;   ///< on the link: points that lie off the body
};

/// One a link, in file order.
std::vector<BodyShape> body_shapes(const Tree& tree, const Mechanism& mechanism);

/// Points of each contact's outline on its link; empty for a point.
std::vector<Vec2> outline_on_link(const TreeContact& contact, int count);

}  // namespace carom
