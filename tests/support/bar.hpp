#pragma once

/// support/bar.hpp
///
/// The bar of Fenili, Souza & Schäfer (paper 004): on a slider that a spring and a damper hold
/// along y, its tip against a wall that yields along y. Coordinates: the slider's place, the bar's
/// angle, the wall's displacement.

#include <numbers>
#include <optional>

#include "carom/mechanism.hpp"

namespace carom::testing {

struct Bar {
  double slider_mass, slider_stiffness, slider_damping;  ///< kg, N/m, N s/m
  double length, mass;                                   ///< m, kg
  double wall_place;                                     ///< m, of the wall at rest along y
  double wall_mass, wall_stiffness, wall_damping;        ///< kg, N/m, N s/m
  std::optional<double> centre{};                        ///< m along it; by default the middle
  std::optional<double> inertia{};                       ///< kg m²; by default a uniform rod's
};

inline Mechanism mechanism_of(const Bar& bar, double restitution) {
  constexpr double up = std::numbers::pi / 2;
  Mechanism m;
  m.base.kind = BaseKind::slider;
  m.base.direction = up;
  m.base.mass = bar.slider_mass;
  m.base.stiffness = bar.slider_stiffness;
  m.base.damping = bar.slider_damping;
  m.links.push_back({.name = "bar", .length = bar.length, .mass = bar.mass});
  if (bar.centre) m.links[0].com = Vec2{*bar.centre, 0};
  m.links[0].inertia = bar.inertia;
  Surface wall{.name = "wall", .angle = 2 * up, .point = {0, bar.wall_place}};
  wall.body = SurfaceBody{.direction = up,
                          .mass = bar.wall_mass,
                          .stiffness = bar.wall_stiffness,
                          .damping = bar.wall_damping};
  m.surfaces.push_back(wall);
  m.contacts.push_back({.name = "tip",
                        .link = "bar",
                        .at = {bar.length, 0},
                        .surface = "wall",
                        .restitution = restitution});
  return m;
}

/// The bar of examples/switched_bar.toml, turned by 3 N m; it begins at rest, all places zero. The
/// times of its first impact and of the end of its bounces are of a program of its own with the
/// equations of motion written by hand, in quadruple precision by Fehlberg's method of order 8,
/// whose bounces were followed one by one down to 1e-13 s.
inline Mechanism turned_bar() {
  Mechanism m = mechanism_of({5, 200, 4, 1, 2, 0.6, 3, 300, 6}, 0.5);
  m.torques.push_back({.link = "bar", .value = Formula{"3"}});
  return m;
}
inline constexpr double turned_bar_first_impact = 0.5305982649834808989;  // s
inline constexpr double turned_bar_limit = 1.1846651202446104690;         // s

}  // namespace carom::testing
