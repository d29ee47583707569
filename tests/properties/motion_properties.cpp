/// Random chains that fall on the floor: what must hold for every one of them.

#include <gtest/gtest.h>

#include <algorithm>

#include "support/motion_file.hpp"
#include "support/motions.hpp"
#include "support/random_mechanism.hpp"
#include "support/stop_check.hpp"

namespace carom::testing {
namespace {

/// A chain of one to four links with a contact at every joint and end, above the floor.
struct Fall {
  Mechanism mechanism;
  State state;
};

Fall random_fall(Random& random) {
  Fall fall;
  Mechanism& m = fall.mechanism;
  m.gravity = {0, -9.81};
  const int links = 1 + random.below(4);
  double reach = 0;
  m.surfaces.push_back({.name = "floor"});
  const auto contact = [&](int link, double at) {
    m.contacts.push_back({.name = "C" + std::to_string(m.contacts.size()),
                          .link = link_name(link),
                          .at = {at, 0},
                          .surface = "floor",
                          .friction = random.chance(0.2) ? 0 : random.in(0.05, 0.8),
                          .restitution = random.chance(0.3) ? 0 : random.in(0, 0.8)});
    if (random.chance(0.3)) m.contacts.back().static_friction = m.contacts.back().friction + 0.2;
  };
  for (int i = 0; i < links; ++i) {
    const double length = random.in(0.2, 0.6);
    reach += length;
    m.links.push_back({.name = link_name(i), .length = length, .mass = random.in(0.3, 2)});
    if (i == 0) contact(0, 0);
    contact(i, length);
    if (i > 0 && random.chance(0.7))
      m.springs.push_back({.link = link_name(i),
                           .against = link_name(i - 1),
                           .stiffness = random.in(0, 20),
                           .damping = random.in(0.02, 0.2),
                           .rest = random.in(-0.5, 0.5)});
  }
  fall.state.positions = {0, reach + 0.1};
  fall.state.velocities = {random.in(-1, 1), random.in(-2, 0.5)};
  for (int i = 0; i < links; ++i) {
    fall.state.positions.push_back(random.in(-3, 3));
    fall.state.velocities.push_back(random.in(-3, 3));
  }
  return fall;
}

TEST(MotionProperties, ChainsThatFallOnTheFloor) {
  Random random(41);
  int followed = 0;
  constexpr int trials = 150;
  for (int trial = 0; trial < trials; ++trial) {
    SCOPED_TRACE(trial);
    const Fall fall = random_fall(random);
    Recorder seen;
    const Motion motion = simulate(Model(fall.mechanism), fall.state,
                                   {.duration = 2, .every = 0.02, .tolerance = 1e-8}, seen);
    // Where it does not go on to the end, the reason is one that physics has.
    if (motion.end == MotionEnd::duration) {
      ++followed;
    } else {
      const DenseMechanics mechanics(fall.mechanism);
      double speed = 1e-3, force = 0;
      for (const auto& s : seen.samples) {
        for (const double v : s.velocities) speed = std::max(speed, std::abs(v));
        for (const ContactMotion& c : s.contacts) force = std::max(force, c.force[1]);
      }
      const StopCheck stop = StopChecker(mechanics, speed, force).check(motion);
      EXPECT_EQ(stop.finding, Finding::confirmed)
          << stop.kind << stop.details << "\n"
          << motion_file({"fall", fall.mechanism, fall.state, 2}, std::string(name(motion.end)));
    }
    double energy = 0;
    for (const auto& s : seen.samples)
      energy = std::max(energy, s.energy.kinetic + s.energy.gravity);
    EXPECT_LT(motion.energy_error, 1e-6 * energy);
    double last = 1e300;
    for (const auto& s : seen.samples) {
      for (const ContactMotion& c : s.contacts) {
        EXPECT_GT(c.gap, -1e-8) << s.time;
        EXPECT_GE(c.force[1], -1e-6 * energy) << s.time;
        const bool pressed = c.mode != Mode::apart && c.mode != Mode::separates;
        if (!pressed) {
          EXPECT_EQ(c.force[1], 0) << s.time;
        } else {
          EXPECT_NEAR(c.velocity[1], 0, 1e-6) << s.time;
          if (c.mode == Mode::sticks) {
            EXPECT_NEAR(c.velocity[0], 0, 1e-5) << s.time;
          }
        }
      }
      // Springs, gravity, friction and the energetic law never make energy.
      const double total = s.energy.kinetic + s.energy.gravity + s.energy.springs;
      EXPECT_LT(total, last + 1e-6 * energy) << s.time;
      last = total;
    }
    for (const MotionEvent& e : seen.events)
      if (e.kind == MotionEventKind::impact && !e.simultaneous) {
        EXPECT_GT(e.energy_loss, -1e-9 * energy) << e.time;
      }
  }
  EXPECT_GT(followed, trials * 8 / 10);
}

/// Two tolerances, one motion: event times of the first second agree.
TEST(MotionProperties, EventTimesConverge) {
  Random random(42);
  for (int trial = 0; trial < 40; ++trial) {
    SCOPED_TRACE(trial);
    const Fall fall = random_fall(random);
    Recorder coarse;
    Recorder fine;
    const Model model(fall.mechanism);
    simulate(model, fall.state, {.duration = 0.6, .tolerance = 1e-8}, coarse);
    simulate(model, fall.state, {.duration = 0.6, .tolerance = 1e-11}, fine);
    const std::size_t few =
        std::min<std::size_t>(4, std::min(coarse.events.size(), fine.events.size()));
    for (std::size_t k = 0; k < few; ++k) {
      EXPECT_EQ(coarse.events[k].kind, fine.events[k].kind);
      EXPECT_NEAR(coarse.events[k].time, fine.events[k].time, 1e-6);
    }
  }
}

}  // namespace
}  // namespace carom::testing
