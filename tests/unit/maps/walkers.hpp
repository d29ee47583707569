#pragma once

/// Walkers and wheels with closed forms.

#include <cmath>
#include <numbers>
#include <string>

#include "carom/model.hpp"

namespace carom::testing {

/// The simplest walker: two massless legs, 1 kg at the hip, small feet.
inline Mechanism walker(double foot, double slope) {
  Mechanism m;
  m.gravity = {std::sin(slope), -std::cos(slope)};
  m.links.push_back({.name = "left", .length = 1, .mass = 0});
  m.links.push_back({.name = "right", .length = 1, .mass = 0});
  m.masses.push_back({.link = "left", .at = {1, 0}, .mass = 1});
  m.masses.push_back({.link = "left", .at = {0, 0}, .mass = foot});
  m.masses.push_back({.link = "right", .at = {1, 0}, .mass = foot});
  m.surfaces.push_back({.name = "slope"});
  m.contacts.push_back({.name = "left", .link = "left", .surface = "slope", .friction = 10});
  m.contacts.push_back(
      {.name = "right", .link = "right", .at = {1, 0}, .surface = "slope", .friction = 10});
  m.contacts[1].active = Formula{"pi/2 - 0.1 - angle.left"};
  return m;
}

inline State step_of(double stance, double rate) {
  using std::numbers::pi;
  return {0, {0, 0, pi / 2 + stance, -pi / 2 - stance}, {0, 0, rate, rate * std::cos(2 * stance)}};
}

/// A wheel of spokes of 1 m and 2 kg; `hub`: its inertia over mass and length².
inline Mechanism spoked_wheel(int spokes, double hub, double slope, double gravity) {
  Mechanism m;
  const double alpha = std::numbers::pi / spokes;
  m.gravity = {gravity * std::sin(slope), -gravity * std::cos(slope)};
  m.links.push_back(
      {.name = "wheel", .length = 0, .mass = 2, .com = Vec2{0, 0}, .inertia = 2 * hub});
  m.surfaces.push_back({.name = "slope"});
  for (int k = 0; k < spokes; ++k)
    m.contacts.push_back({.name = std::to_string(k),
                          .link = "wheel",
                          .at = {-std::sin((2 * k + 1) * alpha), -std::cos((2 * k + 1) * alpha)},
                          .surface = "slope",
                          .friction = 10});
  return m;
}

}  // namespace carom::testing
