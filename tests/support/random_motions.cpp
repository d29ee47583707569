#include "support/random_motions.hpp"

#include "support/motion_parts.hpp"

namespace carom::testing {
namespace {

class MotionMaker : private MotionParts {
 public:
  using MotionParts::MotionParts;

  RandomMotion motion() {
    const int family = random_.below(14);
    return family < 4     ? tree()
           : family < 7   ? block()
           : family == 7  ? platform()
           : family == 8  ? vee()
           : family == 9  ? biped()
           : family == 10 ? leaning()
           : family == 11 ? driven()
           : family == 12 ? groove()
                          : round();
  }

 private:
  /// Any tree, any contacts, over surfaces at any angle below or beside it.
  RandomMotion tree() {
    RandomMotion r{.family = "tree", .duration = random_.in(0.5, 2)};
    Mechanism& m = r.mechanism;
    m.gravity = {random_.chance(0.2) ? random_.in(-3, 3) : 0, -9.81};
    m.base = base();
    const int count = 1 + random_.below(4);
    add_links(m, count);
    add_inputs(m);
    const int surfaces = 1 + random_.below(2);
    for (int i = 0; i < surfaces; ++i)
      m.surfaces.push_back(
          surface("S" + std::to_string(i), i == 0 ? tilt() : random_.in(-1.8, 1.8)));
    const int touching = 1 + random_.below(4);
    for (int i = 0; i < touching; ++i) {
      const int link = random_.below(count);
      const Vec2 at{
          random_.chance(0.6) ? m.links[link].length : random_.in(0, 1) * m.links[link].length,
          random_.chance(0.6) ? 0 : random_.in(-0.15, 0.15)};
      m.contacts.push_back(
          contact(link_name(link), at, "S" + std::to_string(random_.below(surfaces))));
      outline(m.contacts.back(), 0.2);
    }
    begin(r);
    const int first = DenseMechanics(m).first_angle();
    for (int i = 0; i < count; ++i) {
      r.state.positions[first + i] = random_.in(-3.1, 3.1);
      r.state.velocities[first + i] = random_.in(-3, 3);
    }
    for (int i = 0; i < first; ++i) r.state.velocities[i] = random_.in(-1.5, 1.5);
    if (random_.chance(0.3)) {
      const int link = random_.below(count);
      drive(r, link, random_.chance(0.7));
    }
    const bool touches = random_.chance(0.5);
    place_surfaces(r, [&] { return touches ? 0 : random_.in(0.001, 0.2); });
    const double u = random_.in(0, 1);
    if (u < 0.6 || !m.drives.empty()) {
      const bool stick = u < 0.3;
      if (touches)
        put_at_rest(r, stick);
      else
        obey_drives(r);
    }
    return r;
  }
  /// A block with two to four feet, flat on its surface or dropped on it.
  RandomMotion block() {
    RandomMotion r{.family = "block", .duration = random_.in(0.3, 1.5)};
    Mechanism& m = r.mechanism;
    m.gravity = {0, -9.81};
    const double angle = tilt();
    const double width = random_.in(0.2, 1), height = random_.in(0.05, 1),
                 mass = random_.in(0.5, 10);
    m.links.push_back(
        {.name = "L0",
         .length = width,
         .mass = mass,
         .com = Vec2{random_.chance(0.6) ? width / 2 : random_.in(0, 1) * width, height / 2},
         .inertia = mass * (width * width + height * height) / 12});
    m.surfaces.push_back(surface("S0", angle));
    const int feet = 2 + (random_.chance(0.3) ? 1 + random_.below(2) : 0);
    for (int i = 0; i < feet; ++i)
      m.contacts.push_back(contact("L0", {width * i / (feet - 1), 0}, "S0"));
    if (random_.chance(0.5))
      for (Contact& c : m.contacts) {
        c.friction = m.contacts[0].friction;
        c.static_friction = m.contacts[0].static_friction;
        c.restitution = m.contacts[0].restitution;
      }
    const bool second = random_.chance(0.3);
    if (second) {
      m.links.push_back({.name = "L1",
                         .at = Vec2{random_.in(0, 1) * width, height},
                         .length = random_.in(0.2, 0.8),
                         .mass = random_.in(0.2, 2)});
    }
    add_inputs(m);
    begin(r);
    const double u = random_.in(0, 1);
    r.state.positions[2] = angle + (u < 0.7 ? 0 : random_.in(-0.3, 0.3));
    if (second) {
      r.state.positions[3] = random_.in(-3, 3);
      r.state.velocities[3] = random_.in(-2, 2);
      if (random_.chance(0.2)) drive(r, 1, random_.chance(0.7));
    }
    const bool touches = random_.chance(0.7);
    place_surfaces(r, [&] { return touches ? 0 : random_.in(0.001, 0.1); });
    if (u < 0.3 || u > 0.85) {  // strikes, at one or all of its feet
      r.state.velocities[0] = random_.in(-1, 1);
      r.state.velocities[1] = random_.in(-2, 0);
      if (random_.chance(0.5)) r.state.velocities[2] = random_.in(-2, 2);
      obey_drives(r);
    } else {
      const bool stick = random_.chance(0.6);
      if (!stick) r.state.velocities[0] = random_.in(-2, 2);
      put_at_rest(r, stick);
    }
    return r;
  }

