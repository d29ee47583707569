// Every fault of a description: its exact words and its place in the words of the scenario file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "model/tree.hpp"

namespace carom {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// One line a fault: `link[0].mass: message`, `mass[1].at(0): message`, `base.mass: message`.
std::vector<std::string> faults_of(const Mechanism& mechanism) {
  std::vector<Fault> faults;
  compiled(mechanism, faults);
  std::vector<std::string> lines;
  for (const Fault& fault : faults) {
    std::ostringstream line;
    line << fault.where.section;
    if (fault.where.index >= 0) line << '[' << fault.where.index << ']';
    if (!fault.where.key.empty()) line << '.' << fault.where.key;
    if (fault.where.component >= 0) line << '(' << fault.where.component << ')';
    line << ": " << fault.message;
    lines.push_back(line.str());
  }
  return lines;
}

/// Two links, a floor and a contact, without a fault.
Mechanism sound() {
  Mechanism mechanism;
  mechanism.links = {{.name = "thigh", .length = 1, .mass = 1},
                     {.name = "shin", .length = 1, .mass = 1}};
  mechanism.surfaces = {{.name = "floor"}};
  mechanism.contacts = {{.name = "toe", .link = "shin", .at = {1, 0}, .surface = "floor"}};
  return mechanism;
}

TEST(ModelFaults, ASoundMechanismHasNone) {
  EXPECT_THAT(faults_of(sound()), SizeIs(0));
}

TEST(ModelFaults, AppendsToEarlierFaults) {
  std::vector<Fault> faults{{{}, "earlier", {}}};
  Mechanism mechanism = sound();
  mechanism.links[0].mass = -1;
  compiled(mechanism, faults);
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(faults[0].message, "earlier");
}

TEST(ModelFaults, NoLinks) {
  EXPECT_THAT(faults_of({}), ElementsAre("link: a mechanism needs at least one [[link]]"));
}

TEST(ModelFaults, LinkNumbers) {
  Mechanism mechanism = sound();
  mechanism.links[1].at = Vec2{0, nan};
  mechanism.links[1].length = -2;
  mechanism.links[1].mass = -1;
  mechanism.links[1].com = Vec2{infinity, 0};
  mechanism.links[1].inertia = -0.5;
  mechanism.links[0].length = infinity;
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre("link[0].length: link \"thigh\": length is inf; must be finite",
                  "link[1].length: link \"shin\": length is -2; must be >= 0",
                  "link[1].mass: link \"shin\": mass is -1; must be >= 0",
                  "link[1].at(1): link \"shin\": at is [0, nan]; both numbers must be finite",
                  "link[1].com(0): link \"shin\": com is [inf, 0]; both numbers must be finite",
                  "link[1].inertia: link \"shin\": inertia is -0.5; must be >= 0"));
}

TEST(ModelFaults, WorldBaseAndParameters) {
  Mechanism mechanism = sound();
  mechanism.gravity = {0, infinity};
  mechanism.parameters = {{"phi", 1}, {"mu", -nan}};
  mechanism.base = {.kind = BaseKind::slider,
                    .position = {nan, 0},
                    .direction = nan,
                    .displacement = infinity,
                    .mass = -1,
                    .stiffness = -2,
                    .damping = -3};
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre("world.gravity(1): world: gravity is [0, inf]; both numbers must be finite",
                  "parameters.mu: parameters: mu is nan; must be finite",
                  "base.position(0): base: position is [nan, 0]; both numbers must be finite",
                  "base.direction: base: direction is nan; must be finite",
                  "base.displacement: base: displacement is inf; must be finite",
                  "base.mass: base: mass is -1; must be >= 0",
                  "base.stiffness: base: stiffness is -2; must be >= 0",
                  "base.damping: base: damping is -3; must be >= 0"));
}

