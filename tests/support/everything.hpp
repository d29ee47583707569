#pragma once

/// A scenario that uses every section and key of a mechanism, as text to be edited, and how each
/// key is told apart: an edit of it, and the verbs whose answer that must change.
///
/// A verb's letter: D describe, S strike, T transmit, C critical, V verdict, M simulate (nothing in
/// reach), N simulate (from an impact on). What is not named must not change, for the reason given.
/// Whether a changed answer is the right one, tests/properties/verbs_and_sections.cpp asks a second
/// implementation.

#include <string>
#include <vector>

namespace carom::testing {

/// "wall" is where "hit" strikes, "floor" where "rest" rests. The test puts both surfaces where
/// their contacts touch, by the word POINT.
inline const std::string everything = R"toml(title = "everything"
[parameters]
q = 0.4
[world]
gravity = [0.3, -9.81]
[base]
kind = "slider"
position = [0.1, 0.7]
direction = 0.35
displacement = 0.05
mass = 0.8
stiffness = 40.0
damping = 0.3
[[link]]
name = "A"
length = 0.6
mass = 1.0
com = [0.25, 0.02]
inertia = 0.03
[[link]]
name = "B"
parent = "A"
at = [0.5, 0.03]
length = 0.4
mass = 0.7
[[link]]
name = "C"
parent = "A"
length = 0.5
mass = 0.0
[[link]]
name = "E"
length = 0.3
mass = 0.4
[[mass]]
link = "C"
at = [0.5, 0.01]
mass = 0.6
[[surface]]
name = "floor"
angle = 0.2
point = [POINT1]
body = { direction = 1.9, mass = 2.0, stiffness = 300.0, damping = 2.0, displacement = 0.02, velocity = 0.1 }
[[surface]]
name = "wall"
angle = -0.3
point = [POINT0]
motion = { normal = "0.1*sin(3*t)", tangential = "0.2*t" }
[[contact]]
name = "hit"
link = "E"
at = [0.3, 0.02]
surface = "wall"
friction = 0.1
restitution = 0.6
stiffness = 1.5
tangential_restitution = 0.2
outline = { kind = "ellipse", semi_axes = [0.05, 0.03], angle = 0.3 }
[[contact]]
name = "rest"
link = "B"
at = 0.4
surface = "floor"
friction = 0.3
static_friction = 0.5
compliance = { kind = "elastoplastic", young = 2.0e11, poisson = 0.3, yield = 3.5e8, hardness = 1.2e9, radius = 3e-3 }
[[torque]]
link = "E"
against = "C"
value = "0.4*sin(2*t) - 0.1*rate.E"
[[force]]
link = "B"
at = 0.2
value = ["0.5", "-2*cos(3*t)"]
[[spring]]
link = "C"
against = "A"
stiffness = 10.0
damping = 0.1
rest = 0.2
[[drive]]
link = "B"
against = "A"
angle = "-2*q + 0.5*(t - 0.2)"
[state]
angles = ["q", "-q", -1.1, "q - 1.2"]
rates = [0.7, 1.2, -0.4, 2.0]
velocity = [-1.3]
time = 0.2
[impact]
law = "kinetic"
colliding = "hit"
[simulate]
duration = 0.05
tolerance = 1e-11
[[sweep]]
parameter = "q"
from = 0.05
to = 1.5
count = 41
)toml";

/// Why verbs are left out.
inline constexpr const char* finite = "what acts for a time does nothing in an impact";
inline constexpr const char* velocity = "transmit, critical and verdict are of a configuration";
inline constexpr const char* elsewhere = "the others do not see this contact or surface";
inline constexpr const char* lasting = "impacts use friction (docs/scenario.md)";
inline constexpr const char* unused = "impacts by rigid laws do not use it, and say so in a note";

inline constexpr const char* others_law = "laws of other names ask for it";

struct KeyRow {
  std::string key;                     ///< "section.key"
  std::string from, to;                ///< an edit of the text
  std::string changes;                 ///< letters of the verbs whose answer changes
  const char* why_others = "";         ///< why those that are left out do not
  std::string also_from{}, also_to{};  ///< another edit that goes with it
};

/// Names and references are tested by what they refer to; points by the gaps.
inline const std::vector<std::string> mechanism_names{"link.name",     "surface.name",
                                                      "surface.point", "contact.name",
                                                      "contact.link",  "contact.surface"};

