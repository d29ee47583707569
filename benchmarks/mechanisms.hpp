#pragma once

/// Mechanisms that several benchmarks share.

#include <array>
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

}  // namespace carom::benchmarks
