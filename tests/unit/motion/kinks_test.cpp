/// Formulas that are not smooth: tables that begin to move, loads that begin, end or come to zero
/// gently, drives, springs on one side. All against closed forms.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/simulate.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

using testing::Recorder;
constexpr double g = 9.81;
constexpr double pi = std::numbers::pi;
constexpr double begins = 0.3;

/// A disc of 0.1 m and 2 kg at rest on a table that is moved.
Mechanism on_table(const std::string& normal, const std::string& tangential = "0",
                   double restitution = 0, double friction = 0.4) {
  Mechanism m = testing::disc(0.1, 2, 0.01, friction, restitution);
  m.surfaces[0].motion = SurfaceMotion{{normal}, {tangential}};
  return m;
}

const State rests{0, {0, 0.1, 0}, {0, 0, 0}};

struct Moved {
  Motion motion;
  Recorder seen;
};

Moved moved(const Mechanism& m, const State& state, const MotionOptions& options) {
  Moved result;
  result.motion = simulate(Model(m), state, options, result.seen);
  // Steps err by 1e-9 of the energies at most.
  const double energy =
      std::abs(result.motion.first_energy.balance()) + std::abs(result.motion.energy.kinetic) + 1;
  EXPECT_LE(result.motion.energy_error, 1e-8 * energy);
  return result;
}

/// Its acceleration jumps to 0.1 m/s²: the disc goes on to rest on it, pressed with m(g + 0.1).
TEST(Kinks, ATableThatBeginsToRiseCarriesWhatRestsOnIt) {
  for (const char* const motion : {"0.05*max(t - 0.3, 0)^2", "0.025*(t-0.3)*(t-0.3+abs(t-0.3))"}) {
    SCOPED_TRACE(motion);
    const Moved r = moved(on_table(motion), rests, {.duration = 1, .every = 0.01});
    EXPECT_EQ(r.motion.end, MotionEnd::duration);
    EXPECT_EQ(r.motion.impacts, 0);
    EXPECT_TRUE(r.seen.of_kind(MotionEventKind::separation).empty());
    EXPECT_NEAR(r.motion.final.positions[1], 0.1 + 0.05 * 0.49, 1e-9);
    for (const auto& sample : r.seen.samples) {
      if (std::abs(sample.time - begins) < 1e-9) continue;
      EXPECT_NEAR(sample.contacts[0].force[1], 2 * (g + (sample.time > begins ? 0.1 : 0)), 1e-9);
    }
  }
}

/// It falls away faster than the disc does: they part in that instant, and the gap is (a − g)τ²/2.
TEST(Kinks, ATableThatFallsFasterThanGravityIsLeftAtOnce) {
  const Moved r = moved(on_table("-6*max(t - 0.3, 0)^2"), rests, {.duration = 1});
  EXPECT_EQ(r.motion.end, MotionEnd::duration);
  const auto left = r.seen.of_kind(MotionEventKind::separation);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_NEAR(left[0].time, begins, 1e-15);
  EXPECT_NEAR(left[0].force[1], 2 * g, 1e-9);
  EXPECT_NEAR(r.motion.contacts[0].gap, (12 - g) * 0.49 / 2, 1e-9);
  // One that falls more slowly is not.
  const Moved slow = moved(on_table("-4*max(t - 0.3, 0)^2"), rests, {.duration = 1});
  EXPECT_TRUE(slow.seen.of_kind(MotionEventKind::separation).empty());
  EXPECT_NEAR(slow.motion.contacts[0].force[1], 2 * (g - 8), 1e-8);
}

