/// Infinitely many impacts of several contacts in turn, summed: against closed forms and
/// quadratures of the same motions.

#include "motion/bounce_cycle.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "carom/motion_sensitivity.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

using testing::Recorder;

constexpr double g = 9.81;

struct Followed {
  Motion motion;
  Recorder told;
  MotionEvent limit() const {
    const auto all = told.of_kind(MotionEventKind::limit);
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? MotionEvent{} : all.front();
  }
};
Followed follow(const Mechanism& mechanism, const State& state, double duration,
                double tolerance = 1e-11) {
  Followed out;
  out.motion =
      simulate(Model(mechanism), state, {.duration = duration, .tolerance = tolerance}, out.told);
  return out;
}

/// A body on a foot, its mass centre at a distance R from it and at an angle α beside its vertical,
/// with the inertia I about the foot: up and back again,
///
///     ½Iω² = mgR(cos(α − θ) − cos α),   2∫ dθ/ω over θ = θ_m(1 − s²)
double time_on_a_foot(double inertia, double mass, Vec2 com, double rate) {
  const double R = std::hypot(com.x, com.y), alpha = std::atan2(com.x, com.y);
  const double rise = 0.5 * inertia * rate * rate / (mass * g * R);
  double highest = 0;  // 2 sin(α − θ_m/2) sin(θ_m/2) is the rise
  for (int k = 0; k < 100; ++k)
    highest = 2 * std::asin(0.5 * rise / std::sin(alpha - 0.5 * highest));
  // cos(α − θ_m) − cos(α − θ) = 2 sin(…)sin(…), without cancellation.
  const auto integrand = [&](double s) {
    const double theta = highest * (1 - s * s), left = highest * s * s;
    const double middle = alpha - 0.5 * (highest + theta);
    const double sinc = left > 0 ? std::sin(0.5 * left) / (0.5 * left) : 1;
    return 2 * highest / std::sqrt(2 * mass * g * R / inertia * std::sin(middle) * sinc * highest);
  };
  constexpr int n = 400;
  double sum = integrand(0) + integrand(1);
  for (int k = 1; k < n; ++k) sum += (k % 2 == 0 ? 2 : 4) * integrand(static_cast<double>(k) / n);
  return 2 * sum / (3 * n);
}

/// The rates of a block that rocks shrink by (I + m r₁·r₂)/(I + m r₂²) at every impact, r from the
/// old foot and the new one to the mass centre.
double end_of_rocking(const Mechanism& block, double rate) {
  const Link& link = block.links[0];
  const Vec2 com = *link.com;
  const double width = link.length, inertia = *link.inertia;
  const std::array<Vec2, 2> arm{com, {com.x - width, com.y}};
  std::array<double, 2> about{}, ratio{};
  for (std::size_t k = 0; k < 2; ++k) {
    about[k] = inertia + link.mass * dot(arm[k], arm[k]);
    ratio[k] = (inertia + link.mass * dot(arm[0], arm[1])) /
               (inertia + link.mass * dot(arm[1 - k], arm[1 - k]));
  }
  double time = 0;
  for (int k = 0; rate > 1e-18; ++k) {
    const std::size_t foot = k % 2;
    time += time_on_a_foot(about[foot], link.mass, {std::abs(arm[foot].x), arm[foot].y}, rate);
    rate *= ratio[foot];
  }
  return time;
}

/// 1 × 2, plastic and rough: the rates shrink by 0.7.
TEST(BounceCycle, ABlockRocksToRest) {
  const Mechanism block = testing::block(1, 2, 10, 0);
  const Followed out = follow(block, {0, {0, 0, 0}, {0, 0, 1}}, 4);
  const auto impacts = out.told.of_kind(MotionEventKind::impact);
  ASSERT_GT(impacts.size(), 3U);
  EXPECT_NEAR(impacts[0].time, 0.987327807316, 1e-11);
  EXPECT_NEAR(impacts[1].time, 1.53126984641, 1e-11);
  EXPECT_NEAR(impacts[2].time, 1.88457033720, 1e-11);
  const double end = end_of_rocking(block, 1);
  EXPECT_NEAR(end, 2.67142139837, 1e-11);
  const MotionEvent limit = out.limit();
  EXPECT_NEAR(limit.time, end, 1e-11);
  EXPECT_LT(impacts.size(), 60U);  // the rest is a sum
  EXPECT_EQ(out.motion.limits, 1);
  EXPECT_EQ(out.motion.slow_limits, 0);
  for (const ContactMotion& foot : out.motion.contacts) EXPECT_EQ(foot.mode, Mode::sticks);
  for (const double v : out.motion.final.velocities) EXPECT_NEAR(v, 0, 1e-15);
  EXPECT_LT(out.motion.energy_error, 1e-10);
  // It goes on at rest: nothing but the begin of contact follows.
  EXPECT_EQ(out.told.events.back().kind, MotionEventKind::contact);
  EXPECT_EQ(out.told.events.back().time, limit.time);
}