  /// A rod or block on a platform that is let go from a compressed spring.
  RandomMotion platform() {
    RandomMotion r{.family = "platform", .duration = random_.in(0.3, 1.2)};
    Mechanism& m = r.mechanism;
    m.gravity = {0, -9.81};
    const double length = random_.in(0.2, 1);
    m.links.push_back({.name = "L0", .length = length, .mass = random_.in(0.3, 4)});
    if (random_.chance(0.3))
      m.links[0].com = Vec2{length * random_.in(0.3, 0.7), random_.in(0, 0.2)};
    Surface s{.name = "S0"};
    s.body = SurfaceBody{std::numbers::pi / 2,  random_.in(0.3, 3),
                         random_.in(200, 3000), random_.in(0, 20),
                         -random_.in(0, 0.15),  random_.chance(0.7) ? 0 : random_.in(-1, 1)};
    m.surfaces.push_back(s);
    const int feet = 1 + random_.below(3);
    for (int i = 0; i < feet; ++i)
      m.contacts.push_back(
          contact("L0", {feet == 1 ? length / 2 : length * i / (feet - 1), 0}, "S0"));
    begin(r);
    place_surfaces(r, [] { return 0; });
    r.state.velocities[0] = random_.chance(0.3) ? random_.in(-1, 1) : 0;
    r.state.velocities[1] = r.state.velocities.back();
    return r;
  }

  /// Two rods that hang together at their top, mirror images or nearly so, both feet on the floor
  /// or above it.
  RandomMotion vee() {
    RandomMotion r{.family = "vee", .duration = random_.in(0.3, 1.5)};
    Mechanism& m = r.mechanism;
    m.gravity = {0, random_.chance(0.9) ? -9.81 : 0};
    const double length = random_.in(0.3, 1.2), mass = random_.in(0.3, 2);
    for (int i = 0; i < 2; ++i) {
      Link l{.name = link_name(i), .length = length, .mass = mass};
      if (i == 1) l.parent = "base";
      m.links.push_back(l);
    }
    if (random_.chance(0.4)) {
      m.base.kind = Kind::slider;
      m.base.direction = std::numbers::pi / 2;
    }
    if (random_.chance(0.5)) m.masses.push_back({"L0", {0, 0}, random_.in(0.1, 5)});
    m.surfaces.push_back(surface("S0", 0, random_.chance(0.3)));
    m.contacts.push_back(contact("L0", {length, 0}, "S0"));
    m.contacts.push_back(m.contacts[0]);
    m.contacts[1].name = "other";
    m.contacts[1].link = "L1";
    if (random_.chance(0.3))
      m.springs.push_back({.link = "L0",
                           .against = "L1",
                           .stiffness = random_.in(0, 40),
                           .damping = random_.in(0, 1)});
    if (random_.chance(0.3)) m.contacts[1].friction = m.contacts[0].friction * random_.in(0.3, 1);
    m.contacts[1].static_friction.reset();
    m.contacts[0].static_friction.reset();
    begin(r);
    const double spread = random_.in(0.1, 1.4);
    const int first = DenseMechanics(m).first_angle();
    r.state.positions[first] = -std::numbers::pi / 2 + spread;
    r.state.positions[first + 1] = -std::numbers::pi / 2 - spread;
    const bool touches = random_.chance(0.8);
    place_surfaces(r, [&] { return touches ? 0 : random_.in(0.01, 0.2); });
    if (random_.chance(0.7)) {
      const double rate = random_.in(-4, 4);
      r.state.velocities[first] = rate;
      r.state.velocities[first + 1] = -rate;
      r.state.velocities[first - 1] = random_.in(-3, 1);
      if (m.base.kind == Kind::free && random_.chance(0.5))
        r.state.velocities[0] = random_.in(-1, 1);
    } else if (touches) {
      put_at_rest(r, true);
    }
    return r;
  }