/// Its velocity jumps to u: an impact with −u, after which the disc flies with (1 + e)u and is back
/// after 2eu/g, and so on: all bounces take 2eu/(g(1 − e)).
TEST(Kinks, ATableThatJumpsUpStrikes) {
  const double u = 0.5;
  for (const double e : {0.0, 0.5}) {
    SCOPED_TRACE(e);
    const Moved r = moved(on_table("0.5*max(t - 0.3, 0)", "0", e), rests, {.duration = 1});
    EXPECT_EQ(r.motion.end, MotionEnd::duration);
    const auto impacts = r.seen.of_kind(MotionEventKind::impact);
    ASSERT_GE(impacts.size(), 1u);
    EXPECT_NEAR(impacts[0].time, begins, 1e-15);
    EXPECT_NEAR(impacts[0].velocity_before[1], -u, 1e-15);
    EXPECT_NEAR(impacts[0].velocity_after[1], e * u, 1e-14);
    EXPECT_NEAR(impacts[0].velocities_after[1], (1 + e) * u, 1e-14);
    EXPECT_NEAR(impacts[0].energy_loss, -0.5 * 2 * std::pow((1 + e) * u, 2), 1e-13);
    if (e > 0) {
      ASSERT_GE(impacts.size(), 2u);
      EXPECT_NEAR(impacts[1].time, begins + 2 * e * u / g, 1e-9);
      const auto limits = r.seen.of_kind(MotionEventKind::limit);
      ASSERT_EQ(limits.size(), 1u);
      EXPECT_NEAR(limits[0].time, begins + 2 * e * u / (g * (1 - e)), 1e-8);
    }
    EXPECT_NEAR(r.motion.final.positions[1], 0.1 + u * 0.7, 1e-9);
    EXPECT_NEAR(r.motion.final.velocities[1], u, 1e-9);
  }
}

/// It jumps down: the disc is left behind, falls, and strikes after 2u/g.
TEST(Kinks, ATableThatJumpsDownIsLeft) {
  const double u = 0.5;
  const Moved r = moved(on_table("-0.5*max(t - 0.3, 0)"), rests, {.duration = 1});
  EXPECT_EQ(r.motion.end, MotionEnd::duration);
  const auto left = r.seen.of_kind(MotionEventKind::separation);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_NEAR(left[0].time, begins, 1e-15);
  const auto impacts = r.seen.of_kind(MotionEventKind::impact);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_NEAR(impacts[0].time, begins + 2 * u / g, 1e-9);
  EXPECT_NEAR(impacts[0].velocity_before[1], -u, 1e-9);
}

/// A belt that starts at once: a block slides on it until both have its speed, u/(μg) later.
TEST(Kinks, ABeltThatStartsAtOnceRubs) {
  const double u = 0.5, mu = 0.25;
  Mechanism m = testing::block(0.6, 0.1, mu, 0);
  m.surfaces[0].motion = SurfaceMotion{{"0"}, {"0.5*max(t - 0.3, 0)"}};
  const Moved r = moved(m, {0, {0, 0, 0}, {0, 0, 0}}, {.duration = 1});
  EXPECT_EQ(r.motion.end, MotionEnd::duration);
  EXPECT_EQ(r.motion.impacts, 0);
  const auto slides = r.seen.of_kind(MotionEventKind::slides);
  const auto sticks = r.seen.of_kind(MotionEventKind::sticks);
  ASSERT_EQ(slides.size(), 2u);  // a foot each
  ASSERT_EQ(sticks.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(slides[i].time, begins, 1e-15);
    EXPECT_NEAR(slides[i].velocity_after[0], -u, 1e-12);
    EXPECT_NEAR(sticks[i].time, begins + u / (mu * g), 1e-9);
  }
  EXPECT_NEAR(r.motion.energy.friction, 0.5 * 10 * u * u, 1e-8);
}

/// A disc that bounces on a table that goes up and down like |sin|: between its corners the motion
/// is smooth, so what was found with small steps is found with large ones.
TEST(Kinks, BouncesOnACornerDoNotDependOnSteps) {
  Mechanism m = on_table("0.02*abs(sin(9*t))", "0", 0.6);
  const State falls{0, {0, 0.25, 0}, {0.2, 0, 0}};
  const Moved coarse = moved(m, falls, {.duration = 1.5});
  const Moved fine = moved(m, falls, {.duration = 1.5, .tolerance = 1e-12, .largest_step = 1e-3});
  EXPECT_EQ(coarse.motion.end, MotionEnd::duration);
  const auto a = coarse.seen.of_kind(MotionEventKind::impact);
  const auto b = fine.seen.of_kind(MotionEventKind::impact);
  ASSERT_GE(std::min(a.size(), b.size()), 5u);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(a[i].time, b[i].time, 1e-6) << i;
}

