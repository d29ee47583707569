/// What is said of every impact and force of a motion: which law resolved it, whether it made
/// energy, and what rigid contact leaves open.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "carom/simulate.hpp"
#include "carom/strike.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

using testing::block;
using testing::Recorder;

constexpr double pi = std::numbers::pi;
constexpr std::array<bool, 2> all{true, true};

/// Two rods joined at the top; the near end of the first and the far end of the second are feet.
Mechanism vee(double friction, double restitution) {
  Mechanism m;
  m.links.push_back({.name = "left", .length = 1, .mass = 1});
  m.links.push_back({.name = "right", .length = 1, .mass = 1});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back({.name = "A",
                        .link = "left",
                        .surface = "floor",
                        .friction = friction,
                        .restitution = restitution});
  m.contacts.push_back({.name = "B",
                        .link = "right",
                        .at = {1, 0},
                        .surface = "floor",
                        .friction = friction,
                        .restitution = restitution});
  return m;
}

const State vee_state{0, {0, 0, pi / 6, -pi / 6}, {1.5, -1 - 3 * std::cos(pi / 6), 3, -3}};

/// One leg of the V on a vertical slider, from the joint to its foot.
Mechanism leg() {
  Mechanism m;
  m.base.kind = BaseKind::slider;
  m.base.direction = pi / 2;
  m.base.position = {std::cos(pi / 6), 0};
  m.links.push_back({.name = "leg", .length = 1, .mass = 1});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back({.name = "foot",
                        .link = "leg",
                        .at = {1, 0},
                        .surface = "floor",
                        .friction = 0.8,
                        .restitution = 0.9});
  return m;
}

/// By symmetry each leg of the V does what one on a vertical slider does, by the energetic law.
TEST(Certificate, SeveralStrikersAreResolvedBySpringsAndMakeNothing) {
  const Model model(leg());
  Workspace workspace(model);
  const Impact alone =
      strike(model, {0, {0.5, pi + pi / 6}, {-1, 3}}, {.law = "energetic"}, workspace);
  ASSERT_EQ(alone.verdict, Verdict::unique);
  EXPECT_NEAR(alone.kinetic_energy_before, 6.598 / 2, 1e-3);
  EXPECT_NEAR(alone.contact_work, -1.463, 1e-3);
  for (const char* law : {"energetic", "brach", "kinematic", "simultaneous"}) {
    Recorder seen;
    const Motion motion =
        simulate(Model(vee(0.8, 0.9)), vee_state, {.duration = 1e-3, .law = law}, seen);
    const auto impacts = seen.of_kind(MotionEventKind::impact);
    ASSERT_EQ(impacts.size(), 1u) << law;
    const MotionEvent& e = impacts[0];
    EXPECT_TRUE(e.simultaneous);
    EXPECT_EQ(e.law, "simultaneous");
    EXPECT_EQ(e.verdict, Verdict::unique);
    EXPECT_FALSE(e.makes_energy);
    EXPECT_NEAR(e.contact_work, 2 * alone.contact_work, 1e-10);
    EXPECT_NEAR(e.energy_loss, -2 * alone.contact_work, 1e-10);
    EXPECT_NEAR(e.velocities_after[2], alone.velocities[1], 1e-10);
    EXPECT_NEAR(e.velocities_after[3], -alone.velocities[1], 1e-10);
    EXPECT_EQ(motion.gains, 0);
    EXPECT_EQ(motion.simultaneous_impacts, 1);
  }
  // A law for several that knows one, or that there is not, is refused.
  Recorder nothing;
  for (const char* several : {"energetic", "moreaux"}) {
    const MotionOptions options{.several = several};
    EXPECT_EQ(simulate(Model(vee(0.8, 0.9)), vee_state, options, nothing).error,
              CallError::unknown_law);
    ASSERT_EQ(faults(options, Model(vee(0.8, 0.9))).size(), 1u);
  }
}