TEST(ModelFaults, OnlyASliderHasASlidersKeys) {
  Mechanism mechanism = sound();
  mechanism.base = {
      .direction = 0.5, .displacement = 0.1, .mass = 2, .stiffness = 400, .damping = 1};
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre(
          "base.direction: base: direction is 0.5, but kind is \"free\"; only a \"slider\" has it",
          "base.displacement: base: displacement is 0.1, but kind is \"free\"; only a \"slider\" "
          "has it",
          "base.mass: base: mass is 2, but kind is \"free\"; only a \"slider\" has it",
          "base.stiffness: base: stiffness is 400, but kind is \"free\"; only a \"slider\" has it",
          "base.damping: base: damping is 1, but kind is \"free\"; only a \"slider\" has it"));
  mechanism.base = {.kind = BaseKind::pinned, .mass = 2};
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre("base.mass: base: mass is 2, but kind is \"pinned\"; only a \"slider\" has it"));
}

TEST(ModelFaults, PointMasses) {
  Mechanism mechanism = sound();
  mechanism.masses = {{.link = "shin", .at = {0, 0}, .mass = 1},
                      {.link = "shinn", .at = {nan, 0}, .mass = -1},
                      {.link = "", .at = {0, 0}, .mass = 1}};
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre("mass[1].at(0): mass 2: at is [nan, 0]; both numbers must be finite",
                  "mass[1].mass: mass 2: mass is -1; must be >= 0",
                  "mass[1].link: mass 2: link \"shinn\" is not defined; did you mean \"shin\"?",
                  "mass[2].link: mass 3: link is empty; must name a [[link]]"));
}

TEST(ModelFaults, SurfaceNumbers) {
  Mechanism mechanism = sound();
  mechanism.surfaces.push_back({.name = "wall",
                                .angle = nan,
                                .point = {0, nan},
                                .body = SurfaceBody{.direction = nan,
                                                    .mass = 0,
                                                    .stiffness = -1,
                                                    .damping = -2,
                                                    .displacement = nan,
                                                    .velocity = nan},
                                .motion = SurfaceMotion{}});
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre(
          "surface[1].angle: surface \"wall\": angle is nan; must be finite",
          "surface[1].point(1): surface \"wall\": point is [0, nan]; both numbers must be finite",
          "surface[1].body.direction: surface \"wall\": body.direction is nan; must be finite",
          "surface[1].body.mass: surface \"wall\": body.mass is 0; must be > 0",
          "surface[1].body.stiffness: surface \"wall\": body.stiffness is -1; must be >= 0",
          "surface[1].body.damping: surface \"wall\": body.damping is -2; must be >= 0",
          "surface[1].body.displacement: surface \"wall\": body.displacement is nan; must be "
          "finite",
          "surface[1].body.velocity: surface \"wall\": body.velocity is nan; must be finite",
          "surface[1].motion: surface \"wall\": has both body and motion; a surface either yields "
          "or is moved"));
}

TEST(ModelFaults, ContactNumbers) {
  Mechanism mechanism = sound();
  mechanism.contacts[0].at = {nan, nan};
  mechanism.contacts[0].friction = -0.1;
  mechanism.contacts[0].restitution = 1.5;
  mechanism.contacts[0].static_friction = -0.2;
  mechanism.contacts[0].compliance = Compliance{"elastic", {{"poisson", 0.6}}};
  mechanism.contacts.push_back({.name = "heel", .link = "shin", .at = {1, 0}, .surface = "floor"});
  mechanism.contacts[1].compliance = Compliance{"elastoplastic", {{"poisson", 0.6}, {"yong", 1}}};
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre(
          "contact[0].at(0): contact \"toe\": at is [nan, nan]; both numbers must be finite",
          "contact[0].friction: contact \"toe\": friction is -0.1; must be >= 0",
          "contact[0].restitution: contact \"toe\": restitution is 1.5; must be in [0, 1]",
          "contact[0].static_friction: contact \"toe\": static_friction is -0.2; must be >= 0",
          "contact[0].compliance.kind: contact \"toe\": compliance.kind is \"elastic\"; must be "
          "one of \"bilinear\", \"hertz\", \"elastoplastic\", \"kelvin_voigt\", "
          "\"hunt_crossley\", \"lankarani_nikravesh\", \"flores\", \"gonthier\"",
          "contact[1].compliance.young: contact \"heel\": compliance.young is missing",
          "contact[1].compliance.poisson: contact \"heel\": compliance.poisson is 0.6; must be in "
          "[0, 0.5]",
          "contact[1].compliance.yield: contact \"heel\": compliance.yield is missing",
          "contact[1].compliance.hardness: contact \"heel\": compliance.hardness is missing",
          "contact[1].compliance.radius: contact \"heel\": compliance.radius is missing",
          "contact[1].compliance.yong: contact \"heel\": \"compliance.yong\" is not a parameter "
          "of \"elastoplastic\"; did you mean \"young\"?"));
}

