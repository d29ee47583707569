#include "maps/impact_pair.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/dual.hpp"
#include "model/sloped_tree.hpp"

namespace carom {
namespace {

/// Of an outline of which no formula is known, so many samples, and what may be between them.
constexpr int samples = 1440;
constexpr double between_samples = 1.01;

bool is_zero(const Waves& f) {
  return f.is_constant() && f.c[0] == 0;
}

/// Bounds of |h′| and |h″|; false where they are sampled.
bool find_bounds(ImpactPair& pair) {
  const SupportFunction& outline = pair.outline;
  const double offset = std::hypot(pair.offset.x, pair.offset.y);
  double d1 = 0, d2 = 0;
  bool known = true;
  switch (outline.kind) {
    case OutlineKind::point:
    case OutlineKind::disc:
      break;
    case OutlineKind::ellipse: {
      // |h′| ≤ a − b, and the radius of curvature h + h″ is within [b²/a, a²/b].
      const double a = std::max(outline.semi_axes.x, outline.semi_axes.y);
      const double b = std::min(outline.semi_axes.x, outline.semi_axes.y);
      d1 = a - b;
      d2 = std::max(a * a / b - b, a - b * b / a);
      break;
    }
    case OutlineKind::fourier:
      for (std::size_t k = 1; k < outline.cosines.size(); ++k) {
        const double size = std::hypot(outline.cosines[k], outline.sines[k]);
        const auto order = static_cast<double>(k);
        d1 += order * size;
        d2 += order * order * size;
      }
      break;
    case OutlineKind::expression:
      known = false;
      for (int i = 0; i < samples; ++i) {
        const auto at = support(outline, 2 * std::numbers::pi * i / samples);
        d1 = std::max(d1, between_samples * std::abs(at.dh));
        d2 = std::max(d2, between_samples * std::abs(at.ddh));
      }
      break;
  }
  pair.largest_d1 = d1 + offset;
  pair.largest_d2 = d2 + offset;
  pair.turns = pair.largest_d1 > 0;
  return known;
}

/// A sum of x·tx + y·ty, with a constant.
Waves along(const Waves& x, const Waves& y, const Vec2& axis, double constant) {
  Waves f = sum(sum(Waves{}, x, axis.x), y, axis.y);
  f.c[0] += constant;
  return f;
}

/// ∬ f, if there are powers for it.
bool twice(const Waves& f, Waves& result) {
  Waves once;
  return integrated(f, once) && integrated(once, result);
}

}  // namespace

BodyHeight ImpactPair::height(double theta) const {
  BodyHeight at;
  if (outline.kind == OutlineKind::disc) {
    at.h = outline.radius;
  } else if (outline.kind != OutlineKind::point) {
    const Support<Sloped> own = support(sloped_outline, Sloped(theta + outline_angle, {1.0}));
    at = {own.h.value, own.dh.value, own.ddh.value, own.ddh.slope[0]};
  }
  if (offset.x != 0 || offset.y != 0) {
    const double s = std::sin(theta), c = std::cos(theta);
    const double across = offset.x * s + offset.y * c, with = offset.x * c - offset.y * s;
    at.h -= across;
    at.d1 -= with;
    at.d2 += across;
    at.d3 += with;
  }
  return at;
}

std::optional<double> ImpactPair::rate() const {
  double rate = 0;
  for (const Waves* f : {&plate, &along, &g, &h, &x}) {
    const std::size_t free = f == &plate || f == &along ? 1 : 3;
    for (std::size_t k = free; k < Waves::powers; ++k)
      if (f->c[k] != 0) return std::nullopt;
    for (const Wave& w : f->waves) {
      if (rate != 0 && std::abs(w.rate - rate) > 1e-14 * rate) return std::nullopt;
      rate = w.rate;
    }
  }
  return rate;
}

std::optional<ImpactPair> impact_pair(const Tree& tree, const Law& law) {
  const bool suits = tree.base == BaseKind::free && tree.links.size() == 1 &&
                     tree.contacts.size() == 1 && tree.yielding == 0 && tree.drives.empty() &&
                     tree.springs.empty() && tree.links[0].mass > 0 && tree.links[0].inertia > 0;
  if (!suits) return std::nullopt;
  const TreeLink& link = tree.links[0];
  const TreeContact& contact = tree.contacts[0];
  if (contact.yields != nullptr || contact.conditional) return std::nullopt;
  const TreeSurface& surface = tree.surfaces[static_cast<std::size_t>(contact.surface)];

  ImpactPair pair;
  pair.outline = contact.outline;
  pair.sloped_outline = without_slopes(tree).contacts[0].outline;
  pair.outline_angle = contact.outline_angle;
  pair.offset = contact.centre - link.com;
  pair.com = link.com;
  pair.point = surface.point;
  pair.tangent = surface.tangent;
  pair.normal = surface.normal;
  pair.surface_angle = surface.angle;
  pair.mass = link.mass;
  pair.rho2 = link.inertia / link.mass;
  pair.bounded = find_bounds(pair);

  Waves force_x, force_y, torque;
  const auto add = [](Waves& to, const Expression& formula, double factor) {
    const auto f = formula.waves();
    if (f) to = sum(to, *f, factor);
    return f.has_value();
  };
  for (const TreeForce& force : tree.forces) {
    if (force.at.x != link.com.x || force.at.y != link.com.y) return std::nullopt;
    if (!add(force_x, force.value_x, 1 / link.mass) || !add(force_y, force.value_y, 1 / link.mass))
      return std::nullopt;
  }
  for (const TreeTorque& each : tree.torques)
    if (!add(torque, each.value, 1 / link.inertia)) return std::nullopt;
  if (surface.moved && (!add(pair.plate, surface.normal_motion, 1) ||
                        !add(pair.along, surface.tangential_motion, 1)))
    return std::nullopt;
  Waves pushed;
  if (!twice(along(force_x, force_y, pair.normal, dot(pair.normal, tree.gravity)), pushed) ||
      !twice(along(force_x, force_y, pair.tangent, dot(pair.tangent, tree.gravity)), pair.x) ||
      !twice(torque, pair.h))
    return std::nullopt;
  pair.g = sum(pushed, pair.plate, -1);
  pair.torque = !is_zero(torque);
  pair.pushed = !is_zero(pair.x);

  pair.law = &law;
  pair.rows = tree.laws->rows(law);
  pair.parameters = contact.parameters;
  pair.parameters[0] = contact.friction;
  constexpr std::string_view plain_laws[] = {"kinematic", "kinetic", "energetic"};
  pair.simple =
      contact.friction == 0 && std::ranges::find(plain_laws, law.name) != std::end(plain_laws);
  return pair;
}

PairState pair_state(const ImpactPair& pair, const State& state) {
  const double t = state.time, angle = state.positions[2];
  const Vec2 along_link{std::cos(angle), std::sin(angle)};
  const Vec2 arm = rotated(pair.com, along_link);
  const Vec2 centre = Vec2{state.positions[0], state.positions[1]} + arm - pair.point;
  const Vec2 v =
      Vec2{state.velocities[0], state.velocities[1]} + state.velocities[2] * perpendicular(arm);
  PairState p;
  p.t = t;
  p.theta = angle - pair.surface_angle;
  p.omega = state.velocities[2];
  const BodyHeight at = pair.height(p.theta);
  p.gap = dot(pair.normal, centre) - pair.plate.at(t) - at.h;
  p.u = dot(pair.normal, v) - pair.plate.derivative().at(t) - at.d1 * p.omega;
  p.x = dot(pair.tangent, centre);
  p.s = dot(pair.tangent, v);
  return p;
}

State mechanism_state(const ImpactPair& pair, const PairState& p) {
  const BodyHeight at = pair.height(p.theta);
  const double y = p.gap + at.h + pair.plate.at(p.t);
  const double v_y = p.u + pair.plate.derivative().at(p.t) + at.d1 * p.omega;
  const double angle = p.theta + pair.surface_angle;
  const Vec2 arm = rotated(pair.com, Vec2{std::cos(angle), std::sin(angle)});
  const Vec2 joint = pair.point + p.x * pair.tangent + y * pair.normal - arm;
  const Vec2 v = p.s * pair.tangent + v_y * pair.normal - p.omega * perpendicular(arm);
  return {p.t, {joint.x, joint.y, angle}, {v.x, v.y, p.omega}};
}

double pair_acceleration(const ImpactPair& pair, const PairState& p) {
  const double q1 = pair.g.derivative().derivative().at(p.t);
  if (!pair.turns) return q1;
  const double q2 = pair.torque ? pair.h.derivative().derivative().at(p.t) : 0;
  const BodyHeight at = pair.height(p.theta);
  return q1 - at.d1 * q2 - at.d2 * p.omega * p.omega;
}

/// By Routh's construction: friction opposes the slip, P_x = −μ sign(S) P_y, until S is zero. Then
/// the contact sticks where |P_x′| = |W_tn/W_tt| ≤ μ, and slides back where not. Compression ends
/// where u̇ is zero; the collision, at the impulse that the law found.
PairMode pair_mode(std::span<const double, 4> w, std::span<const double, 2> before, double friction,
                   double normal_impulse, double slip) {
  const bool sticks = friction > 0 && w[0] > 0 && std::abs(w[1]) <= friction * w[0];
  double stops = 0;
  if (std::abs(before[0]) > slip) {
    const double direction = before[0] > 0 ? 1 : -1;
    const double slows = -direction * (w[1] - direction * friction * w[0]);
    if (!(slows > 0)) return PairMode::sliding;
    stops = std::abs(before[0]) / slows;
    if (!(stops < normal_impulse)) return PairMode::sliding;
    const double closes = w[3] - direction * friction * w[1];
    const bool compression = !(closes > 0) || stops * closes < -before[1];
    if (sticks)
      return compression ? PairMode::sticking_in_compression : PairMode::sticking_in_restitution;
    return compression ? PairMode::reversed_in_compression : PairMode::reversed_in_restitution;
  }
  return sticks ? PairMode::sticking_in_compression : PairMode::sliding;
}

}  // namespace carom
