// What is wrong with a description or with options, all of it at once: what was found, what is
// allowed, the nearest name. The functions that take them refuse the same.

#include <cstdio>

#include "carom/jacobian.hpp"
#include "carom/model.hpp"
#include "carom/simulate.hpp"
#include "carom/strike.hpp"
#include "carom/sweep.hpp"
#include "carom/train.hpp"
#include "tour.hpp"

namespace {

void tell(const std::vector<carom::Fault>& faults) {
  for (const carom::Fault& fault : faults) std::printf("  %s\n", fault.message.c_str());
}

}  // namespace

void show_faults() {
  std::printf("faults\n");
  carom::Mechanism wrong = disc();
  wrong.links[0].mass = -2;
  wrong.contacts[0].surface = "flor";
  tell(carom::mechanism_faults(wrong));

  carom::Train train;
  train.bodies = {{.name = "left", .mass = 1, .contact_stiffness = 1e9}};
  tell(carom::train_faults(train));

  const carom::Model model(disc());
  tell(faults(carom::StrikeOptions{.colliding = 3}, model));
  tell(faults(carom::JacobianInputs{.numbers = {"link.disk.mass"}}, model));
  tell(faults(carom::MotionOptions{.duration = 0, .tolerance = 1}, model));
  tell(faults(carom::CollideOptions{.patience = -1}));
  tell(faults(carom::SweepOptions{.axes = {{}}}));
  tell(faults(carom::SweepOptions{.strikes = {{}, {.colliding = -2}}, .threads = -1}, model));

  try {
    const carom::Model refused(wrong);
  } catch (const carom::InputError& error) {
    std::printf("  a model of it: %zu faults\n", error.faults().size());
  }
}