TEST(ModelFaults, StaticFrictionIsNotBelowFriction) {
  Mechanism mechanism = sound();
  mechanism.contacts[0].friction = 0.5;
  mechanism.contacts[0].static_friction = 0.3;
  EXPECT_THAT(faults_of(mechanism),
              ElementsAre("contact[0].static_friction: contact \"toe\": static_friction is 0.3; "
                          "must be >= friction, 0.5"));
}

TEST(ModelFaults, RestitutionAtTheEndsOfItsRangeIsSound) {
  for (const double restitution : {0.0, 1.0}) {
    Mechanism mechanism = sound();
    mechanism.contacts[0].restitution = restitution;
    EXPECT_THAT(faults_of(mechanism), SizeIs(0));
  }
}

TEST(ModelFaults, OutlineNumbers) {
  Mechanism mechanism = sound();
  mechanism.contacts.resize(5, mechanism.contacts[0]);
  for (std::size_t i = 0; i < 5; ++i) mechanism.contacts[i].name = "c" + std::to_string(i);
  mechanism.contacts[0].outline = {.kind = OutlineKind::disc, .centre = Vec2{nan, 0}, .angle = nan};
  mechanism.contacts[1].outline = {.kind = OutlineKind::ellipse, .semi_axes = {0.1, -0.2}};
  mechanism.contacts[2].outline = {.kind = OutlineKind::fourier, .a = {1, nan}, .b = {infinity}};
  mechanism.contacts[3].outline = {.kind = OutlineKind::fourier};
  mechanism.contacts[4].outline = {.kind = OutlineKind::disc, .radius = nan};
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre(
          "contact[0].outline.radius: contact \"c0\": outline.radius is 0; must be > 0",
          "contact[0].outline.centre(0): contact \"c0\": outline.centre is [nan, 0]; both numbers "
          "must be finite",
          "contact[0].outline.angle: contact \"c0\": outline.angle is nan; must be finite",
          "contact[1].outline.semi_axes(1): contact \"c1\": outline.semi_axes is [0.1, -0.2]; both "
          "numbers must be > 0",
          "contact[2].outline.a(1): contact \"c2\": outline.a[1] is nan; must be finite",
          "contact[2].outline.b(0): contact \"c2\": outline.b[0] is inf; must be finite",
          "contact[3].outline.a: contact \"c3\": outline.a is empty; needs at least one "
          "coefficient",
          "contact[4].outline.radius: contact \"c4\": outline.radius is nan; must be finite"));
}

/// b_0 sin 0 is nothing: a list that begins with b_1 would be shifted in silence.
TEST(ModelFaults, SinesOfAnOutlineBeginWithNone) {
  Mechanism mechanism = sound();
  mechanism.contacts[0].outline = {.kind = OutlineKind::fourier, .a = {1}, .b = {0.01, 0.002}};
  EXPECT_THAT(faults_of(mechanism),
              ElementsAre("contact[0].outline.b(0): contact \"toe\": outline.b[0] is 0.01; must be "
                          "0: b begins, as a does, with k = 0, whose sine is zero, so b = [0, b1, "
                          "b2, …]"));
  mechanism.contacts[0].outline.b = {0, 0.01, 0.002};
  EXPECT_THAT(faults_of(mechanism), ElementsAre());
}

