#pragma once

/// Random trees of links for property tests: all kinds of bases, massless rods, point masses, mass
/// centres and contacts off the line, outlines, yielding and moved surfaces.

#include <random>
#include <string>

#include "carom/mechanism.hpp"

namespace carom::testing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double in(double low, double high) {
    // std::uniform_real_distribution differs between libraries; tests should not.
    const double unit = static_cast<double>(engine_() >> 11) * 0x1.0p-53;
    return low + (high - low) * unit;
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  bool chance(double p) { return in(0, 1) < p; }

 private:
  std::mt19937_64 engine_;
};

struct RandomOptions {
  int links = 3;
  int contacts = 2;
  double massless = 0.2;   ///< share of massless rods
  double branching = 0.3;  ///< chance that a link hangs on any earlier link or the base
  bool special_surfaces = true;
  bool inputs = true;  ///< gravity, forces, torques, springs
};

inline std::string link_name(int i) {
  return "L" + std::to_string(i);
}

inline Mechanism random_mechanism(Random& random, const RandomOptions& options) {
  Mechanism m;
  m.base.kind = BaseKind(random.below(3));
  m.base.position = {random.in(-1, 1), random.in(-1, 1)};
  if (m.base.kind == BaseKind::slider) {
    m.base.direction = random.in(-3, 3);
    m.base.mass = random.in(0.1, 2);
    m.base.stiffness = random.in(0, 50);
    m.base.damping = random.in(0, 2);
  }
  for (int i = 0; i < options.links; ++i) {
    Link link;
    link.name = link_name(i);
    link.length = random.in(0.2, 1.5);
    if (i > 0 && random.chance(options.branching)) {
      const int parent = random.below(i + 1) - 1;
      link.parent = parent < 0 ? "base" : link_name(parent);
      if (parent >= 0 && random.chance(0.5))
        link.at = Vec2{random.in(0.1, 1) * m.links[parent].length, random.in(-0.2, 0.2)};
    }
    if (random.chance(options.massless)) {
      m.masses.push_back({link.name, {link.length, 0}, random.in(0.1, 2)});
      m.masses.push_back({link.name, {0, 0}, random.in(0.1, 2)});
    } else {
      link.mass = random.in(0.1, 3);
      if (random.chance(0.5)) link.com = Vec2{random.in(0, 1) * link.length, random.in(-0.1, 0.1)};
      if (random.chance(0.5)) link.inertia = random.in(0.01, 0.5);
      if (random.chance(0.2))
        m.masses.push_back({link.name, {random.in(0, 1), random.in(-0.3, 0.3)}, 0.7});
    }
    m.links.push_back(link);
  }
  for (int i = 0; i < options.contacts; ++i) {
    Surface surface;
    surface.name = "S" + std::to_string(i);
    surface.angle = random.in(-3, 3);
    surface.point = {random.in(-1, 1), random.in(-1, 1)};
    const int kind = options.special_surfaces ? random.below(4) : 0;
    if (kind == 1)
      surface.body = SurfaceBody{random.in(-3, 3), random.in(0.5, 4), random.in(0, 100),
                                 random.in(0, 3),  random.in(-1, 1),  random.in(-1, 1)};
    if (kind == 2) surface.motion = SurfaceMotion{{"0.1*sin(3*t) + 0.2*t^2"}, {"0.3*cos(2*t)"}};
    m.surfaces.push_back(surface);
    Contact contact;
    contact.name = "C" + std::to_string(i);
    contact.link = link_name(random.below(options.links));
    contact.at = {random.in(0, 1), random.in(-0.2, 0.2)};
    contact.surface = "S" + std::to_string(random.below(i + 1));
    contact.friction = random.in(0, 1);
    contact.restitution = random.in(0, 1);
    const int outline = random.below(4);
    if (outline == 1) {
      contact.outline.kind = OutlineKind::disc;
      contact.outline.radius = random.in(0.05, 0.5);
    } else if (outline == 2) {
      contact.outline.kind = OutlineKind::ellipse;
      contact.outline.semi_axes = {random.in(0.1, 0.5), random.in(0.1, 0.5)};
      contact.outline.angle = random.in(-3, 3);
    } else if (outline == 3) {
      contact.outline.kind = OutlineKind::expression;
      contact.outline.h.text = "0.3 + 0.05*cos(2*theta) + 0.02*sin(3*theta)";
    }
    m.contacts.push_back(contact);
  }
  if (options.inputs) {
    m.gravity = {random.in(-1, 1), -9.81};
    m.torques.push_back({link_name(0), std::nullopt, {"0.4*sin(2*t) - 0.3*rate.L0"}});
    if (options.links > 1) {
      const std::string last = link_name(options.links - 1);
      m.forces.push_back({last, {0.3, 0.1}, {"0.5*t"}, {"-2*cos(3*t) + angle." + last}});
      m.springs.push_back({last, link_name(0), 3.0, 0.2, 0.4});
    }
  }
  return m;
}

inline State random_state(Random& random, const Mechanism& m) {
  State state;
  state.time = random.in(0, 2);
  int coordinates = m.base.kind == BaseKind::free ? 2 : m.base.kind == BaseKind::slider ? 1 : 0;
  coordinates += static_cast<int>(m.links.size());
  for (const Surface& surface : m.surfaces) coordinates += surface.body.has_value() ? 1 : 0;
  for (int i = 0; i < coordinates; ++i) {
    state.positions.push_back(random.in(-3, 3));
    state.velocities.push_back(random.in(-2, 2));
  }
  return state;
}

}  // namespace carom::testing
