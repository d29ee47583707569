/// Motions with closed forms.

#include "carom/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/motions.hpp"

namespace carom {
namespace {

using testing::block;
using testing::disc;
using testing::Recorder;
constexpr double g = 9.81;

TEST(Simulate, ProjectileToRounding) {
  Mechanism m = disc(0.1, 2, 0.01, 0.3, 0.5);
  Recorder seen;
  const Motion motion =
      simulate(Model(m), {0, {1, 10, 0.2}, {3, 4, 5}}, {.duration = 1, .every = 0.25}, seen);
  EXPECT_EQ(motion.end, MotionEnd::duration);
  EXPECT_TRUE(seen.events.empty());
  EXPECT_NEAR(motion.final.positions[0], 4, 1e-14);
  EXPECT_NEAR(motion.final.positions[1], 10 + 4 - g / 2, 1e-13);
  EXPECT_NEAR(motion.final.positions[2], 5.2, 1e-14);
  ASSERT_EQ(seen.samples.size(), 5u);
  for (const auto& s : seen.samples)
    EXPECT_NEAR(s.positions[1], 10 + 4 * s.time - g / 2 * s.time * s.time, 1e-13);
}

TEST(Simulate, BounceToRounding) {
  Mechanism m = disc(0.1, 2, 0.01, 0, 0.8);
  Recorder seen;
  simulate(Model(m), {0, {0, 1.1, 0}, {0, 0, 0}}, {.duration = 1}, seen);
  ASSERT_GE(seen.events.size(), 1u);
  const double fall = std::sqrt(2 / g);
  EXPECT_NEAR(seen.events[0].time, fall, 1e-15);
  EXPECT_NEAR(seen.events[0].velocity_before[1], -g * fall, 1e-14);
  EXPECT_NEAR(seen.events[0].velocity_after[1], 0.8 * g * fall, 1e-14);
  EXPECT_NEAR(seen.events[0].energy_loss, 0.5 * 2 * (1 - 0.64) * g * fall * g * fall, 1e-12);
}

TEST(Simulate, PendulumPeriodAtLargeAmplitude) {
  Mechanism m;
  m.gravity = {0, -g};
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "rod", .length = 0.7, .mass = 1.3});
  const double amplitude = 2.5;
  // θ̈ = −(3g/2l) sin θ; the period is 4 K(sin(A/2)) / √(3g/2l)
  const double period = 4 * std::comp_ellint_1(std::sin(amplitude / 2)) / std::sqrt(1.5 * g / 0.7);
  Recorder seen;
  const double start = -std::numbers::pi / 2 + amplitude;
  const Motion motion =
      simulate(Model(m), {0, {start}, {0}}, {.duration = 5 * period, .tolerance = 1e-11}, seen);
  EXPECT_NEAR(motion.final.positions[0], start, 1e-9);
  EXPECT_NEAR(motion.final.velocities[0], 0, 1e-8);
  EXPECT_LT(motion.energy_error, 1e-9);
}

/// A disc set down without spin: it slides, and rolls from v₀/(3μg) on at ⅔ v₀.
TEST(Simulate, DiscSlidesThenRolls) {
  const double r = 0.1;
  const double mu = 0.25;
  const double v = 1.5;
  Mechanism m = disc(r, 2, 0.5 * 2 * r * r, mu, 0);
  Recorder seen;
  const Motion motion = simulate(Model(m), {0, {0, r, 0}, {v, 0, 0}}, {.duration = 1}, seen);
  ASSERT_EQ(seen.events.size(), 2u);
  EXPECT_EQ(seen.events[0].kind, MotionEventKind::contact);
  EXPECT_EQ(seen.events[0].mode, Mode::slides_plus);
  EXPECT_EQ(seen.events[1].kind, MotionEventKind::sticks);
  const double stop = v / (3 * mu * g);
  EXPECT_NEAR(seen.events[1].time, stop, 1e-12);
  EXPECT_NEAR(motion.final.velocities[0], 2 * v / 3, 1e-12);
  EXPECT_NEAR(motion.final.velocities[2], -2 * v / 3 / r, 1e-11);
  EXPECT_NEAR(motion.energy.friction, v * v / 3, 1e-11);  // ½mv² − ¾m(⅔v)², m = 2
  EXPECT_NEAR(motion.final.positions[1], r, 1e-15);
}

