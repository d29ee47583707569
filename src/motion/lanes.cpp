#include "motion/lanes.hpp"

#include <algorithm>

namespace carom {

void LaneLoads::clear() {
  std::ranges::fill(force, Vec2T<SlopeLanes>{});
  std::ranges::fill(torque, SlopeLanes{});
  base = {};
  slider = {};
}

void respond(const Tree& tree, const TreePose<double>& pose, const TreeFactors<double>& factors,
             LaneLoads& loads, LaneMotion& response) {
  Vec2T<SlopeLanes> at_base = loads.base;
  for (std::size_t k = tree.links.size(); k-- > 0;) {
    Vec2T<SlopeLanes>& force = loads.force[k];
    const Vec2& gain = factors.links[k].gain;
    force.x -= gain.x * loads.torque[k];
    force.y -= gain.y * loads.torque[k];
    const int parent = tree.links[k].parent;
    if (parent < 0) {
      at_base += force;
      continue;
    }
    const auto up = static_cast<std::size_t>(parent);
    const Vec2& offset = pose.links[k].offset;
    loads.force[up] += force;
    loads.torque[up] += offset.x * force.y - offset.y * force.x;
  }
  if (tree.base == BaseKind::slider) {
    at_base.x += tree.slider_direction.x * loads.slider;
    at_base.y += tree.slider_direction.y * loads.slider;
  }
  const Sym2<double>& k0 = factors.base_response;
  response.base = {k0.xx * at_base.x + k0.xy * at_base.y, k0.xy * at_base.x + k0.yy * at_base.y};
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const int parent = tree.links[k].parent;
    const LinkFactor<double>& factor = factors.links[k];
    Vec2T<SlopeLanes>& joint = response.joint[k];
    if (parent < 0) {
      joint = response.base;
    } else {
      const auto up = static_cast<std::size_t>(parent);
      const Vec2& offset = pose.links[k].offset;
      joint.x = response.joint[up].x - offset.y * response.rate[up];
      joint.y = response.joint[up].y + offset.x * response.rate[up];
    }
    response.rate[k] =
        factor.inverse * loads.torque[k] - (factor.gain.x * joint.x + factor.gain.y * joint.y);
  }
}

}  // namespace carom
