#pragma once

/// Parts of random motions (support/random_motions.hpp): coefficients, surfaces, bases, links,
/// inputs, drives; surfaces put where contacts touch them, velocities that keep contacts at rest.

#include <fmt/args.h>
#include <fmt/format.h>

#include <functional>
#include <limits>
#include <numbers>

#include "support/dense_mechanics.hpp"
#include "support/random_mechanism.hpp"
#include "support/random_motions.hpp"

namespace carom::testing {

class MotionParts {
 public:
  explicit MotionParts(std::uint64_t seed) : random_(seed) {}

 protected:
  using Kind = BaseKind;

  double friction() {
    const double u = random_.in(0, 1);
    return u < 0.2 ? 0 : u < 0.3 ? random_.in(1, 1.5) : random_.in(0.05, 0.9);
  }
  double restitution() {
    const double u = random_.in(0, 1);
    return u < 0.4 ? 0 : u < 0.5 ? 1e-6 : u < 0.55 ? 1 : random_.in(0, 0.9);
  }
  Contact contact(const std::string& link, Vec2 at, const std::string& surface) {
    Contact c{.name = "C" + std::to_string(contacts_++),
              .link = link,
              .at = at,
              .surface = surface,
              .friction = friction(),
              .restitution = restitution()};
    if (random_.chance(0.25)) c.static_friction = c.friction + random_.in(0.05, 0.5);
    return c;
  }
  std::string number(double x) { return fmt::format("{:.17g}", x); }
  /// A list is evaluated from left to right, arguments of a function in any order.
  std::string formula(const char* pattern, std::initializer_list<double> numbers) {
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    for (const double x : numbers) store.push_back(x);
    return fmt::vformat(pattern, store);
  }

  Surface surface(const std::string& name, double angle, bool may_move = true) {
    Surface s{.name = name, .angle = angle};
    const double u = may_move ? random_.in(0, 1) : 0;
    if (u > 0.75)
      s.body = SurfaceBody{
          angle + std::numbers::pi / 2 + (random_.chance(0.4) ? random_.in(-0.6, 0.6) : 0),
          random_.in(0.3, 4),
          random_.in(100, 3000),
          random_.in(0, 20),
          random_.in(-0.05, 0.05),
          random_.in(-0.5, 0.5)};
    else if (u > 0.55)
      s.motion = SurfaceMotion{
          {random_.chance(0.6)
               ? formula("{:.3f}*sin({:.2f}*t)", {random_.in(0.005, 0.1), random_.in(3, 25)})
               : "0"},
          {random_.chance(0.5)
               ? formula("{:.3f}*t", {random_.in(-1, 1)})
               : formula("{:.3f}*cos({:.2f}*t)", {random_.in(0, 0.1), random_.in(2, 12)})}};
    return s;
  }
  double tilt() { return random_.chance(0.5) ? 0 : random_.in(-0.6, 0.6); }

  /// Zero positions and velocities of the right size; displacements of yielding surfaces are
  /// theirs.
  void begin(RandomMotion& r) {
    const Mechanism& m = r.mechanism;
    r.state = {};
    if (m.base.kind == Kind::free) r.state.positions = {0, 0};
    if (m.base.kind == Kind::slider) r.state.positions = {m.base.displacement};
    for (std::size_t i = 0; i < m.links.size(); ++i) r.state.positions.push_back(0);
    r.state.velocities.assign(r.state.positions.size(), 0);
    for (const Surface& s : m.surfaces)
      if (s.body) {
        r.state.positions.push_back(s.body->displacement);
        r.state.velocities.push_back(s.body->velocity);
      }
  }

  /// Moves every surface along its normal so that its nearest contact has the gap.
  void place_surfaces(RandomMotion& r, const std::function<double()>& gap) {
    const Vector gaps = DenseMechanics(r.mechanism).at(r.state).gap;
    for (Surface& s : r.mechanism.surfaces) {
      double nearest = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < r.mechanism.contacts.size(); ++k)
        if (r.mechanism.contacts[k].surface == s.name) nearest = std::min(nearest, gaps[k]);
      if (!std::isfinite(nearest)) continue;
      const double shift = nearest - gap();
      s.point += Vec2{-std::sin(s.angle) * shift, std::cos(s.angle) * shift};
    }
  }

