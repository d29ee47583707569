#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/scenario_file.hpp"

namespace carom {

inline ReadScenario read(std::string_view text, const std::vector<std::string>& overrides = {}) {
  return scenario_from_text(text, "test.toml", overrides);
}

/// "line:column message", or the message alone where it has no place.
inline std::vector<std::string> lines(const std::vector<Fault>& faults) {
  std::vector<std::string> all;
  for (const Fault& fault : faults)
    all.push_back(fault.place.line == 0
                      ? fault.message
                      : std::to_string(fault.place.line) + ":" +
                            std::to_string(fault.place.column) + " " + fault.message);
  return all;
}

inline std::vector<std::string> faults(std::string_view text,
                                       const std::vector<std::string>& overrides = {}) {
  return lines(read(text, overrides).faults);
}

/// A chain of three links, one end resting, the other striking.
inline constexpr std::string_view three_links = R"toml(title = "Three-link chain"

[parameters]
phi = -0.5

[world]
gravity = [0.0, 0.0]

[base]
kind = "free"
position = [0.0, 0.0]

[[link]]
name = "left"
length = 1.0
mass = 1.0

[[link]]
name = "middle"
length = 1.0
mass = 1.0

[[link]]
name = "right"
length = 1.0
mass = 1.0

[[mass]]
link = "left"
at = 0.0
mass = 0.544

[[surface]]
name = "floor"
angle_deg = 0.0
point = [0.0, 0.0]

[[contact]]
name = "A0"
link = "left"
at = 0.0
surface = "floor"
friction = 0.5
restitution = 0.9

[[contact]]
name = "Ac"
link = "right"
at = 1.0
surface = "floor"
friction = 0.5
restitution = 0.9

[state]
angles = ["pi/2 - phi", 0.0, "-pi/2 - phi"]
rates = [-0.1, -0.2, -0.3]
velocity = [0.0, 0.0]

[impact]
law = "energetic"

[[sweep]]
parameter = "phi"
from = -1.5
to = 1.5
count = 181
)toml";

/// Every section and key.
inline constexpr std::string_view everything = R"toml(title = "All of it"
[parameters]
a = 2
b = "c + 1"
c = "a/4"
[world]
gravity = [0, -9.81]
[base]
kind = "slider"
direction_deg = 90
position = ["a", 1]
displacement = "c"
mass = 2.0
stiffness = 400.0
damping = 1.0
[[link]]
name = "thigh"
parent = "base"
at = 0
length = "b"
mass = 0
com = [0.25, "c"]
inertia = "a^2"
[[link]]
name = "shin"
parent = "thigh"
at = [1, 0.1]
length = 1
mass = 1
com = 0.3
[[mass]]
link = "shin"
at = ["a", "b"]
mass = 3
[[surface]]
name = "wall"
angle_deg = 180.0
point = [0.0, "c"]
body = { direction_deg = 90.0, mass = 5.0, stiffness = 2000.0, damping = 3.0, displacement = "a", velocity = -0.25 }
[[surface]]
name = "table"
angle = "pi/6"
motion = { normal = "0.01*sin(60*t)", tangential = 2 }
[[contact]]
name = "toe"
link = "shin"
at = 1
surface = "wall"
friction = 0.57
static_friction = 0.7
restitution = "c"
outline = { kind = "ellipse", semi_axes = [0.05, "c/10"], centre = [0.9, 0.1], angle_deg = 45 }
compliance = { kind = "elastoplastic", young = 2.0e11, poisson = 0.3, yield = 3.5e8, hardness = 1.2e9, radius = 3.175e-3 }
[[contact]]
name = "knee"
link = "thigh"
surface = "table"
centre = ["c", 0]
angle_deg = 90
outline = { kind = "fourier", a = [0.1, "c"], b = [0, 0.01] }
[[contact]]
name = "heel"
link = "thigh"
at = 0
surface = "table"
outline = { kind = "expression", h = "0.1 + 0.01*cos(2*theta)" }
[[contact]]
name = "round"
link = "thigh"
at = 0
surface = "table"
outline.kind = "disc"
outline.radius = 0.1
[[torque]]
link = "shin"
against = "thigh"
value = "0.4*sin(2*t) - angle.shin"
[[force]]
link = "shin"
at = 0.5
value = [3, "-2*cos(3*t)"]
[[spring]]
link = "shin"
against = "thigh"
stiffness = 10.0
damping = 0.1
rest_deg = 30.0
[state]
angles_deg = [90, "a*10"]
rates = ["c", -1]
velocity = [0.75]
time = "c"
[impact]
law = "brach"
colliding = "toe"
[[sweep]]
parameter = "a"
from = 1
to = "a*8"
count = 4
spacing = "log"
[[sweep]]
parameter = "c"
values = [1, "a", 3]
)toml";

}  // namespace carom