  /// A walker with four to five links, one foot on the floor, the other striking it or in the air.
  RandomMotion biped() {
    RandomMotion r{.family = "biped", .duration = random_.in(0.3, 1.2)};
    Mechanism& m = r.mechanism;
    m.gravity = {0, -9.81};
    const double e = random_.chance(0.6) ? 0 : restitution();
    m.links = {{.name = "L0", .length = 0.42, .mass = 3.4, .com = Vec2{0.24, 0}, .inertia = 0.055},
               {.name = "L1", .length = 0.44, .mass = 7.6, .com = Vec2{0.25, 0}, .inertia = 0.13},
               {.name = "L2",
                .length = 0.62,
                .mass = random_.in(5, 40),
                .com = Vec2{0.28, 0},
                .inertia = 1.4},
               {.name = "L3",
                .parent = "L1",
                .length = 0.44,
                .mass = 7.6,
                .com = Vec2{0.19, 0},
                .inertia = 0.13},
               {.name = "L4", .length = 0.42, .mass = 3.4, .com = Vec2{0.18, 0}, .inertia = 0.055}};
    m.springs.push_back({.link = "L2", .stiffness = 80, .damping = 4, .rest = 1.4});
    const double angle = random_.chance(0.7) ? 0 : random_.in(-0.15, 0.15);
    m.surfaces.push_back(surface("S0", angle, random_.chance(0.3)));
    m.contacts.push_back(contact("L0", {0, 0}, "S0"));
    m.contacts.push_back(contact("L4", {0.42, 0}, "S0"));
    for (Contact& c : m.contacts) {
      c.restitution = e;
      if (random_.chance(0.5)) c.friction = 0.7, c.static_friction.reset();
    }
    begin(r);
    const double shank = random_.in(1.2, 1.5), thigh = random_.in(1.0, 1.35),
                 slack = random_.chance(0.6) ? 0 : random_.in(-0.1, 0.1);
    const double angles[] = {shank, thigh, 1.45, -thigh + slack, -shank};
    for (int i = 0; i < 5; ++i) {
      r.state.positions[2 + i] = angles[i];
      r.state.velocities[2 + i] = random_.in(-2, 0.5);
    }
    place_surfaces(r, [] { return 0; });
    if (random_.chance(0.5)) {  // the first foot rests, where it is on the floor
      r.state.velocities[0] = r.state.velocities[1] = 0;
    } else {
      r.state.velocities[1] = random_.in(-0.5, 0);
    }
    return r;
  }

