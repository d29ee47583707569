// A grid of points, and a callback that is told each of them: impacts at many states, impacts of
// many mechanisms, anything else. With several threads the callback writes by `index`, and the
// answers do not depend on how many there are.

#include "carom/sweep.hpp"

#include <cstdio>

#include "carom/train.hpp"
#include "tour.hpp"

namespace {

/// At which spin does the disc stop its slip, rather than slide throughout?
void sweep_states() {
  const carom::Model model(disc());
  std::vector<double> slips(5 * 9);
  const carom::SweepTally tally = carom::sweep(
      model, {0, {0, 0.1, 0}, {0, -3, 0}},
      {.axes = {carom::evenly_spaced(0, 4, 5), carom::evenly_spaced(-40, 40, 9)},
       .strikes = {{.law = "energetic"}},
       .threads = 2},
      [](std::span<const double> at, carom::State& state) {
        state.velocities[0] = at[0];
        state.velocities[2] = at[1];
      },
      [&](const carom::StrikePoint& point) {
        slips[static_cast<std::size_t>(point.index)] =
            point.impacts[0].contacts[0].velocity_after[0];
        return true;
      });
  int stick = 0;
  for (const double slip : slips) stick += slip == 0 ? 1 : 0;
  std::printf("  %lld of %lld states, %d of them stick\n", static_cast<long long>(tally.visited),
              static_cast<long long>(tally.points), stick);
}

/// A restitution that cannot be has faults, and the sweep goes on.
void sweep_mechanisms() {
  carom::sweep(
      disc(), {0, {0, 0.1, 0}, {0, -3, 0}},
      {.axes = {{0.2, 0.9, 1.1}}, .strikes = {{.law = "kinematic"}}},
      [](std::span<const double> at, carom::Mechanism& mechanism, carom::State&) {
        mechanism.contacts[0].restitution = at[0];
      },
      [](const carom::StrikePoint& point) {
        if (point.model == nullptr)
          std::printf("  %s\n", point.faults[0].message.c_str());
        else
          std::printf("  e = %.1f: leaves with %.3f m/s\n", point.values[0],
                      point.impacts[0].velocities[1]);
        return true;
      });
}

/// Whatever else is computed at a point: trains, here, until one answer is good enough.
void sweep_trains() {
  const carom::SweepTally tally = carom::sweep(
      carom::SweepOptions{.axes = {carom::evenly_spaced(0.1, 1, 10)}},
      [](const carom::SweepPoint& point) {
        carom::Train train;
        train.bodies = {{.name = "left", .mass = 1, .contact_stiffness = 1e9, .velocity = 1},
                        {.name = "right", .mass = 1, .contact_stiffness = 1e9}};
        train.pairs = {{.left = "left", .right = "right", .restitution = point.values[0]}};
        return carom::collide(train).bodies[1].velocity_after < 0.72;
      });
  std::printf("  stopped: %s, after %lld of %lld\n", tally.stopped ? "yes" : "no",
              static_cast<long long>(tally.visited), static_cast<long long>(tally.points));
}

}  // namespace

void show_sweeps() {
  std::printf("sweeps\n");
  sweep_states();
  sweep_mechanisms();
  sweep_trains();
}