TEST(ModelFaults, OutlineKeysOfAnotherKind) {
  Mechanism mechanism = sound();
  mechanism.contacts[0].outline = {
      .radius = 0.1, .semi_axes = {1, 1}, .a = {1}, .b = {1}, .h = {"1"}};
  EXPECT_THAT(faults_of(mechanism),
              ElementsAre("contact[0].outline.radius: contact \"toe\": outline.radius is given, "
                          "but outline.kind is \"point\"; only \"disc\" has it",
                          "contact[0].outline.semi_axes: contact \"toe\": outline.semi_axes is "
                          "given, but outline.kind is \"point\"; only \"ellipse\" has it",
                          "contact[0].outline.a: contact \"toe\": outline.a is given, but "
                          "outline.kind is \"point\"; only \"fourier\" has it",
                          "contact[0].outline.b: contact \"toe\": outline.b is given, but "
                          "outline.kind is \"point\"; only \"fourier\" has it",
                          "contact[0].outline.h: contact \"toe\": outline.h is given, but "
                          "outline.kind is \"point\"; only \"expression\" has it"));
}

TEST(ModelFaults, OutlineShapes) {
  Mechanism mechanism = sound();
  mechanism.contacts.resize(3, mechanism.contacts[0]);
  for (std::size_t i = 0; i < 3; ++i) mechanism.contacts[i].name = "c" + std::to_string(i);
  mechanism.parameters = {{"bump", 0.5}};
  mechanism.contacts[0].outline = {.kind = OutlineKind::fourier, .a = {0.8, 0, 0.3}};
  mechanism.contacts[1].outline = {.kind = OutlineKind::expression, .h = {"1 + bump*sin(3*theta)"}};
  mechanism.contacts[2].outline = {.kind = OutlineKind::expression, .h = {"1 + 0.1*theta"}};
  EXPECT_THAT(faults_of(mechanism),
              ElementsAre("contact[0].outline.a: contact \"c0\": outline: the radius of curvature "
                          "h + h'' is -0.1 at theta = 0; must be >= 0",
                          "contact[1].outline.h: contact \"c1\": outline: the radius of curvature "
                          "h + h'' is -3 at theta = 0.523599; must be >= 0",
                          "contact[2].outline.h: contact \"c2\": outline: h is 1 at theta = 0 and "
                          "1.62832 at theta = 6.28319; must have the period 2*pi"));
}

TEST(ModelFaults, SpringsAndForces) {
  Mechanism mechanism = sound();
  mechanism.forces = {{.link = "shin", .at = {0, infinity}}};
  mechanism.springs = {{.link = "shin", .stiffness = -1, .damping = -2, .rest = nan}};
  EXPECT_THAT(faults_of(mechanism),
              ElementsAre("force[0].at(1): force 1: at is [0, inf]; both numbers must be finite",
                          "spring[0].stiffness: spring 1: stiffness is -1; must be >= 0",
                          "spring[0].damping: spring 1: damping is -2; must be >= 0",
                          "spring[0].rest: spring 1: rest is nan; must be finite"));
}

TEST(ModelFaults, NamesUsedTwice) {
  Mechanism mechanism = sound();
  mechanism.links = {{.name = "left"}, {.name = "right"}, {.name = "left"}, {.name = "left"}};
  mechanism.surfaces = {{.name = "floor"}, {.name = "floor"}};
  mechanism.contacts = {{.name = "left", .link = "left", .surface = "floor"},
                        {.name = "left", .link = "left", .surface = "floor"}};
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre("link[2].name: two links are named \"left\" (the 1st and the 3rd)",
                  "link[3].name: two links are named \"left\" (the 1st and the 4th)",
                  "surface[1].name: two surfaces are named \"floor\" (the 1st and the 2nd)",
                  "contact[1].name: two contacts are named \"left\" (the 1st and the 2nd)"));
}

