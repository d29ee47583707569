/// Where branches of orbits meet a graze, or their contacts other modes.

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
using testing::PairOf;

struct Maps {
  std::function<Mechanism(double)> mechanism;
  double period;
  struct There {
    std::unique_ptr<PairOf> body;
    std::unique_ptr<SectionMap> map;
  };
  std::map<double, There> made{};
  SectionMap* operator()(double parameter) {
    There& there = made[parameter];
    if (!there.map) {
      there.body = std::make_unique<PairOf>(mechanism(parameter));
      there.map = pair_section(there.body->pair, "disc", period, 100);
    }
    return there.map.get();
  }
};

/// One bounce a period, e = 1/2: beyond the fold the orbit strikes where the plate has passed its
/// lowest point (φ < 0), and the plate's crest comes nearer to it in flight, G = G′ = 0 of
///
///     G(x) = Γ (sin φ − sin(x + φ)) + πx − x²/2,   Γ cos φ = π/3
TEST(BranchChanges, ABallThatGrazesThePlateOnItsWay) {
  const double level = pi / 3;
  // Newton's method for (x, Γ).
  double x = 2.5, gamma = 2.6;
  for (int pass = 0; pass < 50; ++pass) {
    const double phi = -std::acos(level / gamma);
    const double turn = -level / (gamma * gamma * std::sqrt(1 - level * level / gamma / gamma));
    const double g = gamma * (std::sin(phi) - std::sin(x + phi)) + pi * x - x * x / 2;
    const double g_x = -gamma * std::cos(x + phi) + pi - x;
    const double g_xx = gamma * std::sin(x + phi) - 1;
    const double g_gamma =
        std::sin(phi) - std::sin(x + phi) + gamma * (std::cos(phi) - std::cos(x + phi)) * turn;
    const double g_xgamma = -std::cos(x + phi) + gamma * std::sin(x + phi) * turn;
    const double det = g_x * g_xgamma - g_xx * g_gamma;
    x -= (g * g_xgamma - g_x * g_gamma) / det;
    gamma -= (g_x * g_x - g_xx * g) / det;
  }
  ASSERT_GT(x, 0.5);
  ASSERT_LT(x, 2 * pi - 0.5);

  Maps maps{[](double amplitude) { return ball_on_plate(amplitude, 0.5); }, 2 * pi};
  const MapAt at = [&](double amplitude) { return maps(amplitude); };
  const double from = 1.2, phi = -std::acos(level / from);
  const auto orbit = orbit_from(*at(from), std::array{phi + 2 * pi, pi - level}, 1);
  ASSERT_TRUE(orbit.has_value());
  EXPECT_EQ(orbit->kind, OrbitKind::saddle);
  const auto branches = continuation(at, {from, *orbit}, {.from = 1.0, .to = 4.0});
  ASSERT_EQ(branches.size(), 1U);
  std::vector<Bifurcation> grazes;
  for (const Bifurcation& event : branches[0].bifurcations)
    if (event.event == BranchEvent::grazing) grazes.push_back(event);
  ASSERT_EQ(grazes.size(), 1U);
  EXPECT_NEAR(grazes[0].at.parameter, gamma, 1e-9);
  ASSERT_TRUE(grazes[0].change.has_value());
  EXPECT_EQ(grazes[0].change->contact(), 0);
  EXPECT_TRUE(grazes[0].ends);
}

/// A wheel whose axle is led up and down, on a plate that also goes to and fro, half as fast as up
/// and down: at every bounce it is dragged to the plate's velocity, ±V, of which a drag leaves it
/// the share q, and finds the plate reversed at the next. To stick it takes the impulse
/// (1 + q)V I/h² of friction, which is there, in all or by the end of compression, where
///
///     μ (1 + e) m u⁻ = (1 + q)V I/h²       μ m u⁻ = (1 + q)V I/h²
TEST(BranchChanges, AWheelThatComesToStick) {
  const double e = 0.5, gamma = 1.3, drag = 0.4, phi = std::acos(pi / 3 / gamma);
  const double r = 0.1, mass = 1, inertia = 0.005;
  const auto wheel = [&](double friction) {
    Mechanism m = ball_on_plate(gamma, e);
    m.base.kind = BaseKind::slider;
    m.base.direction = pi / 2;
    m.parameters.push_back({"B", drag});
    m.surfaces[0].motion->tangential = {"B*sin(t/2)"};
    m.contacts[0].friction = friction;
    m.torques.push_back({.link = "disc", .value = {"-0.5*0.005/(2*pi)*rate.disc"}});
    return m;
  };
  const double left = std::exp(-0.5);
  const double fast = drag / 2 * std::cos(phi / 2);
  const double approach = (pi - pi / 3) / e;
  const double compression = (1 + left) * fast * inertia / (r * r) / (mass * approach);
  const double all = compression / (1 + e);

  struct There {
    std::unique_ptr<Model> model;
    std::unique_ptr<MotionMap> motion;
    std::unique_ptr<SectionMap> map;
  };
  std::map<double, There> made;
  const double u = gamma * std::cos(phi) + 2 * pi / 3;  // in the world
  const SectionMap* first = nullptr;
  const MapAt at = [&](double friction) -> SectionMap* {
    if (!(friction > 0)) return nullptr;
    There& there = made[friction];
    if (!there.map) {
      there.model = std::make_unique<Model>(wheel(friction));
      there.motion = std::make_unique<MotionMap>(*there.model, Section{},
                                                 MotionOptions{.duration = 20, .tolerance = 1e-12});
      const State about{phi, {r + gamma * std::sin(phi), 0}, {u, -fast / r}};
      std::string problem;
      there.map = motion_section(*there.motion, about, 4 * pi, problem, nullptr, first);
      if (first == nullptr) first = there.map.get();
    }
    return there.map.get();
  };
  const double from = 2 * all;
  SectionMap* const map = at(from);
  ASSERT_EQ(map->size(), 3);
  const auto orbit = orbit_from(*map, std::array{phi, u, -fast / r}, 2);
  ASSERT_TRUE(orbit.has_value());
  const auto branches = continuation(at, {from, *orbit}, {.from = all / 2, .to = 2.2 * all});
  ASSERT_GE(branches.size(), 1U);
  std::vector<Bifurcation> changes;
  for (const Bifurcation& event : branches[0].bifurcations)
    if (event.event == BranchEvent::mode_change) changes.push_back(event);
  ASSERT_EQ(changes.size(), 2U);
  std::ranges::sort(changes, {}, [](const Bifurcation& each) { return each.at.parameter; });
  EXPECT_NEAR(changes[0].at.parameter, all, 1e-9);
  EXPECT_NEAR(changes[1].at.parameter, compression, 1e-9);
  const auto modes = [](const Bifurcation& each) {
    return std::array{*each.change->from.how, *each.change->to.how};
  };
  // It was followed from where it sticks in compression towards less friction.
  EXPECT_EQ(modes(changes[1]),
            (std::array{PairMode::sticking_in_compression, PairMode::sticking_in_restitution}));
  EXPECT_EQ(modes(changes[0]), (std::array{PairMode::sticking_in_restitution, PairMode::sliding}));
  for (const Bifurcation& event : changes) EXPECT_FALSE(event.ends);
}

}  // namespace
}  // namespace carom
