/// Periodic orbits, their stability, exponents and branches: closed forms of the ball on a plate.

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <numbers>

#include "maps/orbits.hpp"
#include "pair_cases.hpp"

namespace carom {
namespace {

using std::numbers::pi;
using testing::ball_on_plate;
using testing::json;
using testing::pair_case;
using testing::PairOf;

/// The phase of the orbit of one bounce in k periods, Γ cos φ = πk(1 − e)/(1 + e).
double phase(double gamma, double e, int k) {
  return std::acos(pi * k * (1 - e) / (1 + e) / gamma);
}

TEST(Orbits, TheBallOnAPlate) {
  const double e = 0.5, gamma = 1.3;
  const PairOf ball(ball_on_plate(gamma, e));
  const auto map = pair_section(ball.pair, "disc", 2 * pi, 100);
  ASSERT_EQ(map->size(), 2);
  const double phi = phase(gamma, e, 1);
  const double u = pi - gamma * std::cos(phi);  // it leaves with v = gT/2
  const auto orbit = orbit_from(*map, std::array{phi + 0.05, u + 0.05}, 1);
  ASSERT_TRUE(orbit.has_value());
  EXPECT_NEAR(orbit->points[0][0], phi, 1e-11);
  EXPECT_NEAR(orbit->points[0][1], u, 1e-11);
  const auto sum = orbit->multipliers[0] + orbit->multipliers[1];
  const auto product = orbit->multipliers[0] * orbit->multipliers[1];
  EXPECT_NEAR(sum.real(), 1 + e * e - (1 + e) * (1 + e) * gamma * std::sin(phi), 1e-11);
  EXPECT_NEAR(product.real(), e * e, 1e-11);
  EXPECT_TRUE(orbit->stable);
  EXPECT_EQ(orbit->kind, OrbitKind::stable_focus);
}

TEST(Orbits, OfPeriodTwo) {
  const json out = pair_case("B-table-3")["outputs"];
  const PairOf ball(ball_on_plate(1.6, 0.5));
  const auto map = pair_section(ball.pair, "disc", 2 * pi, 100);
  std::vector<std::vector<double>> starts;
  for (double t = 0; t < 2 * pi; t += 0.3)
    for (double u = 1; u < 5; u += 0.5) starts.push_back({t, u});
  const auto found = orbits(*map, starts, 2);
  bool seen = false;
  for (const Orbit& orbit : found) {
    if (!orbit.stable) continue;
    const auto& p = orbit.points;
    const std::size_t first = p[0][0] > p[1][0] ? 0 : 1;
    if (std::abs(p[first][0] - out["period2"][0][0].get<double>()) > 1e-6) continue;
    seen = true;
    EXPECT_NEAR(p[first][0], out["period2"][0][0], 1e-10);
    const auto sum = orbit.multipliers[0] + orbit.multipliers[1];
    EXPECT_NEAR(sum.real(), out["period2_trace"], 1e-9);
  }
  EXPECT_TRUE(seen);
}

TEST(Orbits, DoublingsInTheAmplitude) {
  const json out = pair_case("B-table-3")["outputs"];
  const double from = 1.2;
  struct There {
    std::unique_ptr<PairOf> ball;
    std::unique_ptr<SectionMap> map;
  };
  std::map<double, There> made;
  const MapAt at = [&](double gamma) -> SectionMap* {
    There& there = made[gamma];
    if (!there.map) {
      there.ball = std::make_unique<PairOf>(ball_on_plate(gamma, 0.5));
      there.map = pair_section(there.ball->pair, "disc", 2 * pi, 100);
    }
    return there.map.get();
  };
  const double phi = phase(from, 0.5, 1);
  const auto orbit = orbit_from(*at(from), std::array{phi, pi - from * std::cos(phi)}, 1);
  ASSERT_TRUE(orbit.has_value());
  const auto branches = continuation(at, {from, *orbit}, {.from = 1.0, .to = 1.75, .doublings = 2});
  ASSERT_GE(branches.size(), 3U);
  const auto doubling = [&](int period) {
    for (const OrbitBranch& branch : branches)
      if (branch.period == period)
        for (const Bifurcation& event : branch.bifurcations)
          if (event.event == BranchEvent::doubling) return event.at.parameter;
    return 0.0;
  };
  EXPECT_NEAR(doubling(1), out["Gamma_PD1"], 1e-8);
  EXPECT_NEAR(doubling(2), out["Gamma_PD2"], 1e-8);
  EXPECT_NEAR(doubling(4), out["Gamma_PD4"], 1e-8);
  // The orbit begins in a fold, where Γ = πk(1 − e)/(1 + e).
  bool fold = false;
  for (const Bifurcation& event : branches[0].bifurcations)
    if (event.event == BranchEvent::fold) {
      fold = true;
      EXPECT_NEAR(event.at.parameter, pi / 3, 1e-8);
    }
  EXPECT_TRUE(fold);
}

TEST(Orbits, ExponentsOfChaosAndOfAnOrbit) {
  const PairOf wild(ball_on_plate(1.75, 0.5));
  const auto map = pair_section(wild.pair, "disc", 2 * pi, 100);
  const auto found = exponents(*map, std::array{0.3, 3.0}, 500, 32000);
  ASSERT_TRUE(found.has_value());
  // 0.368 by a map of its own in (t, v), 60,000 returns.
  EXPECT_NEAR(found->values[0], 0.368, 4 * found->errors[0] + 0.001);
  // det = e² at every bounce, in (t, u̇): the sum is known exactly.
  EXPECT_NEAR(found->values[0] + found->values[1], 2 * std::log(0.5), 1e-3);
  EXPECT_LT(found->errors[0], 0.01);
}

TEST(Orbits, AnEllipseThatBouncesFlat) {
  const json c = pair_case("B-rot-1");
  for (const json& run : c["outputs"]["runs"]) {
    const double w = run["w"], e = c["inputs"]["e"];
    Mechanism m = testing::disc(0.1, 1, 0, 0, e);
    const double a = c["inputs"]["a"], b = c["inputs"]["b"];
    m.links[0].inertia = 0.25 * (a * a + b * b);
    testing::ellipse_outline(m.contacts[0], a, b);
    m.parameters = {{"A", run["A"]}, {"w", w}};
    m.surfaces[0].motion = SurfaceMotion{.normal = {"A*sin(w*t)"}};
    const PairOf body(m);
    const auto map = pair_section(body.pair, "disc", 2 * pi / w, 10);
    const std::vector<double> x = run["x0"];
    const auto orbit = orbit_from(*map, x, 1);
    ASSERT_TRUE(orbit.has_value()) << w;
    std::complex<double> sum = 0;
    for (const auto& each : orbit->multipliers) sum += each;
    EXPECT_NEAR(sum.real(), run["trans_tr"].get<double>() + run["rot_tr"].get<double>(), 1e-8);
    const double kT = run["kT"];
    EXPECT_EQ(std::abs(orbit->multipliers[0]) < 1 + 1e-6, kT < 4) << w;
  }
}

}  // namespace
}  // namespace carom
