#pragma once

/// The bar as reference cases describe it.

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "support/bar.hpp"
#include "support/places.hpp"

namespace carom::testing {

inline nlohmann::json bar_cases(const std::string& file) {
  return nlohmann::json::parse(std::ifstream(places::test_data + "/" + file))["cases"];
}

inline Mechanism bar(const nlohmann::json& p, double restitution) {
  return mechanism_of({.slider_mass = p["ms"],
                       .slider_stiffness = p["ks"],
                       .slider_damping = p["cs"],
                       .length = p["l"],
                       .mass = p["mb"],
                       .wall_place = p["d"],
                       .wall_mass = p["mw"],
                       .wall_stiffness = p["kw"],
                       .wall_damping = p["cw"],
                       .centre = p["dA"].get<double>(),
                       .inertia = p["I"].get<double>()},
                      restitution);
}

}  // namespace carom::testing