TEST(ModelFaults, OrdinalsBeyondTen) {
  Mechanism mechanism = sound();
  mechanism.surfaces.clear();
  mechanism.contacts.clear();
  for (int i = 0; i < 23; ++i) mechanism.surfaces.push_back({.name = "s" + std::to_string(i)});
  mechanism.surfaces[12].name = "s10";
  mechanism.surfaces[22].name = "s20";
  mechanism.surfaces[21].name = "s11";
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre("surface[12].name: two surfaces are named \"s10\" (the 11th and the 13th)",
                  "surface[21].name: two surfaces are named \"s11\" (the 12th and the 22nd)",
                  "surface[22].name: two surfaces are named \"s20\" (the 21st and the 23rd)"));
}

TEST(ModelFaults, EmptyAndReservedNames) {
  Mechanism mechanism = sound();
  mechanism.links.push_back({.name = "", .mass = -1});
  mechanism.links.push_back({.name = "base"});
  mechanism.links.push_back({.name = "ground"});
  mechanism.surfaces.push_back({.name = ""});
  mechanism.contacts.push_back({.name = "", .link = "shin", .surface = "floor", .friction = -1});
  EXPECT_THAT(faults_of(mechanism),
              ElementsAre("link[2].mass: link 3: mass is -1; must be >= 0",
                          "link[3].name: link \"base\": the name \"base\" is reserved",
                          "link[4].name: link \"ground\": the name \"ground\" is reserved",
                          "contact[1].friction: contact 2: friction is -1; must be >= 0",
                          "link[2].name: link 3: name is empty; every link needs one",
                          "surface[1].name: surface 2: name is empty; every surface needs one",
                          "contact[1].name: contact 2: name is empty; every contact needs one"));
}

TEST(ModelFaults, ReferencesToNothing) {
  Mechanism mechanism = sound();
  mechanism.links.push_back({.name = "foot", .parent = "shim"});
  mechanism.links.push_back({.name = "hip", .parent = "bass"});
  mechanism.contacts[0].link = "shim";
  mechanism.contacts[0].surface = "flor";
  mechanism.torques = {{.link = "thihg", .against = "grond"}};
  mechanism.forces = {{.link = "qqqq"}};
  mechanism.springs = {{.link = "ground", .against = "base"}};
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre(
          "link[2].parent: link \"foot\": parent \"shim\" is not defined; did you mean \"shin\"?",
          "link[3].parent: link \"hip\": parent \"bass\" is not defined; did you mean \"base\"?",
          "contact[0].link: contact \"toe\": link \"shim\" is not defined; did you mean \"shin\"?",
          "contact[0].surface: contact \"toe\": surface \"flor\" is not defined; did you mean "
          "\"floor\"?",
          "torque[0].link: torque 1: link \"thihg\" is not defined; did you mean \"thigh\"?",
          "torque[0].against: torque 1: against \"grond\" is not defined; did you mean \"ground\"?",
          "force[0].link: force 1: link \"qqqq\" is not defined",
          "spring[0].link: spring 1: link \"ground\" is not defined",
          "spring[0].against: spring 1: against \"base\" is not defined"));
}

TEST(ModelFaults, AgainstItself) {
  Mechanism mechanism = sound();
  mechanism.torques = {{.link = "shin", .against = "shin"}};
  mechanism.springs = {{.link = "thigh", .against = "thigh"}};
  EXPECT_THAT(faults_of(mechanism),
              ElementsAre("torque[0].against: torque 1: against is \"shin\", the link itself; must "
                          "be another link or \"ground\"",
                          "spring[0].against: spring 1: against is \"thigh\", the link itself; "
                          "must be another link or \"ground\""));
}