TEST(Certificate, SeveralStrikersByMoreauSayWhatThatMakes) {
  for (const char* law : {"energetic", "brach", "kinematic", "moreau"}) {
    Recorder seen;
    const Motion motion = simulate(Model(vee(0.8, 0.9)), vee_state,
                                   {.duration = 1e-3, .law = law, .several = "moreau"}, seen);
    const auto impacts = seen.of_kind(MotionEventKind::impact);
    ASSERT_EQ(impacts.size(), 1u) << law;
    const MotionEvent& e = impacts[0];
    EXPECT_TRUE(e.simultaneous);
    EXPECT_EQ(e.law, "moreau");
    EXPECT_TRUE(e.makes_energy);
    EXPECT_NEAR(e.contact_work, 10.486 - 6.598, 1e-3);
    EXPECT_NEAR(e.contact_work, -e.energy_loss, 1e-12);
    EXPECT_TRUE(e.impulses_determined);
    EXPECT_EQ(motion.gains, 1);
    EXPECT_EQ(motion.simultaneous_impacts, 1);
    EXPECT_EQ(motion.energy_made, e.contact_work);
  }
  // The same impact by `strike`.
  const Model model(vee(0.8, 0.9));
  Workspace workspace(model);
  const Impact impact = strike(model, vee_state, {.law = "moreau"}, workspace);
  ASSERT_EQ(impact.verdict, Verdict::unique);
  EXPECT_TRUE(impact.makes_energy);
  EXPECT_NEAR(impact.contact_work, 10.486 - 6.598, 1e-3);
  EXPECT_TRUE(impact.contacts[0].colliding && impact.contacts[1].colliding);
  EXPECT_EQ(strike(model, vee_state, {.law = "energetic"}, workspace).verdict,
            Verdict::several_colliding);
}

/// A point that falls along the middle of a groove of this half angle.
Mechanism groove(double half_angle, double friction, double restitution, double ratio) {
  Mechanism m;
  m.gravity = {0, -9.81};
  m.links.push_back({.name = "bob", .length = 1, .mass = 1, .com = Vec2{0, 0}, .inertia = 0.1});
  m.surfaces.push_back({.name = "left", .angle = half_angle - pi / 2});
  m.surfaces.push_back({.name = "right", .angle = pi / 2 - half_angle});
  for (const char* side : {"left", "right"})
    m.contacts.push_back({.name = side,
                          .link = "bob",
                          .surface = side,
                          .friction = friction,
                          .restitution = restitution});
  m.contacts.back().parameters.push_back({"stiffness", ratio});
  return m;
}

/// Friction above the tangent of the half angle holds it: springs lock, and whatever they would
/// give back, it rests there.
TEST(Certificate, WhereSpringsLockTheMotionGoesOnAtRest) {
  for (const double e : {0.0, 1e-6, 0.3, 0.5, 1.0})
    for (const char* law : {"energetic", "simultaneous"}) {
      Recorder seen;
      const Motion motion =
          simulate(Model(groove(25 * pi / 180, 0.8, e, 1)), {0, {0, 0, pi / 2}, {0, -1, 0}},
                   {.duration = 0.1, .law = law}, seen);
      EXPECT_EQ(motion.end, MotionEnd::duration) << e;
      const auto impacts = seen.of_kind(MotionEventKind::impact);
      ASSERT_EQ(impacts.size(), 1u) << e;
      EXPECT_EQ(impacts[0].law, "simultaneous") << e;
      EXPECT_EQ(impacts[0].verdict, Verdict::unique) << e;
      EXPECT_EQ(impacts[0].set_aside, Reason::none) << e;
      EXPECT_FALSE(impacts[0].impulses_determined) << e;
      EXPECT_EQ(impacts[0].impulse_determined[0], (std::array<bool, 2>{false, false})) << e;
      EXPECT_NEAR(impacts[0].energy_loss, 0.5, 1e-12) << e;
      EXPECT_NEAR(impacts[0].contact_work, -0.5, 1e-12) << e;
      for (const double v : motion.final.velocities) EXPECT_NEAR(v, 0, 1e-12) << e;
      EXPECT_NEAR(motion.final.positions[1], 0, 1e-12) << e;
    }
}

/// Between sides that are nearly parallel it goes to and fro too often to be followed: the rule of
/// Moreau answers, and the event says why.
TEST(Certificate, WhereSpringsDoNotEndTheEventSaysWhy) {
  const double e = 0.8;
  Recorder seen;
  const Motion motion = simulate(Model(groove(1e-4, 0, e, 2)), {0, {0, 0, pi / 2}, {0, -1, 0}},
                                 {.duration = 1e-3}, seen);
  const auto impacts = seen.of_kind(MotionEventKind::impact);
  ASSERT_FALSE(impacts.empty());
  EXPECT_EQ(impacts[0].law, "moreau");
  EXPECT_EQ(impacts[0].set_aside, Reason::does_not_end);
  // W's two directions differ by the square of the half angle: rounding over that.
  EXPECT_NEAR(impacts[0].velocities_after[1], e, 1e-7);
  EXPECT_EQ(motion.end, MotionEnd::duration);
}

