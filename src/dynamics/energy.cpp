#include "dynamics/energy.hpp"

#include "base/dual.hpp"

namespace carom {

template <class T>
T kinetic_energy(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
                 std::span<const T> velocities) {
  T twice{};
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const LinkMotion<T>& link = motion.links[k];
    const Vec2T<T> v = link.joint + link.rate * perpendicular(pose.links[k].com);
    twice += tree.links[k].mass * dot(v, v) + tree.links[k].inertia * link.rate * link.rate;
  }
  if (tree.base == BaseKind::slider) twice += tree.slider_mass * velocities[0] * velocities[0];
  for (const TreeSurfaceOf<T>& surface : tree.surfaces)
    if (surface.body >= 0) {
      const T& v = velocities[tree.surface_coordinate(surface.body)];
      twice += surface.mass * v * v;
    }
  return 0.5 * twice;
}

Potential potential_energy(const Tree& tree, const TreePose<double>& pose,
                           std::span<const double> positions) {
  Potential energy;
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    energy.gravity -=
        tree.links[k].mass * dot(tree.gravity, pose.links[k].joint + pose.links[k].com);
  if (tree.base == BaseKind::slider) {
    energy.gravity -= tree.slider_mass * dot(tree.gravity, pose.base);
    energy.springs += 0.5 * tree.slider_stiffness * positions[0] * positions[0];
  }
  for (const TreeSpring& spring : tree.springs) {
    double angle = positions[tree.angle_coordinate(spring.link)] - spring.rest;
    if (spring.against >= 0) angle -= positions[tree.angle_coordinate(spring.against)];
    energy.springs += 0.5 * spring.stiffness * angle * angle;
  }
  for (const TreeSurface& surface : tree.surfaces)
    if (surface.body >= 0) {
      const double x = positions[tree.surface_coordinate(surface.body)];
      energy.springs += 0.5 * surface.stiffness * x * x;
      energy.gravity -= surface.mass * dot(tree.gravity, surface.body_direction) * x;
    }
  return energy;
}

Momentum momentum(const Tree& tree, const TreePose<double>& pose,
                  const TreeMotion<double>& motion) {
  Momentum total;
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const LinkMotion<double>& link = motion.links[k];
    const Vec2 p = tree.links[k].mass * (link.joint + link.rate * perpendicular(pose.links[k].com));
    total.linear += p;
    total.angular +=
        cross(pose.links[k].joint + pose.links[k].com, p) + tree.links[k].inertia * link.rate;
  }
  if (tree.base == BaseKind::slider) {
    const Vec2 p = tree.slider_mass * motion.base;
    total.linear += p;
    total.angular += cross(pose.base, p);
  }
  return total;
}

template double kinetic_energy<double>(const Tree&, const TreePose<double>&,
                                       const TreeMotion<double>&, std::span<const double>);
template Sloped kinetic_energy<Sloped>(const SlopedTree&, const TreePose<Sloped>&,
                                       const TreeMotion<Sloped>&, std::span<const Sloped>);

}  // namespace carom
