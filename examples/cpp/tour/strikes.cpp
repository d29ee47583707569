// The map from pre- to post-impact velocities.

#include <cstdio>

#include "carom/jacobian.hpp"
#include "carom/strike.hpp"
#include "carom/strike_batch.hpp"
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

  // Its derivative, by the state and by numbers of the mechanism: here by the spin and by e.
  const carom::JacobianInputs inputs{.numbers = {"contact.rim.restitution"}};
  carom::JacobianWorkspace slopes(model, inputs);
  const carom::ImpactJacobian d =
      carom::strike_jacobian(model, state, {.law = "kinematic"}, slopes);
  const std::size_t n = 3, spin = 5, e = 6;
  std::printf("  %zu inputs; by the spin dv_x = %.3f m, by e dv_y = %.3f m/s (%s), dE = %.3f J\n",
              d.inputs, d.velocities[spin * n], d.velocities[e * n + 1], name(d.sides[e]).data(),
              d.energy_loss[e]);

  // Faults of a call are no physics, and throw nothing.
  std::printf("  refused: %s", name(carom::strike(model, {}, {}, workspace).error).data());
  std::printf(", %s\n",
              name(carom::strike(model, state, {.law = "newton"}, workspace).error).data());
  // A physical non-answer is a verdict with a reason.
  const carom::State leaving{0, {0, 0.1, 0}, {2, 3, 0}};
  const carom::Impact none = carom::strike(model, leaving, {}, workspace);
  std::printf("  %s: %s\n", name(none.verdict).data(), name(none.reason).data());

  // Many states at once, in arrays, with a restitution each.
  const std::vector<double> positions{0, 0.1, 0, 0, 0.1, 0}, velocities{2, -3, 0, 1, -1, 0};
  const std::vector<double> restitutions{0.8, 0.2};
  const carom::BatchParameter parameters[] = {{.name = "restitution", .values = restitutions}};
  std::vector<double> after(6);
  carom::BatchWorkspace batch_workspace(model);
  const carom::BatchTally tally = carom::strike_batch(
      model, {.positions = positions, .velocities = velocities, .parameters = parameters}, {},
      batch_workspace, {.velocities = after});
  std::printf("  %d impacts: (%.3f, %.3f) and (%.3f, %.3f) m/s after\n",
              static_cast<int>(tally.verdicts[0]), after[0], after[1], after[3], after[4]);
}