/// A pinned door of 1 m and 1 kg (I = 1/3) without gravity at 0.5 rad on a wall; a couple presses
/// it on the wall where it is below zero.
Mechanism door(double friction, const std::string& couple, double restitution = 0) {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "door", .length = 1, .mass = 1});
  m.surfaces.push_back({.name = "wall", .angle = pi / 2, .point = {std::cos(0.5), 0}});
  m.contacts.push_back({.name = "tip",
                        .link = "door",
                        .at = {1, 0},
                        .surface = "wall",
                        .friction = friction,
                        .restitution = restitution});
  m.torques.push_back({"door", std::nullopt, {couple}});
  return m;
}

const State leans{0, {0.5}, {0}};

/// I θ̈ = −c(0.3 − t)ⁿ: the door leaves at 0.3 s, however gently, and is at c τⁿ⁺²/(I(n+1)(n+2))
/// later.
TEST(Kinks, ALoadWithAZeroOfAnyOddOrderLetsGoThere) {
  for (const double friction : {0.0, 0.3}) {
    for (const int n : {1, 3, 5, 7, 9}) {
      SCOPED_TRACE(n);
      const std::string couple = "-30*(0.3 - t)^" + std::to_string(n);
      const Moved r = moved(door(friction, couple), leans, {.duration = 1});
      EXPECT_EQ(r.motion.end, MotionEnd::duration);
      EXPECT_EQ(r.motion.impacts, 0);
      const auto left = r.seen.of_kind(MotionEventKind::separation);
      ASSERT_EQ(left.size(), 1u);
      EXPECT_NEAR(left[0].time, begins, 1e-9);
      const double turned = 90 * std::pow(0.7, n + 2) / ((n + 1) * (n + 2));
      EXPECT_NEAR(r.motion.final.positions[0], 0.5 + turned, 1e-8 * (1 + turned));
    }
  }
}

/// With more friction than tan 0.5 it may stay as well, wedged: that is said in that instant.
TEST(Kinks, AWedgedLoadWithAZeroOfAnyOddOrderMayLetGoThere) {
  for (const double friction : {0.6, 1.5})
    for (const int n : {1, 3, 5, 7, 9}) {
      SCOPED_TRACE(n);
      const Model model(door(friction, "-30*(0.3 - t)^" + std::to_string(n)));
      Recorder seen;
      const Motion motion = simulate(model, leans, {.duration = 1}, seen);
      EXPECT_EQ(motion.end, MotionEnd::several_modes);
      EXPECT_NEAR(motion.final.time, begins, 1e-9);
      Recorder gone;
      const Motion on =
          simulate(model, leans, {.duration = 1, .on_ambiguous = OnAmbiguous::first}, gone);
      EXPECT_EQ(on.end, MotionEnd::duration);
      EXPECT_EQ(on.choices, 1);
      ASSERT_EQ(gone.of_kind(MotionEventKind::separation).size(), 1u);
      EXPECT_NEAR(on.final.positions[0], 0.5 + 90 * std::pow(0.7, n + 2) / ((n + 1) * (n + 2)),
                  1e-7);
    }
}

/// The same with a load that another balances but for such a power: none of the two is zero then,
/// and what is left of them is lost in rounding milliseconds before and after.
TEST(Kinks, LoadsThatBalanceInAFlatInstantLetGoThere) {
  for (const double friction : {0.0, 0.3, 0.6, 1.5})
    for (const int n : {1, 3, 5, 7}) {
      SCOPED_TRACE(friction);
      SCOPED_TRACE(n);
      Mechanism m = door(friction, "-5 - 30*(0.3 - t)^" + std::to_string(n));
      m.torques.push_back({"door", std::nullopt, {"5"}});
      const Moved r = moved(m, leans, {.duration = 1});
      if (friction > std::tan(0.5)) {
        EXPECT_EQ(r.motion.end, MotionEnd::several_modes);
        EXPECT_NEAR(r.motion.final.time, begins, 1e-9);
        continue;
      }
      EXPECT_EQ(r.motion.end, MotionEnd::duration);
      const auto left = r.seen.of_kind(MotionEventKind::separation);
      ASSERT_EQ(left.size(), 1u);
      EXPECT_NEAR(left[0].time, begins, 1e-9);
      const double turned = 90 * std::pow(0.7, n + 2) / ((n + 1) * (n + 2));
      EXPECT_NEAR(r.motion.final.positions[0], 0.5 + turned, 1e-8 * (1 + turned));
    }
}

