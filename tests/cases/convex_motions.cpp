/// A convex body on a moved plate (tests/data/convex_motions.json): collisions with and without
/// friction, contact that lasts, infinite bounces.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/motions.hpp"
#include "support/pair_mechanism.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using nlohmann::json;
using testing::pair_mechanism;
using testing::Recorder;

json the_case(const std::string& id) {
  const json all = json::parse(std::ifstream(places::test_data + "/convex_motions.json"))["cases"];
  for (const json& each : all)
    if (each["id"] == id) return each;
  ADD_FAILURE() << id;
  return {};
}

double support(const json& shape, double theta) {
  return std::hypot(shape["a"].get<double>() * std::sin(theta),
                    shape["b"].get<double>() * std::cos(theta));
}
double support_slope(const json& shape, double theta) {
  const double a = shape["a"];
  const double b = shape["b"];
  return (a * a - b * b) * std::sin(theta) * std::cos(theta) / support(shape, theta);
}

/// The state with gap u and gap's rate u̇ over the plate.
State start(const json& pair, const json& x, double x_dot) {
  const json& plate = pair["plate"];
  const double phase = plate["psi"];
  const double A = plate["A"];
  const double w = plate["w"];
  const double theta = x["theta"];
  const double rate = x["theta_dot"];
  const double u = x.value("u", 0.0);
  const double u_dot = x["u_dot"];
  return {
      0,
      {0, A * std::sin(phase) + support(pair["shape"], theta) + u, theta},
      {x_dot, A * w * std::cos(phase) + support_slope(pair["shape"], theta) * rate + u_dot, rate}};
}

/// The motion of a case without friction.
Recorder followed(const json& inputs, double duration) {
  const json& pair = inputs["pair"];
  Recorder seen;
  simulate(Model(pair_mechanism(pair, 0)), start(pair, inputs["x0"], 0),
           {.duration = duration, .tolerance = 1e-11}, seen);
  return seen;
}

TEST(ConvexMotions, SequenceOfCollisions) {
  const json c = the_case("B-seq-ellipse");
  const Recorder seen = followed(c["inputs"], 0.5);
  const auto impacts = seen.of_kind(MotionEventKind::impact);
  const json& post = c["outputs"]["post"];
  ASSERT_GE(impacts.size(), post.size());
  for (std::size_t k = 0; k < post.size(); ++k) {
    EXPECT_NEAR(impacts[k].time, post[k]["t"], 1e-8);
    EXPECT_NEAR(impacts[k].velocity_after[1], post[k]["u_dot"], 1e-8);
    EXPECT_NEAR(impacts[k].positions[2], post[k]["theta"], 1e-8);
    EXPECT_NEAR(impacts[k].velocities_after[2], post[k]["theta_dot"], 1e-7);
  }
}

/// At its pointed side a fast spin lifts the body off: the next collision comes only after a long
/// flight, which an event search that stops at the trivial root would miss.
TEST(ConvexMotions, FlightAfterACollisionThatLiftsOff) {
  const json c = the_case("B-Wpos-1");
  const Recorder seen = followed(c["inputs"], 0.11);
  const auto impacts = seen.of_kind(MotionEventKind::impact);
  ASSERT_FALSE(impacts.empty());
  const json& pre = c["outputs"]["pre"];
  const json& post = c["outputs"]["post"];
  EXPECT_NEAR(impacts[0].time, pre["t"], 1e-8);
  EXPECT_NEAR(impacts[0].velocity_before[1], pre["u_dot"], 1e-8);
  EXPECT_NEAR(impacts[0].velocity_after[1], post["u_dot"], 1e-8);
  EXPECT_NEAR(impacts[0].velocities_after[2], post["theta_dot"], 1e-8);
}

