// A double pendulum with a club strikes a ball: when must the wrist let go, and how far should it
// be cocked, for the ball to fly fastest?
//
//   arm    0.7 m, 4 kg, turned by 40 N m at the shoulder, from the horizontal at rest
//   club   1.1 m, 0.3 kg, with a head of 0.2 kg; the wrist holds it at the angle β behind the arm
//          until it lets go, and is a free joint from then on
//   ball   46 g: a surface that yields, with a mass and no spring, before the head
//
// Two models: one whose wrist is driven (a joint at a fixed angle), one whose wrist is free. The
// first takes the swing to the release, or to the ball where that comes first, the second on to the
// impact; the ball's velocity after it is that of the surface.
//
// The speed is maximised by Newton's method on both numbers, with slopes and curvatures from
// differences of motions followed to 1e-12, and steps that must raise the speed.

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "carom/model.hpp"
#include "carom/simulate.hpp"

namespace {

constexpr double degree = std::numbers::pi / 180;

carom::Mechanism swing() {
  carom::Mechanism mechanism;
  mechanism.gravity = {0, -9.81};
  mechanism.base.kind = carom::BaseKind::pinned;
  mechanism.links = {{.name = "arm", .length = 0.7, .mass = 4},
                     {.name = "club", .length = 1.1, .mass = 0.3}};
  mechanism.masses = {{.link = "club", .at = {1.1, 0}, .mass = 0.2}};
  mechanism.torques = {{.link = "arm", .value = {"40"}}};
  // The ball is where the head comes by below the shoulder, and can only fly along x.
  mechanism.surfaces = {{.name = "ball",
                         .angle = 90 * degree,
                         .body = carom::SurfaceBody{.direction = 0, .mass = 0.046}}};
  mechanism.contacts = {
      {.name = "head", .link = "club", .at = {1.1, 0}, .surface = "ball", .restitution = 0.8}};
  return mechanism;
}

/// With the wrist at −β against the arm.
carom::Model held(double cock) {
  carom::Mechanism mechanism = swing();
  mechanism.drives = {{.link = "club", .against = "arm", .angle = {std::to_string(-cock)}}};
  return carom::Model(mechanism);
}

/// Keeps the first impact, and ends the motion there.
struct FirstImpact : carom::MotionSink {
  bool struck = false;
  carom::MotionEvent impact;
  void event(const carom::MotionEvent& event) override {
    if (struck || event.kind != carom::MotionEventKind::impact) return;
    struck = true;
    impact = event;
  }
  bool stop() override { return struck; }
};

struct Swing {
  double ball = 0;  // m/s, after the impact; 0 where the head does not meet the ball
  double head = 0;  // m/s, before it
  double time = 0;  // s
};

Swing swung(double release, double cock) {
  static const carom::Model free_wrist(swing());
  const double angle = std::stod(std::to_string(cock));  // to the digits of the drive's formula
  const double start = -180 * degree;
  carom::State state{0, {start, start - angle, 0}, {0, 0, 0}};  // the arm, the club, the ball
  FirstImpact first;
  if (release > 0) {
    state =
        carom::simulate(held(cock), state, {.duration = release, .tolerance = 1e-12}, first).final;
  }
  if (!first.struck)
    carom::simulate(free_wrist, state, {.duration = 1.5, .tolerance = 1e-12}, first);
  if (!first.struck) return {};
  return {first.impact.velocities_after[2], -first.impact.velocity_before[1], first.impact.time};
}

void print(const char* what, double release, double cock) {
  const Swing swing = swung(release, cock);
  std::printf("%-22s release %.3f s, cock %5.1f deg: head %.2f m/s, ball %.2f m/s after %.3f s\n",
              what, release, cock / degree, swing.head, swing.ball, swing.time);
}

double speed(const std::array<double, 2>& x) {
  return swung(x[0], x[1]).ball;
}

}  // namespace

int main() {
  print("let go at once", 0, 90 * degree);
  print("held to the ball", 1, 90 * degree);

  std::array<double, 2> x{0.2, 90 * degree};
  const std::array<double, 2> h{1e-3, 1e-2};
  for (int round = 0; round < 30; ++round) {
    const auto at = [&](double a, double b) { return speed({x[0] + a * h[0], x[1] + b * h[1]}); };
    const double here = at(0, 0);
    const std::array<double, 2> slope{(at(1, 0) - at(-1, 0)) / 2, (at(0, 1) - at(0, -1)) / 2};
    const double aa = at(1, 0) - 2 * here + at(-1, 0), bb = at(0, 1) - 2 * here + at(0, -1);
    const double ab = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / 4;
    // Newton where the speed curves down in both directions, uphill elsewhere.
    const double below = aa * bb - ab * ab;
    std::array<double, 2> step{slope[0], slope[1]};
    if (aa < 0 && below > 0)
      step = {-(bb * slope[0] - ab * slope[1]) / below, -(aa * slope[1] - ab * slope[0]) / below};
    double length = std::fmin(1, 40 / std::hypot(step[0], step[1]));
    while (length > 1e-6 &&
           speed({x[0] + length * step[0] * h[0], x[1] + length * step[1] * h[1]}) <= here)
      length /= 2;
    if (length <= 1e-6) break;
    for (std::size_t i = 0; i < 2; ++i) x[i] += length * step[i] * h[i];
  }
  print("fastest ball", x[0], x[1]);
  for (const double late : {-0.03, 0.03})
    print(late < 0 ? "  30 ms earlier" : "  30 ms later", x[0] + late, x[1]);
}
