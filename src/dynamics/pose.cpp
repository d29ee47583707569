#include "dynamics/pose.hpp"

#include <cmath>

#include "base/dual.hpp"

namespace carom {

template <class T>
void place(const TreeOf<T>& tree, std::span<const T> positions, TreePose<T>& pose) {
  using std::cos, std::sin;
  switch (tree.base) {
    case BaseKind::free:
      pose.base = {positions[0], positions[1]};
      break;
    case BaseKind::pinned:
      pose.base = tree.base_position;
      break;
    case BaseKind::slider:
      pose.base = {tree.base_position.x + tree.slider_direction.x * positions[0],
                   tree.base_position.y + tree.slider_direction.y * positions[0]};
      break;
  }
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const T& angle = positions[tree.angle_coordinate(static_cast<int>(k))];
    pose.links[k].direction = {cos(angle), sin(angle)};
  }
  place_from_directions(tree, pose);
}

template <class T>
void place_from_directions(const TreeOf<T>& tree, TreePose<T>& pose) {
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const TreeLinkOf<T>& link = tree.links[k];
    LinkPose<T>& here = pose.links[k];
    here.com = rotated(link.com, here.direction);
    if (link.parent < 0) {
      here.offset = {};
      here.joint = pose.base;
    } else {
      const LinkPose<T>& parent = pose.links[link.parent];
      here.offset = rotated(link.attach, parent.direction);
      here.joint = parent.joint + here.offset;
    }
  }
}

template <class T>
void move(const TreeOf<T>& tree, const TreePose<T>& pose, std::span<const T> velocities,
          TreeMotion<T>& motion) {
  switch (tree.base) {
    case BaseKind::free:
      motion.base = {velocities[0], velocities[1]};
      break;
    case BaseKind::pinned:
      motion.base = {};
      break;
    case BaseKind::slider:
      motion.base = {tree.slider_direction.x * velocities[0],
                     tree.slider_direction.y * velocities[0]};
      break;
  }
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const int parent = tree.links[k].parent;
    LinkMotion<T>& here = motion.links[k];
    here.rate = velocities[tree.angle_coordinate(static_cast<int>(k))];
    here.joint = parent < 0 ? motion.base
                            : motion.links[parent].joint +
                                  motion.links[parent].rate * perpendicular(pose.links[k].offset);
  }
}

template <class T>
void generalized(const TreeOf<T>& tree, const TreeMotion<T>& motion, std::span<T> velocities) {
  if (tree.base == BaseKind::free) {
    velocities[0] = motion.base.x;
    velocities[1] = motion.base.y;
  } else if (tree.base == BaseKind::slider) {
    velocities[0] =
        tree.slider_direction.x * motion.base.x + tree.slider_direction.y * motion.base.y;
  }
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    velocities[tree.angle_coordinate(static_cast<int>(k))] = motion.links[k].rate;
}

#define CAROM_INSTANTIATE(T)                                                                       \
  template void place<T>(const TreeOf<T>&, std::span<const T>, TreePose<T>&);                      \
  template void place_from_directions<T>(const TreeOf<T>&, TreePose<T>&);                          \
  template void move<T>(const TreeOf<T>&, const TreePose<T>&, std::span<const T>, TreeMotion<T>&); \
  template void generalized<T>(const TreeOf<T>&, const TreeMotion<T>&, std::span<T>);
CAROM_INSTANTIATE(double)
CAROM_INSTANTIATE(Sloped)
#undef CAROM_INSTANTIATE

}  // namespace carom
