#include "dynamics/inverse.hpp"

#include "base/dual.hpp"

namespace carom {

template <class T>
void carry(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
           std::span<const double> accelerations, TreeMotion<T>& acceleration) {
  acceleration.base = {};
  if (tree.base == BaseKind::free)
    acceleration.base = {T(accelerations[0]), T(accelerations[1])};
  else if (tree.base == BaseKind::slider)
    acceleration.base = T(accelerations[0]) * tree.slider_direction;
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const int parent = tree.links[k].parent;
    LinkMotion<T>& here = acceleration.links[k];
    here.rate =
        T(accelerations[static_cast<std::size_t>(tree.angle_coordinate(static_cast<int>(k)))]);
    if (parent < 0) {
      here.joint = acceleration.base;
      continue;
    }
    const Vec2T<T>& offset = pose.links[k].offset;
    const T& rate = motion.links[parent].rate;
    here.joint = acceleration.links[parent].joint +
                 acceleration.links[parent].rate * perpendicular(offset) - rate * rate * offset;
  }
}

template <class T>
void miss(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
          const TreeMotion<T>& acceleration, const TreeLoads<T>& loads,
          std::span<const double> accelerations, Missed<T>& missed) {
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const TreeLinkOf<T>& link = tree.links[k];
    const Vec2T<T>& com = pose.links[k].com;
    const T& rate = motion.links[k].rate;
    const LinkMotion<T>& own = acceleration.links[k];
    const Vec2T<T> inertial =
        link.mass * (own.joint + own.rate * perpendicular(com) - rate * rate * com);
    missed.force[k] = inertial - loads.links[k].force;
    missed.torques[k] = link.inertia * own.rate + cross(com, inertial) - loads.links[k].torque;
  }
  missed.base = {};
  for (std::size_t k = tree.links.size(); k-- > 0;) {
    const int parent = tree.links[k].parent;
    if (parent < 0) {
      missed.base += missed.force[k];
      continue;
    }
    missed.force[static_cast<std::size_t>(parent)] += missed.force[k];
    missed.torques[static_cast<std::size_t>(parent)] +=
        cross(pose.links[k].offset, missed.force[k]);
  }
  missed.slider = T{};
  if (tree.base == BaseKind::slider)
    missed.slider = dot(tree.slider_direction, missed.base) + tree.slider_mass * accelerations[0] -
                    loads.slider;
}

#define CAROM_INSTANTIATE(T)                                                                \
  template void carry<T>(const TreeOf<T>&, const TreePose<T>&, const TreeMotion<T>&,        \
                         std::span<const double>, TreeMotion<T>&);                          \
  template void miss<T>(const TreeOf<T>&, const TreePose<T>&, const TreeMotion<T>&,         \
                        const TreeMotion<T>&, const TreeLoads<T>&, std::span<const double>, \
                        Missed<T>&);
CAROM_INSTANTIATE(double)
CAROM_INSTANTIATE(Sloped)
#undef CAROM_INSTANTIATE

}  // namespace carom