TEST(ModelFaults, TheBaseIsAPoint) {
  Mechanism mechanism = sound();
  mechanism.links[0].at = Vec2{0.1, 0};
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre(
          "link[0].at: link \"thigh\": at is [0.1, 0]; must be 0 on the base, which is a point"));
}

TEST(ModelFaults, Cycles) {
  Mechanism mechanism;
  mechanism.links = {{.name = "trunk"},
                     {.name = "twig", .parent = "b"},  // hangs on a cycle: no fault of its own
                     {.name = "a", .parent = "c"},
                     {.name = "b", .parent = "a"},
                     {.name = "c", .parent = "b"},
                     {.name = "self", .parent = "self"}};
  EXPECT_THAT(faults_of(mechanism),
              ElementsAre("link[2].parent: links form a cycle: \"a\" -> \"c\" -> \"b\" -> \"a\"",
                          "link[5].parent: links form a cycle: \"self\" -> \"self\""));
}

TEST(ModelFaults, ALongCycleIsShortened) {
  Mechanism mechanism;
  mechanism.links.push_back({.name = "l0", .parent = "l11"});
  for (int i = 1; i < 12; ++i) mechanism.links.push_back({.name = "l" + std::to_string(i)});
  EXPECT_THAT(
      faults_of(mechanism),
      ElementsAre(
          "link[0].parent: links form a cycle: \"l0\" -> \"l11\" -> \"l10\" -> \"l9\" -> "
          "\"l8\" -> \"l7\" -> \"l6\" -> \"l5\" -> \"l4\" -> (2 more) -> \"l1\" -> \"l0\""));
}

TEST(ModelFaults, FormulasTellTheirOffset) {
  Mechanism mechanism = sound();
  mechanism.surfaces.push_back(
      {.name = "table", .motion = SurfaceMotion{.normal = {"2*x"}, .tangential = {"sin("}}});
  mechanism.contacts[0].outline = {.kind = OutlineKind::expression, .h = {"0.1 + tehta"}};
  mechanism.torques = {{.link = "shin", .value = {"-2*rate.shim + t"}}};
  mechanism.forces = {{.link = "shin", .value_x = {"1 +"}, .value_y = {"theta"}}};
  std::vector<Fault> faults;
  compiled(mechanism, faults);
  ASSERT_EQ(faults.size(), 6u);
  const auto expect = [&](std::size_t i, const Where& where, const std::string& beginning) {
    EXPECT_EQ(faults[i].where, where);
    EXPECT_THAT(faults[i].message, testing::StartsWith(beginning));
    EXPECT_EQ(faults[i].place, Place{});
  };
  expect(0, {"surface", 1, "motion.normal", -1, 2}, "surface \"table\": motion.normal = \"2*x\": ");
  expect(1, {"surface", 1, "motion.tangential", -1, 4},
         "surface \"table\": motion.tangential = \"sin(\": ");
  expect(2, {"contact", 0, "outline.h", -1, 6}, "contact \"toe\": outline.h = \"0.1 + tehta\": ");
  EXPECT_THAT(faults[2].message, testing::HasSubstr("did you mean \"theta\"?"));
  expect(3, {"torque", 0, "value", -1, 3}, "torque 1: value = \"-2*rate.shim + t\": ");
  EXPECT_THAT(faults[3].message, testing::HasSubstr("did you mean \"rate.shin\"?"));
  expect(4, {"force", 0, "value", 0, 3}, "force 1: value = \"1 +\": ");
  expect(5, {"force", 0, "value", 1, 0}, "force 1: value = \"theta\": ");
}

TEST(ModelFaults, FiniteNumbersMayStillOverflow) {
  Mechanism mechanism = sound();
  mechanism.links[0].length = 1e200;
  EXPECT_THAT(faults_of(mechanism),
              ElementsAre("link[0]: link \"thigh\": with its point masses has mass 1, com [5e+199, "
                          "0] and inertia inf; must be finite"));
  mechanism.links = {{.name = "thigh", .length = 1e308}, {.name = "shin", .length = 1e308}};
  EXPECT_THAT(faults_of(mechanism),
              ElementsAre("link: the links reach as far as inf; must be finite"));
}