/// Down an incline a disc rolls with ⅔ g sin a where tan a ≤ 3μ, else it slides.
TEST(Simulate, DiscOnAnIncline) {
  for (const double mu : {0.5, 0.1}) {
    const double r = 0.2;
    const double a = 0.6;
    Mechanism m = disc(r, 1, 0.5 * r * r, mu, 0);
    m.surfaces[0].angle = -a;
    const State start{0, {r * std::sin(a), r * std::cos(a), 0}, {0, 0, 0}};
    Recorder seen;
    const Motion motion = simulate(Model(m), start, {.duration = 1}, seen);
    const double speed =
        std::cos(a) * motion.final.velocities[0] - std::sin(a) * motion.final.velocities[1];
    const bool rolls = std::tan(a) <= 3 * mu;
    EXPECT_NEAR(speed, rolls ? 2.0 / 3 * g * std::sin(a) : g * (std::sin(a) - mu * std::cos(a)),
                1e-12);
    EXPECT_EQ(motion.contacts[0].mode, rolls ? Mode::sticks : Mode::slides_plus);
    EXPECT_LT(motion.energy_error, 1e-12);
  }
}

/// Friction that holds is not the friction that rubs: pulled harder and harder, a block gives way
/// at μ_s and then accelerates against μ.
TEST(Simulate, StaticFrictionHoldsLonger) {
  Mechanism m = block(0.2, 0.02, 0.3, 0);
  for (Contact& contact : m.contacts) contact.static_friction = 0.5;
  m.forces.push_back({.link = "block", .at = {0, 0}, .value_x = {"20*t"}, .value_y = {"0"}});
  Recorder seen;
  const Motion motion = simulate(Model(m), {0, {0, 0, 0}, {0, 0, 0}}, {.duration = 4}, seen);
  const auto slides = seen.of_kind(MotionEventKind::slides);
  ASSERT_EQ(slides.size(), 2u);  // both feet, in one instant
  EXPECT_NEAR(slides[0].time, 0.5 * 10 * g / 20, 1e-9);
  EXPECT_EQ(slides[0].time, slides[1].time);
  const double from = 0.5 * 10 * g / 20;
  // 10 v̇ = 20 t − 0.3·10 g
  EXPECT_NEAR(motion.final.velocities[0], (16 - from * from) - 0.3 * g * (4 - from), 1e-8);
}

/// Two feet of one body stop in one instant: deciding one after the other would turn one of them
/// round.
TEST(Simulate, FeetOfABlockStopTogether) {
  Mechanism m = block(0.4, 0.1, 0.4, 0);
  Recorder seen;
  const Motion motion = simulate(Model(m), {0, {0, 0, 0}, {1, 0, 0}}, {.duration = 1}, seen);
  const auto stops = seen.of_kind(MotionEventKind::sticks);
  ASSERT_EQ(stops.size(), 2u);
  EXPECT_EQ(stops[0].time, stops[1].time);
  EXPECT_NEAR(stops[0].time, 1 / (0.4 * g), 1e-12);
  EXPECT_TRUE(seen.of_kind(MotionEventKind::slides).empty());
  EXPECT_NEAR(motion.final.positions[0], 0.5 / (0.4 * g), 1e-12);
  EXPECT_NEAR(motion.contacts[0].force[1] + motion.contacts[1].force[1], 10 * g, 1e-10);
}

