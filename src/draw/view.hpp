#pragma once

/// draw/view.hpp
///
/// From the world (metres, y up) to the picture (pixels, y down).

#include "carom/vec2.hpp"

namespace carom {

struct View {
  Vec2 centre;       ///< m; drawn at the picture's origin
  double scale = 1;  ///< pixels a metre, > 0

  Vec2 operator()(const Vec2& world) const {
    return {scale * (world.x - centre.x), -scale * (world.y - centre.y)};
  }
  /// A unit vector, as it points in the picture.
  static Vec2 direction(const Vec2& world) { return {world.x, -world.y}; }
};

}  // namespace carom
