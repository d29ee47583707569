/// Motions that end before their time for a reason with a closed form, and their neighbours that
/// go on: every kind of stop at which one of the two could be taken for the other.

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

/// Painlevé's rod, 2a = 1 m and 1 kg, its lower end on the floor. With W from its pose,
///
///     D = W_nn − μ|W_nt| = 1 + 3 cos²θ − 3μ sinθ cosθ      (slides towards its foot's side)
///     b = −g + aθ̇² sinθ                                     v̇_n without a force
///
/// λ_n = −b/D where it is pressed: D > 0 has one answer, D < 0 none where b < 0 and two where
/// b > 0 (pressed, or it leaves).
Mechanism rod(double friction) {
  Mechanism m;
  m.gravity = {0, -g};
  m.links.push_back({.name = "rod", .length = 1, .mass = 1});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back({.name = "foot", .link = "rod", .surface = "floor", .friction = friction});
  return m;
}

MotionEnd end_of_rod(double friction, double angle, double slip, double rate) {
  Recorder seen;
  return simulate(Model(rod(friction)), {0, {0, 0, angle}, {slip, 0, rate}}, {.duration = 1e-3},
                  seen)
      .end;
}

TEST(Stops, PainlevesRodHasNoneOneOrTwoWaysToGoOn) {
  for (const double angle : {0.7, 1.0, 1.2, 1.4}) {
    SCOPED_TRACE(angle);
    const double sine = std::sin(angle), cosine = std::cos(angle);
    const double critical = (1 + 3 * cosine * cosine) / (3 * sine * cosine);
    const double lifting = std::sqrt(g / (0.5 * sine));
    for (const double near : {1e-2, 1e-4}) {
      SCOPED_TRACE(near);
      const double above = critical * (1 + near), below = critical * (1 - near);
      for (const double rate : {-0.9 * lifting, 0.0, 0.9 * lifting}) {
        EXPECT_EQ(end_of_rod(above, angle, -1, rate), MotionEnd::no_modes);
        EXPECT_EQ(end_of_rod(above, angle, 1, rate), MotionEnd::duration);
        EXPECT_EQ(end_of_rod(below, angle, 1, rate), MotionEnd::duration);
      }
      EXPECT_EQ(end_of_rod(above, angle, -1, 1.1 * lifting), MotionEnd::several_modes);
      EXPECT_EQ(end_of_rod(above, angle, 1, 1.1 * lifting), MotionEnd::duration);
      EXPECT_EQ(end_of_rod(below, angle, -1, 1.1 * lifting), MotionEnd::duration);
    }
    // Well below: it goes on; a little below, its force grows until the friction is critical.
    EXPECT_EQ(end_of_rod(0.8 * critical, angle, -1, 0), MotionEnd::duration);
  }
}

/// A pinned rod of 1 m and 1 kg that a rising floor lifts by its tip, sin θ = sin θ₀ + ut:
///
///     λ_n = (θ̇² tan θ/3 + g cos θ/2)/(cos θ − μ sin θ)
///
/// grows without bound where tan θ = 1/μ: the floor cannot rise further.
TEST(Stops, AFloorThatWedgesARodCannotRiseFurther) {
  for (const double friction : {0.5, 1.0, 2.0}) {
    SCOPED_TRACE(friction);
    Mechanism m;
    m.gravity = {0, -g};
    m.base.kind = BaseKind::pinned;
    m.links.push_back({.name = "rod", .length = 1, .mass = 1});
    const double first = 0.2, speed = 0.5;
    m.surfaces.push_back({.name = "floor", .point = {0, std::sin(first)}});
    m.surfaces[0].motion = SurfaceMotion{{"0.5*t"}, {"0"}};
    m.contacts.push_back(
        {.name = "tip", .link = "rod", .at = {1, 0}, .surface = "floor", .friction = friction});
    const double last = std::atan(1 / friction);
    const double time = (std::sin(last) - std::sin(first)) / speed;
    Recorder seen;
    const Motion motion = simulate(Model(m), {0, {first}, {speed / std::cos(first)}},
                                   {.duration = 2, .every = time / 20}, seen);
    EXPECT_EQ(motion.end, MotionEnd::step_size);
    EXPECT_NEAR(motion.final.time, time, 1e-7);
    ASSERT_GE(seen.samples.size(), 20u);
    for (const auto& s : seen.samples) {
      const double sine = std::sin(first) + speed * s.time, cosine = std::sqrt(1 - sine * sine);
      const double rate = speed / cosine;
      const double force =
          (rate * rate * sine / cosine / 3 + g * cosine / 2) / (cosine - friction * sine);
      if (s.time > 0.99 * time) continue;
      EXPECT_NEAR(s.contacts[0].force[1], force, 1e-7 * force);
    }
  }
}