/// A body on a table that falls away faster than g is left behind at once; one that the table lifts
/// stays.
TEST(Simulate, MovedSurfaceTakesAlongOrLeaves) {
  Mechanism m = disc(0.1, 1, 0.005, 0, 0);
  m.surfaces[0].motion = SurfaceMotion{.normal = {"0.02*sin(25*t)"}};
  Recorder seen;
  simulate(Model(m), {0, {0, 0.1, 0}, {0, 0.5, 0}}, {.duration = 0.3}, seen);
  const auto leaves = seen.of_kind(MotionEventKind::separation);
  ASSERT_FALSE(leaves.empty());
  // 0.02·25² sin(25 t) = g
  EXPECT_NEAR(leaves[0].time, std::asin(g / 12.5) / 25, 1e-10);
  EXPECT_EQ(seen.events[0].kind, MotionEventKind::contact);
}

/// Housner's block, e = 0: each impact keeps 1 − ¾·… of the rate, r = 1 − 3 sin²α/2 for a slender
/// block, α = atan(width/height).
TEST(Simulate, RockingBlockLosesAsHousnerSays) {
  const double width = 0.2;
  const double height = 0.6;
  Mechanism m = block(width, height, 2, 0);
  Recorder seen;
  const Motion motion = simulate(Model(m), {0, {0, 0, 0.1}, {0, 0, 0}}, {.duration = 4}, seen);
  const auto impacts = seen.of_kind(MotionEventKind::impact);
  ASSERT_GE(impacts.size(), 10u);
  const double s = std::sin(std::atan(width / height));
  for (std::size_t k = 0; k < 10; ++k) {
    const MotionEvent& e = impacts[k];
    EXPECT_NEAR(e.velocities_after[2] / e.velocities_before[2], 1 - 1.5 * s * s, 1e-9);
  }
  EXPECT_EQ(motion.end, MotionEnd::duration);
  EXPECT_EQ(motion.limits, 1);
  EXPECT_EQ(motion.slow_limits, 0);
  EXPECT_NEAR(motion.final.positions[2], 0, 1e-12);
  EXPECT_NEAR(motion.energy.kinetic, 0, 1e-20);
}

/// All kinds of loads at once: the books close to the tolerance.
TEST(Simulate, LedgerClosesWithEverything) {
  Mechanism m;
  m.gravity = {0.3, -g};
  m.base = {.kind = BaseKind::slider, .direction = 0.3, .mass = 1, .stiffness = 40, .damping = 2};
  m.base.position = {0, 1.05};
  m.links.push_back({.name = "thigh", .length = 0.5, .mass = 1});
  m.links.push_back({.name = "shin", .length = 0.5, .mass = 0.8});
  m.springs.push_back(
      {.link = "shin", .against = "thigh", .stiffness = 4, .damping = 0.05, .rest = 0.4});
  m.torques.push_back({.link = "thigh", .value = {"2*sin(5*t) - 0.1*rate.thigh"}});
  m.forces.push_back(
      {.link = "shin", .at = {0.2, 0.05}, .value_x = {"cos(3*t)"}, .value_y = {"0.2*angle.shin"}});
  Surface yields{.name = "yields", .point = {0, 0}};
  yields.body = SurfaceBody{std::numbers::pi / 2, 2, 900, 5, 0, 0};
  m.surfaces.push_back(yields);
  Surface moved{.name = "moved", .angle = 2.2, .point = {0.75, 0}};
  moved.motion = SurfaceMotion{.normal = {"0.01*sin(9*t)"}, .tangential = {"0.05*t"}};
  m.surfaces.push_back(moved);
  m.contacts.push_back({.name = "toe",
                        .link = "shin",
                        .at = {0.5, 0},
                        .surface = "yields",
                        .friction = 0.4,
                        .restitution = 0.3});
  m.contacts.push_back({.name = "knee",
                        .link = "shin",
                        .at = {0, 0},
                        .surface = "moved",
                        .friction = 0.2,
                        .restitution = 0.5});
  for (const double tolerance : {1e-6, 1e-9, 1e-11}) {
    Recorder seen;
    const Motion motion = simulate(Model(m), {0, {0, -1.2, -1.9, 0}, {0, 0, 0, 0}},
                                   {.duration = 6, .tolerance = tolerance}, seen);
    EXPECT_EQ(motion.end, MotionEnd::duration);
    EXPECT_GT(motion.impacts, 3);
    EXPECT_GT(motion.energy.friction, 0);
    EXPECT_NE(motion.energy.inputs, 0);
    EXPECT_LT(motion.energy_error, 30 * tolerance + 1e-12);
  }
}