/// A lift at the tip that comes to carry the door's weight, mg/2, and goes on: the same for every
/// angle, so that the contact is without force at 0.3 s. What leaves does so in that instant, and
/// what is wedged may (friction above tan 0.5).
TEST(Kinks, ALiftThatComesToCarryTheWeightGentlyIsDecidedThere) {
  for (const double friction : {0.0, 0.3, 0.5, 0.6, 0.9})
    for (const int n : {1, 3, 5, 7}) {
      SCOPED_TRACE(friction);
      SCOPED_TRACE(n);
      Mechanism m = door(friction, "0");
      m.gravity = {0, -9.81};
      m.forces.push_back({.link = "door",
                          .at = {1, 0},
                          .value_x = {"0"},
                          .value_y = {"9.81/2 + 30*(t - 0.3)^" + std::to_string(n)}});
      const Moved r = moved(m, leans, {.duration = 1});
      const bool wedged = friction > std::tan(0.5);
      EXPECT_EQ(r.motion.end, wedged ? MotionEnd::several_modes : MotionEnd::duration);
      const auto left = r.seen.of_kind(MotionEventKind::separation);
      ASSERT_EQ(left.size(), wedged ? 0u : 1u);
      EXPECT_NEAR(wedged ? r.motion.final.time : left[0].time, begins, 1e-9);
    }
}

/// Zeros of even order: the load comes back, and nothing leaves.
TEST(Kinks, ALoadThatTouchesZeroHoldsItsContact) {
  for (const double friction : {0.3, 0.8})
    for (const int n : {2, 4, 6}) {
      SCOPED_TRACE(n);
      const Moved r =
          moved(door(friction, "-30*(0.3 - t)^" + std::to_string(n)), leans, {.duration = 1});
      EXPECT_EQ(r.motion.end, MotionEnd::duration);
      EXPECT_TRUE(r.seen.of_kind(MotionEventKind::separation).empty());
      EXPECT_NEAR(r.motion.final.positions[0], 0.5, 1e-12);
    }
}

/// A load that comes to zero and stays there: the contact carries nothing any more, however much
/// friction it has, and where the door is pulled later it leaves.
TEST(Kinks, ALoadThatStaysAtZeroReleasesItsContact) {
  for (const double friction : {0.0, 0.3, 0.6, 1.5})
    for (const char* const load : {"-20*max(0.3 - t, 0)", "-20*max(0.3 - t, 0)^2",
                                   "-20*max(0.3 - t, 0)^5", "-10*(1 - sign(t - 0.3))"}) {
      SCOPED_TRACE(load);
      const Moved r = moved(door(friction, load), leans, {.duration = 1, .every = 0.1});
      EXPECT_EQ(r.motion.end, MotionEnd::duration);
      EXPECT_EQ(r.motion.contacts[0].mode, Mode::separates);
      EXPECT_EQ(r.motion.contacts[0].force[1], 0);
      EXPECT_NEAR(r.motion.final.positions[0], 0.5, 1e-12);
    }
  for (const double friction : {0.0, 0.3}) {
    const Moved r =
        moved(door(friction, "-20*max(0.3 - t, 0) + 5*max(t - 0.6, 0)"), leans, {.duration = 1});
    EXPECT_EQ(r.motion.end, MotionEnd::duration);
    const auto left = r.seen.of_kind(MotionEventKind::separation);
    ASSERT_EQ(left.size(), 1u);
    EXPECT_NEAR(left[0].time, 0.6, 1e-9);
    EXPECT_NEAR(r.motion.final.positions[0], 0.5 + 15 * std::pow(0.4, 3) / 6, 1e-8);
  }
}

