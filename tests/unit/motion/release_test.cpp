/// Contacts whose force comes to zero: they leave, alone or together, at a known time; and contacts
/// that nothing can move.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/simulate.hpp"
#include "support/motions.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using testing::Random;
using testing::Recorder;
constexpr double g = 9.81;
constexpr double pi = std::numbers::pi;

/// A pinned door, 1 m and 1 kg, that leans at `angle` on a wall; `lift` is an upward force, N, at
/// its tip. The wall gives λ_n sin θ + λ_t cos θ = (g/2 − lift) cos θ.
Mechanism door(double angle, double friction, const std::string& lift) {
  Mechanism m;
  m.gravity = {0, -g};
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "door", .length = 1, .mass = 1});
  m.surfaces.push_back({.name = "wall", .angle = pi / 2, .point = {std::cos(angle), 0}});
  m.contacts.push_back(
      {.name = "tip", .link = "door", .at = {1, 0}, .surface = "wall", .friction = friction});
  m.forces.push_back({"door", {1, 0}, {"0"}, {lift}});
  return m;
}

/// Below tan θ the wall can only push the door up: it must leave where it would have to pull.
TEST(Release, ADoorLeavesItsWallWhereTheForceChangesSign) {
  for (const double friction : {0.0, 0.3, 0.5, 0.54}) {
    SCOPED_TRACE(friction);
    Recorder seen;
    const Motion motion = simulate(Model(door(0.5, friction, "20*t")), {0, {0.5}, {0}},
                                   {.duration = 0.4, .every = 0.01}, seen);
    EXPECT_EQ(motion.end, MotionEnd::duration);
    const auto left = seen.of_kind(MotionEventKind::separation);
    ASSERT_EQ(left.size(), 1u);
    EXPECT_NEAR(left[0].time, g / 2 / 20, 1e-8);
    EXPECT_GT(motion.final.positions[0], 0.5 + 1e-3);
  }
}

/// Above tan θ the wall could hold the door down as well, wedged, with a force that grows from
/// zero; the door could as well leave. Both are consistent: that is what the motion says, and where
/// it is told to go on, a contact whose force has come to zero leaves.
TEST(Release, ADoorThatCouldBeWedgedLeavesOrSaysThatItMay) {
  for (const double friction : {0.6, 0.8, 1.5}) {
    SCOPED_TRACE(friction);
    const Model model(door(0.5, friction, "20*t"));
    Recorder seen;
    const Motion motion = simulate(model, {0, {0.5}, {0}}, {.duration = 0.4}, seen);
    EXPECT_EQ(motion.end, MotionEnd::several_modes);
    EXPECT_NEAR(motion.final.time, g / 2 / 20, 1e-8);
    Recorder gone;
    const Motion on = simulate(model, {0, {0.5}, {0}},
                               {.duration = 0.4, .on_ambiguous = OnAmbiguous::first}, gone);
    EXPECT_EQ(on.end, MotionEnd::duration);
    EXPECT_EQ(on.choices, 1);
    const auto left = gone.of_kind(MotionEventKind::separation);
    ASSERT_EQ(left.size(), 1u);
    EXPECT_NEAR(left[0].time, g / 2 / 20, 1e-8);
    EXPECT_GT(on.final.positions[0], 0.5 + 1e-3);
  }
}

/// The force falls to a thousandth of itself and rises again: nothing leaves.
TEST(Release, AForceThatOnlyNearsZeroHoldsItsContact) {
  for (const double friction : {0.3, 0.8}) {
    SCOPED_TRACE(friction);
    Recorder seen;
    const Motion motion = simulate(Model(door(0.5, friction, "4.9*(1 - (2*t - 1)^2)")),
                                   {0, {0.5}, {0}}, {.duration = 1, .every = 0.01}, seen);
    EXPECT_EQ(motion.end, MotionEnd::duration);
    EXPECT_TRUE(seen.of_kind(MotionEventKind::separation).empty());
    EXPECT_NEAR(motion.final.positions[0], 0.5, 1e-12);
  }
}