/// x → −x: mirrored mechanisms move as mirror images through hundreds of impacts.
TEST(Simulate, MirrorImagesMoveAlike) {
  Mechanism m = disc(0.1, 1, 0.004, 0.3, 0.7);
  m.contacts[0].outline.kind = OutlineKind::ellipse;
  m.contacts[0].outline.radius = 0;
  m.contacts[0].outline.semi_axes = {0.1, 0.098};
  m.surfaces[0].motion = SurfaceMotion{.normal = {"0.005*sin(60*t)"}};
  const MotionOptions options{.duration = 40, .tolerance = 1e-10};
  Recorder seen;
  Recorder mirrored;
  simulate(Model(m), {0, {0, 0.3, 0.2}, {0.4, 0, 3}}, options, seen);
  simulate(Model(m), {0, {0, 0.3, -0.2}, {-0.4, 0, -3}}, options, mirrored);
  const auto a = seen.of_kind(MotionEventKind::impact);
  const auto b = mirrored.of_kind(MotionEventKind::impact);
  ASSERT_GT(a.size(), 300u);
  ASSERT_GE(b.size(), 300u);
  for (std::size_t k = 0; k < 300; ++k) {
    EXPECT_EQ(a[k].time, b[k].time) << k;
    EXPECT_EQ(a[k].positions[0], -b[k].positions[0]) << k;
    EXPECT_EQ(a[k].velocities_after[2], -b[k].velocities_after[2]) << k;
  }
}

/// Both feet of a symmetric arch strike in the same instant and are treated alike.
TEST(Simulate, SymmetricFeetStrikeTogether) {
  Mechanism m;
  m.gravity = {0, -g};
  m.links.push_back({.name = "left", .length = 0.3, .mass = 1});
  m.links.push_back({.name = "right", .parent = "base", .length = 0.3, .mass = 1});
  m.surfaces.push_back({.name = "floor"});
  for (const char* foot : {"left", "right"})
    m.contacts.push_back({.name = foot,
                          .link = foot,
                          .at = {0.3, 0},
                          .surface = "floor",
                          .friction = 0.6,
                          .restitution = 0.4});
  const double a = 0.9;
  Recorder seen;
  const Motion motion = simulate(Model(m), {0, {0, 0.4, -std::numbers::pi + a, -a}, {0, 0, 0, 0}},
                                 {.duration = 3}, seen);
  EXPECT_EQ(motion.end, MotionEnd::duration);
  const auto impacts = seen.of_kind(MotionEventKind::impact);
  ASSERT_FALSE(impacts.empty());
  EXPECT_TRUE(impacts[0].simultaneous);
  EXPECT_NEAR(impacts[0].impulses[0][1], impacts[0].impulses[1][1], 1e-12);
  EXPECT_NEAR(impacts[0].impulses[0][0], -impacts[0].impulses[1][0], 1e-12);
  EXPECT_NEAR(motion.final.positions[0], 0, 1e-9);
  EXPECT_NEAR(motion.final.positions[2] + motion.final.positions[3], -std::numbers::pi, 1e-8);
}

TEST(Simulate, StartBelowASurfaceIsNotBegun) {
  Recorder seen;
  const Motion motion = simulate(Model(disc(0.1, 1, 0.005, 0, 1)), {0, {0, 0.05, 0}, {0, 0, 0}},
                                 {.duration = 1}, seen);
  EXPECT_EQ(motion.end, MotionEnd::below_surface);
  EXPECT_EQ(motion.contact, 0);
  EXPECT_TRUE(seen.events.empty());
}