  /// Velocities that keep touching contacts on their surfaces (`stick`: without slip) and obey
  /// drives.
  void put_at_rest(RandomMotion& r, bool stick) {
    const DenseMechanics mechanics(r.mechanism);
    const DenseState d = mechanics.at(r.state);
    std::vector<int> rows;
    for (int k = 0; k < mechanics.contacts(); ++k) {
      if (std::abs(d.gap[k]) > 1e-9) continue;
      rows.push_back(2 * k + 1);
      if (stick) rows.push_back(2 * k);
    }
    const int drives = static_cast<int>(d.driven.rows());
    const int count = static_cast<int>(rows.size()) + drives;
    if (count == 0) return;
    Matrix A(count, mechanics.freedom());
    Vector b(count);
    Eigen::Map<Vector> u(r.state.velocities.data(), mechanics.freedom());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      A.row(i) = d.jacobian.row(rows[i]);
      b[i] = d.velocity[rows[i]];
    }
    for (int k = 0; k < drives; ++k) {
      A.row(count - drives + k) = d.driven.row(k);
      b[count - drives + k] = d.driven.row(k).dot(u) - d.driven_rate[k];
    }
    u -= A.completeOrthogonalDecomposition().solve(b);
    // Where not both can be, drives are obeyed and the contact slips or strikes.
    obey_drives(r);
    write_body_velocities(r);
  }
  void write_body_velocities(RandomMotion& r) {
    const DenseMechanics mechanics(r.mechanism);
    for (std::size_t k = 0; k < r.mechanism.surfaces.size(); ++k)
      if (r.mechanism.surfaces[k].body)
        r.mechanism.surfaces[k].body->velocity =
            r.state.velocities[mechanics.surface_coordinate(static_cast<int>(k))];
  }

  Base base() {
    Base b;
    const double u = random_.in(0, 1);
    b.kind = u < 0.5 ? Kind::free : u < 0.75 ? Kind::pinned : Kind::slider;
    b.position = {random_.in(-1, 1), random_.in(0, 1)};
    if (b.kind == Kind::slider) {
      b.direction = random_.chance(0.5) ? std::numbers::pi / 2 : random_.in(-1.5, 1.5);
      b.mass = random_.in(0.1, 3);
      b.displacement = random_.in(-0.1, 0.1);
      if (random_.chance(0.5)) {
        b.stiffness = random_.in(0, 200);
        b.damping = random_.in(0, 4);
      }
    }
    return b;
  }

  void add_links(Mechanism& m, int count) {
    for (int i = 0; i < count; ++i) {
      Link l{.name = link_name(i), .length = random_.in(0.2, 1.0)};
      if (i > 0 && random_.chance(0.3)) {
        const int parent = random_.below(i + 1) - 1;
        l.parent = parent < 0 ? "base" : link_name(parent);
        if (parent >= 0 && random_.chance(0.5))
          l.at = Vec2{random_.in(0.1, 1) * m.links[parent].length, random_.in(-0.1, 0.1)};
      }
      if (random_.chance(0.12)) {
        m.masses.push_back({l.name, {l.length, 0}, random_.in(0.2, 2)});
        m.masses.push_back({l.name, {0, 0}, random_.in(0.2, 2)});
      } else {
        l.mass = random_.in(0.2, 3);
        if (random_.chance(0.3))
          l.com = Vec2{random_.in(0.1, 0.9) * l.length, random_.in(-0.1, 0.1)};
      }
      m.links.push_back(l);
    }
  }

  void add_inputs(Mechanism& m) {
    const int count = static_cast<int>(m.links.size());
    for (int i = 1; i < count; ++i)
      if (random_.chance(0.4))
        m.springs.push_back(
            {.link = link_name(i),
             .against = random_.chance(0.8) ? std::optional(link_name(i - 1)) : std::nullopt,
             .stiffness = random_.in(0, 40),
             .damping = random_.in(0, 0.5),
             .rest = random_.in(-1, 1)});
    if (random_.chance(0.2))
      m.torques.push_back(
          {link_name(random_.below(count)),
           std::nullopt,
           {formula("{:.3f}*sin({:.2f}*t)", {random_.in(-4, 4), random_.in(1, 10)})}});
    if (random_.chance(0.25)) {
      const int i = random_.below(count);
      m.forces.push_back({link_name(i),
                          {m.links[i].length, 0},
                          {formula("{:.3f}*cos({:.2f}*t)", {random_.in(-5, 5), random_.in(1, 10)})},
                          {formula("{:.3f}*t", {random_.in(-20, 30)})}});
    }
  }

  /// Drives a joint from where it is, at a rate of its own.
  void drive(RandomMotion& r, int link, bool against_parent) {
    const int first = static_cast<int>(r.mechanism.base.kind == Kind::free     ? 2
                                       : r.mechanism.base.kind == Kind::slider ? 1
                                                                               : 0);
    double angle = r.state.positions[first + link];
    std::optional<std::string> against;
    if (against_parent && link > 0) {
      against = link_name(link - 1);
      angle -= r.state.positions[first + link - 1];
    }
    const bool swings = random_.chance(0.5);
    r.mechanism.drives.push_back(
        {link_name(link),
         against,
         {number(angle) +
          (swings ? formula(" + {:.3f}*sin({:.2f}*t)", {random_.in(-1, 1), random_.in(1, 9)})
                  : formula(" + {:.3f}*t", {random_.in(-3, 3)}))}});
  }

  void obey_drives(RandomMotion& r) {
    if (r.mechanism.drives.empty()) return;
    const DenseMechanics mechanics(r.mechanism);
    const DenseState d = mechanics.at(r.state);
    Eigen::Map<Vector> u(r.state.velocities.data(), mechanics.freedom());
    u -= d.driven.completeOrthogonalDecomposition().solve(d.driven * u - d.driven_rate);
  }
  void outline(Contact& c, double share) {
    if (!random_.chance(share)) return;
    if (random_.chance(0.5)) {
      c.outline.kind = OutlineKind::disc;
      c.outline.radius = random_.in(0.03, 0.3);
    } else {
      c.outline.kind = OutlineKind::ellipse;
      c.outline.semi_axes = {random_.in(0.05, 0.3), random_.in(0.05, 0.3)};
      c.outline.angle = random_.in(-3, 3);
    }
  }

  Random random_;

 private:
  int contacts_ = 0;
};

}  // namespace carom::testing