inline std::vector<KeyRow> mechanism_keys() {
  const std::string slider =
      "kind = \"slider\"\nposition = [0.1, 0.7]\ndirection = 0.35\ndisplacement = 0.05\n"
      "mass = 0.8\nstiffness = 40.0\ndamping = 0.3";
  const std::string outline =
      "outline = { kind = \"ellipse\", semi_axes = [0.05, 0.03], angle = 0.3 }";
  const std::string drive = "link = \"B\"\nagainst = \"A\"\nangle = \"-2*q + 0.5*(t - 0.2)\"";
  return {
      {"world.gravity", "[0.3, -9.81]", "[0.0, -5.0]", "DMN", finite},
      {"base.kind", slider, "kind = \"free\"\nposition = [0.1, 0.7]", "DSTCVMN", "",
       "velocity = [-1.3]", "velocity = [-0.8, 0.2]"},
      {"base.kind", slider, "kind = \"pinned\"\nposition = [0.1, 0.7]", "DSTCVMN", "",
       "velocity = [-1.3]\n", ""},
      {"base.position", "[0.1, 0.7]", "[0.2, 0.5]", "DMN", "the surfaces go with it"},
      {"base.direction", "direction = 0.35", "direction = 0.9", "DSTCVMN"},
      {"base.displacement", "displacement = 0.05", "displacement = -0.1", "DMN", finite},
      {"base.mass", "mass = 0.8", "mass = 2.5", "DSTCVMN"},
      {"base.stiffness", "stiffness = 40.0", "stiffness = 90.0", "DMN", finite},
      {"base.damping", "damping = 0.3", "damping = 2.0", "DMN", finite},
      {"link.parent", "parent = \"A\"\nlength = 0.5", "parent = \"B\"\nlength = 0.5", "DSTCVMN"},
      {"link.at", "at = [0.5, 0.03]", "at = [0.3, 0.1]", "DSTCVMN"},
      {"link.length", "length = 0.6", "length = 0.75", "DSTCVMN"},
      {"link.mass", "mass = 1.0", "mass = 1.7", "DSTCVMN"},
      {"link.com", "com = [0.25, 0.02]", "com = [0.4, -0.1]", "DSTCVMN"},
      {"link.inertia", "inertia = 0.03", "inertia = 0.11", "DSTCVMN"},
      {"mass.link", "link = \"C\"\nat = [0.5", "link = \"E\"\nat = [0.5", "DSTCVMN"},
      {"mass.at", "at = [0.5, 0.01]", "at = [0.2, 0.1]", "DSTCVMN"},
      {"mass.mass", "mass = 0.6", "mass = 1.9", "DSTCVMN"},
      {"surface.angle", "angle = -0.3", "angle = 0.1", "DSTCVMN", elsewhere},
      {"surface.body",
       "body = { direction = 1.9, mass = 2.0, stiffness = 300.0, damping = 2.0, "
       "displacement = 0.02, velocity = 0.1 }\n",
       "", "DSTVMN"},
      {"surface.body.direction", "direction = 1.9", "direction = 0.7", "DSTVMN", elsewhere},
      {"surface.body.mass", "mass = 2.0", "mass = 0.5", "DSTVMN", ""},
      {"surface.body.stiffness", "stiffness = 300.0", "stiffness = 100.0", "DMN", finite},
      {"surface.body.damping", "damping = 2.0", "damping = 9.0", "DMN", finite},
      {"surface.body.displacement", "displacement = 0.02", "displacement = -0.05", "DMN", finite},
      {"surface.body.velocity", "velocity = 0.1", "velocity = 0.4", "DSMN", velocity},
      {"surface.motion", "motion = { normal = \"0.1*sin(3*t)\", tangential = \"0.2*t\" }\n", "",
       "DSMN", velocity},
      {"surface.motion.normal", "0.1*sin(3*t)", "-0.2*t", "DSVMN", velocity},
      {"surface.motion.tangential", "\"0.2*t\"", "\"-0.9*t\"", "DSMN", velocity},
      {"contact.at", "at = 0.4", "at = [0.25, 0.06]", "DSTCVMN", elsewhere},
      {"contact.friction", "friction = 0.1", "friction = 0.4", "DSTCVN", elsewhere},
      {"contact.friction", "friction = 0.3", "friction = 0.1", "DV", elsewhere},
      {"contact.static_friction", "static_friction = 0.5", "static_friction = 0.9", "D", lasting},
      {"contact.restitution", "restitution = 0.6", "restitution = 0.2", "DSN", velocity},
      {"contact.stiffness", "stiffness = 1.5", "stiffness = 2.5", "D", others_law},
      {"contact.tangential_restitution", "tangential_restitution = 0.2",
       "tangential_restitution = 0.4", "D", others_law},
      {"contact.outline", outline + "\n", "", "DSTCMN", elsewhere},
      {"contact.outline.kind", outline, "outline = { kind = \"disc\", radius = 0.08 }", "DSTCMN",
       elsewhere},
      {"contact.outline.radius", outline, "outline = { kind = \"disc\", radius = 0.02 }", "DSTCMN",
       elsewhere},
      {"contact.outline.semi_axes", "[0.05, 0.03]", "[0.09, 0.02]", "DSTCMN", elsewhere},
      {"contact.outline.angle", "angle = 0.3 }", "angle = 1.1 }", "DSTCMN", elsewhere},
      {"contact.outline.a", outline, "outline = { kind = \"fourier\", a = [0.06, 0.01, 0.004] }",
       "DSTCMN", elsewhere},
      {"contact.outline.b", outline,
       "outline = { kind = \"fourier\", a = [0.06], b = [0, 0.01, 0.004] }", "DSTCMN", elsewhere},
      {"contact.outline.h", outline,
       "outline = { kind = \"expression\", h = \"0.05 + 0.004*cos(2*theta)\" }", "DSTCMN",
       elsewhere},
      {"contact.outline.centre", "angle = 0.3 }", "angle = 0.3, centre = [0.2, -0.05] }", "DSTCMN",
       elsewhere},
      {"contact.centre", outline, outline + "\ncentre = [0.2, -0.05]", "DSTCMN", elsewhere},
      {"contact.angle", ", angle = 0.3 }", " }\nangle = 1.1", "DSTCMN", elsewhere},
      {"contact.compliance",
       "compliance = { kind = \"elastoplastic\", young = 2.0e11, "
       "poisson = 0.3, yield = 3.5e8, hardness = 1.2e9, radius = 3e-3 }\n",
       "", "DSTCVMN",
       "each but simulate says that it does not use it; the contact leaves at once, only counts "
       "and columns differ"},
      {"contact.compliance.young", "young = 2.0e11", "young = 1.0e11", "D", unused},
      {"contact.compliance.poisson", "poisson = 0.3", "poisson = 0.2", "D", unused},
      {"contact.compliance.yield", "yield = 3.5e8", "yield = 2.5e8", "D", unused},
      {"contact.compliance.hardness", "hardness = 1.2e9", "hardness = 1.0e9", "D", unused},
      {"contact.compliance.radius", "radius = 3e-3", "radius = 2e-3", "D", unused},
      {"torque.link", "link = \"E\"\nagainst = \"C\"", "link = \"A\"\nagainst = \"C\"", "DMN",
       finite},
      {"torque.against", "link = \"E\"\nagainst = \"C\"", "link = \"E\"", "DMN", finite},
      {"torque.value", "0.4*sin(2*t)", "3*angle.C", "DMN", finite},
      {"force.link", "link = \"B\"\nat = 0.2", "link = \"C\"\nat = 0.2", "DMN", finite},
      {"force.at", "at = 0.2", "at = [0.1, 0.3]", "DMN", finite},
      {"force.value", "\"-2*cos(3*t)\"", "5", "DMN", finite},
      {"spring.link", "link = \"C\"\nagainst = \"A\"", "link = \"E\"\nagainst = \"A\"", "DMN",
       finite},
      {"spring.against", "link = \"C\"\nagainst = \"A\"", "link = \"C\"", "DMN", finite},
      {"spring.stiffness", "stiffness = 10.0", "stiffness = 30.0", "DMN", finite},
      {"spring.damping", "damping = 0.1", "damping = 1.0", "DMN", finite},
      {"spring.rest", "rest = 0.2", "rest = -0.6", "DMN", finite},
      {"drive.link", drive, "link = \"E\"\nagainst = \"A\"\nangle = \"-1.2 + 1.3*(t - 0.2)\"",
       "DSTCVMN"},
      {"drive.against", drive, "link = \"B\"\nangle = \"-q + 1.2*(t - 0.2)\"", "DSTCVMN"},
      {"drive.angle", "0.5*(t - 0.2)", "0.5*(t - 0.2) + 4*(t - 0.2)^2", "DMN", finite},
      {"drive.angle", "[[drive]]\n" + drive + "\n", "", "DSTCVMN"},
      {"state.angles", "-1.1, ", "-0.9, ", "DSTCVMN"},
      {"state.rates", "1.2, -0.4", "1.2, -0.1", "DSMN", velocity},
      {"state.velocity", "velocity = [-1.3]", "velocity = [-0.7]", "DSVMN", velocity},
      {"state.time", "time = 0.2", "time = 0.5", "DSMN", velocity, "(t - 0.2)", "(t - 0.5)"},
  };
}