/// What makes no sense to ask for is refused as by `strike`, and the sink hears nothing of it.
/// Damped oscillations along x by the base's own place and velocity, along y by the gap, and a
/// platform that pulls at what hovers over it.
TEST(Simulate, InputsSeeTheWholeState) {
  Mechanism m = disc(0.1, 2, 0.1, 0, 0.5);
  m.gravity = {0, 0};
  m.contacts[0].name = "tip";
  m.forces.push_back({.link = m.links[0].name,
                      .at = {0, 0},
                      .value_x = {"-8*position.x - 2*velocity.x"},
                      .value_y = {"-18*(gap.tip - 0.3)"}});
  Recorder seen;
  const Motion motion = simulate(Model(m), {0, {0.3, 0.5, 0}, {0, 0.1, 0}}, {.duration = 1}, seen);
  const double decay = 0.5, turns = std::sqrt(4 - decay * decay);
  EXPECT_NEAR(motion.final.positions[0],
              0.3 * std::exp(-decay) * (std::cos(turns) + decay / turns * std::sin(turns)), 1e-9);
  EXPECT_NEAR(motion.final.positions[1], 0.4 + 0.1 * std::cos(3.0) + 0.1 / 3 * std::sin(3.0), 1e-9);
  EXPECT_LT(motion.energy_error, 1e-9);
}

/// A platform on a spring swings as cos ωt, and what hovers over it is driven by that.
TEST(Simulate, InputsSeeSurfacesThatYield) {
  Mechanism m = disc(0.1, 2, 0.1, 0, 0.5);
  m.gravity = {0, 0};
  m.surfaces[0].name = m.contacts[0].surface = "pad";
  m.surfaces[0].body = SurfaceBody{
      .direction = std::numbers::pi / 2, .mass = 1, .stiffness = 9, .displacement = -0.1};
  m.forces.push_back(
      {.link = m.links[0].name, .at = {0, 0}, .value_x = {"2*surface.pad"}, .value_y = {"0"}});
  Recorder seen;
  const Motion motion =
      simulate(Model(m), {0, {0, 1, 0, -0.1}, {0, 0, 0, 0}}, {.duration = 1}, seen);
  EXPECT_NEAR(motion.final.positions[0], -0.1 * (1 - std::cos(3.0)) / 9, 1e-9);
}

TEST(Simulate, FaultsOfTheCallAreErrorsNotExceptions) {
  const Model model(disc(0.1, 1, 0.005, 0, 1));
  const State good{0, {0, 0.2, 0}, {0, 0, 0}};
  const auto refused = [&](const State& state, const MotionOptions& options) {
    Recorder seen;
    const Motion motion = simulate(model, state, options, seen);
    EXPECT_EQ(motion.end == MotionEnd::refused, motion.error != CallError::none);
    EXPECT_TRUE(motion.error == CallError::none || (seen.events.empty() && seen.samples.empty()));
    return motion.error;
  };
  EXPECT_EQ(refused(good, {}), CallError::none);
  EXPECT_EQ(refused(good, {.law = "stronge"}), CallError::unknown_law);
  State bad = good;
  bad.positions.pop_back();
  EXPECT_EQ(refused(bad, {}), CallError::wrong_size);
  bad = good;
  bad.velocities.push_back(0);
  EXPECT_EQ(refused(bad, {}), CallError::wrong_size);
  const double not_finite[] = {std::nan(""), std::numeric_limits<double>::infinity()};
  for (const double x : not_finite) {
    bad = good;
    bad.positions[1] = x;
    EXPECT_EQ(refused(bad, {}), CallError::not_finite);
    bad = good;
    bad.velocities[2] = x;
    EXPECT_EQ(refused(bad, {}), CallError::not_finite);
    bad = good;
    bad.time = x;
    EXPECT_EQ(refused(bad, {}), CallError::not_finite);
    EXPECT_EQ(refused(good, {.duration = x}), CallError::bad_option);
    EXPECT_EQ(refused(good, {.every = x}), CallError::bad_option);
    EXPECT_EQ(refused(good, {.tolerance = x}), CallError::bad_option);
    EXPECT_EQ(refused(good, {.largest_step = x}), CallError::bad_option);
  }
  EXPECT_EQ(refused(good, {.duration = 0}), CallError::bad_option);
  EXPECT_EQ(refused(good, {.every = -0.1}), CallError::bad_option);
  EXPECT_EQ(refused(good, {.tolerance = 0.1}), CallError::bad_option);
  EXPECT_EQ(refused(good, {.largest_step = -1}), CallError::bad_option);
  EXPECT_EQ(refused(good, {.event_limit = -1}), CallError::bad_option);
  EXPECT_EQ(refused(good, {.step_limit = -1}), CallError::bad_option);
}