/// A block on three feet, its mass centre above the middle one, slides from the start. The rigid
/// model leaves its load open: with equal friction every share brakes alike, −μg; with another
/// friction in the middle anything between the two does.
TEST(Stops, FeetWithFrictionsOfTheirOwnLeaveTheMotionOpen) {
  const auto slid = [](double middle, OnAmbiguous on_ambiguous) {
    Mechanism m;
    m.gravity = {0, -g};
    m.links.push_back(
        {.name = "block", .length = 1, .mass = 2, .com = Vec2{0.5, 0}, .inertia = 0.2});
    m.surfaces.push_back({.name = "floor"});
    for (const double at : {0.0, 0.5, 1.0})
      m.contacts.push_back({.name = "foot" + std::to_string(at),
                            .link = "block",
                            .at = {at, 0},
                            .surface = "floor",
                            .friction = at == 0.5 ? middle : 0.2});
    Recorder seen;
    return simulate(Model(m), {0, {0, 0, 0}, {1, 0, 0}},
                    {.duration = 0.1, .on_ambiguous = on_ambiguous}, seen);
  };
  const Motion alike = slid(0.2, OnAmbiguous::stop);
  EXPECT_EQ(alike.end, MotionEnd::duration);
  EXPECT_NEAR(alike.final.velocities[0], 1 - 0.2 * g * 0.1, 1e-9);
  for (const double middle : {0.0, 0.1, 0.199, 0.201, 0.4}) {
    SCOPED_TRACE(middle);
    const Motion open = slid(middle, OnAmbiguous::stop);
    EXPECT_EQ(open.end, MotionEnd::several_modes);
    EXPECT_EQ(open.final.time, 0);
    const Motion chosen = slid(middle, OnAmbiguous::first);
    EXPECT_EQ(chosen.end, MotionEnd::duration);
    EXPECT_LE(chosen.final.velocities[0], 1 - std::min(middle, 0.2) * g * 0.1 + 1e-9);
    EXPECT_GE(chosen.final.velocities[0], 1 - std::max(middle, 0.2) * g * 0.1 - 1e-9);
  }
}

/// Four feet with one friction, at rest on a slope: whatever their shares, they hold below
/// tan(slope) and slide with g(sin − μ cos) above it. Neither is several motions.
TEST(Stops, FeetWithOneFrictionRestOrSlideWhateverTheirShares) {
  for (const double slope : {0.0, 0.1, 0.3}) {
    for (const double friction : {0.05, 0.2, 0.5}) {
      SCOPED_TRACE(slope);
      SCOPED_TRACE(friction);
      Mechanism m;
      m.gravity = {g * std::sin(slope), -g * std::cos(slope)};
      m.links.push_back(
          {.name = "block", .length = 1, .mass = 2, .com = Vec2{0.45, 0.1}, .inertia = 0.2});
      m.surfaces.push_back({.name = "floor"});
      for (int i = 0; i < 4; ++i)
        m.contacts.push_back({.name = "foot" + std::to_string(i),
                              .link = "block",
                              .at = {i / 3.0, 0},
                              .surface = "floor",
                              .friction = friction});
      Recorder seen;
      const Motion motion = simulate(Model(m), {0, {0, 0, 0}, {0, 0, 0}}, {.duration = 0.2}, seen);
      EXPECT_EQ(motion.end, MotionEnd::duration);
      const double slides = std::max(0.0, std::sin(slope) - friction * std::cos(slope));
      EXPECT_NEAR(motion.final.velocities[0], 0.2 * g * slides, 1e-9);
    }
  }
}