/// A rod with its feet on a platform (M, k, c), released at s₀: together they swing as
///
///     (M + m) s̈ = −k s − c ṡ − (M + m) g,      force on the rod m (s̈ + g) = −m (k s + c ṡ)/(M + m)
///
/// and every foot leaves where k s + c ṡ = 0 for the first time.
double platform_leaves(double m, double M, double k, double c, double s0) {
  const double mass = M + m, rest = -mass * g / k;
  const double decay = c / (2 * mass), omega = std::sqrt(k / mass - decay * decay);
  const double A = s0 - rest, B = decay * A / omega;
  const auto pull = [&](double t) {
    const double e = std::exp(-decay * t), C = std::cos(omega * t), S = std::sin(omega * t);
    const double s = rest + e * (A * C + B * S);
    const double v = e * ((B * omega - decay * A) * C - (A * omega + decay * B) * S);
    return k * s + c * v;
  };
  double low = 0, high = pi / omega;
  if (pull(high) <= 0) return -1;
  while (pull(low) * pull(high) < 0 && high - low > 1e-15) {
    const double middle = (low + high) / 2;
    if (middle == low || middle == high) break;
    (pull(middle) < 0 ? low : high) = middle;
  }
  return high;
}

struct Platform {
  double length = 0.45, rod = 2.2, platform = 1, stiffness = 1500, damping = 5, from = -0.08;
  int feet = 2;
};

void expect_all_leave(const Platform& p) {
  const double time = platform_leaves(p.rod, p.platform, p.stiffness, p.damping, p.from);
  if (time < 0) return;
  Mechanism m;
  m.gravity = {0, -g};
  m.links.push_back({.name = "rod", .length = p.length, .mass = p.rod});
  Surface s{.name = "platform"};
  s.body = SurfaceBody{pi / 2, p.platform, p.stiffness, p.damping, p.from, 0};
  m.surfaces.push_back(s);
  for (int i = 0; i < p.feet; ++i)
    m.contacts.push_back({.name = "foot" + std::to_string(i),
                          .link = "rod",
                          .at = {p.feet == 1 ? p.length / 2 : p.length * i / (p.feet - 1), 0},
                          .surface = "platform",
                          .friction = 0.4});
  Recorder seen;
  const State start{0, {0, p.from, 0, p.from}, {0, 0, 0, 0}};
  const Motion motion = simulate(Model(m), start, {.duration = time * 1.2}, seen);
  EXPECT_EQ(motion.end, MotionEnd::duration);
  const auto left = seen.of_kind(MotionEventKind::separation);
  ASSERT_EQ(static_cast<int>(left.size()), p.feet);
  // The rod is even: no foot leaves before another.
  for (const MotionEvent& e : left) EXPECT_NEAR(e.time, time, 1e-8 * (1 + time));
  EXPECT_NEAR(motion.final.positions[2], 0, 1e-9);
}

TEST(Release, TwoFeetLeaveAPlatformTogether) {
  EXPECT_NEAR(platform_leaves(2.2, 1, 1500, 5, -0.08), 0.0889, 5e-5);
  expect_all_leave({});
}

TEST(Release, AnyFeetLeaveAnyPlatformTogether) {
  Random random(7);
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    Platform p;
    p.length = random.in(0.2, 1);
    p.rod = random.in(0.3, 4);
    p.platform = random.in(0.3, 3);
    p.stiffness = random.in(300, 3000);
    p.damping = random.in(0, 15);
    p.from = -random.in(0.05, 0.2);
    p.feet = 1 + trial % 3;
    expect_all_leave(p);
  }
}

/// Mirror images come to rest in one instant, with the same forces.
TEST(Release, TwoFeetThatBounceOnAPlatformRestTogether) {
  Mechanism m;
  m.gravity = {0, -g};
  m.links.push_back({.name = "rod", .length = 0.45, .mass = 2.2});
  m.surfaces.push_back({.name = "platform", .body = SurfaceBody{pi / 2, 1, 1500, 5}});
  for (const double at : {0.0, 0.45})
    m.contacts.push_back({.name = at == 0 ? "A" : "B",
                          .link = "rod",
                          .at = {at, 0},
                          .surface = "platform",
                          .friction = 0.5,
                          .restitution = 0.3});
  Recorder seen;
  simulate(Model(m), {0, {0, -0.08, 0, -0.08}, {0, 0, 0, 0}}, {.duration = 1}, seen);
  const auto contacts = seen.of_kind(MotionEventKind::contact);
  ASSERT_EQ(contacts.size(), 6u);
  for (std::size_t k = 0; k < contacts.size(); k += 2) {
    EXPECT_EQ(contacts[k].time, contacts[k + 1].time);
    EXPECT_NEAR(contacts[k].force[1], contacts[k + 1].force[1], 1e-9);
  }
}

