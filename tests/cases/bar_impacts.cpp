/// Impacts of the bar on a slider against a yielding wall (tests/data/bar_impacts.json): slider
/// base, yielding surface, any restitution.

#include <gtest/gtest.h>

#include <cmath>

#include "carom/strike.hpp"
#include "cases/bar_cases.hpp"

namespace carom {
namespace {

using nlohmann::json;

TEST(BarImpacts, AgreeWithTheReference) {
  const json cases = testing::bar_cases("bar_impacts.json");
  ASSERT_FALSE(cases.empty());
  for (const json& each : cases) {
    SCOPED_TRACE(each["id"].get<std::string>());
    const json& in = each["inputs"];
    const json& p = in["params"];
    const json& out = each["outputs"];
    const double theta = in["theta"];
    Mechanism m = testing::bar(p, in["e"]);
    m.surfaces[0].body->velocity = in["y_w_dot_minus"];
    State state;
    state.positions = {p["d"].get<double>() - p["l"].get<double>() * std::sin(theta), theta, 0};
    state.velocities = {in["y_s_dot_minus"], in["theta_dot_minus"], in["y_w_dot_minus"]};
    const Model model(m);
    Workspace workspace(model);
    for (const char* law : {"kinematic", "kinetic", "energetic", "whittaker", "brach"}) {
      SCOPED_TRACE(law);
      const Impact impact = strike(model, state, {.law = law}, workspace);
      ASSERT_EQ(impact.verdict, Verdict::unique);
      EXPECT_NEAR(impact.velocities[0], out["y_s_dot_plus"], 1e-12);
      EXPECT_NEAR(impact.velocities[1], out["theta_dot_plus"], 1e-12);
      EXPECT_NEAR(impact.velocities[2], out["y_w_dot_plus"], 1e-12);
      EXPECT_NEAR(impact.contacts[0].impulse[1], out["impulse_P"], 1e-12);
      EXPECT_NEAR(impact.kinetic_energy_before - impact.kinetic_energy_after, out["KE_loss"],
                  1e-12);
    }
  }
}

}  // namespace
}  // namespace carom
