#pragma once

/// Mechanisms that several benchmarks share.

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "carom/mechanism.hpp"

namespace carom::benchmarks {

/// A chain of n rods on its ends: one rests at the first joint, the other strikes at the far end.
inline Mechanism arch(int n) {
  Mechanism m;
  for (int i = 0; i < n; ++i)
    m.links.push_back({.name = "L" + std::to_string(i), .length = 1.0, .mass = 1.0});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back({.name = "A0", .link = "L0", .surface = "floor", .friction = 0.5});
  m.contacts.push_back({.name = "Ac",
                        .link = "L" + std::to_string(n - 1),
                        .at = {1.0, 0.0},
                        .surface = "floor",
                        .friction = 0.5,
                        .restitution = 0.9});
  return m;
}

/// Three links as in the published study at φ₁ = −0.5; more as an arch whose last link turns.
inline State arch_state(int n) {
  State state{0.0, {0, 0}, {0, 0}};
  for (int i = 0; i < n; ++i) {
    const double right = std::numbers::pi / 2;
    state.positions.push_back(n == 3 ? std::array{right + 0.5, 0.0, -right + 0.5}[i]
                                     : std::numbers::pi * (0.5 - (i + 0.5) / n));
    state.velocities.push_back(n == 3 ? std::array{-0.1, -0.2, -0.3}[i] : i + 1 < n ? 0.0 : -1.0);
  }
  return state;
}

/// A jointed spine with a leg under each of its joints, leaning left and right by turns: c legs on
/// c − 1 spine links. All rest on the floor but the last, which strikes.
inline Mechanism comb(int c) {
  Mechanism m;
  m.base.position = {0, 1};
  m.surfaces.push_back({.name = "floor"});
  for (int i = 0; i + 1 < c; ++i) {
    m.links.push_back({.name = "spine" + std::to_string(i), .length = 1.0, .mass = 1.0});
    if (i > 0) m.links.back().parent = "spine" + std::to_string(i - 1);
  }
  for (int i = 0; i < c; ++i) {
    const std::string number = std::to_string(i);
    m.links.push_back({.name = "leg" + number,
                       .parent = "spine" + std::to_string(i == 0 ? 0 : i - 1),
                       .length = 1.0,
                       .mass = 1.0});
    if (i == 0) m.links.back().at = Vec2{0, 0};
    m.contacts.push_back({.name = "C" + number,
                          .link = "leg" + number,
                          .at = {1.0, 0.0},
                          .surface = "floor",
                          .friction = 0.5,
                          .restitution = 0.9});
  }
  return m;
}

inline constexpr double comb_lean = 0.2;  ///< rad

inline State comb_state(int c) {
  State state{0.0, {0, std::cos(comb_lean)}, {0, 0}};
  for (int i = 0; i + 1 < c; ++i) {
    state.positions.push_back(0);
    state.velocities.push_back(i + 2 == c ? -1.0 : 0.0);
  }
  for (int i = 0; i < c; ++i) {
    state.positions.push_back(-std::numbers::pi / 2 + (i % 2 == 1 ? comb_lean : -comb_lean));
    state.velocities.push_back(i + 1 == c ? 0.5 : 0.0);
  }
  return state;
}

}  // namespace carom::benchmarks