/// A couple that begins to press a door which touches: it is pressed, and nothing strikes.
TEST(Kinks, ALoadThatBeginsPressesWhatTouches) {
  for (const double friction : {0.0, 0.3, 0.8})
    for (const char* const load :
         {"-5*max(t - 0.6, 0)", "-5*max(t - 0.6, 0)^3", "-2.5*(1 + sign(t - 0.6))"}) {
      SCOPED_TRACE(load);
      const Moved r = moved(door(friction, load, 0.5), leans, {.duration = 1});
      EXPECT_EQ(r.motion.end, MotionEnd::duration);
      EXPECT_EQ(r.motion.impacts, 0);
      EXPECT_NEAR(r.motion.final.positions[0], 0.5, 1e-12);
      EXPECT_NEAR(r.motion.final.velocities[0], 0, 1e-12);
      if (friction > 0) {
        EXPECT_EQ(r.motion.contacts[0].mode, Mode::sticks);
      }
    }
}

/// A drive whose rate jumps takes an impulse; one whose acceleration jumps does not.
TEST(Kinks, ADriveMayJumpInItsAccelerationOnly) {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "rod", .length = 1, .mass = 3});
  m.drives.push_back({"rod", std::nullopt, {"max(t - 0.3, 0)^2"}});
  const Moved smooth = moved(m, {0, {0}, {0}}, {.duration = 1});
  EXPECT_EQ(smooth.motion.end, MotionEnd::duration);
  EXPECT_NEAR(smooth.motion.final.positions[0], 0.49, 1e-12);
  EXPECT_NEAR(smooth.motion.energy.inputs, 0.5 * 1.4 * 1.4, 1e-9);
  for (const char* const angle :
       {"max(t - 0.3, 0)", "0.1*sign(t - 0.3) + 0.1", "abs(t-0.3)-0.3+t"}) {
    SCOPED_TRACE(angle);
    m.drives[0].angle = {angle};
    const Moved r = moved(m, {0, {0}, {0}}, {.duration = 1});
    EXPECT_EQ(r.motion.end, MotionEnd::jump);
    EXPECT_EQ(r.motion.drive, 0);
    EXPECT_NEAR(r.motion.final.time, begins, 1e-15);
  }
}

/// A floor that is taken away is left; one that is put into a body is not.
TEST(Kinks, AFloorMayJumpAwayOnly) {
  const Moved down = moved(on_table("-0.25*(1 + sign(t - 0.3))"), rests, {.duration = 1});
  EXPECT_EQ(down.motion.end, MotionEnd::duration);
  const auto left = down.seen.of_kind(MotionEventKind::separation);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_NEAR(left[0].time, begins, 1e-15);
  const auto impacts = down.seen.of_kind(MotionEventKind::impact);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_NEAR(impacts[0].time, begins + std::sqrt(2 * 0.5 / g), 1e-9);
  const Moved up = moved(on_table("0.25*(1 + sign(t - 0.3))"), rests, {.duration = 1});
  EXPECT_EQ(up.motion.end, MotionEnd::jump);
  EXPECT_EQ(up.motion.contact, 0);
  EXPECT_NEAR(up.motion.final.time, begins, 1e-15);
}

/// A force that changes its sign at once, and back: x = F/m (τ²/2 …).
TEST(Kinks, ABangBangForceIsFollowedToRounding) {
  Mechanism m;
  m.links.push_back({.name = "rod", .length = 0.5, .mass = 2});
  m.forces.push_back({"rod", {0.25, 0}, {"6*sign(sin(10*pi*t/3))"}, {"0"}});
  const Moved r = moved(m, {0, {0, 0, 0}, {0, 0, 0}}, {.duration = 1.2});
  // 3 m/s² for 0.3 s, then back, twice: 0.27 m each.
  EXPECT_NEAR(r.motion.final.positions[0], 0.54, 1e-12);
  EXPECT_NEAR(r.motion.final.velocities[0], 0, 1e-12);
}

/// A spring that only pushes, at an angle of 0.2: half a swing later the rod is back, as fast.
TEST(Kinks, AStopOfTheStateIsMetWhereItIs) {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "rod", .length = 1, .mass = 3});  // I = 1
  m.torques.push_back({"rod", std::nullopt, {"-100*max(angle.rod - 0.2, 0)"}});
  const Moved r = moved(m, {0, {0}, {2}}, {.duration = 1, .tolerance = 1e-11});
  EXPECT_NEAR(r.motion.final.velocities[0], -2, 1e-9);
  EXPECT_NEAR(r.motion.final.positions[0], 0.2 - 2 * (1 - 0.1 - pi / 10), 1e-9);
}

}  // namespace
}  // namespace carom