  /// A pinned or sliding rod that leans on a wall or floor, with forces that change.
  RandomMotion leaning() {
    RandomMotion r{.family = "leaning", .duration = random_.in(0.3, 1.5)};
    Mechanism& m = r.mechanism;
    m.gravity = {0, -9.81};
    m.base.kind = random_.chance(0.6) ? Kind::pinned : Kind::slider;
    if (m.base.kind == Kind::slider) {
      m.base.direction = random_.in(-1.6, 1.6);
      m.base.mass = random_.in(0.1, 2);
    }
    const double length = random_.in(0.3, 1.2);
    m.links.push_back({.name = "L0", .length = length, .mass = random_.in(0.3, 3)});
    if (random_.chance(0.3))
      m.links.push_back({.name = "L1", .length = random_.in(0.2, 0.8), .mass = random_.in(0.3, 2)});
    const double angle =
        random_.chance(0.5) ? std::numbers::pi / 2 * (1 + random_.below(2)) : random_.in(-3, 3);
    m.surfaces.push_back(surface("S0", angle, random_.chance(0.5)));
    m.contacts.push_back(contact("L0", {length, 0}, "S0"));
    if (random_.chance(0.3))
      m.contacts.push_back(
          contact("L0", {length * random_.in(0.3, 1), random_.in(-0.1, 0.1)}, "S0"));
    if (random_.chance(0.7))
      m.forces.push_back({"L0",
                          {length, 0},
                          {formula("{:.3f}*t", {random_.in(-40, 40)})},
                          {formula("{:.3f}*t", {random_.in(-20, 60)})}});
    if (random_.chance(0.3))
      m.torques.push_back(
          {"L0",
           std::nullopt,
           {formula("{:.3f}*sin({:.2f}*t)", {random_.in(-9, 9), random_.in(1, 10)})}});
    begin(r);
    const int first = DenseMechanics(m).first_angle();
    r.state.positions[first] = random_.in(-3.1, 3.1);
    if (m.links.size() > 1) r.state.positions[first + 1] = random_.in(-3.1, 3.1);
    place_surfaces(r, [] { return 0; });
    if (random_.chance(0.4)) r.state.velocities[first] = random_.in(-2, 2);
    put_at_rest(r, true);
    if (random_.chance(0.2)) r.state.velocities[first] += random_.in(-1, 1);
    return r;
  }

  /// Every joint is driven; a surface is in the way.
  RandomMotion driven() {
    RandomMotion r{.family = "driven", .duration = random_.in(0.5, 2)};
    Mechanism& m = r.mechanism;
    m.gravity = {0, -9.81};
    m.base.kind = random_.chance(0.6) ? Kind::pinned : Kind::slider;
    m.base.position = {0, 1};
    if (m.base.kind == Kind::slider) {
      m.base.direction = random_.in(-1.6, 1.6);
      m.base.mass = random_.in(0.1, 2);
    }
    const int count = 1 + random_.below(3);
    add_links(m, count);
    for (Link& l : m.links) l.parent.reset(), l.at.reset();
    const double angle = random_.in(-3, 3);
    m.surfaces.push_back(surface("S0", angle, random_.chance(0.4)));
    m.contacts.push_back(contact(link_name(count - 1), {m.links.back().length, 0}, "S0"));
    if (random_.chance(0.3))
      m.contacts.push_back(contact(link_name(0), {m.links[0].length, 0.05}, "S0"));
    outline(m.contacts.back(), 0.2);
    begin(r);
    const int first = DenseMechanics(m).first_angle();
    for (int i = 0; i < count; ++i) r.state.positions[first + i] = random_.in(-3.1, 3.1);
    for (int i = 0; i < count; ++i) drive(r, i, random_.chance(0.5));
    place_surfaces(r, [&] { return random_.in(0.01, 0.3); });
    obey_drives(r);
    return r;
  }