/// Two feet, two ratios: the cycle is of two impacts.
TEST(BounceCycle, ABlockWhoseMassCentreIsAside) {
  Mechanism block = testing::block(1, 2, 10, 0);
  block.links[0].com = Vec2{0.4, 0.8};
  for (const double tolerance : {1e-9, 1e-11}) {
    const Followed out = follow(block, {0, {0, 0, 0}, {0, 0, 0.8}}, 4, tolerance);
    EXPECT_NEAR(out.limit().time, end_of_rocking(block, 0.8), tolerance);
    EXPECT_EQ(out.motion.slow_limits, 0);
  }
}

/// A point in a V of two plates that catch it, without friction: it slides up a plate and back,
/// 2v/(g sin a), and keeps v cos(a + b) along the other one.
Mechanism groove(double a, double b) {
  Mechanism m;
  m.gravity = {0, -g};
  m.links.push_back({.name = "ball", .length = 0, .mass = 2, .com = Vec2{0, 0}, .inertia = 1});
  m.surfaces.push_back({.name = "left", .angle = -a});
  m.surfaces.push_back({.name = "right", .angle = b});
  for (const char* side : {"left", "right"})
    m.contacts.push_back({.name = side, .link = "ball", .surface = side});
  return m;
}

TEST(BounceCycle, ABallSlidesUpAndDownAGroove) {
  const double a = 0.5, b = 0.6, u = 1.5, share = std::cos(a + b);
  const State start{0, {0, 0, 0}, {-u * std::cos(a), u * std::sin(a), 0}};
  const Mechanism m = groove(a, b);
  const double end = 2 * u / g * (1 / std::sin(a) + share / std::sin(b)) / (1 - share * share);
  const Followed out = follow(m, start, 3);
  EXPECT_NEAR(out.limit().time, end, 1e-11);
  EXPECT_EQ(out.motion.slow_limits, 0);
  // All of its energy is lost in the impacts.
  EXPECT_NEAR(out.motion.energy.impacts, u * u, 1e-11);
  EXPECT_NEAR(out.limit().positions[0], 0, 1e-11);
  EXPECT_NEAR(out.limit().positions[1], 0, 1e-11);

  // The end is in proportion to u, and comes later by 1 with the start.
  Direction faster;
  faster.positions = {0, 0, 0};
  faster.velocities = {-std::cos(a), std::sin(a), 0};
  MotionSensitivity slopes;
  Recorder told;
  const Motion along = simulate(Model(m), start, {.duration = 3, .tolerance = 1e-11}, told,
                                std::array{faster}, slopes);
  EXPECT_FALSE(slopes.hindered[0].has_value());
  EXPECT_EQ(along.final.positions, out.motion.final.positions);
  const auto limit = told.of_kind(MotionEventKind::limit);
  ASSERT_EQ(limit.size(), 1U);
  bool found = false;
  for (const InstantSlopes& instant : slopes.instants)
    if (instant.time == limit[0].time) {
      found = true;
      // Slopes of the last speeds, 1e-7 of the first, are known to fewer digits.
      EXPECT_NEAR(instant.slopes[0], end / u, 1e-7);
    }
  EXPECT_TRUE(found);
  for (const double slope : slopes.positions[0]) EXPECT_NEAR(slope, 0, 1e-9);
}

/// Both ends of a bar at once: a ball's bounces.
TEST(BounceCycle, ABarFallsFlat) {
  Mechanism bar = testing::block(1, 0, 0, 0.5);
  const Followed out = follow(bar, {0, {0, 0.3, 0}, {0, 0, 0}}, 3);
  const double fall = std::sqrt(2 * 0.3 / g);
  EXPECT_NEAR(out.limit().time, fall * 3, 1e-11);  // fall·(1 + e)/(1 − e)
  EXPECT_EQ(out.motion.slow_limits, 0);
}

/// p = 1 is the tennis ball: T = 2eV/((1 − e)g), and at rest on the floor after it.
TEST(BounceCycle, OfOneContactItIsTheTennisBall) {
  const double e = 0.7, u = 0.3;  // leaves with u, then with e u
  const CycleSum<double> sum{e, 2 * u / g};
  EXPECT_NEAR(sum.duration(), 2 * e * u / ((1 - e) * g), 1e-15);
  EXPECT_NEAR(sum.rate(e * u, u), 0, 1e-15);
  EXPECT_NEAR(sum.place(0, 0, e * u, u), 0, 1e-15);
}

}  // namespace
}  // namespace carom
