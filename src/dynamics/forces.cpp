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

}  // namespace

void add_loads(const Tree& tree, const TreePose<double>& pose, std::span<const double> positions,
               std::span<const double> velocities, double time, std::span<double> variables,
               TreeLoads<double>& loads) {
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    add_force(static_cast<int>(k), pose.links[k].com, tree.links[k].mass * tree.gravity, loads);
  if (tree.base == BaseKind::slider)
    loads.slider += tree.slider_mass * dot(tree.gravity, tree.slider_direction) -
                    tree.slider_stiffness * positions[0] - tree.slider_damping * velocities[0];
  for (const TreeSpring& spring : tree.springs) {
    double angle = positions[tree.angle_coordinate(spring.link)] - spring.rest;
    double rate = velocities[tree.angle_coordinate(spring.link)];
    if (spring.against >= 0) {
      angle -= positions[tree.angle_coordinate(spring.against)];
      rate -= velocities[tree.angle_coordinate(spring.against)];
    }
    add_couple(spring.link, spring.against, -spring.stiffness * angle - spring.damping * rate,
               loads);
  }
  if (tree.torques.empty() && tree.forces.empty()) return;
  variables[0] = time;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    variables[1 + 2 * i] = positions[tree.base_coordinates() + i];
    variables[2 + 2 * i] = velocities[tree.base_coordinates() + i];
  }
  const std::span<const double> seen = variables;
  for (const TreeTorque& torque : tree.torques)
    add_couple(torque.link, torque.against, torque.value(seen), loads);
  for (const TreeForce& force : tree.forces)
    add_force(force.link, rotated(force.at, pose.links[force.link].direction),
              {force.value_x(seen), force.value_y(seen)}, loads);
}

double surface_load(const Tree& tree, const TreeSurface& surface, std::span<const double> positions,
                    std::span<const double> velocities) {
  const int i = tree.surface_coordinate(surface.body);
  return surface.mass * dot(tree.gravity, surface.body_direction) -
         surface.stiffness * positions[i] - surface.damping * velocities[i];
}

}  // namespace carom
