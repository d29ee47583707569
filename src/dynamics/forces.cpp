#include "dynamics/forces.hpp"

#include "base/dual.hpp"
#include "dynamics/contacts.hpp"
#include "dynamics/state_variables.hpp"

namespace carom {
namespace {

template <class T>
void add_force(int link, const Vec2T<T>& arm, const Vec2T<T>& force, TreeLoads<T>& loads) {
  loads.links[link].force += force;
  loads.links[link].torque += cross(arm, force);
}

template <class T>
void add_couple(int link, int against, const T& torque, TreeLoads<T>& loads) {
  loads.links[link].torque += torque;
  if (against >= 0) loads.links[against].torque -= torque;
}

template <class T>
T relative_rate(const TreeMotion<T>& motion, int link, int against) {
  return motion.links[link].rate - (against >= 0 ? motion.links[against].rate : T(0));
}

}  // namespace

template <class T>
LoadPower add_loads(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
                    Plainly<std::span<const T>> positions, Plainly<std::span<const T>> velocities,
                    const Plainly<T>& time, Plainly<std::span<T>> variables, TreeLoads<T>& loads) {
  LoadPower power;
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    add_force<T>(static_cast<int>(k), pose.links[k].com, tree.links[k].mass * tree.gravity, loads);
  if (tree.base == BaseKind::slider) {
    loads.slider += tree.slider_mass * dot(tree.gravity, tree.slider_direction) -
                    tree.slider_stiffness * positions[0] - tree.slider_damping * velocities[0];
    power.dampers += plain(tree.slider_damping * velocities[0] * velocities[0]);
  }
  for (const TreeSpringOf<T>& spring : tree.springs) {
    T angle = positions[tree.angle_coordinate(spring.link)] - spring.rest;
    if (spring.against >= 0) angle -= positions[tree.angle_coordinate(spring.against)];
    const T rate = relative_rate(motion, spring.link, spring.against);
    add_couple<T>(spring.link, spring.against, -spring.stiffness * angle - spring.damping * rate,
                  loads);
    power.dampers += plain(spring.damping * rate * rate);
  }
  if (tree.torques.empty() && tree.forces.empty()) return power;
  const auto gap = [&](int contact) {
    if (!tree.inputs_see_gaps) return T(0);
    ContactFrame<T> frame;
    frame_contact(tree, pose, positions, time, contact, frame);
    return frame.gap;
  };
  std::size_t filled = 0;
  for_each_state_number(tree, positions, velocities, time, gap,
                        [&](const T& number) { variables[filled++] = number; });
  const std::span<const T> seen = variables;
  for (const TreeTorqueOf<T>& torque : tree.torques) {
    const T value = torque.value(seen);
    add_couple(torque.link, torque.against, value, loads);
    power.inputs += plain(value * relative_rate(motion, torque.link, torque.against));
  }
  for (const TreeForceOf<T>& force : tree.forces) {
    const Vec2T<T> arm = rotated(force.at, pose.links[force.link].direction);
    const Vec2T<T> value{force.value_x(seen), force.value_y(seen)};
    add_force(force.link, arm, value, loads);
    const LinkMotion<T>& link = motion.links[force.link];
    power.inputs += plain(dot(value, link.joint + link.rate * perpendicular(arm)));
  }
  return power;
}

template <class T>
T surface_load(const TreeOf<T>& tree, const TreeSurfaceOf<T>& surface,
               Plainly<std::span<const T>> positions, Plainly<std::span<const T>> velocities) {
  const int i = tree.surface_coordinate(surface.body);
  return surface.mass * dot(tree.gravity, surface.body_direction) -
         surface.stiffness * positions[i] - surface.damping * velocities[i];
}

#define CAROM_INSTANTIATE(T)                                                                      \
  template LoadPower add_loads<T>(const TreeOf<T>&, const TreePose<T>&, const TreeMotion<T>&,     \
                                  std::span<const T>, std::span<const T>, const T&, std::span<T>, \
                                  TreeLoads<T>&);                                                 \
  template T surface_load<T>(const TreeOf<T>&, const TreeSurfaceOf<T>&, std::span<const T>,       \
                             std::span<const T>);
CAROM_INSTANTIATE(double)
CAROM_INSTANTIATE(Sloped)
#undef CAROM_INSTANTIATE

}  // namespace carom
