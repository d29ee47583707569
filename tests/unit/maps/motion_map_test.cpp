/// Maps through the motion: sections, symmetries, contacts that take part only somewhere; walkers.

#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "maps/motion_map.hpp"
#include "maps/orbits.hpp"
#include "support/motions.hpp"
#include "walkers.hpp"

namespace carom {
namespace {

using std::numbers::pi;

using testing::spoked_wheel;
using testing::step_of;
using testing::walker;

/// Garcia, Chatterjee, Ruina & Coleman 1998, slope 0.009: the limit of feet without mass from three
/// small ones, by a parabola in the mass.
TEST(MotionMap, TheSimplestWalkersLongGait) {
  Section section;
  section.contact = 1;
  section.swap = {{0, 1}};
  std::array<double, 3> stance{}, rate{}, period{}, re{}, im{};
  const std::array<double, 3> feet = {4e-4, 2e-4, 1e-4};
  for (std::size_t k = 0; k < 3; ++k) {
    const Model model(walker(feet[k], 0.009));
    MotionMap map(model, section, {.duration = 10, .tolerance = 1e-12});
    const auto first = map.next(step_of(0.2003109, -0.1998325));
    ASSERT_TRUE(first.has_value());
    std::string problem;
    const auto numbers = motion_section(map, *first, {}, problem);
    ASSERT_EQ(problem, "");
    EXPECT_EQ(numbers->size(), 3);
    const auto orbit = orbit_from(*numbers, numbers->coordinates(*first), 1);
    ASSERT_TRUE(orbit.has_value());
    EXPECT_TRUE(orbit->stable);
    EXPECT_FALSE(orbit->hindrance.has_value());
    EXPECT_LT(orbit->residual, 1e-11);
    const State state = numbers->point(orbit->points[0]).state;
    stance[k] = state.positions[2] - pi / 2;
    rate[k] = state.velocities[2];
    period[k] = orbit->time;
    re[k] = orbit->multipliers[0].real();
    im[k] = orbit->multipliers[0].imag();
  }
  const auto limit = [](const std::array<double, 3>& x) {
    return (8 * x[2] - 6 * x[1] + x[0]) / 3;
  };
  // What is left is of the third power of the masses, a few hundred times as large.
  EXPECT_NEAR(limit(stance), 0.20031090054, 1e-9);
  EXPECT_NEAR(limit(rate), -0.19983247300, 1e-9);
  EXPECT_NEAR(limit(period), 3.8824637529, 1e-8);
  EXPECT_NEAR(limit(re), -0.190099841, 1e-8);
  EXPECT_NEAR(limit(im), 0.557598777, 1e-7);
}

/// A wheel of eight spokes rolls down a slope: it has turned by −2α at every strike, and is turned
/// back. Rate and multiplier are those of ω² = n²(ω² + 4g sin α sin γ/(1 + J)).
TEST(MotionMap, AWheelIsTurnedBackAtEveryStrike) {
  constexpr double alpha = pi / 8, slope = 0.08, hub = 0.05, gravity = 9.81;
  const Model model(spoked_wheel(8, hub, slope, gravity));
  const double w = 1.2;
  const State start{
      0, {-std::sin(alpha), std::cos(alpha), 0}, {w * std::cos(alpha), w * std::sin(alpha), -w}};
  Section section;
  section.turn = -2 * alpha;
  MotionMap map(model, section, {.duration = 10, .tolerance = 1e-12});
  const auto run = map.run(start, 12);
  ASSERT_EQ(run.returns.size(), 12U);
  const double n = (std::cos(2 * alpha) + hub) / (1 + hub);
  const double gain = 4 * gravity * std::sin(alpha) * std::sin(slope) / (1 + hub);
  double rate = w;
  for (const SectionReturn& found : run.returns) {
    rate = n * std::sqrt(rate * rate + gain);
    EXPECT_EQ(found.contact, 6);  // the spoke in front, again and again
    EXPECT_NEAR(found.state.positions[2], -2 * alpha, 1e-11);  // before it is turned back
    EXPECT_NEAR(found.state.velocities[2], -rate, 1e-10);
  }
  // Turned the wrong way the names go round instead.
  section.turn = 2 * alpha;
  MotionMap other(model, section, {.duration = 10, .tolerance = 1e-12});
  const auto wrong = other.run(start, 3);
  ASSERT_EQ(wrong.returns.size(), 3U);
  EXPECT_NE(wrong.returns[1].contact, wrong.returns[0].contact);

  std::string problem;
  const auto numbers = motion_section(map, *map.next(start), {}, problem);
  ASSERT_EQ(problem, "");
  ASSERT_EQ(numbers->size(), 1);  // the rate
  const auto orbit = orbit_from(*numbers, numbers->coordinates(*map.next(start)), 1);
  ASSERT_TRUE(orbit.has_value());
  EXPECT_TRUE(orbit->stable);
  EXPECT_FALSE(orbit->hindrance.has_value());
  EXPECT_NEAR(orbit->multipliers[0].real(), n * n, 1e-11);
  EXPECT_NEAR(numbers->point(orbit->points[0]).state.velocities[2],
              -n * std::sqrt(gain / (1 - n * n)), 1e-11);
}

/// A ball that takes part only above a height of the hand: it falls through, and returns.
TEST(MotionMap, AContactTakesPartWhereItIsActive) {
  Mechanism m = testing::disc(0.1, 1, 0.005, 0, 0.5);
  m.contacts[0].active = Formula{"t - 0.5"};
  // At 0.5 s it is above the floor still, or below.
  for (const double height : {2.0, 1.0}) {
    testing::Recorder seen;
    const Motion motion = simulate(Model(m), {0, {0, 0.1 + height, 0}, {0, 0, 0}},
                                   {.duration = 0.8, .tolerance = 1e-11}, seen);
    if (height > 0.5 * 9.81 * 0.25) {
      EXPECT_EQ(motion.end, MotionEnd::duration);
      ASSERT_FALSE(seen.events.empty());
      EXPECT_NEAR(seen.events[0].time, std::sqrt(2 * height / 9.81), 1e-10);
    } else {
      EXPECT_EQ(motion.end, MotionEnd::active_below);
      EXPECT_NEAR(motion.final.time, 0.5, 1e-12);
      EXPECT_TRUE(seen.events.empty());
    }
  }
}

TEST(MotionMap, AContactThatRestsLeavesWhereItIsActiveNoMore) {
  Mechanism m = testing::disc(0.1, 1, 0.005, 0.3, 0.5);
  m.contacts[0].active = Formula{"0.25 - position.x"};
  testing::Recorder seen;
  simulate(Model(m), {0, {0, 0.1, 0}, {1, 0, -10}}, {.duration = 0.5, .tolerance = 1e-11}, seen);
  const auto left = seen.of_kind(MotionEventKind::separation);
  ASSERT_EQ(left.size(), 1U);
  EXPECT_NEAR(left[0].time, 0.25, 1e-10);
  EXPECT_NEAR(left[0].positions[0], 0.25, 1e-11);
}

/// A pendulum crosses the vertical twice a period, 4 K(sin(a/2)) √(l/g); here by its own formula.
TEST(MotionMap, AFormulaThatCrossesZero) {
  Mechanism m;
  m.gravity = {0, -9.81};
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "rod", .length = 1, .mass = 1});
  Section section;
  section.kind = SectionKind::formula;
  section.formula = "angle.rod + pi/2";
  const Model model(m);
  MotionMap map(model, section, {.duration = 10, .tolerance = 1e-12});
  const auto run = map.run({0, {-pi / 2 + 1}, {0}}, 4);
  ASSERT_EQ(run.returns.size(), 4U);
  const double quarter = std::comp_ellint_1(std::sin(0.5)) * std::sqrt(2.0 / 3 / 9.81);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(run.returns[k].state.time, (2 * static_cast<double>(k) + 1) * quarter, 1e-9);
    EXPECT_NEAR(run.returns[k].state.positions[0], -pi / 2, 1e-12);
  }
}

/// Legs that hang from one joint exchange their angles; those of a chain are walked the other way.
TEST(MotionMap, SwappedLinksStayWhereTheyAre) {
  const Model model(walker(0.1, 0));
  Section section;
  section.swap = {{0, 1}};
  MotionMap map(model, section, {});
  State state = step_of(0.2, -0.3);
  state.positions[3] += 0.1;
  const State before = state;
  std::string problem;
  ASSERT_TRUE(map.apply_symmetry(state, problem)) << problem;
  EXPECT_NEAR(state.positions[0], std::cos(before.positions[2]) + std::cos(before.positions[3]),
              1e-15);
  ASSERT_TRUE(map.apply_symmetry(state, problem));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(state.positions[i], before.positions[i], 1e-14);
    EXPECT_NEAR(state.velocities[i], before.velocities[i], 1e-14);
  }
}

}  // namespace
}  // namespace carom
