#include "study/mechanism_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "base/rounding.hpp"
#include "dynamics/compiled_model.hpp"
#include "dynamics/contacts.hpp"
#include "study/body_shape.hpp"

namespace carom {
namespace {

constexpr int drawn_outline_points = 96;

/// Displacement of a surface from its point in the file to where it is now.
Vec2 surface_displacement(const Tree& tree, const TreeSurface& surface, const State& state) {
  if (surface.body >= 0)
    return state.positions[tree.surface_coordinate(surface.body)] * surface.body_direction;
  if (!surface.moved) return {};
  const std::span<const double> now(&state.time, 1);
  return surface.tangential_motion(now) * surface.tangent +
         surface.normal_motion(now) * surface.normal;
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
                             {},
                             {}});
    drawing.joints.push_back(pose.links[k].joint);
    const Vec2 end = point_velocity(pose, solver.motion(), k, {link.length, 0});
    drawing.velocities.push_back({drawing.links[i].far, end});
    if (tree.links[k].parent < 0)
      drawing.velocities.push_back({pose.links[k].joint, solver.motion().base});
  }
  std::unordered_map<std::string_view, int> file_index;
  for (std::size_t i = 0; i < mechanism.links.size(); ++i)
    file_index[mechanism.links[i].name] = static_cast<int>(i);
  for (const PointMass& mass : mechanism.masses)
    drawing.masses.push_back(
        {point_position(pose, tree.tree_index[file_index.at(mass.link)], mass.at), mass.mass});
  const std::vector<BodyShape> shapes = body_shapes(tree, mechanism);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto world = [&](const std::vector<Vec2>& points, std::vector<Vec2>& drawn) {
      for (const Vec2& point : points)
        drawn.push_back(point_position(pose, tree.tree_index[i], point));
    };
    world(shapes[i].block, drawing.links[i].block);
    world(shapes[i].arms, drawing.links[i].arms);
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
  double size = 0;  // of what gaps are made of
  for (const DrawnLink& link : drawing.links)
    size = std::max({size, std::abs(link.near.x), std::abs(link.near.y), std::abs(link.far.x),
                     std::abs(link.far.y)});
  const std::vector<int> strikers = solver.strikers();
  for (std::size_t i = 0; i < tree.contacts.size(); ++i) {
    const TreeContact& contact = tree.contacts[i];
    const ContactFrame<double>& frame = solver.frames()[i];
    const int index = static_cast<int>(i);
    DrawnContact drawn;
    drawn.name = mechanism.contacts[i].name;
    const bool touches = std::ranges::find(solver.touching(), index) != solver.touching().end();
    const bool strikes = std::ranges::find(strikers, index) != strikers.end();
    drawn.state = !touches && frame.gap < 0 ? ContactState::below
                  : !touches                ? ContactState::apart
                  : strikes                 ? ContactState::approaching
                                            : ContactState::touching;
    drawn.surface = contact.surface;
    drawn.position = frame.point;
    drawn.tangent = frame.tangent;
    drawn.normal = frame.normal;
    drawn.gap = without_rounding(frame.gap, size);
    // The impact's own measure of what is no velocity.
    const auto speed = [&](int axis) {
      const double v = solver.contact_velocity_before(index, axis);
      return std::abs(v) <= solver.speed_floor() ? 0 : v;
    };
    drawn.velocity = speed(0) * frame.tangent + speed(1) * frame.normal;
    for (const Vec2& point : outline_on_link(contact, drawn_outline_points))
      drawn.outline.push_back(point_position(solver.pose(), contact.link, point));
    drawing.contacts.push_back(std::move(drawn));
  }
  return drawing;
}

}  // namespace carom
