/// Events that come together, or where a function only just passes zero.

#include <gtest/gtest.h>

#include <cmath>

#include "carom/simulate.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

using testing::disc;
using testing::Recorder;
constexpr double g = 9.81;

/// A pinned rod that is driven onto an obstacle on a spring and damper.
Mechanism rod_on_obstacle(double torque) {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "rod", .length = 0.5, .mass = 1});
  Surface wall{.name = "wall", .angle = std::numbers::pi, .point = {0.5, 0.05}};
  wall.body =
      SurfaceBody{.direction = std::numbers::pi / 2, .mass = 1, .stiffness = 480, .damping = 6};
  m.surfaces.push_back(wall);
  m.contacts.push_back({.name = "tip", .link = "rod", .at = {0.5, 0}, .surface = "wall"});
  m.torques.push_back({.link = "rod", .value = {std::to_string(torque) + "*cos(9*t)"}});
  return m;
}

/// A contact that was pressed leaves before it strikes again, whatever the rounding where its force
/// comes to zero, and is then away from its surface.
TEST(MotionEvents, EveryContactThatEndsIsSeenToSeparate) {
  int separations = 0;
  for (int k = 0; k < 60; ++k) {
    const double torque = 1 + 0.05 * k;
    SCOPED_TRACE(torque);
    Recorder seen;
    const Motion motion = simulate(Model(rod_on_obstacle(torque)), {0, {0, 0}, {0, 0}},
                                   {.duration = 3, .every = 0.01}, seen);
    EXPECT_EQ(motion.end, MotionEnd::duration);
    bool pressed = false;
    for (const MotionEvent& e : seen.events) {
      if (e.kind == MotionEventKind::impact) {
        EXPECT_FALSE(pressed) << e.time;
      }
      if (e.kind == MotionEventKind::contact) pressed = true;
      if (e.kind == MotionEventKind::separation) {
        pressed = false;
        ++separations;
        EXPECT_NEAR(e.force[1], 0, 1e-6) << e.time;
      }
    }
    for (const auto& s : seen.samples)
      if (s.contacts[0].mode == Mode::separates) {
        EXPECT_LT(s.contacts[0].gap, 1e-9) << s.time;
      }
  }
  EXPECT_GT(separations, 60);
}

/// Two feet of a block, pushed ever harder at the height of its mass centre: they slip together
/// when F = [μ₁(mg − a) + μ₂a]/(1 − (μ₂ − μ₁)y/w), a = mgx/w.
TEST(MotionEvents, TwoFeetBeginToSlipTogether) {
  for (const double push : {1.0, 2.0, 5.0})
    for (const double first : {0.1, 0.3, 0.4})
      for (const double second : {0.1, 0.3, 0.5}) {
        SCOPED_TRACE(push);
        SCOPED_TRACE(first);
        SCOPED_TRACE(second);
        const double w = 0.4, x = 0.26, y = 0.05;
        Mechanism m;
        m.gravity = {0, -g};
        m.links.push_back(
            {.name = "block", .length = w, .mass = 1, .com = Vec2{x, y}, .inertia = 0.02});
        m.surfaces.push_back({.name = "floor"});
        m.contacts.push_back({.name = "A", .link = "block", .surface = "floor", .friction = first});
        m.contacts.push_back(
            {.name = "B", .link = "block", .at = {w, 0}, .surface = "floor", .friction = second});
        m.forces.push_back({.link = "block",
                            .at = {0, y},
                            .value_x = {std::to_string(push) + "*t"},
                            .value_y = {"0"}});
        const double a = g * x / w;
        const double limit = (first * (g - a) + second * a) / (1 - (second - first) * y / w);
        Recorder seen;
        const Motion motion =
            simulate(Model(m), {0, {0, 0, 0}, {0, 0, 0}}, {.duration = 1.1 * limit / push}, seen);
        EXPECT_EQ(motion.end, MotionEnd::duration);
        const auto slides = seen.of_kind(MotionEventKind::slides);
        ASSERT_EQ(slides.size(), 2u);
        for (const MotionEvent& e : slides) EXPECT_NEAR(e.time, limit / push, 1e-7);
        EXPECT_GT(motion.final.velocities[0], 0);
      }
}

