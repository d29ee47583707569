/// Motions of the bar on a slider against a yielding wall (tests/data/bar_motions.json): flight,
/// impacts of any restitution, contact that lasts, separation, infinite bounces.

#include <gtest/gtest.h>

#include "cases/bar_cases.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

using nlohmann::json;
using testing::Recorder;

Mechanism driven_bar(const json& p, double e) {
  Mechanism m = testing::bar(p, e);
  m.parameters = {{"M0", p["M0"]}, {"M1", p["M1"]}, {"Om", p["Om"]}, {"ph", p["ph"]}};
  m.torques.push_back({.link = "bar", .value = {"M0 + M1*cos(Om*t + ph)"}});
  return m;
}

State state(const json& x, const char* suffix) {
  const auto number = [&](const std::string& key) { return x[key + suffix].get<double>(); };
  return {0, {x["y_s"], x["theta"], x["y_w"]}, {number("y_s"), number("theta"), number("y_w")}};
}

void expect_state(const std::vector<double>& positions, const std::vector<double>& velocities,
                  const json& x, double tolerance = 1e-8) {
  const State expected = state(x, "_dot");
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(positions[i], expected.positions[i], tolerance);
    EXPECT_NEAR(velocities[i], expected.velocities[i], tolerance);
  }
}

TEST(BarMotions, AgreeWithTheReference) {
  int followed = 0;
  for (const json& each : testing::bar_cases("bar_motions.json")) {
    if (!each["inputs"].contains("x0")) continue;
    SCOPED_TRACE(each["id"].get<std::string>());
    const json& in = each["inputs"];
    const json& out = each["outputs"];
    const Model model(driven_bar(in["params"], in["e"]));
    Recorder seen;
    const Motion motion = simulate(model, state(in["x0"], "_dot"),
                                   {.duration = in["t_end"], .tolerance = 1e-10}, seen);
    ASSERT_EQ(motion.end, MotionEnd::duration);
    // The reference leaves out most of infinitely many bounces, and their limit.
    const json& wanted = out.contains("events") ? out["events"] : json::array();
    std::size_t next = 0;
    for (const json& event : wanted) {
      const std::string kind = event["type"];
      while (next < seen.events.size() &&
             (name(seen.events[next].kind) != kind ||
              seen.events[next].time < event["t"].get<double>() - 1e-8))
        ++next;
      ASSERT_LT(next, seen.events.size()) << kind << " at " << event["t"];
      const MotionEvent& found = seen.events[next];
      EXPECT_NEAR(found.time, event["t"], 1e-8) << kind;
      if (kind == "impact") {
        expect_state(found.positions, found.velocities_before, event["pre"]);
        expect_state(found.positions, found.velocities_after, event["post"]);
        EXPECT_NEAR(found.impulses[0][1], event["impulse"], 1e-8);
      } else {
        // Where infinite bounces end the reference stops at a rebound of 1e-8 m/s and leaves out
        // the acceleration in the flights to come, which is as much.
        const bool limit = kind == "contact" && !event["note"].get<std::string>().empty();
        expect_state(found.positions, found.velocities_after, event["state"], limit ? 2e-8 : 1e-8);
        if (kind == "contact") {
          EXPECT_NEAR(found.force[1], event["F_N"], limit ? 2e-7 : 1e-8);
        }
      }
      ++next;
    }
    expect_state(motion.final.positions, motion.final.velocities, out["final"]);
    EXPECT_EQ(motion.contacts[0].mode == Mode::apart, out["final_mode"] == "free");
    EXPECT_NEAR(motion.energy.kinetic + motion.energy.springs, out["final_energy"], 1e-8);
    EXPECT_LT(motion.energy_error, 1e-9);
    ++followed;
  }
  EXPECT_GE(followed, 5);
}

/// Accelerations and contact force with the tip on the wall, against the corrected equations (5)
/// and (6).
TEST(BarMotions, ContactForceAgreesWithTheReference) {
  int compared = 0;
  for (const json& each : testing::bar_cases("bar_motions.json")) {
    if (each["inputs"].contains("x0")) continue;
    SCOPED_TRACE(each["id"].get<std::string>());
    const json& in = each["inputs"];
    const json& p = in["params"];
    const double theta = in["theta"];
    const double l = p["l"];
    State start;
    start.time = in["t"];
    start.positions = {in["y_s"], theta,
                       in["y_s"].get<double>() + l * std::sin(theta) - p["d"].get<double>()};
    start.velocities = {
        in["y_s_dot"], in["theta_dot"],
        in["y_s_dot"].get<double>() + l * std::cos(theta) * in["theta_dot"].get<double>()};
    Recorder seen;
    simulate(Model(driven_bar(p, 0)), start, {.duration = 1e-6}, seen);
    ASSERT_FALSE(seen.events.empty());
    ASSERT_EQ(seen.events[0].kind, MotionEventKind::contact);
    EXPECT_NEAR(seen.events[0].force[1], each["outputs"]["F_N"], 1e-11);
    ++compared;
  }
  EXPECT_GE(compared, 1);
}

}  // namespace
}  // namespace carom
