// Balls and cylinders in line.

#include <array>
#include <cstdio>
#include <vector>

#include "carom/train.hpp"
#include "carom/train_sensitivity.hpp"
#include "tour.hpp"

namespace {

carom::Train three_balls(carom::ContactModel model) {
  carom::Train train;
  train.model = model;
  train.bodies = {{.name = "left", .mass = 1, .contact_stiffness = 1e9, .velocity = 1},
                  {.name = "middle", .mass = 2, .contact_stiffness = 1e9},
                  {.name = "right", .mass = 1, .contact_stiffness = 1e9, .velocity = -0.5}};
  train.pairs = {{.left = "left", .right = "middle", .restitution = 0.5},
                 {.left = "middle", .right = "right", .restitution = 0.5}};
  return train;
}

void tell(const carom::TrainResult& result) {
  for (const carom::TrainBodyResult& body : result.bodies)
    std::printf(" %.4f", body.velocity_after);
  std::printf(" m/s, lost %.4f J\n", result.lost);
}

}  // namespace

void show_trains() {
  std::printf("trains\n");
  for (const carom::ContactModel model : {carom::ContactModel::hertz, carom::ContactModel::rigid}) {
    const carom::TrainResult result = carom::collide(three_balls(model), {.patience = 10});
    std::printf("  %s, %s:", name(model).data(), name(result.verdict).data());
    tell(result);
    // Rigid hits in one instant: what other orders of them lead to.
    for (const carom::TrainResult& other : result.alternatives) {
      std::printf("    or");
      tell(other);
    }
  }

  // How the velocities after change with the mass in the middle.
  carom::TrainDirection heavier;
  heavier.numbers = {{"body.middle.mass"}};
  std::vector<carom::TrainSlopes> slopes;
  carom::collide(three_balls(carom::ContactModel::hertz), {}, std::array{heavier}, slopes);
  std::printf("  by the middle's mass:");
  for (const double slope : slopes[0].velocities) std::printf(" %.4f", slope);
  std::printf(" m/s per kg\n");
}