/// A driven pendulum: the couple that θ = A sin ωt takes does the work that the energy shows, and
/// the joint follows to rounding.
TEST(Simulate, DrivenJointFollowsItsFormula) {
  Mechanism m;
  m.gravity = {0, -g};
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "upper", .length = 0.5, .mass = 1});
  m.links.push_back({.name = "lower", .length = 0.4, .mass = 0.6});
  m.drives.push_back({.link = "lower", .against = "upper", .angle = {"0.7*sin(4*t)"}});
  Recorder seen;
  const double start = -1.2;
  const Motion motion =
      simulate(Model(m), {0, {start, start}, {0, 2.8}}, {.duration = 5, .every = 0.1}, seen);
  EXPECT_EQ(motion.end, MotionEnd::duration);
  for (const auto& s : seen.samples)
    EXPECT_NEAR(s.positions[1] - s.positions[0], 0.7 * std::sin(4 * s.time), 1e-9);
  EXPECT_NEAR(motion.final.positions[1] - motion.final.positions[0], 0.7 * std::sin(20.0), 1e-14);
  EXPECT_NE(motion.energy.inputs, 0);
  EXPECT_LT(motion.energy_error, 1e-8);
}

/// Every angle driven: a rigid body on a prescribed course. Its foot strikes as a rigid body of the
/// same mass and inertia would.
TEST(Simulate, DrivenJointsAreRigidInAnImpact) {
  const auto arch = [](bool driven) {
    Mechanism m;
    m.gravity = {0, -g};
    m.links.push_back({.name = "a", .length = 0.3, .mass = 1});
    if (driven) {
      m.links.push_back({.name = "b", .length = 0.3, .mass = 1});
      m.drives.push_back({.link = "b", .against = "a", .angle = {"0.8"}});
    } else {
      // The same two rods welded: mass centre and inertia in the first one's frame.
      const Vec2 first{0.15, 0};
      const Vec2 second{0.3 + 0.15 * std::cos(0.8), 0.15 * std::sin(0.8)};
      const Vec2 com = 0.5 * (first + second);
      const double inertia =
          2 * 0.09 / 12 + dot(first - com, first - com) + dot(second - com, second - com);
      m.links[0].mass = 2;
      m.links[0].com = com;
      m.links[0].inertia = inertia;
    }
    m.surfaces.push_back({.name = "floor"});
    m.contacts.push_back(
        {.name = "foot", .link = "a", .surface = "floor", .friction = 0.3, .restitution = 0.6});
    return m;
  };
  Recorder one;
  Recorder two;
  simulate(Model(arch(false)), {0, {0, 0.2, 0.4}, {0.3, 0, 1}}, {.duration = 0.5}, one);
  simulate(Model(arch(true)), {0, {0, 0.2, 0.4, 1.2}, {0.3, 0, 1, 1}}, {.duration = 0.5}, two);
  ASSERT_GE(one.events.size(), 2u);
  ASSERT_EQ(one.events.size(), two.events.size());
  for (std::size_t k = 0; k < one.events.size(); ++k) {
    EXPECT_EQ(one.events[k].kind, two.events[k].kind);
    EXPECT_NEAR(one.events[k].time, two.events[k].time, 1e-9);
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(one.events[k].velocities_after[i], two.events[k].velocities_after[i], 1e-8);
  }
}

