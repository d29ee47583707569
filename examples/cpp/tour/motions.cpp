// A motion through time, event by event.

#include <array>
#include <cstdio>

#include "carom/motion_sensitivity.hpp"
#include "tour.hpp"

namespace {

struct Told : carom::MotionSink {
  int samples = 0, told = 0;
  void sample(const carom::MotionSample&) override { ++samples; }
  void event(const carom::MotionEvent& event) override {
    if (++told > 2) return;
    std::printf("  %.6f s: %s, afterwards %s, lost %.4f J\n", event.time, name(event.kind).data(),
                name(event.mode).data(), event.energy.impacts);
  }
};

}  // namespace

void show_motions() {
  std::printf("motions\n");
  Told sink;
  const carom::Motion motion =
      carom::simulate(carom::Model(disc()), {0, {0, 1.1, 0}, {1, 0, 0}},
                      {.duration = 6, .every = 0.5, .law = "energetic"}, sink);
  std::printf("  ends by %s at %g s; infinitely many bounces: %ld time; %d samples\n",
              name(motion.end).data(), motion.final.time, motion.limits, sink.samples);
  const double change = motion.energy.balance() - motion.first_energy.balance();
  std::printf("  it rolls with %.3f m/s; the books close: %s\n", motion.final.velocities[0],
              change < 1e-6 && change > -1e-6 ? "yes" : "no");
  // How that speed changes with the one at the start.
  carom::Direction faster;
  faster.velocities = {1, 0, 0};
  carom::MotionSink nobody;
  carom::MotionSensitivity slopes;
  carom::simulate(carom::Model(disc()), {0, {0, 1.1, 0}, {1, 0, 0}}, {.duration = 6}, nobody,
                  std::array{faster}, slopes);
  std::printf("  by the speed at the start: %.3f\n", slopes.velocities[0][0]);
}
