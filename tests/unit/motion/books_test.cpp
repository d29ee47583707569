/// Momentum and energy of a chain that strikes the floor again and again.

#include <gtest/gtest.h>

#include <cmath>

#include "carom/simulate.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

using testing::Recorder;
constexpr double g = 9.81;

/// Three rods, with a contact at every joint and end.
Mechanism chain(double friction, double restitution) {
  Mechanism m;
  m.gravity = {0, -g};
  m.surfaces.push_back({.name = "floor"});
  const auto contact = [&](const std::string& link, double at) {
    m.contacts.push_back({.name = link + (at > 0 ? " end" : " start"),
                          .link = link,
                          .at = {at, 0},
                          .surface = "floor",
                          .friction = friction,
                          .restitution = restitution});
  };
  for (const auto& [name, length, mass] :
       {std::tuple{"a", 0.3, 0.5}, std::tuple{"b", 0.4, 0.7}, std::tuple{"c", 0.25, 0.4}}) {
    if (m.links.empty()) contact(name, 0);
    m.links.push_back({.name = name, .length = length, .mass = mass});
    contact(name, length);
  }
  return m;
}

/// Linear momentum of rods in a row, from a base (x, y) and absolute angles.
Vec2 momentum(const Mechanism& m, std::span<const double> q, std::span<const double> v) {
  Vec2 joint{v[0], v[1]};
  Vec2 sum;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const double angle = q[2 + i];
    const Vec2 turn = m.links[i].length * v[2 + i] * Vec2{-std::sin(angle), std::cos(angle)};
    sum += m.links[i].mass * (joint + 0.5 * turn);
    joint += turn;
  }
  return sum;
}

double mass(const Mechanism& m) {
  double sum = 0;
  for (const Link& link : m.links) sum += link.mass;
  return sum;
}

/// p = p₀ + m g t + Σ impulses, at every impact of the flights and bounces.
TEST(MotionBooks, MomentumFollowsFromWeightAndImpulses) {
  const Mechanism m = chain(0.3, 0.7);
  const State start{0, {0, 1, 0.4, -0.7, 0.2}, {0.5, 0, 1, -2, 3}};
  Recorder seen;
  simulate(Model(m), start, {.duration = 2, .tolerance = 1e-10}, seen);
  const Vec2 first = momentum(m, start.positions, start.velocities);
  Vec2 given;
  int impacts = 0;
  for (const MotionEvent& e : seen.events) {
    if (e.kind != MotionEventKind::impact) break;  // from here on forces would count too
    const Vec2 weight = e.time * mass(m) * m.gravity;
    const Vec2 before = momentum(m, e.positions, e.velocities_before);
    EXPECT_NEAR(before.x, (first + weight + given).x, 1e-8) << e.time;
    EXPECT_NEAR(before.y, (first + weight + given).y, 1e-8) << e.time;
    // On the floor (t, n) is (x, y).
    for (const auto& impulse : e.impulses) given += Vec2{impulse[0], impulse[1]};
    const Vec2 after = momentum(m, e.positions, e.velocities_after);
    EXPECT_NEAR(after.x, (first + weight + given).x, 1e-8) << e.time;
    EXPECT_NEAR(after.y, (first + weight + given).y, 1e-8) << e.time;
    ++impacts;
  }
  EXPECT_GE(impacts, 5);
}

/// Without friction and with e = 1 a chain bounces for ever and keeps its energy.
TEST(MotionBooks, AChainBouncesForAMinute) {
  const Mechanism m = chain(0, 1);
  const State start{0, {0, 0.8, 0.4, -0.7, 0.2}, {0.2, 0, 1, -2, 3}};
  Recorder seen;
  const Motion motion =
      simulate(Model(m), start, {.duration = 60, .every = 0.01, .tolerance = 1e-9}, seen);
  EXPECT_EQ(motion.end, MotionEnd::duration);
  EXPECT_GT(motion.impacts, 200);
  const double energy = motion.first_energy.kinetic + motion.first_energy.gravity;
  EXPECT_LT(motion.energy_error, 1e-5 * energy);
  EXPECT_NEAR(motion.energy.kinetic + motion.energy.gravity, energy, 1e-5 * energy);
  for (const auto& s : seen.samples)
    for (const ContactMotion& c : s.contacts) EXPECT_GT(c.gap, -1e-8) << s.time;
  // No force along the floor: the mass centre keeps its horizontal speed.
  const double wanted = momentum(m, start.positions, start.velocities).x;
  EXPECT_NEAR(momentum(m, motion.final.positions, motion.final.velocities).x, wanted, 1e-6);
}

/// The longest step is the user's, and so is the number of steps.
TEST(MotionBooks, StepsCanBeBounded) {
  Mechanism m;
  m.links.push_back({.name = "disc", .mass = 1, .com = Vec2{0, 0}, .inertia = 1});
  // A pulse of 1 mN s within a millisecond of ten seconds.
  m.forces.push_back({.link = "disc",
                      .at = {0, 0},
                      .value_x = {"exp(-((t - 5.0005)/1e-4)^2)*10/sqrt(pi)"},
                      .value_y = {"0"}});
  const State start{0, {0, 0, 0}, {0, 0, 0}};
  Recorder seen;
  const Motion found = simulate(Model(m), start, {.duration = 10, .largest_step = 2e-4}, seen);
  EXPECT_NEAR(found.final.velocities[0], 1e-3, 1e-9);
  EXPECT_GE(found.steps, 50000);
  const Motion stopped =
      simulate(Model(m), start, {.duration = 10, .largest_step = 2e-4, .step_limit = 100}, seen);
  EXPECT_EQ(stopped.end, MotionEnd::step_limit);
  EXPECT_LE(stopped.final.time, 100 * 2e-4 + 1e-12);
}

}  // namespace
}  // namespace carom