/// A wall shortly before the end of the bounces: they are not summed past it, however long the
/// motion is asked to be.
TEST(Simulate, BouncesAreNotSummedPastAnotherContact) {
  for (const double duration : {1.0, 1000.0}) {
    Mechanism m = disc(0.1, 1, 0.005, 0, 0.5);
    const double drop = 0.05;
    const double fall = std::sqrt(2 * drop / g);
    const double limit = 3 * fall;  // (1 + e)/(1 − e) of the fall, e = ½
    const double at_wall = limit - 0.003;
    m.surfaces.push_back(
        {.name = "wall", .angle = std::numbers::pi / 2, .point = {2 * at_wall + 0.1, 0}});
    Contact wall = m.contacts[0];
    wall.name = "side";
    wall.surface = "wall";
    m.contacts.push_back(wall);
    Recorder seen;
    simulate(Model(m), {0, {0, 0.1 + drop, 0}, {2, 0, 0}}, {.duration = duration}, seen);
    double struck = 0;
    for (const MotionEvent& e : seen.of_kind(MotionEventKind::impact))
      if (e.contact == 1) struck = e.time;
    EXPECT_NEAR(struck, at_wall, 1e-9) << duration;
  }
}

/// Two feet share the friction, whatever part of it each has: they give way together at μ_s m g.
TEST(Simulate, FeetGiveWayWhenAllFrictionIsUsed) {
  for (const double duration : {3.0, 10.0, 40.0}) {
    Mechanism m = block(0.2, 0.02, 0.5, 0);
    m.forces.push_back({.link = "block", .at = {0, 0}, .value_x = {"20*t"}, .value_y = {"0"}});
    Recorder seen;
    simulate(Model(m), {0, {0, 0, 0}, {0, 0, 0}}, {.duration = duration}, seen);
    const auto slides = seen.of_kind(MotionEventKind::slides);
    ASSERT_FALSE(slides.empty());
    EXPECT_NEAR(slides[0].time, 0.5 * 10 * g / 20, 1e-7) << duration;
  }
}

/// A force whose period divides the duration must not fall into step with the steps.
TEST(Simulate, FastFormulasAreSeen) {
  Mechanism m = disc(0.1, 1, 0.005, 0, 1);
  m.gravity = {};
  m.forces.push_back(
      {.link = "disc", .at = {0, 0}, .value_x = {"cos(2*pi*200*t)"}, .value_y = {"0"}});
  Recorder seen;
  const Motion motion = simulate(Model(m), {0, {0, 5, 0}, {0, 0, 0}}, {.duration = 2}, seen);
  EXPECT_NEAR(motion.final.velocities[0], 0, 1e-6);
}

TEST(Simulate, EventLimitKeepsWhatWasReached) {
  Mechanism m = disc(0.1, 1, 0.005, 0, 1);
  Recorder seen;
  const Motion motion =
      simulate(Model(m), {0, {0, 0.2, 0}, {0, 0, 0}}, {.duration = 100, .event_limit = 7}, seen);
  EXPECT_EQ(motion.end, MotionEnd::event_limit);
  EXPECT_EQ(seen.events.size(), 7u);
  EXPECT_EQ(motion.final.time, seen.events.back().time);
}

TEST(Simulate, FormulaThatIsNotFiniteEndsTheMotion) {
  Mechanism m = disc(0.1, 1, 0.005, 0, 1);
  m.torques.push_back({.link = "disc", .value = {"1/sqrt(0.5 - t)"}});
  Recorder seen;
  const Motion motion = simulate(Model(m), {0, {0, 5, 0}, {0, 0, 0}}, {.duration = 1}, seen);
  EXPECT_TRUE(motion.end == MotionEnd::not_finite || motion.end == MotionEnd::step_size);
  EXPECT_LE(motion.final.time, 0.5 + 1e-12);
  EXPECT_GT(motion.final.time, 0.49);
  for (const double x : motion.final.positions) EXPECT_TRUE(std::isfinite(x));
}

}  // namespace
}  // namespace carom
