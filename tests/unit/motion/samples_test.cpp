/// What samples of a motion hold besides its coordinates: places in the world, couples of drives.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "carom/simulate.hpp"

namespace carom {
namespace {

constexpr double g = 9.81;

using Seen = std::function<void(const MotionSample&)>;
struct Looking : MotionSink {
  explicit Looking(Seen use) : seen(std::move(use)) {}
  void sample(const MotionSample& s) override { seen(s); }
  Seen seen;
};

Vec2 direction(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

/// A tree whose file order is not its tree order, on a slider, with a disc over a moved table.
TEST(Samples, PlacesFollowFromTheCoordinates) {
  Mechanism m;
  m.gravity = {0.4, -g};
  m.base = {.kind = BaseKind::slider, .position = {1, 2}, .direction = 0.3, .mass = 1.5};
  m.links.push_back({.name = "tip",
                     .parent = "arm",
                     .at = Vec2{0.2, 0.1},
                     .length = 0.3,
                     .mass = 0.5,
                     .com = Vec2{0.1, 0.05}});
  m.links.push_back({.name = "arm", .parent = "base", .length = 0.6, .mass = 1.2});
  m.masses.push_back({"tip", {0.3, 0}, 0.4});
  m.surfaces.push_back({.name = "table", .motion = SurfaceMotion{{"0.1*t"}, {"0"}}});
  Contact contact{.name = "wheel", .link = "tip", .at = {0.3, 0}, .surface = "table"};
  contact.outline.kind = OutlineKind::disc;
  contact.outline.radius = 0.05;
  m.contacts.push_back(contact);
  int samples = 0;
  Looking sink([&](const MotionSample& s) {
    ++samples;
    const Vec2 base = Vec2{1, 2} + s.positions[0] * direction(0.3);
    const Vec2 tip = direction(s.positions[1]), arm = direction(s.positions[2]);
    const Vec2 joint = base + rotated(Vec2{0.2, 0.1}, arm);
    const Vec2 places[] = {s.joints[0] - joint,
                           s.joints[1] - base,
                           s.ends[0] - (joint + 0.3 * tip),
                           s.ends[1] - (base + 0.6 * arm),
                           s.contact_points[0] - (joint + 0.3 * tip - Vec2{0, 0.05}),
                           3.6 * s.mass_centre - (1.5 * base + 1.2 * (base + 0.3 * arm) +
                                                  0.5 * (joint + rotated(Vec2{0.1, 0.05}, tip)) +
                                                  0.4 * (joint + 0.3 * tip))};
    for (const Vec2& each : places) EXPECT_LT(std::hypot(each.x, each.y), 1e-13) << s.time;
    EXPECT_NEAR(s.contact_points[0].y - 0.1 * s.time, s.contacts[0].gap, 1e-8);
    EXPECT_TRUE(s.couples.empty());
  });
  simulate(Model(m), {0, {0.1, 0.5, -0.4}, {0, 1, -2}}, {.duration = 0.5, .every = 0.05}, sink);
  EXPECT_EQ(samples, 11);
}

/// Whatever its links do, the mass centre of a chain in flight is thrown.
TEST(Samples, TheMassCentreIsThrown) {
  Mechanism m;
  m.gravity = {0, -g};
  for (const char* name : {"a", "b", "c"})
    m.links.push_back({.name = name, .length = 0.4, .mass = 1});
  m.springs.push_back({.link = "b", .against = "a", .stiffness = 3, .damping = 0.1});
  const State state{0, {0, 0, 0.3, -0.2, 1.0}, {1, 4, 3, -5, 2}};
  Vec2 first, velocity;
  Vec2 joint{1, 4};
  for (int i = 0; i < 3; ++i) {
    const Vec2 half =
        0.2 * state.velocities[2 + i] * perpendicular(direction(state.positions[2 + i]));
    velocity += (1.0 / 3) * (joint + half);
    joint += 2.0 * half;
  }
  bool begun = false;
  Looking sink([&](const MotionSample& s) {
    if (!begun) first = s.mass_centre;
    begun = true;
    const Vec2 wanted = first + s.time * velocity + 0.5 * s.time * s.time * Vec2{0, -g};
    EXPECT_NEAR(s.mass_centre.x, wanted.x, 1e-9) << s.time;
    EXPECT_NEAR(s.mass_centre.y, wanted.y, 1e-9) << s.time;
  });
  simulate(Model(m), state, {.duration = 1, .every = 0.1, .tolerance = 1e-11}, sink);
  EXPECT_TRUE(begun);
}

/// An arm of two driven links: with f(t) and h(t) prescribed the couples follow from the rate of
/// change of angular momentum, of the second link about the joint and of both about the pin.
TEST(Samples, ADrivesCoupleIsWhatAngularMomentumDemands) {
  Mechanism m;
  m.gravity = {0, -g};
  m.base.kind = BaseKind::pinned;
  constexpr double l1 = 0.5, m1 = 1.5, l2 = 0.4, m2 = 0.8;
  m.links = {{.name = "upper", .length = l1, .mass = m1},
             {.name = "lower", .length = l2, .mass = m2}};
  m.drives = {{.link = "upper", .angle = {"0.3 + 0.7*sin(2*t)"}},
              {.link = "lower", .against = "upper", .angle = {"0.5*cos(3*t)"}}};
  const auto upper = [](double t) {
    return std::array{0.3 + 0.7 * std::sin(2 * t), 1.4 * std::cos(2 * t), -2.8 * std::sin(2 * t)};
  };
  const auto lower = [&](double t) {
    auto q = upper(t);
    q[0] += 0.5 * std::cos(3 * t);
    q[1] -= 1.5 * std::sin(3 * t);
    q[2] -= 4.5 * std::cos(3 * t);
    return q;
  };
  int samples = 0;
  Looking sink([&](const MotionSample& s) {
    ++samples;
    const auto a = upper(s.time), b = lower(s.time);
    const Vec2 u = direction(a[0]), v = direction(b[0]);
    const auto acceleration = [](const Vec2& e, const std::array<double, 3>& q, double r) {
      return r * (q[2] * perpendicular(e) - q[1] * q[1] * e);
    };
    const Vec2 elbow = acceleration(u, a, l1);
    const Vec2 a1 = acceleration(u, a, l1 / 2), a2 = elbow + acceleration(v, b, l2 / 2);
    const Vec2 weight{0, -g};
    // Of the lower link about the elbow, then of both about the pin.
    const double second = m2 * l2 * l2 / 12 * b[2] + m2 * cross((l2 / 2) * v, a2 - weight);
    const double first = m1 * l1 * l1 / 12 * a[2] + m2 * l2 * l2 / 12 * b[2] +
                         m1 * cross((l1 / 2) * u, a1 - weight) +
                         m2 * cross(l1 * u + (l2 / 2) * v, a2 - weight);
    ASSERT_EQ(s.couples.size(), 2U);
    EXPECT_NEAR(s.couples[1], second, 1e-8) << s.time;
    EXPECT_NEAR(s.couples[0], first, 1e-8) << s.time;
  });
  const auto a = upper(0), b = lower(0);
  simulate(Model(m), {0, {a[0], b[0]}, {a[1], b[1]}},
           {.duration = 2, .every = 0.1, .tolerance = 1e-10}, sink);
  EXPECT_EQ(samples, 21);
}

}  // namespace
}  // namespace carom
