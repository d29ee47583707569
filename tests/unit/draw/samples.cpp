#include "unit/draw/samples.hpp"

#include <cmath>
#include <numbers>

namespace carom::samples {
namespace {

Vec2 direction(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

DrawnLink link(const char* name, Vec2 near, double angle, double length, double mass) {
  DrawnLink result;
  result.name = name;
  result.near = near;
  result.far = near + length * direction(angle);
  result.com = 0.5 * (result.near + result.far);
  result.mass = mass;
  return result;
}

DrawnSurface surface(const char* name, double angle, Vec2 point) {
  DrawnSurface result;
  result.name = name;
  result.point = point;
  result.tangent = direction(angle);
  result.normal = perpendicular(result.tangent);
  return result;
}

DrawnContact contact(const char* name, const MechanismDrawing& drawing, int surface, Vec2 position,
                     ContactState state, Vec2 velocity) {
  DrawnContact result;
  result.name = name;
  result.state = state;
  result.surface = surface;
  result.position = position;
  result.tangent = drawing.surfaces[surface].tangent;
  result.normal = drawing.surfaces[surface].normal;
  result.gap = dot(position - drawing.surfaces[surface].point, result.normal);
  result.velocity = velocity;
  return result;
}

}  // namespace

MechanismDrawing arch() {
  MechanismDrawing drawing;
  drawing.title = "Three-link chain: one end rests, the other strikes";
  drawing.links = {link("left", {0, 0}, 2.07, 1, 1)};
  drawing.links.push_back(link("middle", drawing.links[0].far, 0, 1, 1));
  drawing.links.push_back(link("right", drawing.links[1].far, -1.07, 1, 1));
  drawing.joints = {drawing.links[0].far, drawing.links[1].far};
  drawing.surfaces = {surface("floor", 0, {0, 0})};
  const Vec2 foot = drawing.links[2].far;
  drawing.masses = {{{0, 0}, 0.544}, {foot, 0.2}};
  drawing.contacts = {contact("A0", drawing, 0, {0, 0}, ContactState::touching, {0, 0}),
                      contact("Ac", drawing, 0, foot, ContactState::approaching, {0.3, -0.42})};
  drawing.contacts[1].gap = 0;
  drawing.velocities = {{drawing.links[0].far, {0.09, 0.05}},
                        {drawing.links[1].far, {0.1, -0.2}},
                        {foot, {0.3, -0.42}}};
  return drawing;
}

MechanismDrawing biped() {
  MechanismDrawing drawing;
  drawing.title = "Biped <walking> & \"about to step\"";
  drawing.gravity = {0, -9.81};
  drawing.surfaces = {surface("floor", 0, {0, 0})};
  drawing.links = {link("shin", {0, 0}, 1.75, 0.45, 3.2)};
  drawing.links.push_back(link("thigh", drawing.links[0].far, 1.45, 0.45, 6.8));
  drawing.links.push_back(link("trunk", drawing.links[1].far, 1.6, 0.7, 20));
  drawing.links.push_back(link("swing thigh", drawing.links[1].far, -1.1, 0.45, 6.8));
  drawing.links.push_back(link("swing shin", drawing.links[3].far, -1.5, 0.42, 3.2));
  drawing.joints = {drawing.links[0].far, drawing.links[1].far, drawing.links[3].far};
  drawing.masses = {{drawing.links[2].far, 5}};
  drawing.contacts = {
      contact("stance", drawing, 0, {0, 0}, ContactState::touching, {0, 0}),
      contact("swing", drawing, 0, drawing.links[4].far, ContactState::apart, {0.8, -0.5})};
  drawing.velocities = {{drawing.links[1].far, {0.7, -0.1}},
                        {drawing.links[2].far, {0.9, -0.1}},
                        {drawing.links[0].far, {0.4, 0.05}},
                        {drawing.links[3].far, {1.1, -0.3}},
                        {drawing.links[4].far, {0.8, -0.5}}};
  return drawing;
}

MechanismDrawing ellipse() {
  MechanismDrawing drawing;
  drawing.title = "Ellipse on a shaken plate";
  drawing.gravity = {0, -9.81};
  drawing.surfaces = {surface("table", 0.1, {0, 0})};
  drawing.surfaces[0].kind = SurfaceKind::moved;
  drawing.surfaces[0].direction = drawing.surfaces[0].normal;
  drawing.surfaces[0].displacement = 0.006 * drawing.surfaces[0].normal;
  const double turn = 0.6, a = 0.05, b = 0.03;
  const Vec2 n = drawing.surfaces[0].normal;
  const Vec2 local{dot(n, direction(turn)), dot(n, perpendicular(direction(turn)))};
  const double h = std::hypot(a * local.x, b * local.y);
  const Vec2 support = rotated(Vec2{-a * a * local.x / h, -b * b * local.y / h}, direction(turn));
  const Vec2 centre = -support;
  drawing.links = {link("body", centre, turn, 0, 0.3)};
  drawing.contacts = {contact("rim", drawing, 0, {0, 0}, ContactState::approaching, {0.1, -0.3})};
  for (int k = 0; k < 96; ++k) {
    const Vec2 p = direction(2 * std::numbers::pi * k / 96);
    drawing.contacts[0].outline.push_back(centre +
                                          rotated(Vec2{a * p.x, b * p.y}, direction(turn)));
  }
  drawing.velocities = {{centre, {0.02, -0.25}}};
  return drawing;
}

MechanismDrawing slider() {
  MechanismDrawing drawing;
  drawing.title = "Bar on a sprung slider at a yielding wall";
  drawing.base.kind = BaseKind::slider;
  drawing.base.position = {0, 0.05};
  drawing.base.relaxed = {0, 0};
  drawing.base.direction = {0, 1};
  drawing.base.sprung = true;
  drawing.links = {link("bar", drawing.base.position, 0.3, 0.6, 0.8)};
  drawing.joints = {drawing.base.position};
  const Vec2 tip = drawing.links[0].far;
  drawing.surfaces = {surface("wall", std::numbers::pi / 2, tip)};
  drawing.surfaces[0].kind = SurfaceKind::yields;
  drawing.surfaces[0].direction = {1, 0};
  drawing.surfaces[0].displacement = {0.02, 0};
  drawing.contacts = {contact("tip", drawing, 0, tip, ContactState::approaching, {0.5, 0.2})};
  drawing.velocities = {{tip, {0.6, 0.2}}, {drawing.base.position, {0, 0.3}}};
  return drawing;
}

MechanismDrawing box() {
  MechanismDrawing drawing;
  drawing.title = "Box in a corner";
  drawing.gravity = {0, -9.81};
  drawing.surfaces = {surface("floor", 0, {0, 0}), surface("wall", -std::numbers::pi / 2, {0, 0})};
  const Vec2 corner{0.05, 0};
  const double turn = 0.15;
  DrawnLink body = link("box", corner, turn, 0.3, 2);
  const auto at = [&](double along, double across) {
    return corner + rotated(Vec2{along, across}, direction(turn));
  };
  body.com = at(0.15, 0.1);
  body.block = {at(0, 0), at(0.3, 0), at(0.3, 0.2), at(0, 0.2)};
  drawing.links = {body};
  drawing.contacts = {contact("heel", drawing, 0, corner, ContactState::touching, {0, 0}),
                      contact("toe", drawing, 0, at(0.3, 0), ContactState::apart, {-0.02, -0.3}),
                      contact("top", drawing, 1, at(0, 0.2), ContactState::apart, {-0.2, 0})};
  return drawing;
}

MechanismDrawing pendulum() {
  MechanismDrawing drawing;
  drawing.title = "Double pendulum";
  drawing.gravity = {0, -9.81};
  drawing.base.kind = BaseKind::pinned;
  drawing.base.position = {0, 1};
  drawing.links = {link("upper", {0, 1}, -1.2, 0.5, 0)};
  drawing.links.push_back(link("lower", drawing.links[0].far, -2.0, 0.4, 0));
  drawing.joints = {{0, 1}, drawing.links[0].far};
  drawing.masses = {{drawing.links[0].far, 1}, {drawing.links[1].far, 0.25}};
  drawing.velocities = {{drawing.links[0].far, {0.2, 0.1}}, {drawing.links[1].far, {-0.9, 0.3}}};
  return drawing;
}

MechanismDrawing chain(int links, double length) {
  MechanismDrawing drawing;
  Vec2 end;
  for (int i = 0; i < links; ++i) {
    drawing.links.push_back(link("link", end, 0, length, 1));
    end = drawing.links.back().far;
    drawing.joints.push_back(end);
    drawing.velocities.push_back({end, {0, -1.0 - i}});
  }
  return drawing;
}

ImpulseDrawing impact() {
  ImpulseDrawing drawing;
  drawing.title = "Three-link chain, energetic law, e = 0.9";
  drawing.striking = "Ac";
  drawing.impulse = {0, 0.06, 0.14, 0.21, 0.395};
  drawing.contacts = {{"A0",
                       {0, 0, 0, 0, 0.11},
                       {0, -0.09, -0.05, 0, 0},
                       {0, 0.024, 0.061, 0.093, 0.151},
                       {0, 0.012, 0.0305, 0.0465, 0.041}},
                      {"Ac",
                       {-0.42, -0.31, -0.15, 0, 0.372},
                       {0.3, 0.12, 0, 0, 0},
                       {0, 0.06, 0.14, 0.21, 0.395},
                       {0, -0.03, -0.07, -0.081, -0.11}}};
  drawing.stages = {
      {ImpactPhase::compression, 0, 0.06, {"slides-", "slides+"}, "A0 slides back"},
      {ImpactPhase::compression, 0.06, 0.14, {"slides-", "slides+"}, "Ac sticks"},
      {ImpactPhase::compression, 0.14, 0.21, {"slides-", "sticks"}, "compression ends"},
      {ImpactPhase::restitution, 0.21, 0.395, {"separates", "sticks"}, "restitution ends"}};
  return drawing;
}

TransmissionReport strike(bool determined) {
  TransmissionReport report;
  report.striker = "S";
  report.verdict = Verdict::unique;
  report.impulses_determined = determined;
  report.drawing.surfaces = {surface("floor", 0, {0, 0})};
  report.drawing.links = {link("A", {0, 0}, 1, 1, 0)};
  report.drawing.links.push_back(link("B", report.drawing.links[0].far, -1, 1, 0));
  report.drawing.links.push_back(link("C", report.drawing.links[1].far, 1, 1, 0));
  for (const char* name : {"A", "B", "C"}) report.links.emplace_back(name);
  const Vec2 middle = report.drawing.links[1].far, last = report.drawing.links[2].far;
  report.drawing.contacts = {
      contact("P", report.drawing, 0, {0, 0}, ContactState::touching, {0, 0}),
      contact("L", report.drawing, 0, middle, ContactState::touching, {0, 0}),
      contact("S", report.drawing, 0, last, ContactState::approaching, {0, -1})};
  report.contacts.resize(2);
  report.contacts[0].name = "P";
  report.contacts[0].outcome = Response::pressed;
  report.contacts[0].normal_impulse = 0.4;
  report.contacts[1].name = "L";
  report.contacts[1].outcome = Response::leaves;
  report.contacts[1].normal_velocity = 0.7;
  report.rods = {{"A", 0.6, 0, false}, {"B", -0.3, 0.1, false}, {"C", 0, 0, true}};
  if (!determined) {
    report.contacts[0].determined = {true, false};
    report.rods[0].determined = {false, true};
    report.rods[1].determined = {true, false};
  }
  return report;
}

CriticalReport plane() {
  CriticalReport report;
  report.striker = "S";
  report.contacts = {"C"};
  report.axes = {{"x", 0, 1, false}, {"y", 0, 1, false}};
  report.curves = {{"C", "rods A and B are perpendicular", false, {{0.5, 0}, {0.5, 1}}}};
  using enum StruckRest;
  report.regions = {2, 2, {{leaves, pressed, untouched, no_configuration}}};
  return report;
}

}  // namespace carom::samples