/// One contact's impact has the same certificate in a motion as by itself; random rods that fall,
/// by every law. Laws that promise never to make energy keep it where they are used.
TEST(Certificate, ImpactsOfMotionsHaveTheCertificateOfStrike) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  int gains = 0, compared = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Mechanism m = vee(0.3 + 0.7 * uniform(random), 0.5 + 0.5 * uniform(random));
    m.gravity = {0, -9.81};
    m.contacts.push_back({.name = "knee",
                          .link = "left",
                          .at = {1, 0},
                          .surface = "floor",
                          .friction = 0.6,
                          .restitution = 0.7});
    const State start{
        0,
        {0, 1.2, 2 * pi * uniform(random), 2 * pi * uniform(random)},
        {4 * uniform(random) - 2, 0, 8 * uniform(random) - 4, 8 * uniform(random) - 4}};
    const Model model(m);
    Workspace workspace(model);
    for (const char* law : {"kinematic", "kinetic", "energetic", "whittaker", "brach"}) {
      Recorder seen;
      const Motion motion =
          simulate(model, start, {.duration = 1, .law = law, .event_limit = 60}, seen);
      if (motion.end == MotionEnd::below_surface) continue;
      long made = 0;
      for (const MotionEvent& e : seen.of_kind(MotionEventKind::impact)) {
        EXPECT_EQ(e.law, e.simultaneous ? "simultaneous" : law);
        EXPECT_NEAR(e.contact_work, -e.energy_loss, 1e-9 * (1 + std::abs(e.energy_loss)));
        made += e.makes_energy;
        const bool promises = e.law == "energetic" || e.law == "brach" || e.law == "simultaneous";
        EXPECT_FALSE(promises && e.makes_energy);
        if (e.contact_work > 1e-9) {
          EXPECT_TRUE(e.makes_energy);
        }
        if (e.contact_work < -1e-9) {
          EXPECT_FALSE(e.makes_energy);
        }
        const State before{e.time, e.positions, e.velocities_before};
        const Impact alone = strike(model, before, {.law = e.law}, workspace);
        if (alone.error != StrikeError::none || alone.verdict != Verdict::unique) continue;
        EXPECT_NEAR(alone.contact_work, e.contact_work, 1e-6 * (1 + std::abs(e.contact_work)));
        ++compared;
      }
      EXPECT_EQ(motion.gains, made);
      gains += static_cast<int>(made);
    }
  }
  EXPECT_GT(compared, 300);
  EXPECT_GT(gains, 10);
}

/// A block that is pushed and sticks on two feet: the normal forces are what balance asks for, how
/// friction is shared is not determined. At one foot's edge it slides as a whole, and is.
TEST(Certificate, TwoFeetThatStickLeaveTheirFrictionOpen) {
  Mechanism m = block(0.4, 0.2, 0.5, 0);
  m.forces.push_back({.link = "block", .at = {0.2, 0.1}, .value_x = {"12"}, .value_y = {"0"}});
  Recorder seen;
  const Motion motion =
      simulate(Model(m), {0, {0, 0, 0}, {0, 0, 0}}, {.duration = 0.1, .every = 0.05}, seen);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  double friction = 0;
  for (const ContactMotion& c : motion.contacts) {
    EXPECT_EQ(c.mode, Mode::sticks);
    EXPECT_FALSE(c.determined[0]);
    EXPECT_TRUE(c.determined[1]);
    friction += c.force[0];
  }
  EXPECT_NEAR(friction, -12, 1e-9);
  for (const MotionEvent& e : seen.of_kind(MotionEventKind::contact))
    EXPECT_EQ(e.determined, (std::array{false, true}));
  ASSERT_FALSE(seen.samples.empty());
  for (const auto& sample : seen.samples) EXPECT_FALSE(sample.contacts[0].determined[0]);

  m.forces[0].value_x = {"80"};
  Recorder slid;
  const Motion sliding = simulate(Model(m), {0, {0, 0, 0}, {0, 0, 0}}, {.duration = 0.1}, slid);
  ASSERT_EQ(sliding.end, MotionEnd::duration);
  for (const ContactMotion& c : sliding.contacts) EXPECT_EQ(c.determined, all);
}

/// A contact on a slider that is guided along its surface: no force at it moves it away, so nothing
/// says how hard it is pressed.
TEST(Certificate, AGuidedContactIsPressedAsHardAsOneLikes) {
  Mechanism m;
  m.gravity = {0, -9.81};
  m.base.kind = BaseKind::slider;
  m.base.mass = 2;
  m.links.push_back({.name = "body", .length = 0.2, .mass = 1});
  m.surfaces.push_back({.name = "belt"});
  m.contacts.push_back({.name = "foot", .link = "body", .surface = "belt", .friction = 0});
  Recorder seen;
  const Motion motion =
      simulate(Model(m), {0, {0, -pi / 2}, {0, 0}}, {.duration = 0.1, .every = 0.05}, seen);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  EXPECT_EQ(motion.contacts[0].determined, (std::array{true, false}));
  const auto contacts = seen.of_kind(MotionEventKind::contact);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].determined, (std::array{true, false}));
  // On a moved belt its friction is open too.
  m.contacts[0].friction = 0.4;
  m.surfaces[0].motion = SurfaceMotion{.normal = {"0"}, .tangential = {"0.5*t"}};
  Recorder rubbed;
  const Motion moved = simulate(Model(m), {0, {0, -pi / 2}, {0, 0}}, {.duration = 0.1}, rubbed);
  ASSERT_EQ(moved.contacts.size(), 1u);
  EXPECT_EQ(moved.contacts[0].determined, (std::array{false, false}));
  // With friction the motion itself is open, and the result says so.
  EXPECT_TRUE(motion.guided.empty());
  EXPECT_EQ(moved.guided, std::vector{0});
}

