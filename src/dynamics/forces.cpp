#include "dynamics/forces.hpp"

namespace carom {
namespace {

void add_force(int link, const Vec2& arm, const Vec2& force, TreeLoads<double>& loads) {
  loads.links[link].force += force;
  loads.links[link].torque += cross(arm, force);
}

void add_couple(int link, int against, double torque, TreeLoads<double>& loads) {
  loads.links[link].torque += torque;
  if (against >= 0) loads.links[against].torque -= torque;
}

double relative_rate(const TreeMotion<double>& motion, int link, int against) {
  return motion.links[link].rate - (against >= 0 ? motion.links[against].rate : 0);
}

}  // namespace

LoadPower add_loads(const Tree& tree, const TreePose<double>& pose,
                    const TreeMotion<double>& motion, std::span<const double> positions,
                    std::span<const double> velocities, double time, std::span<double> variables,
                    TreeLoads<double>& loads) {
  LoadPower power;
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    add_force(static_cast<int>(k), pose.links[k].com, tree.links[k].mass * tree.gravity, loads);
  if (tree.base == BaseKind::slider) {
    loads.slider += tree.slider_mass * dot(tree.gravity, tree.slider_direction) -
                    tree.slider_stiffness * positions[0] - tree.slider_damping * velocities[0];
    power.dampers += tree.slider_damping * velocities[0] * velocities[0];
  }
  for (const TreeSpring& spring : tree.springs) {
    double angle = positions[tree.angle_coordinate(spring.link)] - spring.rest;
    if (spring.against >= 0) angle -= positions[tree.angle_coordinate(spring.against)];
    const double rate = relative_rate(motion, spring.link, spring.against);
    add_couple(spring.link, spring.against, -spring.stiffness * angle - spring.damping * rate,
               loads);
    power.dampers += spring.damping * rate * rate;
  }
  if (tree.torques.empty() && tree.forces.empty()) return power;
  variables[0] = time;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    variables[1 + 2 * i] = positions[tree.base_coordinates() + i];
    variables[2 + 2 * i] = velocities[tree.base_coordinates() + i];
  }
  const std::span<const double> seen = variables;
  for (const TreeTorque& torque : tree.torques) {
    const double value = torque.value(seen);
    add_couple(torque.link, torque.against, value, loads);
    power.inputs += value * relative_rate(motion, torque.link, torque.against);
  }
  for (const TreeForce& force : tree.forces) {
    const Vec2 arm = rotated(force.at, pose.links[force.link].direction);
    const Vec2 value{force.value_x(seen), force.value_y(seen)};
    add_force(force.link, arm, value, loads);
    const LinkMotion<double>& link = motion.links[force.link];
    power.inputs += dot(value, link.joint + link.rate * perpendicular(arm));
  }
  return power;
}

double surface_load(const Tree& tree, const TreeSurface& surface, std::span<const double> positions,
                    std::span<const double> velocities) {
  const int i = tree.surface_coordinate(surface.body);
  return surface.mass * dot(tree.gravity, surface.body_direction) -
         surface.stiffness * positions[i] - surface.damping * velocities[i];
}

}  // namespace carom