/// A driven rod whose tip comes to the floor with zero speed, and leaves it again.
TEST(Release, ADrivenRodThatOnlyTouchesTheFloorGoesOn) {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.base.position = {0, 0.5};
  m.links.push_back({.name = "rod", .length = 1, .mass = 1});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back(
      {.name = "tip", .link = "rod", .at = {1, 0}, .surface = "floor", .restitution = 0.5});
  m.drives.push_back({"rod", std::nullopt, {"-pi/6*sin(t)^2"}});
  Recorder seen;
  const Motion motion = simulate(Model(m), {0, {0}, {0}}, {.duration = 5}, seen);
  EXPECT_EQ(motion.end, MotionEnd::duration);
  EXPECT_EQ(motion.impacts, 0);
}

/// A rod of length l whose angle is driven from −0.1 down to the floor at depth d meets it at
/// sin θ = −d/l; nothing can stop the drive and nothing moves the floor.
TEST(Release, ADrivenRodThatMeetsAFixedFloorJams) {
  Random random(11);
  for (int trial = 0; trial < 120; ++trial) {
    SCOPED_TRACE(trial);
    const double length = random.in(0.3, 2), depth = random.in(0.15, 0.95) * length;
    const double rate = random.in(0.2, 5), friction = random.chance(0.2) ? 0 : random.in(0, 1.5);
    Mechanism m;
    m.gravity = {0, -g};
    m.base.kind = BaseKind::pinned;
    m.links.push_back({.name = "rod", .length = length, .mass = random.in(0.1, 5)});
    m.surfaces.push_back({.name = "floor", .point = {0, -depth}});
    m.contacts.push_back({.name = "tip",
                          .link = "rod",
                          .at = {length, 0},
                          .surface = "floor",
                          .friction = friction,
                          .restitution = random.chance(0.3) ? 0 : random.in(0, 1)});
    m.drives.push_back({"rod", std::nullopt, {"-0.1 - " + std::to_string(rate) + "*t"}});
    const double written = std::stod(std::to_string(rate));
    const double time = (std::asin(depth / length) - 0.1) / written;
    Recorder seen;
    const Motion motion = simulate(Model(m), {0, {-0.1}, {-written}}, {.duration = time + 1}, seen);
    EXPECT_EQ(motion.end, MotionEnd::verdict);
    EXPECT_EQ(motion.verdict, Verdict::jammed);
    EXPECT_NEAR(motion.final.time, time, 1e-8 * (1 + time));
    EXPECT_TRUE(seen.events.empty());
    EXPECT_EQ(motion.impacts, 0);
  }
}

/// A chain whose every joint is driven, on a slider that is not: the tip strikes the floor and the
/// slider gives way. What can move does.
TEST(Release, ADrivenRodOnASliderStrikes) {
  Mechanism m;
  m.base = {.kind = BaseKind::slider, .direction = pi / 2, .mass = 1};
  m.links.push_back({.name = "rod", .length = 1, .mass = 1});
  m.surfaces.push_back({.name = "floor", .point = {0, -0.5}});
  m.contacts.push_back(
      {.name = "tip", .link = "rod", .at = {1, 0}, .surface = "floor", .restitution = 0.5});
  m.drives.push_back({"rod", std::nullopt, {"-2*t"}});
  Recorder seen;
  const Motion motion = simulate(Model(m), {0, {0, 0}, {0, -2}}, {.duration = 0.35}, seen);
  EXPECT_EQ(motion.end, MotionEnd::duration);
  const auto impacts = seen.of_kind(MotionEventKind::impact);
  ASSERT_GE(impacts.size(), 1u);
  // Both masses, 2 kg, turn from v_n⁻ to −v_n⁻/2 together.
  EXPECT_NEAR(impacts[0].impulses[0][1], -1.5 * 2 * impacts[0].velocity_before[1], 1e-9);
}

}  // namespace
}  // namespace carom
