#pragma once

/// Motions that tests and benchmarks follow.

#include <cmath>
#include <numbers>
#include <vector>

#include "carom/simulate.hpp"

namespace carom::testing {

/// Keeps everything.
struct Recorder : MotionSink {
  struct Sample {
    double time;
    std::vector<double> positions, velocities;
    std::vector<ContactMotion> contacts;
    MotionEnergy energy;
  };
  std::vector<MotionEvent> events;
  std::vector<Sample> samples;

  void event(const MotionEvent& e) override { events.push_back(e); }
  void sample(const MotionSample& s) override {
    samples.push_back({s.time,
                       {s.positions.begin(), s.positions.end()},
                       {s.velocities.begin(), s.velocities.end()},
                       {s.contacts.begin(), s.contacts.end()},
                       s.energy});
  }
  std::vector<MotionEvent> of_kind(MotionEventKind kind) const {
    std::vector<MotionEvent> found;
    for (const MotionEvent& e : events)
      if (e.kind == kind) found.push_back(e);
    return found;
  }
};

/// A round body of radius r, mass m and inertia I over the floor y = 0.
inline Mechanism disc(double r, double m, double inertia, double friction, double restitution) {
  Mechanism mechanism;
  mechanism.gravity = {0, -9.81};
  mechanism.links.push_back(
      {.name = "disc", .length = 0, .mass = m, .com = Vec2{0, 0}, .inertia = inertia});
  mechanism.surfaces.push_back({.name = "floor"});
  Contact contact{.name = "rim",
                  .link = "disc",
                  .surface = "floor",
                  .friction = friction,
                  .restitution = restitution};
  contact.outline.kind = OutlineKind::disc;
  contact.outline.radius = r;
  mechanism.contacts.push_back(contact);
  return mechanism;
}

/// A block of the given size on the floor, its base from the first joint along +x.
inline Mechanism block(double width, double height, double friction, double restitution) {
  Mechanism mechanism;
  mechanism.gravity = {0, -9.81};
  mechanism.links.push_back({.name = "block",
                             .length = width,
                             .mass = 10,
                             .com = Vec2{width / 2, height / 2},
                             .inertia = 10 * (width * width + height * height) / 12});
  mechanism.surfaces.push_back({.name = "floor"});
  for (const double at : {0.0, width})
    mechanism.contacts.push_back({.name = at == 0 ? "left" : "right",
                                  .link = "block",
                                  .at = {at, 0},
                                  .surface = "floor",
                                  .friction = friction,
                                  .restitution = restitution});
  return mechanism;
}

}  // namespace carom::testing
