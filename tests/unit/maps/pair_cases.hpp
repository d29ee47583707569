#pragma once

/// The impact pairs of tests/data/impact_pair.json as mechanisms.

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "carom/model.hpp"
#include "dynamics/compiled_model.hpp"
#include "maps/capture.hpp"
#include "support/motions.hpp"
#include "support/pair_mechanism.hpp"
#include "support/places.hpp"

namespace carom::testing {

using nlohmann::json;

inline json pair_case(const std::string& id) {
  const json all = json::parse(std::ifstream(places::test_data + "/impact_pair.json"))["cases"];
  for (const json& each : all)
    if (each["id"] == id) return each;
  throw std::invalid_argument(id);
}

/// A model as a pair, by a law.
struct PairOf {
  Model model;
  ImpactPair pair;
  explicit PairOf(const Mechanism& mechanism, std::string_view law = "energetic")
      : model(mechanism), pair(made(model, law)) {}

 private:
  static ImpactPair made(const Model& model, std::string_view law) {
    const Tree& tree = model.compiled().tree;
    auto pair = impact_pair(tree, *tree.laws->find(law));
    if (!pair) throw std::invalid_argument("no impact pair");
    return *pair;
  }
};

inline PairState pair_start(const json& x, double s = 0) {
  return {x.value("t", 0.0), x.value("u", 0.0), x["u_dot"], x["theta"], x["theta_dot"], 0, s};
}

/// A ball on a plate A sin t, in units of g and ω.
inline Mechanism ball_on_plate(double gamma, double e) {
  Mechanism m = disc(0.1, 1, 0.005, 0, e);
  m.gravity = {0, -1};
  m.parameters = {{"gamma", gamma}};
  m.surfaces[0].motion = SurfaceMotion{.normal = {"gamma*sin(t)"}};
  return m;
}

}  // namespace carom::testing