/// Legs of 1 m and 1 kg that hang together at their top; one alone is on a vertical slider.
Mechanism legs(int count, double friction) {
  Mechanism m;
  m.gravity = {0, -g};
  if (count == 1) {
    m.base.kind = BaseKind::slider;
    m.base.direction = pi / 2;
  }
  m.surfaces.push_back({.name = "floor"});
  for (int i = 0; i < count; ++i) {
    const std::string name = "leg" + std::to_string(i);
    m.links.push_back({.name = name, .length = 1, .mass = 1});
    if (i == 1) m.links[1].parent = "base";
    m.contacts.push_back(
        {.name = name, .link = name, .at = {1, 0}, .surface = "floor", .friction = friction});
  }
  return m;
}

/// Two mirror images that lean on each other: their feet close or open with friction. Each half is
/// one leg on a vertical slider, also where the two may share their load as they like for an
/// instant.
TEST(Stops, AVeeMovesAsItsHalfDoes) {
  for (const double friction : {0.0, 0.1, 0.2, 0.3, 0.5})
    for (const double spread : {0.3, 0.6, 0.9})
      for (const double rate : {-4.0, -1.0, 1.0, 4.0}) {
        SCOPED_TRACE(friction);
        SCOPED_TRACE(spread);
        SCOPED_TRACE(rate);
        const double height = std::cos(spread), rise = -rate * std::sin(spread);
        const double angle = spread - pi / 2;
        Recorder seen, seen_half;
        const MotionOptions options{.duration = 0.08, .every = 0.01};
        const Motion whole =
            simulate(Model(legs(2, friction)),
                     {0, {0, height, angle, -pi - angle}, {0, rise, rate, -rate}}, options, seen);
        const Motion half = simulate(Model(legs(1, friction)), {0, {height, angle}, {rise, rate}},
                                     options, seen_half);
        EXPECT_EQ(whole.end, half.end);
        ASSERT_EQ(whole.final.time, half.final.time);
        EXPECT_NEAR(whole.final.positions[1], half.final.positions[0], 1e-8);
        EXPECT_NEAR(whole.final.positions[2], half.final.positions[1], 1e-8);
        EXPECT_NEAR(whole.final.positions[3], -pi - half.final.positions[1], 1e-8);
      }
}

/// At rest its feet need tan(spread)/2 as friction. With more than 2/(3 sin(spread) cos(spread))
/// feet that slide outwards would have no way to go on: rounding in the velocities of the start is
/// no slip, and a slip that is none but for rounding ends no motion.
TEST(Stops, AVeeAtRestStaysSoWhateverRoundingItStartsWith) {
  const double spread = 0.8, friction = 1.6;
  for (const double rate : {0.0, 1e-16, -1e-15, 3e-15, -1e-14, 1e-14, 1e-13, 3e-13}) {
    SCOPED_TRACE(rate);
    Recorder seen;
    const Motion motion = simulate(Model(legs(2, friction)),
                                   {0,
                                    {0, std::cos(spread), spread - pi / 2, -spread - pi / 2},
                                    {0, -rate * std::sin(spread), rate, -rate}},
                                   {.duration = 1, .every = 0.5}, seen);
    EXPECT_EQ(motion.end, MotionEnd::duration);
    ASSERT_FALSE(seen.samples.empty());
    for (const ContactMotion& c : seen.samples.back().contacts) {
      EXPECT_EQ(c.mode, Mode::sticks);
      EXPECT_NEAR(c.force[1], g, 1e-9);
      EXPECT_NEAR(std::abs(c.force[0]), g * std::tan(spread) / 2, 1e-9);
    }
  }
  Recorder seen;
  const Motion slid = simulate(Model(legs(2, friction)),
                               {0,
                                {0, std::cos(spread), spread - pi / 2, -spread - pi / 2},
                                {0, -1e-3 * std::sin(spread), 1e-3, -1e-3}},
                               {.duration = 1}, seen);
  EXPECT_EQ(slid.end, MotionEnd::no_modes);
}

}  // namespace
}  // namespace carom