/// What is asked of the mechanism. [close] and [[sweep]] have tests of their own.
inline std::vector<KeyRow> asking_keys() {
  const std::string duration = "duration = 0.05";
  return {
      {"impact.law", "law = \"kinetic\"", "law = \"energetic\"", "SVMN",
       "transmit and critical hold for every law; verdict tells the file's own strike by it"},
      {"impact.colliding", "colliding = \"hit\"", "colliding = \"rest\"", "STCVMN",
       "a motion names it in a note: contacts strike when they meet"},
      {"impact.several", "colliding = \"hit\"", "colliding = \"hit\"\nseveral = \"moreau\"", "",
       "one contact strikes: tests/unit/motion/certificate_test.cpp has two"},
      {"simulate.duration", duration, "duration = 0.04", "MN"},
      {"simulate.every", duration, duration + "\nevery = 0.01", "", "samples go to -o"},
      {"simulate.tolerance", "tolerance = 1e-11", "tolerance = 1e-6", "MN"},
      {"simulate.step", duration, duration + "\nstep = 0.0001", "MN"},
      {"simulate.events", duration, duration + "\nevents = 1", "N", "nothing happens in flight"},
      {"simulate.steps", duration, duration + "\nsteps = 2", "MN"},
  };
}

/// Keys of [close], [[sweep]], [fit] and [map], and of contacts that take part only somewhere,
/// which some verbs refuse (tests/unit/facade/map_test.cpp).
inline const std::vector<std::string> tested_apart{
    "contact.active", "map.section", "map.contact",    "map.returns",     "map.swap",
    "map.turn",       "map.within",  "map.period",     "map.keep",        "map.exponents",
    "close.angles",   "close.touch", "close.solution", "sweep.parameter", "sweep.from",
    "sweep.to",       "sweep.count", "sweep.values",   "sweep.spacing",   "sweep.distribution",
    "sweep.seed",     "sweep.with",  "fit.free",       "fit.bounds",      "fit.compare",
    "fit.columns",    "fit.given",   "fit.weights",    "fit.where",       "fit.confidence"};

