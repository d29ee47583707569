/// The reference collisions: Taylor series and DOP853 agreed on them to 2e-9 or better.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/places.hpp"
#include "train/collide.hpp"

namespace carom {
namespace {

using nlohmann::json;

Train train_of(const json& given) {
  Train train;
  const std::string model = given["model"];
  train.model = model == "rigid"    ? ContactModel::rigid
                : model == "linear" ? ContactModel::bilinear
                                    : ContactModel::hertz;
  const std::string rule = given["rule"];
  train.history = rule == "history-virgin-recontact"   ? History::reset
                  : rule == "latched-virgin-recontact" ? History::latched
                                                       : History::remembered;
  const json& bodies = given["bodies"];
  for (std::size_t b = 0; b < bodies.size(); ++b)
    train.bodies.push_back(
        {.name = std::to_string(b),
         .mass = bodies[b]["mass"],
         .stiffness = bodies[b]["K_linear"],
         .contact_stiffness = bodies[b]["K_external"].is_null()
                                  ? std::nullopt
                                  : std::optional(bodies[b]["K_external"].get<double>()),
         .segments = bodies[b]["segments"].get<double>(),
         .velocity = given["v_initial"][b]});
  for (std::size_t c = 0; c + 1 < bodies.size(); ++c)
    train.pairs.push_back(
        {std::to_string(c), std::to_string(c + 1), given["restitution"][c], given["gap"][c]});
  return train;
}

const json& cases() {
  static const json all = [] {
    std::ifstream file(places::test_data + "/train.json");
    return json::parse(file)["cases"];
  }();
  return all;
}

class ReferenceCollision : public ::testing::TestWithParam<std::size_t> {};

/// 1e-7 is what the contract asks; the references themselves are good to 2e-9 of the largest
/// velocity and of the energy.
constexpr double enough = 1e-7;

TEST_P(ReferenceCollision, IsMetToTheContract) {
  const json& given = cases()[GetParam()];
  const json& wanted = given["result"];
  const TrainResult found = collision(train_of(given));
  const double energy = wanted["E_initial"];
  double speed = 0;
  for (const double v : given["v_initial"]) speed = std::max(speed, std::abs(v));
  for (std::size_t b = 0; b < found.bodies.size(); ++b) {
    EXPECT_NEAR(found.bodies[b].velocity_after, wanted["v_final"][b], enough * speed);
    EXPECT_NEAR(found.bodies[b].vibration, wanted["vibration_energy"][b], enough * energy);
  }
  for (std::size_t c = 0; c < found.contacts.size(); ++c) {
    EXPECT_NEAR(found.contacts[c].lost, wanted["local_loss"][c], enough * energy);
    if (!wanted.contains("F_max")) continue;
    const double force = wanted["F_max"][c], depth = wanted["delta_max"][c];
    EXPECT_NEAR(found.contacts[c].peak_force, force, enough * force);
    EXPECT_NEAR(found.contacts[c].largest, depth, enough * depth);
    EXPECT_EQ(found.contacts[c].touches, wanted["closures"][c]);
    const double last = wanted["t_last_separation"][c];
    EXPECT_NEAR(found.contacts[c].to, last, enough * last);
  }
  if (wanted.contains("e_G")) {
    EXPECT_NEAR(found.restitution.value(), wanted["e_G"], enough);
  }
  EXPECT_LT(std::abs(found.energy_residual), 1e-10);
  EXPECT_LT(std::abs(found.momentum_residual), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Train, ReferenceCollision,
                         ::testing::Range(std::size_t{0}, cases().size()), [](const auto& each) {
                           std::string name = cases()[each.param]["id"];
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

}  // namespace
}  // namespace carom
