// Collisions of contacts that yield and do not open again, contact that lasts, and how exact a
// collision is at the tolerance asked for.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "carom/simulate.hpp"

namespace carom {
namespace {

using ::testing::ElementsAre;
using Kind = MotionEventKind;

struct Told : MotionSink {
  std::vector<MotionEvent> all;
  double deepest = 0;
  void event(const MotionEvent& event) override { all.push_back(event); }
  void sample(const MotionSample& sample) override {
    deepest = std::max(deepest, -sample.contacts[0].gap);
  }
  std::vector<Kind> kinds(int contact = 0) const {
    std::vector<Kind> kinds;
    for (const MotionEvent& event : all)
      if (event.contact == contact) kinds.push_back(event.kind);
    return kinds;
  }
  const MotionEvent& first(Kind kind) const {
    return *std::ranges::find(all, kind, &MotionEvent::kind);
  }
};

constexpr double weight = 9.81;

/// A foot of 1 kg on the floor.
Mechanism foot(std::optional<Compliance> compliance, double friction = 0) {
  Mechanism mechanism;
  mechanism.gravity = {0, -weight};
  Link link;
  link.name = "foot";
  link.mass = 1;
  link.length = 0.1;
  link.com = Vec2{0, 0};
  link.inertia = 0.001;
  mechanism.links.push_back(link);
  Surface floor;
  floor.name = "floor";
  mechanism.surfaces.push_back(floor);
  Contact contact;
  contact.name = "toe";
  contact.link = "foot";
  contact.surface = "floor";
  contact.friction = friction;
  contact.static_friction = 1.5 * friction;
  contact.compliance = std::move(compliance);
  mechanism.contacts.push_back(contact);
  return mechanism;
}

Compliance spring(const char* kind, double stiffness, double restitution) {
  return {kind, {{"stiffness", stiffness}, {"restitution", restitution}}};
}

State at(double height, double along, double down) {
  return {0, {0, height, 0}, {along, -down, 0}};
}

TEST(CompliantContact, ACollisionThatStaysClosedIsOneImpact) {
  const double stiffness = 1e9;
  const Model model(foot(spring("hertz", stiffness, 0), 0.2));
  Told told;
  const Motion motion = simulate(model, at(0, 0.5, 1), {.duration = 0.2, .loops = true}, told);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  ASSERT_THAT(told.kinds(), ElementsAre(Kind::impact, Kind::contact, Kind::sticks));
  // ½ m v² + m g δ = ⅖ K δ^2.5
  double deepest = 1e-5;
  for (int i = 0; i < 60; ++i) deepest = std::pow(2.5 * (0.5 + weight * deepest) / stiffness, 0.4);
  const MotionEvent& impact = told.all[0];
  const CompliantCollision& collision = impact.collision;
  const double peak = stiffness * std::pow(deepest, 1.5);
  // Steps at 1e-9 leave some 1e-11 of a collision.
  EXPECT_NEAR(collision.indentation[0], deepest, 1e-10 * deepest);
  EXPECT_NEAR(collision.indentation[1], deepest, 1e-10 * deepest);
  EXPECT_NEAR(collision.peak_force, peak, 1e-10 * peak);
  EXPECT_NEAR(impact.impulses[0][1], 1 + weight * collision.duration, 1e-10);
  EXPECT_NEAR(impact.impulses[0][0], -0.2 * impact.impulses[0][1], 1e-10);
  EXPECT_EQ(impact.velocity_after[1], 0);
  EXPECT_EQ(collision.kinematic.value(), 0);
  EXPECT_NEAR(collision.kinetic.value(), 0, 1e-12);
  EXPECT_NEAR(collision.energetic.value(), 0, 1e-6);  // a root of what rounding leaves
  EXPECT_GT(collision.loop.size(), 10u);
  EXPECT_NEAR(collision.loop.back()[1], peak, 1e-10 * peak);
  // It lasts from where compression ends: as rigid contact does, with the weight.
  const MotionEvent& contact = told.all[1];
  EXPECT_EQ(contact.time, collision.duration);
  EXPECT_EQ(contact.mode, Mode::slides_plus);
  EXPECT_NEAR(contact.force[1], weight, 1e-9);
  EXPECT_NEAR(contact.velocity_after[0], 0.5 - 0.2 * impact.impulses[0][1], 1e-9);
  const double slip = contact.velocity_after[0];
  EXPECT_NEAR(told.all[2].time, contact.time + slip / (0.2 * weight), 1e-9);
  EXPECT_EQ(motion.impacts, 1);
}

TEST(CompliantContact, ACollisionIsOverWhereItsReboundTurnsRound) {
  // Too slow to leave: it rests on its spring, which is pressed by 1e-3 m.
  const Model model(foot(spring("kelvin_voigt", 1e4, 0.3)));
  Told told;
  simulate(model, at(0, 0, 0.01), {.duration = 2}, told);
  ASSERT_THAT(told.kinds(), ElementsAre(Kind::impact, Kind::contact));
  const MotionEvent& impact = told.all[0];
  const double log = -std::log(0.3);
  const double zeta = log / std::hypot(std::numbers::pi, log);
  const double period = 2 * std::numbers::pi / std::sqrt(1e4 * (1 - zeta * zeta));
  // u = δ − δ_eq is a free oscillation: its turns are half a period apart.
  EXPECT_NEAR(impact.collision.duration - (told.all[1].time - impact.time), 0, 1e-15);
  EXPECT_GT(impact.collision.duration, 0.75 * period);
  EXPECT_LT(impact.collision.duration, 1.0 * period);
  EXPECT_EQ(impact.collision.kinematic.value(), 0);
  EXPECT_GT(impact.collision.energetic.value(), 0);
  EXPECT_NEAR(impact.impulses[0][1], 0.01 + weight * impact.collision.duration, 1e-10);
  EXPECT_GT(told.all[1].force[1], 0);
  EXPECT_LT(told.all[1].force[1], weight);  // it is at the top of its swing
}

TEST(CompliantContact, ACollisionThatCreepsToRestIsOver) {
  // Critical damping: it comes to rest without turning round a second time, or at all.
  for (const double speed : {0.001, 1.0}) {
    SCOPED_TRACE(speed);
    const Model model(foot(spring("kelvin_voigt", 1e4, 0)));
    Told told;
    simulate(model, at(0, 0, speed), {.duration = 2}, told);
    const auto kinds = told.kinds();
    ASSERT_GE(kinds.size(), 2u);
    EXPECT_EQ(kinds.back(), Kind::contact);
    EXPECT_EQ(kinds[kinds.size() - 2], Kind::impact);
    EXPECT_NEAR(told.all.back().force[1], weight, 1e-3);
    EXPECT_LT(told.all.back().time, 1.5);
  }
}

TEST(CompliantContact, AMotionThatEndsWithinACollisionTellsIt) {
  const Model model(foot(spring("hertz", 1e9, 0.5)));
  Told told;
  const Motion motion = simulate(model, at(0, 0, 1), {.duration = 2e-5}, told);
  ASSERT_THAT(told.kinds(), ElementsAre(Kind::impact));
  EXPECT_EQ(told.all[0].collision.duration, 2e-5);
  EXPECT_EQ(told.all[0].collision.indentation[0], -motion.contacts[0].gap);
  EXPECT_EQ(told.all[0].collision.peak_force, motion.contacts[0].force[1]);
  EXPECT_EQ(told.all[0].positions_after, motion.final.positions);
  EXPECT_LT(told.all[0].positions_after[1], told.all[0].positions[1]);
}

TEST(CompliantContact, OneThatIsLiftedSoonHasCollidedOn) {
  // A heavy-ended rod: what strikes one end lifts the other. The left one is locked when the right
  // one arrives.
  Mechanism mechanism = foot(spring("hertz", 1e9, 0));
  Link& rod = mechanism.links[0];
  rod.length = 1;
  rod.com = Vec2{0.5, 0};
  rod.inertia = 1;
  Contact right = mechanism.contacts[0];
  right.name = "right";
  right.at = {1, 0};
  mechanism.contacts.push_back(right);
  const Model model(mechanism);
  // The left end is stopped in 3.7e-4 s; the right one comes soon after that.
  Told told;
  const Motion motion = simulate(model, {0, {0, 0, 3.2e-4}, {0, -1, 0}}, {.duration = 2e-3}, told);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  ASSERT_THAT(told.kinds(0), ElementsAre(Kind::impact));
  const MotionEvent& left = *std::ranges::find(told.all, 0, &MotionEvent::contact);
  const MotionEvent& other = *std::ranges::find(told.all, 1, &MotionEvent::contact);
  EXPECT_GT(other.time, 3.7e-4);
  EXPECT_GT(left.collision.duration, other.time);
}

/// Pulled along the floor by 4t, and lifted from t = 1 on.
Mechanism pulled(std::optional<Compliance> compliance) {
  Mechanism mechanism = foot(std::move(compliance), 0.2);
  Force force;
  force.link = "foot";
  force.value_x.text = "4*t";
  force.value_y.text = "20*max(0, t - 1)";
  mechanism.forces.push_back(force);
  return mechanism;
}

TEST(CompliantContact, ContactThatLastsIsToldAsThatOfItsRigidTwin) {
  const double stiffness = 1e5;
  Told rigid, yielding;
  simulate(Model(pulled(std::nullopt)), at(0, 0, 0), {.duration = 2}, rigid);
  const Motion motion = simulate(Model(pulled(spring("kelvin_voigt", stiffness, 0.2))),
                                 at(-weight / stiffness, 0, 0), {.duration = 2}, yielding);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  ASSERT_THAT(yielding.kinds(), ElementsAre(Kind::contact, Kind::slides, Kind::separation));
  EXPECT_EQ(rigid.kinds(), yielding.kinds());
  for (std::size_t i = 0; i < 3; ++i) {
    SCOPED_TRACE(name(rigid.all[i].kind));
    EXPECT_EQ(yielding.all[i].mode, rigid.all[i].mode);
    // The spring lags behind what lifts by ġ K: 20/1e5 s of a damper, and swings by √(m/K).
    EXPECT_NEAR(yielding.all[i].time, rigid.all[i].time, 1e-3);
    EXPECT_NEAR(yielding.all[i].force[1], rigid.all[i].force[1], 1e-6);
    EXPECT_NEAR(yielding.all[i].velocity_after[0], rigid.all[i].velocity_after[0], 1e-2);
  }
  // Before it is lifted both are the same.
  EXPECT_NEAR(yielding.all[1].time, 0.3 * weight / 4, 1e-9);
  EXPECT_EQ(motion.impacts, 0);
  EXPECT_LT(motion.energy_error, 1e-9);
}

TEST(CompliantContact, StartsPressed) {
  struct Case {
    Compliance compliance;
    double depth;
  };
  const Compliance steel{"elastoplastic",
                         {{"young", 2e11},
                          {"poisson", 0.3},
                          {"yield", 3.5e6},
                          {"hardness", 1.2e9},
                          {"radius", 3.175e-3}}};
  const double k1 = 2 * 2e11 * std::sqrt(3.175e-3) / (3 * 0.91);
  const double strength = 2 * std::numbers::pi * 3.175e-3 * 3.5e6;
  const double critical = strength * strength * strength / (k1 * k1);
  const double eta = 1 / (2 * std::numbers::pi * 3.175e-3 * 1.2e9);
  ASSERT_LT(critical, weight) << "it has yielded";
  const Case cases[] = {{spring("kelvin_voigt", 1e5, 0.2), weight / 1e5},
                        {spring("bilinear", 1e5, 0.5), weight / 1e5},
                        {spring("hertz", 1e5, 0.5), std::pow(weight / 1e5, 2.0 / 3)},
                        {spring("hunt_crossley", 1e5, 0.5), std::pow(weight / 1e5, 2.0 / 3)},
                        {steel, std::pow(weight / k1, 2.0 / 3) + eta * (weight - critical)}};
  for (const Case& each : cases) {
    SCOPED_TRACE(each.compliance.kind);
    Told told;
    const Motion motion =
        simulate(Model(foot(each.compliance, 0.2)), at(-each.depth, 0, 0), {.duration = 0.2}, told);
    ASSERT_EQ(motion.end, MotionEnd::duration);
    ASSERT_THAT(told.kinds(), ElementsAre(Kind::contact));
    EXPECT_EQ(told.all[0].time, 0);
    EXPECT_EQ(told.all[0].mode, Mode::sticks);
    EXPECT_NEAR(told.all[0].force[1], weight, 1e-9);
    EXPECT_NEAR(motion.contacts[0].gap, -each.depth, 1e-9 * each.depth);
    // What it stores is there from the beginning, and nothing is lost.
    EXPECT_GT(motion.first_energy.springs, 0);
    EXPECT_NEAR(motion.first_energy.impacts, 0, 1e-18);
    EXPECT_LT(motion.energy_error, 1e-14);
  }
  Told told;
  EXPECT_EQ(simulate(Model(foot(std::nullopt)), at(-1e-4, 0, 0), {}, told).end,
            MotionEnd::below_surface);
}

TEST(CompliantContact, WhatBeginsAtRestIsNotDampedByAnApproach) {
  // It swings between the surface and where ⅖ K δ^2.5 = m g δ.
  const double depth = std::pow(2.5 * weight / 1e5, 2.0 / 3);
  for (const char* kind : {"hunt_crossley", "lankarani_nikravesh", "flores", "gonthier"}) {
    SCOPED_TRACE(kind);
    Told told;
    const Motion motion = simulate(Model(foot(spring(kind, 1e5, 0.7), 0.2)), at(0, 0.5, 0),
                                   {.duration = 2, .every = 1e-3}, told);
    ASSERT_EQ(motion.end, MotionEnd::duration);
    EXPECT_THAT(motion.undamped, ElementsAre(0));
    EXPECT_NEAR(told.deepest, depth, 1e-4 * depth);  // of samples a 76th of a swing apart
    EXPECT_THAT(told.kinds(), ElementsAre(Kind::contact, Kind::sticks));
    EXPECT_EQ(told.all[0].velocity_after[0], 0.5);
    EXPECT_EQ(told.all[0].force[1], 0);
    EXPECT_LT(motion.steps, 10000);
    EXPECT_LT(motion.energy_error, 1e-9);
  }
  Told told;
  EXPECT_THAT(
      simulate(Model(foot(spring("kelvin_voigt", 1e5, 0.7))), at(0, 0, 0), {.duration = 2}, told)
          .undamped,
      ElementsAre());
  EXPECT_THAT(
      simulate(Model(foot(spring("flores", 1e5, 0.7))), at(0, 0, 0.1), {.duration = 0.1}, told)
          .undamped,
      ElementsAre());
}

TEST(CompliantContact, OneThatIsLiftedFromRestHasNotTouched) {
  Mechanism mechanism = foot(spring("hertz", 1e5, 0.5));
  mechanism.gravity = {0, weight};
  Told told;
  simulate(Model(mechanism), at(0, 0, 0), {.duration = 0.1}, told);
  EXPECT_TRUE(told.all.empty());
}

TEST(CompliantContact, IsAsExactAsTheToleranceSays) {
  // A slow collision in a motion that is long for its size; elastic, so that e is 1 and the peak
  // follows from the energy. At the default tolerance, 1e-9.
  Mechanism mechanism = foot(Compliance{"elastoplastic",
                                        {{"young", 2e11},
                                         {"poisson", 0.3},
                                         {"yield", 3.5e8},
                                         {"hardness", 1.2e9},
                                         {"radius", 3.175e-3}}});
  mechanism.gravity = {0, 0};
  mechanism.links[0].mass = 0.03871;
  mechanism.links[0].length = 1;
  Told told;
  const Motion motion = simulate(Model(mechanism), at(0, 0, 0.005), {.duration = 0.01}, told);
  ASSERT_EQ(told.all.size(), 1u);
  const double k1 = 2 * 2e11 * std::sqrt(3.175e-3) / (3 * 0.91);
  const double energy = 0.5 * 0.03871 * 0.005 * 0.005;
  const double peak = k1 * std::pow(2.5 * energy / k1, 0.6);
  EXPECT_NEAR(told.all[0].collision.kinematic.value(), 1, 1e-10);
  EXPECT_NEAR(told.all[0].collision.peak_force, peak, 1e-10 * peak);
  // Some 180 steps that err by 1e-11 at most, most of them by less.
  EXPECT_LT(motion.energy_error, 2e-11 * energy);
  EXPECT_LT(motion.steps, 250);
}

TEST(CompliantContact, StiffnessTakesNothingOfTheBooks) {
  for (const double stiffness : {1e6, 1e9, 1e12, 1e15}) {
    SCOPED_TRACE(stiffness);
    Told told;
    const Motion motion = simulate(Model(foot(spring("hertz", stiffness, 0.7), 0.3)), at(0, 0.4, 1),
                                   {.duration = 0.05}, told);
    EXPECT_LT(motion.energy_error, 2e-11 * motion.first_energy.kinetic);
    EXPECT_NEAR(told.all[0].collision.energetic.value(), 0.7, 1e-9);
  }
}

}  // namespace
}  // namespace carom
