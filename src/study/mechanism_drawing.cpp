#include "study/mechanism_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "dynamics/compiled_model.hpp"
#include "dynamics/contacts.hpp"

namespace carom {
namespace {

constexpr int outline_points = 96;

/// Displacement of a surface from its point in the file to where it is now.
Vec2 surface_displacement(const Tree& tree, const TreeSurface& surface, const State& state) {
  if (surface.body >= 0)
    return state.positions[tree.surface_coordinate(surface.body)] * surface.body_direction;
  if (!surface.moved) return {};
  const std::span<const double> now(&state.time, 1);
  return surface.tangential_motion(now) * surface.tangent +
         surface.normal_motion(now) * surface.normal;
}

/// Whether a point of a link lies off the bar from its near joint to its far end.
bool off_the_bar(const Link& link, const Vec2& local) {
  return local.y != 0 || local.x < 0 || local.x > link.length;
}

void draw_links(const Tree& tree, const Mechanism& mechanism, const ImpactSolver<double>& solver,
                MechanismDrawing& drawing) {
  const TreePose<double>& pose = solver.pose();
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
    const int k = tree.tree_index[i];
    const Link& link = mechanism.links[i];
    const Vec2 com = link.com.value_or(Vec2{link.length / 2, 0});
    drawing.links.push_back({link.name,
                             pose.links[k].joint,
                             point_position(pose, k, {link.length, 0}),
                             point_position(pose, k, com),
                             link.mass,
                             {}});
    drawing.joints.push_back(pose.links[k].joint);
    const Vec2 end = point_velocity(pose, solver.motion(), k, {link.length, 0});
    drawing.velocities.push_back({drawing.links[i].far, end});
    if (tree.links[k].parent < 0)
      drawing.velocities.push_back({pose.links[k].joint, solver.motion().base});
  }
  const auto belongs = [&](int file, const Vec2& local, const Vec2& position) {
    if (off_the_bar(mechanism.links[file], local)) drawing.links[file].others.push_back(position);
  };
  std::unordered_map<std::string_view, int> file_index;
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
    const TreeLink& link = tree.links[tree.tree_index[i]];
    file_index[mechanism.links[i].name] = static_cast<int>(i);
    if (link.parent >= 0) belongs(tree.links[link.parent].file, link.attach, drawing.links[i].near);
  }
  for (const PointMass& mass : mechanism.masses) {
    const int file = file_index.at(mass.link);
    const Vec2 position = point_position(pose, tree.tree_index[file], mass.at);
    drawing.masses.push_back({position, mass.mass});
    belongs(file, mass.at, position);
  }
  for (std::size_t i = 0; i < tree.contacts.size(); ++i) {
    const TreeContact& contact = tree.contacts[i];
    belongs(tree.links[contact.link].file, contact.centre,
            point_position(pose, contact.link, contact.centre));
  }
}

}  // namespace

MechanismDrawing mechanism_drawing(const Study& study, const ImpactSolver<double>& solver) {
  const Tree& tree = study.model.compiled().tree;
  const Mechanism& mechanism = study.scenario.mechanism;
  const State& state = study.scenario.state;
  MechanismDrawing drawing;
  drawing.title = study.scenario.title;
  drawing.gravity = mechanism.gravity;
  drawing.base = {tree.base, solver.pose().base, tree.base_position, tree.slider_direction,
                  tree.slider_stiffness > 0};
  draw_links(tree, mechanism, solver, drawing);
  for (std::size_t i = 0; i < tree.surfaces.size(); ++i) {
    const TreeSurface& surface = tree.surfaces[i];
    const Vec2 displacement = surface_displacement(tree, surface, state);
    DrawnSurface drawn{mechanism.surfaces[i].name,
                       SurfaceKind::fixed,
                       surface.point + displacement,
                       surface.tangent,
                       surface.normal,
                       surface.normal,
                       displacement};
    if (surface.body >= 0) {
      drawn.kind = SurfaceKind::yields;
      drawn.direction = surface.body_direction;
    } else if (surface.moved) {
      drawn.kind = SurfaceKind::moved;
      if (surface.normal_motion.is_constant()) drawn.direction = surface.tangent;
    }
    drawing.surfaces.push_back(drawn);
  }
  for (std::size_t i = 0; i < tree.contacts.size(); ++i) {
    const TreeContact& contact = tree.contacts[i];
    const ContactFrame<double>& frame = solver.frames()[i];
    const int index = static_cast<int>(i);
    DrawnContact drawn;
    drawn.name = mechanism.contacts[i].name;
    const bool touches = std::ranges::find(solver.touching(), index) != solver.touching().end();
    const double approach = solver.contact_velocity_before(index, 1);
    drawn.state = !touches && frame.gap < 0          ? ContactState::below
                  : !touches                         ? ContactState::apart
                  : approach < -solver.speed_floor() ? ContactState::approaching
                                                     : ContactState::touching;
    drawn.surface = contact.surface;
    drawn.position = frame.point;
    drawn.tangent = frame.tangent;
    drawn.normal = frame.normal;
    drawn.gap = frame.gap;
    drawn.velocity = solver.contact_velocity_before(index, 0) * frame.tangent +
                     solver.contact_velocity_before(index, 1) * frame.normal;
    if (!is_point(contact.outline)) {
      const Vec2 centre = point_position(solver.pose(), contact.link, contact.centre);
      const double turn =
          state.positions[tree.angle_coordinate(contact.link)] + contact.outline_angle;
      for (const Vec2& point : boundary(contact.outline, outline_points))
        drawn.outline.push_back(centre + rotated(point, Vec2{std::cos(turn), std::sin(turn)}));
    }
    drawing.contacts.push_back(std::move(drawn));
  }
  return drawing;
}

}  // namespace carom