/// Two bodies, and what is told of them. Letters: D describe, K collide, G segment.
inline const std::string whole_train = R"toml(title = "train"
[train]
model = "hertz"
interior = "lossless"
history = "remembered"
tolerance = 1e-9
rule = "alluhydan2019"
[[body]]
name = "ball"
kind = "ball"
mass = 0.07
length = 0.0254
stiffness = 2.8e7
contact_stiffness = 3.3e9
segments = 3
velocity = 1.0
[[body]]
name = "rod"
kind = "cylinder"
mass = 0.3
length = 0.1
stiffness = 4.0e7
contact_stiffness = 4.1e9
segments = "auto"
velocity = -0.2
[[pair]]
between = ["ball", "rod"]
restitution = 0.9
gap = 0.001
stiffness = 1.5
)toml";

inline std::vector<KeyRow> train_keys() {
  return {
      {"train.model", "\"hertz\"", "\"bilinear\"", "DK"},
      {"train.interior", "\"lossless\"", "\"dissipating\"", "DK"},
      {"train.history", "\"remembered\"", "\"reset\"", "DK"},
      {"train.tolerance", "1e-9", "1e-6", "DK"},
      {"train.rule", "\"alluhydan2019\"", "{ a = 0.0, b = 0.0, c = 9.0, soft_first = 7.0 }", "DKG"},
      {"body.kind", "\"cylinder\"", "\"ball\"", "DKG"},
      {"body.mass", "mass = 0.07", "mass = 0.1", "DK"},
      {"body.length", "length = 0.1", "length = 0.2", "D", "it does not matter to motion"},
      {"body.stiffness", "2.8e7", "1.8e7", "DKG"},
      {"body.contact_stiffness", "3.3e9", "1.3e9", "DK"},
      {"body.segments", "segments = 3", "segments = 5", "DKG"},
      {"body.velocity", "velocity = 1.0", "velocity = 2.0", "DK"},
      {"pair.restitution", "0.9", "0.5", "DK"},
      {"pair.gap", "0.001", "0.01", "DK"},
      {"pair.stiffness", "stiffness = 1.5", "stiffness = 2.5", "",
       "it is for rigid pairs that strike at once"},
  };
}

/// Names, and what takes numbers from files (tests/unit/scenarios and tests/unit/train have them).
inline const std::vector<std::string> train_names{"body.name", "body.use", "pair.between",
                                                  "train.data"};

}  // namespace carom::testing