/// A disc on the floor, and a contact that is apart: nothing is open.
TEST(Certificate, OrdinaryContactsAreDetermined) {
  Recorder seen;
  const Motion motion = simulate(Model(testing::disc(0.1, 1, 0.005, 0.3, 0.5)),
                                 {0, {0, 0.3, 0}, {1, 0, -2}}, {.duration = 2, .every = 0.1}, seen);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  EXPECT_EQ(motion.open_impacts, 0);
  EXPECT_EQ(motion.gains, 0);
  for (const MotionEvent& e : seen.events) {
    EXPECT_EQ(e.determined, all);
    EXPECT_TRUE(e.impulses_determined);
  }
  for (const auto& sample : seen.samples) EXPECT_EQ(sample.contacts[0].determined, all);
}

/// A pinned rod that is wedged when it strikes rests there, whatever its restitution, and the
/// impact marks its impulse as open.
TEST(Certificate, AWedgedRodComesToRest) {
  Mechanism m;
  m.gravity = {0, -9.81};  // presses it
  m.base.kind = BaseKind::pinned;
  m.base.position = {0, 1};
  m.links.push_back({.name = "rod", .length = 1.2, .mass = 1});
  m.surfaces.push_back({.name = "floor", .point = {0, 1 + 1.2 * std::sin(-2.2)}});
  m.contacts.push_back(
      {.name = "tip", .link = "rod", .at = {1.2, 0}, .surface = "floor", .friction = 1.2});
  for (const double e : {0.0, 1e-6, 0.5, 1.0})
    for (const char* law : {"kinematic", "kinetic", "energetic"}) {
      m.contacts[0].restitution = e;
      Recorder seen;
      const Motion motion =
          simulate(Model(m), {0, {-2.2}, {1}}, {.duration = 0.1, .law = law}, seen);
      ASSERT_EQ(motion.end, MotionEnd::duration) << law << " " << e;
      EXPECT_NEAR(motion.final.velocities[0], 0, 1e-15) << law << " " << e;
      const auto impacts = seen.of_kind(MotionEventKind::impact);
      ASSERT_EQ(impacts.size(), 1u);
      EXPECT_NEAR(impacts[0].energy_loss, 0.5 * 1.2 * 1.2 / 3, 1e-12);
      EXPECT_EQ(impacts[0].impulses_determined, e == 0 || std::string_view(law) == "kinetic");
      EXPECT_EQ(motion.contacts[0].determined, (std::array{false, false}));
    }
}

/// Two wedged rods that strike in one instant and do not feel each other: each by the law asked
/// for, as it would alone.
TEST(Certificate, ContactsThatDoNotFeelEachOtherStrikeByTheLawAskedFor) {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.base.position = {0, 1};
  m.links.push_back({.name = "left", .length = 1.2, .mass = 1});
  m.links.push_back({.name = "right", .parent = "base", .length = 1.2, .mass = 1});
  m.surfaces.push_back({.name = "floor", .point = {0, 1 + 1.2 * std::sin(-2.2)}});
  for (const char* link : {"left", "right"})
    m.contacts.push_back(
        {.name = link, .link = link, .at = {1.2, 0}, .surface = "floor", .friction = 1.2});
  for (const double e : {0.0, 1e-6, 0.5, 1.0}) {
    m.contacts[0].restitution = m.contacts[1].restitution = e;
    Recorder seen;
    const Motion motion =
        simulate(Model(m), {0, {-2.2, 2.2 - pi}, {1, -1}}, {.duration = 0.1}, seen);
    ASSERT_EQ(motion.end, MotionEnd::duration) << e;
    const auto impacts = seen.of_kind(MotionEventKind::impact);
    ASSERT_EQ(impacts.size(), 1u);
    EXPECT_EQ(impacts[0].law, "energetic");
    EXPECT_FALSE(impacts[0].simultaneous);
    EXPECT_NEAR(impacts[0].energy_loss, 1.2 * 1.2 / 3, 1e-12);
    EXPECT_NEAR(impacts[0].impulses[0][1], impacts[0].impulses[1][1], 1e-15);
  }
}

}  // namespace
}  // namespace carom
