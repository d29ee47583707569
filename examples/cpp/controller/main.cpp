// What a controller asks of Carom: a hopper that falls is to land well.
//
//   1. simulate  when the foot touches the ground, and how the hopper moves then
//   2. laws      what those that never make energy predict, and whose they are
//   3. strike    the map q̇⁻ → q̇⁺ at that instant, thousands of times: at which leg rate does the
//                landing lose the least energy?
//   4. collide   the tool: a hammer that drives a pile
//
// A model is made once. `strike` neither allocates nor throws, so that it can stand in a loop with
// a deadline; a law that has no single answer says so by its verdict, and the loop passes it by.

#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "carom/laws.hpp"
#include "carom/model.hpp"
#include "carom/simulate.hpp"
#include "carom/strike.hpp"
#include "carom/train.hpp"

namespace {

enum { x, y, torso, leg };  // the order of State: the free base, then an angle a link

carom::Mechanism hopper() {
  carom::Mechanism mechanism;
  mechanism.gravity = {0, -9.81};
  mechanism.links = {{.name = "torso", .length = 0.3, .mass = 4},
                     {.name = "leg", .at = carom::Vec2{0, 0}, .length = 0.5, .mass = 1}};
  mechanism.surfaces = {{.name = "ground"}};
  mechanism.contacts = {{.name = "foot",
                         .link = "leg",
                         .at = {0.5, 0},
                         .surface = "ground",
                         .friction = 0.8,
                         .restitution = 0.1}};
  return mechanism;
}

/// Ends the motion at the first impact, and keeps the state right before it.
struct Touchdown : carom::MotionSink {
  carom::State state{};
  bool touched = false;
  void event(const carom::MotionEvent& event) override {
    if (touched || event.kind != carom::MotionEventKind::impact) return;
    touched = true;
    state = {event.time, event.positions, event.velocities_before};
  }
  bool stop() override { return touched; }
};

double lost(const carom::Impact& impact) {
  return impact.kinetic_energy_before - impact.kinetic_energy_after;
}

}  // namespace

int main() {
  const carom::Model model(hopper());

  // From rest, the leg 20° from the vertical, the foot 0.2 m above the ground.
  const double down = -std::numbers::pi / 2;
  const double height = 0.2 + 0.5 * std::cos(20 * std::numbers::pi / 180);
  const carom::State start{
      0, {0, height, std::numbers::pi / 2, down + 20 * std::numbers::pi / 180}, {0.5, 0, 0, 0}};
  Touchdown touchdown;
  carom::simulate(model, start, {.duration = 1}, touchdown);
  std::printf("touchdown at %.6f s with %.6f m/s\n", touchdown.state.time,
              touchdown.state.velocities[y]);

  carom::Workspace workspace(model);
  for (const carom::LawDescription& law : carom::known_laws()) {
    if (law.name != "energetic" && law.name != "brach") continue;  // neither makes energy
    const carom::Impact impact =
        carom::strike(model, touchdown.state, {.law = law.name}, workspace);
    std::printf("%s (%s): %s, loses %.4f J\n", law.name.data(), law.source.data(),
                carom::name(impact.verdict).data(), lost(impact));
  }

  carom::State candidate = touchdown.state;
  double best_rate = 0, least = INFINITY;
  for (int i = -600; i <= 600; ++i) {
    candidate.velocities[leg] = 0.01 * i;
    const carom::Impact impact = carom::strike(model, candidate, {}, workspace);
    if (impact.verdict != carom::Verdict::unique || lost(impact) >= least) continue;
    least = lost(impact);
    best_rate = candidate.velocities[leg];
  }
  std::printf("best leg rate %.2f rad/s: loses %.4f J\n", best_rate, least);

  carom::Train tool;
  tool.bodies = {{.name = "hammer", .mass = 2, .contact_stiffness = 2e9, .velocity = 3},
                 {.name = "pile", .mass = 6, .contact_stiffness = 2e9}};
  tool.pairs = {{.left = "hammer", .right = "pile", .restitution = 0.4}};
  const carom::TrainResult blow = carom::collide(tool);
  std::printf("blow: %s, pile leaves with %.4f m/s, peak force %.0f N\n",
              carom::name(blow.verdict).data(), blow.bodies[1].velocity_after,
              blow.contacts[0].peak_force);
}