  /// A body in a groove of two surfaces.
  RandomMotion groove() {
    RandomMotion r{.family = "groove", .duration = random_.in(0.3, 1.5)};
    Mechanism& m = r.mechanism;
    m.gravity = {0, -9.81};
    const double left = -random_.in(0.2, 1.3),
                 right = random_.chance(0.5) ? -left : random_.in(0.2, 1.3);
    m.surfaces.push_back(surface("S0", left, random_.chance(0.3)));
    m.surfaces.push_back(surface("S1", right, random_.chance(0.3)));
    const double length = random_.in(0.2, 1);
    m.links.push_back({.name = "L0", .length = length, .mass = random_.in(0.3, 3)});
    if (random_.chance(0.3))
      m.links.push_back({.name = "L1", .length = random_.in(0.2, 0.8), .mass = random_.in(0.3, 2)});
    if (random_.chance(0.4)) {
      m.contacts.push_back(contact("L0", {0, 0}, "S0"));
      m.contacts.push_back(contact("L0", {length, 0}, "S1"));
    } else {
      for (int i = 0; i < 2; ++i) {
        m.contacts.push_back(contact("L0", {length / 2, 0}, "S" + std::to_string(i)));
        m.contacts.back().outline.kind = OutlineKind::disc;
        m.contacts.back().outline.radius = length / 2;
      }
    }
    if (random_.chance(0.3)) m.contacts.push_back(contact("L0", {length / 2, -0.1}, "S0"));
    add_inputs(m);
    begin(r);
    r.state.positions[2] = random_.chance(0.4) ? 0 : random_.in(-0.8, 0.8);
    if (m.links.size() > 1) r.state.positions[3] = random_.in(-3, 3);
    const bool touches = random_.chance(0.6);
    place_surfaces(r, [&] { return touches ? 0 : random_.in(0, 0.1); });
    if (touches && random_.chance(0.6)) {
      put_at_rest(r, true);
    } else {
      r.state.velocities[0] = random_.in(-1, 1);
      r.state.velocities[1] = random_.in(-2, 0);
      r.state.velocities[2] = random_.in(-2, 2);
    }
    return r;
  }

  /// A disc or ellipse that rolls, slides, bounces.
  RandomMotion round() {
    RandomMotion r{.family = "round", .duration = random_.in(0.5, 2)};
    Mechanism& m = r.mechanism;
    m.gravity = {0, -9.81};
    const double a = random_.in(0.1, 0.5), mass = random_.in(0.3, 3);
    m.links.push_back({.name = "L0",
                       .length = 0,
                       .mass = mass,
                       .com = Vec2{random_.chance(0.6) ? 0 : random_.in(-0.05, 0.05), 0},
                       .inertia = mass * a * a * random_.in(0.1, 1)});
    if (random_.chance(0.3))
      m.links.push_back({.name = "L1",
                         .at = Vec2{0, 0},
                         .length = random_.in(0.1, 0.6),
                         .mass = random_.in(0.1, 1)});
    m.surfaces.push_back(surface("S0", tilt()));
    if (random_.chance(0.4)) m.surfaces.push_back(surface("S1", random_.in(-1.6, 1.6)));
    for (const Surface& s : m.surfaces) {
      m.contacts.push_back(contact("L0", {0, 0}, s.name));
      Outline& o = m.contacts.back().outline;
      o.kind =
          m.contacts.size() == 1 && random_.chance(0.5) ? OutlineKind::ellipse : OutlineKind::disc;
      if (o.kind == OutlineKind::disc)
        o.radius = a;
      else
        o.semi_axes = {a, a * random_.in(0.4, 1)};
    }
    begin(r);
    for (double* x : {&r.state.velocities[0], &r.state.velocities[1], &r.state.velocities[2]})
      *x = random_.in(-2, 2);
    r.state.positions[2] = random_.in(-3, 3);
    if (m.links.size() > 1) r.state.positions[3] = random_.in(-3, 3);
    const bool touches = random_.chance(0.6);
    place_surfaces(r, [&] { return touches ? 0 : random_.in(0.001, 0.3); });
    if (touches && random_.chance(0.7)) put_at_rest(r, random_.chance(0.5));
    return r;
  }
};

}  // namespace

RandomMotion random_motion(std::uint64_t seed) {
  return MotionMaker(seed).motion();
}

}  // namespace carom::testing
