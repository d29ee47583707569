/// Ends of links that pass surfaces with which they have no contact: who is told, when, and who
/// not.

#include "motion/passing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/compiled_model.hpp"
#include "support/motions.hpp"

namespace carom {
namespace {

using testing::Recorder;
constexpr double g = 9.81;
constexpr double down = -std::numbers::pi / 2;

std::vector<MotionPassing> passed(const Mechanism& m, const State& state, double duration) {
  Recorder seen;
  return simulate(Model(m), state, {.duration = duration, .tolerance = 1e-10}, seen).passed;
}

/// A rod over a floor.
Mechanism rod(double length) {
  Mechanism m;
  m.gravity = {0, -g};
  m.links.push_back({.name = "rod", .length = length, .mass = 2});
  m.surfaces.push_back({.name = "floor"});
  return m;
}

Contact contact(const std::string& link, const Vec2& at, const std::string& surface = "floor") {
  return {.name = link + std::to_string(at.x) + std::to_string(at.y),
          .link = link,
          .at = at,
          .surface = surface,
          .restitution = 0.3};
}

/// It falls as a stone does: its ends arrive after √(2h/g).
TEST(Passing, ARodWithoutContactsFallsThroughTheFloor) {
  const auto told = passed(rod(0.5), {0.25, {0, 2, down}, {0.3, 0, 0}}, 1);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_TRUE(told[0].far);
  EXPECT_NEAR(told[0].time, 0.25 + std::sqrt(2 * 1.5 / g), 1e-9);
  EXPECT_FALSE(told[1].far);
  EXPECT_NEAR(told[1].time, 0.25 + std::sqrt(2 * 2.0 / g), 1e-9);
  for (const MotionPassing& each : told) {
    EXPECT_EQ(each.link, 0);
    EXPECT_EQ(each.surface, 0);
    EXPECT_EQ(each.depth, 0);
  }
}

/// A contact at one end holds that end alone: the other one passes when the rod lies flat.
TEST(Passing, TheEndThatHasNoContactIsTold) {
  Mechanism m = rod(0.5);
  m.contacts.push_back(contact("rod", {0, 0}));
  // Its near end glides on the floor; there is no friction.
  const auto told = passed(m, {0, {0, 0, 0.3}, {0, 0, 0}}, 0.5);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told[0].far);
  // Energy, with the mass centre at (l/2) sin θ: θ̇²(cos²θ/4 + 1/12) l = g (sin θ₀ − sin θ); the
  // time to θ = 0 by the rule of midpoints in u, θ = θ₀ − u².
  double time = 0;
  constexpr int steps = 2000;
  const double top = std::sqrt(0.3);
  for (int i = 0; i < steps; ++i) {
    const double u = top * (i + 0.5) / steps;
    const double theta = 0.3 - u * u;
    const double cosine = std::cos(theta);
    const double rate =
        std::sqrt(g * (std::sin(0.3) - std::sin(theta)) / ((cosine * cosine / 4 + 1.0 / 12) * 0.5));
    time += 2 * u / rate * top / steps;
  }
  EXPECT_NEAR(told[0].time, time, 1e-7) << "the rule errs by about steps⁻²";
}

TEST(Passing, CoveredEndsAreNotTold) {
  // A body with an outline around its joint; a block on two feet; a hub whose contact belongs to
  // another link of the same joint.
  EXPECT_TRUE(
      passed(testing::disc(0.1, 1, 0.005, 0.3, 0.5), {0, {0, 0.5, 0}, {1, 0, 3}}, 2).empty());
  EXPECT_TRUE(
      passed(testing::block(0.5, 1, 0.3, 0.2), {0, {0, 0.4, 0.1}, {0.2, 0, 0}}, 1.5).empty());
  Mechanism chain = rod(0.4);
  chain.links.push_back({.name = "second", .length = 0.3, .mass = 1});
  chain.contacts = {contact("rod", {0, 0}), contact("second", {0, 0}), contact("second", {0.3, 0})};
  EXPECT_TRUE(passed(chain, {0, {0, 0.5, 0.4, -0.5}, {0, 0, 1, -2}}, 1.5).empty());
  chain.contacts = {contact("rod", {0, 0}), contact("rod", {0.4, 0}), contact("second", {0.3, 0})};
  EXPECT_TRUE(passed(chain, {0, {0, 0.5, 0.4, -0.5}, {0, 0, 1, -2}}, 1.5).empty());
  // Heel and toe on both sides of an ankle.
  Mechanism foot = rod(0);
  foot.links[0].com = Vec2{0, 0.3};
  foot.links[0].inertia = 0.02;
  foot.contacts = {contact("rod", {0.1, 0}), contact("rod", {-0.1, 0})};
  EXPECT_TRUE(passed(foot, {0, {0, 0.3, 0.2}, {0, 0, 0}}, 0.5).empty());
}

/// Whether an end can pass before its link's contacts is a matter of their hull, in any direction.
TEST(Passing, CoverIsTheHullOfTheContacts) {
  Mechanism m = rod(1);
  m.contacts = {contact("rod", {-0.2, -0.1}), contact("rod", {-0.2, 0.1}),
                contact("rod", {0.3, 0})};
  Contact pad = contact("rod", {0.9, 0});
  pad.outline.kind = OutlineKind::disc;
  pad.outline.radius = 0.11;
  m.contacts.push_back(pad);
  const Model model(m);
  const LinkEnds ends(model.compiled().tree);
  EXPECT_TRUE(ends.covered({0, {0, 0}}, 0));
  EXPECT_TRUE(ends.covered({0, {1, 0}}, 0)) << "within the pad";
  EXPECT_FALSE(ends.covered({0, {1.02, 0}}, 0));
  EXPECT_FALSE(ends.covered({0, {-0.21, 0}}, 0));
  EXPECT_TRUE(ends.covered({0, {0.5, 0.05}}, 0));
  EXPECT_FALSE(ends.covered({0, {0.05, 0.12}}, 0));
  // An ellipse around a point: inside where (x/a)² + (y/b)² < 1 in its own, turned frame.
  m.contacts.resize(1);
  m.contacts[0] = contact("rod", {0.5, 0});
  m.contacts[0].outline.kind = OutlineKind::ellipse;
  m.contacts[0].outline.semi_axes = {0.3, 0.1};
  m.contacts[0].outline.angle = 0.7;
  const Model turned(m);
  const LinkEnds around(turned.compiled().tree);
  for (int i = 0; i < 24; ++i) {
    const double angle = 0.1 + 2 * std::numbers::pi * i / 24;
    for (const double share : {0.97, 1.03}) {
      const Vec2 own{share * 0.3 * std::cos(angle), share * 0.1 * std::sin(angle)};
      const Vec2 at = Vec2{0.5, 0} + rotated(own, Vec2{std::cos(0.7), std::sin(0.7)});
      EXPECT_EQ(around.covered({0, at}, 0), share < 1) << angle;
    }
  }
}

/// Two steps of one height, or a board on the floor: what has a contact with the upper one is held.
TEST(Passing, ASurfaceThatLiesOverAnotherShieldsIt) {
  Mechanism m = rod(0.5);
  m.surfaces.push_back({.name = "board", .point = {3, 0.1}});
  m.contacts = {contact("rod", {0, 0}, "board"), contact("rod", {0.5, 0}, "board")};
  const Model over(m);
  EXPECT_TRUE(LinkEnds(over.compiled().tree).covered({0, {0.5, 0}}, 0));
  m.surfaces[1].point.y = -0.1;
  const Model under(m);
  EXPECT_FALSE(LinkEnds(under.compiled().tree).covered({0, {0.5, 0}}, 0));
  m.surfaces[1] = {.name = "board", .angle = 0.1, .point = {3, 0.1}};
  const Model tilted(m);
  EXPECT_FALSE(LinkEnds(tilted.compiled().tree).covered({0, {0.5, 0}}, 0));
}

/// A contact within a bar makes its surface a peg, which the bar's ends go past.
TEST(Passing, ThePegOfABarIsNoFloor) {
  Mechanism m = rod(1);
  m.base.kind = BaseKind::pinned;
  m.base.position = {0, 0};
  m.surfaces[0].point = {0, -0.3};
  m.contacts.push_back(contact("rod", {0.5, 0}));
  EXPECT_TRUE(passed(m, {0, {0.1}, {0}}, 1).empty());
  // With the contact at its end it is a floor, which the end keeps.
  m.contacts[0].at = {1, 0};
  EXPECT_TRUE(passed(m, {0, {0.1}, {0}}, 1).empty());
  // Without any it is passed.
  m.contacts.clear();
  const auto told = passed(m, {0, {0.1}, {0}}, 1);
  ASSERT_EQ(told.size(), 1U) << "the pin is part of the ground";
  EXPECT_TRUE(told[0].far);
}

/// Where a link turns freely one step is many turns, and its end is below for a moment of each.
TEST(Passing, AShortDipIsSeen) {
  Mechanism m = rod(1);
  m.gravity = {};
  m.base.kind = BaseKind::pinned;
  for (const double depth : {0.5, 1e-2, 1e-4}) {
    m.base.position = {0, 1 - depth};
    const auto told = passed(m, {0, {1.0}, {2.0}}, 40);
    ASSERT_EQ(told.size(), 1U) << depth;
    // sin θ = −(1 − depth) is met first at θ = π + asin(1 − depth).
    EXPECT_NEAR(told[0].time, (std::numbers::pi + std::asin(1 - depth) - 1.0) / 2.0, 1e-9) << depth;
  }
  m.base.position = {0, 1 + 1e-3};
  EXPECT_TRUE(passed(m, {0, {1.0}, {2.0}}, 40).empty());
}

/// Heights are above the surface as it is: moved, or yielding.
TEST(Passing, SurfacesThatMoveArePassedWhereTheyAre) {
  Mechanism m = rod(0.5);
  m.gravity = {};
  m.surfaces[0].motion = SurfaceMotion{{"0.3*t"}, {"0"}};
  const State still{0, {0, 2, down}, {0, 0, 0}};
  const auto moved = passed(m, still, 6);
  ASSERT_EQ(moved.size(), 1U);
  EXPECT_NEAR(moved[0].time, 1.5 / 0.3, 1e-6);
  m.surfaces[0].motion.reset();
  m.surfaces[0].body = SurfaceBody{std::numbers::pi / 2, 1, 0, 0, 0, 0.5};
  const auto yielding = passed(m, {0, {0, 2, down, 0}, {0, 0, 0, 0.5}}, 3.5);
  ASSERT_EQ(yielding.size(), 1U);
  EXPECT_NEAR(yielding[0].time, 3, 1e-6);
}

/// What starts behind a surface does not pass it. It is told where its link has a contact there and
/// the end has none at all.
TEST(Passing, EndsBehindSurfacesAtTheStart) {
  Mechanism m = rod(0.5);
  const State below{0, {0, 0.3, down}, {0, 0, 0}};
  EXPECT_TRUE(passed(m, below, 0.1).empty()) << "nobody uses this surface";
  m.links.push_back({.name = "arm", .parent = "base", .length = 0.2, .mass = 1});
  m.contacts.push_back(contact("arm", {0.2, 0}));
  const State two{0, {0, 0.3, down, 0.2}, {0, 0, 0, 0}};
  EXPECT_TRUE(passed(m, two, 0.05).empty()) << "another link's surface";
  m.contacts.push_back(contact("rod", {0, 0}));
  const auto told = passed(m, two, 0.05);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NEAR(told[0].depth, 0.2, 1e-12);
  EXPECT_TRUE(told[0].far);
  EXPECT_EQ(told[0].time, 0);
  // With a contact of its own elsewhere it was put there by choice.
  m.surfaces.push_back({.name = "pit", .point = {0, -1}});
  m.contacts.push_back(contact("rod", {0.5, 0}, "pit"));
  EXPECT_TRUE(passed(m, two, 0.05).empty());
}

/// A state tells the same, and who is about to pass.
TEST(Passing, AStateTellsWhatIsBehindAndWhatMovesIn) {
  Mechanism m = rod(0.5);
  m.contacts.push_back(contact("rod", {0, 0}));
  const Model model(m);
  const Tree& tree = model.compiled().tree;
  EXPECT_TRUE(ends_behind(tree, {0, {0, 0, 0.2}, {0, -1, 0}}).empty());
  const auto flat = ends_behind(tree, {0, {0, 0, 0}, {0, -1, 0}});
  ASSERT_EQ(flat.size(), 1U);
  EXPECT_TRUE(flat[0].far);
  EXPECT_EQ(flat[0].depth, 0);
  EXPECT_TRUE(ends_behind(tree, {0, {0, 0, 0}, {0, 1, 0}}).empty());
  const auto below = ends_behind(tree, {0, {0, 0.1, -0.5}, {0, 0, 0}});
  ASSERT_EQ(below.size(), 1U);
  EXPECT_NEAR(below[0].depth, 0.5 * std::sin(0.5) - 0.1, 1e-14);
}

}  // namespace
}  // namespace carom
