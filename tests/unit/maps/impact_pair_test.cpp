/// A convex body on a plate, collision by collision: reference sequences, `simulate` beside it,
/// first roots that are easily missed, derivatives against differences.

#include <gtest/gtest.h>

#include <numbers>

#include "pair_cases.hpp"

namespace carom {
namespace {

using testing::ball_on_plate;
using testing::json;
using testing::pair_case;
using testing::pair_mechanism;
using testing::pair_start;
using testing::PairOf;

TEST(ImpactPair, SequenceOfAnEllipse) {
  const json c = pair_case("B-seq-ellipse");
  const PairOf body(pair_mechanism(c["inputs"]["pair"], 0));
  const json& post = c["outputs"]["post"];
  const auto run = pair_sequence(body.pair, pair_start(c["inputs"]["x0"]),
                                 static_cast<long>(post.size()), 0, 10);
  ASSERT_GE(run.collisions.size(), post.size());
  for (std::size_t k = 0; k < post.size(); ++k) {
    const PairState& p = run.collisions[k].after;
    EXPECT_NEAR(p.t, post[k]["t"], 1e-11) << k;
    EXPECT_NEAR(p.u, post[k]["u_dot"], 1e-11) << k;
    EXPECT_NEAR(p.theta, post[k]["theta"], 1e-10) << k;
    EXPECT_NEAR(p.omega, post[k]["theta_dot"], 1e-9) << k;
  }
}

TEST(ImpactPair, FrictionAndItsModes) {
  const json c = pair_case("B-fric-seq-mu0.2");
  const json& in = c["inputs"];
  const PairOf body(pair_mechanism(in["pair"], in["mu"]), "kinetic");
  const json& all = c["outputs"]["collisions"];
  const auto run = pair_sequence(body.pair, pair_start(in["x0"], in["x_dot0"]),
                                 static_cast<long>(all.size()), 0, 10);
  ASSERT_GE(run.collisions.size(), all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    const PairCollision& own = run.collisions[k];
    EXPECT_NEAR(own.after.t, all[k]["t"], 1e-10) << k;
    EXPECT_NEAR(own.after.x, all[k]["X"], 1e-10) << k;
    EXPECT_NEAR(own.impulse[0], all[k]["Px"], 1e-10) << k;
    EXPECT_NEAR(own.impulse[1], all[k]["Py"], 1e-10) << k;
    EXPECT_NEAR(own.velocity_after[0], all[k]["S_plus"], 1e-9) << k;
    const std::string mode = all[k]["mode"];
    EXPECT_EQ(name(own.mode), mode == "sliding"      ? "sliding"
                              : mode == "C-sticking" ? "sticking in compression"
                                                     : "reversed in compression")
        << k;
  }
}

/// Against the motion: an independent method, time steps and events.
TEST(ImpactPair, AgreesWithTheMotionByEveryRigidLaw) {
  const json c = pair_case("B-fric-seq-mu0.2");
  for (const char* law : {"kinematic", "kinetic", "energetic", "whittaker"}) {
    SCOPED_TRACE(law);
    const PairOf body(pair_mechanism(c["inputs"]["pair"], 0.3), law);
    const PairState start = pair_start(c["inputs"]["x0"], 0.7);
    const auto run = pair_sequence(body.pair, start, 6, 0, 10);
    testing::Recorder seen;
    simulate(body.model, mechanism_state(body.pair, start),
             {.duration = 0.42, .tolerance = 1e-13, .law = law}, seen);
    const auto impacts = seen.of_kind(MotionEventKind::impact);
    ASSERT_GE(impacts.size(), 3U);
    for (std::size_t k = 0; k < std::min<std::size_t>(5, impacts.size()); ++k) {
      const State own = mechanism_state(body.pair, run.collisions[k].after);
      EXPECT_NEAR(impacts[k].time, own.time, 1e-9) << k;
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(impacts[k].positions[i], own.positions[i], 1e-9) << k << i;
        EXPECT_NEAR(impacts[k].velocities_after[i], own.velocities[i], 1e-9 * 15) << k << i;
      }
    }
  }
}

/// At its pointed side a fast spin lifts the body off.
TEST(ImpactPair, NoTrivialRoot) {
  const json c = pair_case("B-Wpos-1");
  const PairOf body(pair_mechanism(c["inputs"]["pair"], 0));
  const PairState start = pair_start(c["inputs"]["x0"]);
  EXPECT_NEAR(pair_acceleration(body.pair, start), c["outputs"]["W"], 1e-11);
  const auto run = pair_sequence(body.pair, start, 1, 0, 10);
  ASSERT_EQ(run.collisions.size(), 1U);
  EXPECT_NEAR(run.collisions[0].before.t, c["outputs"]["pre"]["t"], 1e-12);
  EXPECT_NEAR(run.collisions[0].before.u, c["outputs"]["pre"]["u_dot"], 1e-11);
  EXPECT_NEAR(run.collisions[0].after.omega, c["outputs"]["post"]["theta_dot"], 1e-10);
}

/// A plate that only just touches the ball in its flight, and only just does not: the parabola
/// t(1 − t) g/2·… of the ball against a crest of the plate. The crest's height that touches is
/// found by bisection on the gap itself, densely sampled; the solver must turn at the same height.
TEST(ImpactPair, NoGrazingIsMissed) {
  const auto least_gap = [](double A) {
    double least = 1;
    for (int i = 1; i < 400000; ++i) {
      const double t = 0.4 + 1.0 * i / 400000;
      least = std::min(least, 0.2 + 1.5 * t - 0.5 * t * t - 0.01 - A * std::sin(9 * t));
    }
    return least;
  };
  double low = 0.1, high = 2;
  for (int i = 0; i < 40; ++i)
    (least_gap(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  for (const double side : {-1e-9, 1e-9}) {
    Mechanism m = testing::disc(0.1, 1, 0.005, 0, 0.5);
    m.gravity = {0, -1};
    m.parameters = {{"A", low + side}};
    m.surfaces[0].motion = SurfaceMotion{.normal = {"A*sin(9*t)"}};
    const PairOf ball(m);
    PairSolver solver(ball.pair);
    PairState p{0, 0.19, 1.5 - 9 * (low + side), 0, 0, 0, 0};
    p.gap = 0.19;
    // As seen from t = 0.4, after the first crest has passed below.
    const double t = 0.4;
    p.t = t;
    p.gap = 0.2 + 1.5 * t - 0.5 * t * t - 0.01 - (low + side) * std::sin(9 * t);
    p.u = 1.5 - t - 9 * (low + side) * std::cos(9 * t);
    ASSERT_TRUE(solver.fly(p, 100));
    if (side > 0)
      EXPECT_LT(p.t, 1.4);
    else
      EXPECT_GT(p.t, 1.4);
  }
}

/// Where a flight ends its gap is zero, and it was above zero all the way, looked at densely.
TEST(ImpactPair, EveryFlightEndsAtItsFirstRoot) {
  const double gamma = 1.75;
  const PairOf ball(ball_on_plate(gamma, 0.5));
  PairSolver solver(ball.pair);
  PairState p{0.3, 0, 3, 0, 0, 0, 0};
  for (int n = 0; n < 2000; ++n) {
    const PairState from = p;
    ASSERT_TRUE(solver.fly(p, 100));
    const double v = from.u + gamma * std::cos(from.t);
    const auto gap = [&](double s) {
      return gamma * std::sin(from.t) + v * s - 0.5 * s * s - gamma * std::sin(from.t + s);
    };
    const double tau = p.t - from.t;
    EXPECT_NEAR(gap(tau), 0, 1e-13) << n;
    for (int i = 1; i < 50; ++i) EXPECT_GT(gap(tau * i / 50), 0) << n;
    ASSERT_TRUE(solver.collide(p));
    p.t = std::fmod(p.t, 2 * std::numbers::pi);
  }
}

TEST(ImpactPair, DerivativesAreThoseOfTheMap) {
  for (const double mu : {0.0, 0.2}) {
    const json c = pair_case("B-fric-seq-mu0.2");
    const PairOf body(pair_mechanism(c["inputs"]["pair"], mu), "kinetic");
    PairSolver solver(body.pair);
    const PairState start = pair_start(c["inputs"]["x0"], 0.7);
    PairState before = start;
    ASSERT_TRUE(solver.fly(before, 10));
    std::array<double, 25> d{};
    ASSERT_TRUE(solver.derivative(start, before, d));
    const auto image = [&](int which, double step) {
      PairState p = start;
      double* const part[] = {&p.t, &p.u, &p.theta, &p.omega, &p.s};
      *part[which] += step;
      solver.fly(p, 10);
      solver.collide(p);
      return std::array{p.t, p.u, p.theta, p.omega, p.s};
    };
    for (int k = 0; k < 5; ++k) {
      const double h = 1e-5;
      const auto above = image(k, h), below = image(k, -h);
      for (std::size_t r = 0; r < 5; ++r)
        EXPECT_NEAR(d[5 * r + static_cast<std::size_t>(k)], (above[r] - below[r]) / (2 * h), 2e-5)
            << mu << " " << r << " " << k;
    }
  }
}

TEST(ImpactPair, ElasticOnAFixedPlateConservesEnergy) {
  json c = pair_case("B-Wpos-1")["inputs"]["pair"];
  c["e"] = 1.0;
  const PairOf body(pair_mechanism(c, 0));
  const auto energy = [&](const PairState& p) {
    const State s = mechanism_state(body.pair, p);
    return 0.5 * (s.velocities[0] * s.velocities[0] + s.velocities[1] * s.velocities[1] +
                  body.pair.rho2 * s.velocities[2] * s.velocities[2]) +
           9.81 * s.positions[1];
  };
  const PairState start{0, 0, 0.8, 0.4, 1.5, 0, 0};
  const auto run = pair_sequence(body.pair, start, 200, 0, 10);
  ASSERT_EQ(run.collisions.size(), 200U);
  for (const PairCollision& each : run.collisions)
    EXPECT_NEAR(energy(each.after), energy(start), 1e-11);
}

}  // namespace
}  // namespace carom
