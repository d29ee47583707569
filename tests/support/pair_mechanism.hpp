#pragma once

/// The convex body on a moving plate of the reference answers, as a mechanism.

#include <nlohmann/json.hpp>
#include <string>

#include "carom/mechanism.hpp"

namespace carom::testing {

using nlohmann::json;

inline void ellipse_outline(Contact& contact, double a, double b) {
  contact.outline.kind = OutlineKind::ellipse;
  contact.outline.semi_axes = {a, b};
  contact.outline.radius = 0;
}

/// Mass 1; Q₁ and Q₂ as in the reference.
inline Mechanism pair_mechanism(const json& pair, double mu) {
  const double rho = pair["rho"];
  Mechanism m;
  m.links.push_back(
      {.name = "body", .length = 0, .mass = 1, .com = Vec2{0, 0}, .inertia = rho * rho});
  m.surfaces.push_back({.name = "plate"});
  const json& plate = pair["plate"];
  m.parameters = {{"A", plate["A"]}, {"w", plate["w"]}, {"psi", plate["psi"]}};
  m.surfaces[0].motion = SurfaceMotion{.normal = {"A*sin(w*t + psi)"}};
  for (const std::string input : {"Q1", "Q2"})
    for (const char* part : {"q0", "q1", "w", "p"})
      m.parameters.push_back({input + part, pair[input][part]});
  m.parameters.push_back({"inertia", rho * rho});
  m.forces.push_back(
      {.link = "body", .value_x = {"0"}, .value_y = {"Q1q0 + Q1q1*cos(Q1w*t + Q1p)"}});
  m.torques.push_back({.link = "body", .value = {"inertia*(Q2q0 + Q2q1*cos(Q2w*t + Q2p))"}});
  Contact contact{
      .name = "rim", .link = "body", .surface = "plate", .friction = mu, .restitution = pair["e"]};
  ellipse_outline(contact, pair["shape"]["a"], pair["shape"]["b"]);
  m.contacts.push_back(contact);
  return m;
}

}  // namespace carom::testing