/// A body whose mass centre is in the corner of a floor and a wall, pressed to the wall and then
/// drawn away by F(t) = −10 + 20t N: the four forces are open until the floor's friction alone can
/// hold it no longer, at F = μmg. The wall's last force is zero then.
TEST(MotionEvents, AContactThatLeavesACornerHasNoForceLeft) {
  for (const double friction : {0.1, 0.3, 0.8}) {
    SCOPED_TRACE(friction);
    Mechanism m;
    m.gravity = {0, -g};
    m.links.push_back({.name = "body", .length = 1, .mass = 1, .com = Vec2{0, 0}, .inertia = 0.1});
    m.surfaces.push_back({.name = "floor"});
    m.surfaces.push_back({.name = "wall", .angle = -std::numbers::pi / 2});
    for (const char* const surface : {"floor", "wall"})
      m.contacts.push_back(
          {.name = surface, .link = "body", .surface = surface, .friction = friction});
    m.forces.push_back({.link = "body", .value_x = {"-10 + 20*t"}, .value_y = {"0"}});
    Recorder seen;
    simulate(Model(m), {0, {0, 0, 0}, {0, 0, 0}}, {.duration = 1.5}, seen);
    const auto leaves = seen.of_kind(MotionEventKind::separation);
    ASSERT_EQ(leaves.size(), 1u);
    EXPECT_EQ(leaves[0].contact, 1);
    // Modes are consistent to 1e-9 of the forces, and so is the instant.
    EXPECT_NEAR(leaves[0].time, (10 + friction * g) / 20, 1e-7);
    EXPECT_NEAR(leaves[0].force[0], 0, 1e-6);
    EXPECT_NEAR(leaves[0].force[1], 0, 1e-6);
    EXPECT_GE(leaves[0].force[1], 0);
  }
}

/// However long the motion, a bounce is located to rounding: the energy of a ball with e = 1 stays.
TEST(MotionEvents, ALosslessBallKeepsItsEnergyForThousandsOfBounces) {
  for (const double duration : {20.0, 2000.0}) {
    Recorder seen;
    const Motion motion = simulate(Model(disc(0.1, 1, 0.005, 0, 1)), {0, {0, 1.1, 0}, {0, 0, 0}},
                                   {.duration = duration}, seen);
    EXPECT_EQ(motion.end, MotionEnd::duration);
    EXPECT_LT(motion.energy_error, 1e-10) << duration;
  }
}

/// The bounces of a ball end at (1 + e)/(1 − e) of the fall, however long the motion is to be.
TEST(MotionEvents, TheEndOfBouncesDoesNotDependOnTheDuration) {
  for (const double duration : {1.0, 1e5, 1e9}) {
    Recorder seen;
    simulate(Model(disc(0.1, 1, 0.005, 0, 0.5)), {0, {0, 0.6, 0}, {0, 0, 0}},
             {.duration = duration}, seen);
    const auto limits = seen.of_kind(MotionEventKind::limit);
    ASSERT_EQ(limits.size(), 1u) << duration;
    EXPECT_NEAR(limits[0].time, 3 * std::sqrt(2 * 0.5 / g), 1e-12) << duration;
  }
}

/// To be watched changes nothing.
TEST(MotionEvents, SamplesDoNotDisturbTheMotion) {
  const Model model(rod_on_obstacle(2.5));
  const State start{0, {0, 0}, {0, 0}};
  Recorder plain;
  Recorder watched;
  const Motion one = simulate(model, start, {.duration = 3}, plain);
  const Motion two = simulate(model, start, {.duration = 3, .every = 0.001}, watched);
  EXPECT_EQ(one.final.positions, two.final.positions);
  EXPECT_EQ(one.final.velocities, two.final.velocities);
  EXPECT_EQ(one.evaluations, two.evaluations);
  ASSERT_EQ(plain.events.size(), watched.events.size());
  for (std::size_t k = 0; k < plain.events.size(); ++k)
    EXPECT_EQ(plain.events[k].time, watched.events[k].time);
}

/// A start a little off the surface is put onto it, and the books are opened there.
TEST(MotionEvents, AStartThatTouchesButForALittleCostsNoEnergy) {
  Recorder seen;
  const Motion motion = simulate(Model(disc(0.1, 1, 0.005, 0.3, 0)),
                                 {0, {0, 0.1 + 5e-8, 0}, {1, 0, 0}}, {.duration = 0.5}, seen);
  EXPECT_LT(motion.energy_error, 1e-12);
}

}  // namespace
}  // namespace carom
