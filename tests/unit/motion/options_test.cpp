// Options say what is wrong with them, and the functions refuse exactly that.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "carom/simulate.hpp"
#include "carom/strike.hpp"

namespace carom {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Mechanism falling_disc() {
  Mechanism m;
  m.gravity = {0, -9.81};
  m.links.push_back({.name = "disc", .mass = 2, .com = Vec2{0, 0}, .inertia = 0.01});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back({.name = "rim", .link = "disc", .surface = "floor", .restitution = 0.5});
  m.contacts.back().outline = {.kind = OutlineKind::disc, .radius = 0.1};
  return m;
}

/// "kinematic, kinetic, …": whatever laws there are.
std::string law_names() {
  std::string names;
  for (const Law* law : all_laws()) names += (names.empty() ? "" : ", ") + std::string(law->name);
  return names;
}

const State touching{0, {0, 0.1, 0}, {0.4, -2, 0}};

TEST(MotionOptions, SayWhatIsWrongAndWhatIsAllowed) {
  const Model model(falling_disc());
  const auto told = [&](const MotionOptions& options) {
    std::string all;
    for (const Fault& fault : faults(options, model)) all += fault.message + "\n";
    return all;
  };
  EXPECT_EQ(told({}), "");
  EXPECT_EQ(told({.duration = -1}), "simulate: duration is -1; must be > 0\n");
  EXPECT_EQ(told({.duration = infinity}), "simulate: duration is inf; must be finite\n");
  EXPECT_EQ(told({.tolerance = 0.5}), "simulate: tolerance is 0.5; must be in [1e-13, 0.01]\n");
  EXPECT_EQ(told({.event_limit = -3}), "simulate: event_limit is -3; must be >= 0\n");
  EXPECT_EQ(told({.law = "energtic"}), "simulate: law \"energtic\" is not known; must be one of " +
                                           law_names() + "; did you mean \"energetic\"?\n");
  // All of them, in the order of the struct.
  EXPECT_EQ(told({.every = -1, .largest_step = std::nan(""), .step_limit = -1}),
            "simulate: every is -1; must be >= 0\n"
            "simulate: largest_step is nan; must be finite\n"
            "simulate: step_limit is -1; must be >= 0\n");
  EXPECT_EQ(faults(MotionOptions{.duration = 0}, model).at(0).where,
            (Where{"simulate", -1, "duration"}));
}

TEST(MotionOptions, AreRefusedWhereTheyHaveFaults) {
  const Model model(falling_disc());
  const MotionOptions all[] = {
      {},
      {.duration = 0},
      {.duration = 0.01},
      {.duration = infinity},
      {.every = -1},
      {.every = 0.5},
      {.tolerance = least_tolerance},
      {.tolerance = largest_tolerance},
      {.tolerance = std::nextafter(least_tolerance, 0)},
      {.tolerance = std::nextafter(largest_tolerance, 1)},
      {.law = "moreau"},
      {.law = "newton"},
      {.largest_step = -0.1},
      {.largest_step = std::nan("")},
      {.event_limit = -1},
      {.event_limit = 0},
      {.step_limit = -1},
      {.step_limit = 0},
  };
  int refused = 0;
  for (const MotionOptions& options : all) {
    MotionSink sink;
    const Motion motion = simulate(model, {0, {0, 1, 0}, {0, 0, 0}}, options, sink);
    EXPECT_EQ(motion.error != CallError::none, !faults(options, model).empty());
    refused += motion.error != CallError::none;
  }
  EXPECT_EQ(refused, 10);
}

TEST(StrikeOptions, SayWhatIsWrongAndWhatIsAllowed) {
  const Model model(falling_disc());
  const auto told = [&](const StrikeOptions& options) {
    std::string all;
    for (const Fault& fault : faults(options, model)) all += fault.message + "\n";
    return all;
  };
  EXPECT_EQ(told({}), "");
  EXPECT_EQ(told({.colliding = 0}), "");
  EXPECT_EQ(told({.colliding = 1}),
            "strike: colliding is 1; must be -1 or a contact, from 0 to 0\n");
  EXPECT_EQ(told({.law = "kinetics", .colliding = -2}),
            "strike: law \"kinetics\" is not known; must be one of " + law_names() +
                "; did you mean \"kinetic\"?\n"
                "strike: colliding is -2; must be -1 or a contact, from 0 to 0\n");
}

TEST(StrikeOptions, HaveNoAnswerWhereTheyHaveFaults) {
  const Model model(falling_disc());
  Workspace workspace(model);
  EXPECT_EQ(strike(model, touching, {}, workspace).verdict, Verdict::unique);
  EXPECT_EQ(strike(model, touching, {.law = "none"}, workspace).error, CallError::unknown_law);
  const Impact nobody = strike(model, touching, {.colliding = 1}, workspace);
  EXPECT_EQ(nobody.reason, Reason::named_has_a_gap);
  EXPECT_TRUE(nobody.velocities.empty());
}

TEST(StrikeOptions, OfAMechanismWithoutContacts) {
  Mechanism free = falling_disc();
  free.contacts.clear();
  EXPECT_EQ(faults(StrikeOptions{.colliding = 0}, Model(free)).at(0).message,
            "strike: colliding is 0; must be -1: the mechanism has no contacts");
}

}  // namespace
}  // namespace carom
