#pragma once

/// model/tree_numbers.hpp
///
/// The arithmetic from a mechanism's numbers to those of its tree, once for plain numbers and for
/// numbers with slopes. `read(x)` is the number that stands at x in the mechanism: itself
/// (`as_written`), or itself with its slopes (model/sloped_tree.hpp).

#include <cmath>
#include <cstddef>

#include "base/dual.hpp"
#include "model/law_checks.hpp"
#include "model/tree.hpp"

namespace carom {

struct AsWritten {
  double operator()(const double& number) const { return number; }
};
inline constexpr AsWritten as_written;

template <class T, class Read>
Vec2T<T> read_pair(const Read& read, const Vec2& pair) {
  return {read(pair.x), read(pair.y)};
}

template <class T>
Vec2T<T> direction(const T& angle) {
  using std::cos, std::sin;
  return {cos(angle), sin(angle)};
}

template <class T, class Read>
void put_base(const Mechanism& mechanism, const Read& read, TreeOf<T>& tree) {
  const Base& base = mechanism.base;
  tree.gravity = read_pair<T>(read, mechanism.gravity);
  tree.base_position = read_pair<T>(read, base.position);
  tree.slider_direction = direction<T>(read(base.direction));
  tree.slider_mass = read(base.mass);
  tree.slider_stiffness = read(base.stiffness);
  tree.slider_damping = read(base.damping);
}

/// `parent` is null at the base.
template <class T, class Read>
void put_link(const Link& link, const Link* parent, const Read& read, TreeLinkOf<T>& to) {
  const T zero(0);
  to.length = read(link.length);
  to.mass = read(link.mass);
  if (parent != nullptr)
    to.attach = link.at ? read_pair<T>(read, *link.at) : Vec2T<T>{T(read(parent->length)), zero};
  to.com = link.com ? read_pair<T>(read, *link.com) : Vec2T<T>{to.length / 2, zero};
  to.inertia = link.inertia ? T(read(*link.inertia)) : to.mass * to.length * to.length / 12;
}

/// Two masses m₁, m₂ at a distance d: common mass m₁ + m₂, centre at m₂/(m₁ + m₂) of the way
/// from the first to the second, moment about it greater by d² m₁m₂/(m₁ + m₂) (parallel axes).
template <class T, class Read>
void add_mass(const PointMass& point, const Read& read, TreeLinkOf<T>& body) {
  const T mass = read(point.mass);
  const Vec2T<T> at = read_pair<T>(read, point.at);
  const T total = body.mass + mass;
  if (!(plain(total) > 0) || (!(point.mass > 0) && !varies(mass))) return;
  if (body.mass > 0) {
    const Vec2T<T> between = at - body.com;
    const T share = mass / total;
    body.com += share * between;
    body.inertia += body.mass * share * dot(between, between);
  } else {
    body.com = at;
  }
  body.mass = total;
}

/// But for the body's place and formulas.
template <class T, class Read>
void put_surface(const Surface& surface, const Read& read, TreeSurfaceOf<T>& to) {
  to.point = read_pair<T>(read, surface.point);
  to.angle = read(surface.angle);
  to.tangent = direction<T>(to.angle);
  to.normal = perpendicular(to.tangent);
  if (!surface.body) return;
  to.body_direction = direction<T>(read(surface.body->direction));
  to.mass = read(surface.body->mass);
  to.stiffness = read(surface.body->stiffness);
  to.damping = read(surface.body->damping);
}

/// Where it is on its link, and the shape but for an expression.
template <class T, class Read>
void put_place(const Contact& contact, const Read& read, TreeContactOf<T>& to) {
  const Outline& outline = contact.outline;
  to.centre = read_pair<T>(read, outline.centre ? *outline.centre : contact.at);
  to.outline_angle = read(outline.angle);
  put_shape(outline, read, to.outline);
}

/// Its frictions and what laws ask of it.
template <class T, class Read>
void put_coefficients(const Contact& contact, const LawSet& laws, const Read& read,
                      TreeContactOf<T>& to) {
  to.friction = read(contact.friction);
  to.static_friction = contact.static_friction ? T(read(*contact.static_friction)) : to.friction;
  for (std::size_t row = 1; row < laws.parameters().size(); ++row) {
    const LawParameter& parameter = laws.parameters()[row];
    const double* const given = given_parameter(contact, parameter);
    to.parameters[row] = given != nullptr ? T(read(*given)) : T(parameter.otherwise.value_or(0));
  }
}

template <class T, class Read>
void put_spring(const Spring& spring, const Read& read, TreeSpringOf<T>& to) {
  to.stiffness = read(spring.stiffness);
  to.damping = read(spring.damping);
  to.rest = read(spring.rest);
}

}  // namespace carom