TEST(ConvexMotions, BouncesContactAndSeparation) {
  const json c = the_case("B-hyb-ellipse");
  const Recorder seen = followed(c["inputs"], c["inputs"]["t_end"]);
  std::size_t next = 0;
  for (const json& event : c["outputs"]["events"]) {
    const std::string kind = event["type"];
    while (next < seen.events.size() && (name(seen.events[next].kind) != kind ||
                                         seen.events[next].time < event["t"].get<double>() - 1e-7))
      ++next;
    ASSERT_LT(next, seen.events.size()) << kind << " at " << event["t"];
    const MotionEvent& found = seen.events[next];
    EXPECT_NEAR(found.time, event["t"], 1e-8) << kind;
    EXPECT_NEAR(found.positions[2], event["th"], 1e-8) << kind;
    const char* rate = kind == "impact" ? "thd_plus" : "thd";
    EXPECT_NEAR(found.velocities_after[2], event[rate], 1e-7) << kind;
    ++next;
  }
}

TEST(ConvexMotions, CollisionsWithFriction) {
  const json c = the_case("B-fric-seq-mu0.2");
  const json& in = c["inputs"];
  Recorder seen;
  simulate(Model(pair_mechanism(in["pair"], in["mu"])), start(in["pair"], in["x0"], in["x_dot0"]),
           {.duration = 0.45, .tolerance = 1e-11, .law = "kinetic"}, seen);
  const auto impacts = seen.of_kind(MotionEventKind::impact);
  const json& collisions = c["outputs"]["collisions"];
  ASSERT_GE(impacts.size(), collisions.size());
  for (std::size_t k = 0; k < collisions.size(); ++k) {
    EXPECT_NEAR(impacts[k].time, collisions[k]["t"], 1e-8);
    EXPECT_NEAR(impacts[k].positions[0], collisions[k]["X"], 1e-8);
    EXPECT_NEAR(impacts[k].impulses[0][0], collisions[k]["Px"], 1e-8);
    EXPECT_NEAR(impacts[k].impulses[0][1], collisions[k]["Py"], 1e-8);
    EXPECT_NEAR(impacts[k].velocities_after[2], collisions[k]["thd"], 1e-7);
  }
}

/// A plate whose acceleration makes contact just impossible at t* = 0.5 s: launches on either side
/// of the separatrix are captured before t* or escape.
TEST(ConvexMotions, CaptureAndEscapeNearTheSeparatrix) {
  const json c = the_case("B-crit-2");
  for (const auto& [word, run] : c["outputs"]["runs"].items()) {
    SCOPED_TRACE(word);
    Mechanism m = testing::disc(0.1, 1, 0.005, 0, 0.5);
    // ÿ = −g − k (t − t*), from rest
    m.surfaces[0].motion = SurfaceMotion{.normal = {"-9.81*t^2/2 - 50*(t^3/6 - 0.5*t^2/2)"}};
    const double launch = run["factor"].get<double>() * c["outputs"]["u_crit"].get<double>();
    Recorder seen;
    simulate(Model(m), {0, {0, 0.1, 0}, {0, launch, 0}}, {.duration = 0.6, .tolerance = 1e-12},
             seen);
    const auto impacts = seen.of_kind(MotionEventKind::impact);
    ASSERT_GE(impacts.size(), run["first"].size());
    for (std::size_t k = 0; k < run["first"].size(); ++k) {
      EXPECT_NEAR(impacts[k].time, run["first"][k][0], 1e-8);
      EXPECT_NEAR(impacts[k].velocity_after[1], run["first"][k][1], 1e-8);
    }
    const auto limits = seen.of_kind(MotionEventKind::limit);
    if (run["outcome"] == "captured") {
      ASSERT_EQ(limits.size(), 1u);
      EXPECT_NEAR(limits[0].time, run["t_limit_or_last"], 1e-7);
    } else {
      EXPECT_TRUE(limits.empty());
      EXPECT_NEAR(impacts.back().time, run["t_limit_or_last"], 1e-7);
    }
  }
}

TEST(ConvexMotions, TennisBall) {
  const json c = the_case("B-ball-1");
  const double e = c["inputs"]["e"];
  const double V = c["inputs"]["V"];
  Mechanism m = testing::disc(0.1, 1, 0.005, 0, e);
  Recorder seen;
  simulate(Model(m), {0, {0, 0.1, 0}, {0, -V, 0}}, {.duration = 10}, seen);
  const auto limits = seen.of_kind(MotionEventKind::limit);
  ASSERT_EQ(limits.size(), 1u);
  EXPECT_NEAR(limits[0].time, 2 * e * V / ((1 - e) * 9.81), 1e-12);
}

}  // namespace
}  // namespace carom