TEST(ModelFaults, AWrongReferenceBringsNoOther) {
  Mechanism mechanism = sound();
  mechanism.masses = {{.link = "shin", .at = {}, .mass = 1}};
  mechanism.torques = {{.link = "shin", .against = "thigh"}};
  mechanism.springs = {{.link = "shin", .against = "thigh", .stiffness = 1}};
  mechanism.forces = {{.link = "shin"}};
  mechanism.drives = {{.link = "thigh"}, {.link = "shin", .against = "thigh"}};
  EXPECT_THAT(faults_of(mechanism), SizeIs(0));
  const auto broken = [&](auto&& change) {
    Mechanism changed = mechanism;
    change(changed);
    return faults_of(changed);
  };
  // A link without its parent is not in the tree; what names it is right all the same.
  EXPECT_THAT(broken([](Mechanism& m) { m.links[1].parent = "hip"; }), SizeIs(1));
  EXPECT_THAT(broken([](Mechanism& m) { m.links[0].parent = "shin"; }), SizeIs(1));
  EXPECT_THAT(broken([](Mechanism& m) { m.masses[0].link = "hip"; }), SizeIs(1));
  EXPECT_THAT(broken([](Mechanism& m) { m.contacts[0].link = "hip"; }), SizeIs(1));
  EXPECT_THAT(broken([](Mechanism& m) { m.contacts[0].surface = "hip"; }), SizeIs(1));
  EXPECT_THAT(broken([](Mechanism& m) { m.torques[0].against = "hip"; }), SizeIs(1));
  EXPECT_THAT(broken([](Mechanism& m) { m.springs[0].link = "hip"; }), SizeIs(1));
  EXPECT_THAT(broken([](Mechanism& m) { m.forces[0].link = "hip"; }), SizeIs(1));
  EXPECT_THAT(broken([](Mechanism& m) { m.drives[1].against = "hip"; }), SizeIs(1));
  EXPECT_THAT(broken([](Mechanism& m) { m.drives[0].link = "hip"; }), SizeIs(1));
  // Two drives of one angle stay a fault beside another.
  EXPECT_THAT(broken([](Mechanism& m) {
                m.links[1].parent = "hip";
                m.drives[1] = {.link = "thigh"};
              }),
              SizeIs(2));
}

TEST(ModelFaults, AllAtOnce) {
  // As many kinds as one file can have: nothing hides behind something else.
  Mechanism mechanism = sound();
  mechanism.links[1].mass = -1;
  mechanism.links.push_back({.name = "loop", .parent = "loop"});
  mechanism.contacts[0].link = "shim";
  mechanism.contacts.push_back(mechanism.contacts[0]);
  mechanism.contacts[1].outline = {.kind = OutlineKind::fourier, .a = {0.8, 0, 0.3}};
  mechanism.torques = {{.link = "shin", .value = {"rate.shim"}}};
  EXPECT_THAT(faults_of(mechanism), SizeIs(7));
}

TEST(ModelFaults, ManyMistypedNamesStayQuick) {
  // Suggestions are looked for among all names: only the first hundred mistakes get one.
  Mechanism mechanism;
  for (int i = 0; i < 5000; ++i)
    mechanism.links.push_back(
        {.name = "link_" + std::to_string(i), .parent = "lonk_" + std::to_string(i)});
  const std::vector<std::string> faults = faults_of(mechanism);
  ASSERT_THAT(faults, SizeIs(5000));
  EXPECT_THAT(faults.front(), testing::EndsWith("did you mean \"link_0\"?"));
  EXPECT_THAT(faults.back(), testing::EndsWith("is not defined"));
}

}  // namespace
}  // namespace carom
