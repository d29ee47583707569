/// Infinitely many bounces: their end, the linearised sequence, the separatrix.

#include <gtest/gtest.h>

#include "pair_cases.hpp"

namespace carom {
namespace {

using testing::json;
using testing::pair_case;
using testing::pair_mechanism;
using testing::pair_start;
using testing::PairOf;

TEST(Capture, TheTennisBall) {
  const json c = pair_case("B-ball-1");
  const double e = c["inputs"]["e"], V = c["inputs"]["V"];
  const PairOf ball(testing::disc(0.1, 1, 0.005, 0, e));
  PairState start{};
  start.u = -V;
  const auto run = pair_sequence(ball.pair, start, 5, 1000, 100);
  ASSERT_TRUE(run.limit.has_value());
  EXPECT_NEAR(run.limit->state.t, c["outputs"]["T"], 1e-12);
  for (std::size_t k = 0; k < 5; ++k)
    EXPECT_NEAR(run.collisions[k].after.u, c["outputs"]["v_plus"][k], 1e-12);
}

TEST(Capture, LimitAndLinearisationOfAnEllipse) {
  const json c = pair_case("B-dead-1");
  const PairOf body(pair_mechanism(c["inputs"]["pair"], 0));
  const auto run = pair_sequence(body.pair, pair_start(c["inputs"]["x0"]), 0, 10000, 10);
  ASSERT_TRUE(run.limit.has_value());
  const PairLimit& limit = *run.limit;
  const json& out = c["outputs"];
  EXPECT_NEAR(limit.state.t, out["x_star"]["t"], 1e-10);
  EXPECT_NEAR(limit.state.theta, out["x_star"]["theta"], 1e-9);
  EXPECT_NEAR(limit.state.omega, out["x_star"]["theta_dot"], 1e-8);
  EXPECT_NEAR(limit.w, out["W_star"], 1e-7);
  EXPECT_NEAR(limit.alpha, out["alpha"], 1e-8);
  EXPECT_NEAR(limit.beta, out["beta"], 1e-7);
  EXPECT_NEAR(limit.force, out["contact_force_per_mass"], 1e-7);
  for (std::size_t r = 0; r < 4; ++r) {
    EXPECT_NEAR(limit.vectors[0][r], out["v1"][r], 1e-7);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(limit.matrix[4 * r + k], out["A"][r][k], 1e-7);
  }
  EXPECT_NEAR(limit.decay[0], out["z1_over_z2"], 1e-8);
  EXPECT_NEAR(limit.decay[2], out["z3_over_z2"], 1e-8);
  EXPECT_NEAR(limit.decay[3], out["z4_over_z2"], 1e-6);
}

/// The linear map and its vectors are those of the map itself, close to a limit.
TEST(Capture, TheSequenceDecaysAlongTheFirstVector) {
  const json c = pair_case("B-dead-1");
  const PairOf body(pair_mechanism(c["inputs"]["pair"], 0));
  const auto run = pair_sequence(body.pair, pair_start(c["inputs"]["x0"]), 0, 10000, 10);
  ASSERT_TRUE(run.limit.has_value());
  const PairState& end = run.limit->state;
  const PairState& late = run.collisions[run.collisions.size() - 20].after;
  EXPECT_NEAR((late.t - end.t) / late.u, run.limit->decay[0], 1e-3);
  EXPECT_NEAR((late.omega - end.omega) / late.u, run.limit->decay[3], 0.1);
}

TEST(Capture, TheSeparatrix) {
  const json c = pair_case("B-crit-2");
  Mechanism m = testing::disc(0.1, 1, 0.005, 0, 0.5);
  m.surfaces[0].motion = SurfaceMotion{.normal = {"-9.81*t^2/2 - 50*(t^3/6 - 0.5*t^2/2)"}};
  const PairOf ball(m);
  PairState start{};
  start.u = 1.8;
  const auto found = separatrix(ball.pair, start, 10);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->launch, c["outputs"]["u_crit"], 1e-11);
  EXPECT_NEAR(found->exact.lambda, c["outputs"]["lam"], 1e-13);
  EXPECT_NEAR(found->exact.multiplier, 1.990, 5e-4);
  EXPECT_NEAR(found->measured_lambda, found->exact.lambda, 1e-4);
  EXPECT_NEAR(found->measured_multiplier, found->exact.multiplier, 0.02);
  EXPECT_NEAR(found->t, 0.5, 1e-6);
  EXPECT_NEAR(self_similar(0.3).multiplier, 3.247, 5e-4);
  EXPECT_NEAR(self_similar(0.8).multiplier, 1.250, 5e-4);

  for (const auto& [word, run] : c["outputs"]["runs"].items()) {
    start.u = run["factor"].get<double>() * c["outputs"]["u_crit"].get<double>();
    const auto own = pair_sequence(ball.pair, start, 1, 10000, 0.6);
    for (std::size_t k = 0; k < run["first"].size(); ++k)
      EXPECT_NEAR(own.collisions[k].after.t, run["first"][k][0], 1e-10) << word;
    EXPECT_EQ(own.limit.has_value(), run["outcome"] == "captured");
    if (own.limit) {
      EXPECT_NEAR(own.limit->state.t, run["t_limit_or_last"], 1e-9);
    }
  }
}

/// Launches that a just missed collision parts are passed over: the nearest boundary is one.
TEST(Capture, TheSeparatrixOfAHarmonicPlate) {
  Mechanism m = testing::disc(0.02, 0.1, 1e-5, 0, 0.5);
  m.surfaces[0].motion = SurfaceMotion{.normal = {"1.3*9.81/900*sin(30*t)"}};
  const PairOf ball(m);
  PairState start{};
  start.u = 0.5 - 1.3 * 9.81 / 30;
  const auto found = separatrix(ball.pair, start, 10);
  ASSERT_TRUE(found.has_value());
  // Ẇ = A ω³ cos ωt and W = −g + A ω² sin ωt: zero at asin(1/Γ), and rising.
  EXPECT_NEAR(found->t, std::asin(1 / 1.3) / 30, 1e-9);
  EXPECT_NEAR(found->measured_lambda, found->exact.lambda, 1e-4);
  EXPECT_NEAR(found->measured_multiplier, found->exact.multiplier, 1e-2);
}

TEST(Capture, APlasticCollisionEndsAtOnceWhereItIsPressed) {
  json c = pair_case("B-Wpos-1")["inputs"];
  c["pair"]["e"] = 0.0;
  const PairOf body(pair_mechanism(c["pair"], 0));
  PairState start = pair_start(c["x0"]);
  start.omega = 1;
  const auto run = pair_sequence(body.pair, start, 1, 10, 10);
  ASSERT_TRUE(run.limit.has_value());
  EXPECT_EQ(run.collisions.size(), 1U);
  EXPECT_DOUBLE_EQ(run.limit->state.t, run.collisions[0].after.t);
}

}  // namespace
}  // namespace carom
