// A tour of Carom's C++ interface: each function is used once, in the file of its name.

#include <cstdio>

#include "carom/version.hpp"
#include "tour.hpp"

carom::Mechanism disc() {
  carom::Mechanism mechanism;
  mechanism.gravity = {0, -9.81};
  mechanism.links = {{.name = "disc", .mass = 2, .com = carom::Vec2{0, 0}, .inertia = 0.01}};
  mechanism.surfaces = {{.name = "floor"}};
  mechanism.contacts = {{.name = "rim",
                         .link = "disc",
                         .surface = "floor",
                         .friction = 0.3,
                         .restitution = 0.8,
                         .outline = {.kind = carom::OutlineKind::disc, .radius = 0.1}}};
  return mechanism;
}

int main() {
  std::printf("format %d\n", carom::format);
  show_faults();
  show_laws();
  show_strikes();
  show_motions();
  show_trains();
  show_sweeps();
}
