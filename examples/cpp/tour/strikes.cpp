// The map from pre- to post-impact velocities.

#include <cstdio>

#include "carom/strike.hpp"
#include "tour.hpp"

void show_strikes() {
  std::printf("strikes\n");
  const carom::Model model(disc());
  std::printf("  %d link, %d contact, %d degrees of freedom\n", model.links(), model.contacts(),
              model.degrees_of_freedom());
  carom::Workspace workspace(model);  // one a thread
  const carom::State state{0, {0, 0.1, 0}, {2, -3, 0}};
  const carom::Method method = carom::method_named("enumerate").value();
  const carom::Impact impact =
      carom::strike(model, state, {.law = "kinematic", .method = method}, workspace);
  const carom::ContactImpact& rim = impact.contacts[0];
  std::printf("  %s (%s): the rim %s with (%.3f, %.3f) m/s after (%.3f, %.3f) N s\n",
              name(impact.verdict).data(), name(method).data(), name(rim.outcome).data(),
              rim.velocity_after[0], rim.velocity_after[1], rim.impulse[0], rim.impulse[1]);

  // Faults of a call are no physics, and throw nothing.
  std::printf("  refused: %s", name(carom::strike(model, {}, {}, workspace).error).data());
  std::printf(", %s\n",
              name(carom::strike(model, state, {.law = "newton"}, workspace).error).data());
  // A physical non-answer is a verdict with a reason.
  const carom::State leaving{0, {0, 0.1, 0}, {2, 3, 0}};
  const carom::Impact none = carom::strike(model, leaving, {}, workspace);
  std::printf("  %s: %s\n", name(none.verdict).data(), name(none.reason).data());
}
