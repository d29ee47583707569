// What a mechanism compiles to: order, defaults, merged masses, sizes.

#include "model/tree.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/dual.hpp"

namespace carom {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

Tree without_faults(const Mechanism& mechanism) {
  std::vector<Fault> faults;
  Tree tree = compiled(mechanism, faults);
  for (const Fault& fault : faults) ADD_FAILURE() << fault.message;
  return tree;
}

std::vector<int> files(const Tree& tree) {
  std::vector<int> order;
  for (const TreeLink& link : tree.links) order.push_back(link.file);
  return order;
}

TEST(Tree, DefaultsMakeAChainOfUniformRods) {
  Mechanism mechanism;
  mechanism.links = {{.name = "a", .length = 2, .mass = 3}, {.name = "b", .length = 4, .mass = 6}};
  const Tree tree = without_faults(mechanism);
  ASSERT_EQ(tree.links.size(), 2u);
  EXPECT_EQ(tree.links[0].parent, -1);
  EXPECT_EQ(tree.links[0].attach, (Vec2{0, 0}));
  EXPECT_EQ(tree.links[0].com, (Vec2{1, 0}));
  EXPECT_DOUBLE_EQ(tree.links[0].inertia, 1);  // 3·2²/12
  EXPECT_EQ(tree.links[1].parent, 0);
  EXPECT_EQ(tree.links[1].attach, (Vec2{2, 0}));
  EXPECT_DOUBLE_EQ(tree.links[1].inertia, 8);  // 6·4²/12
  EXPECT_EQ(tree.degrees_of_freedom(), 4);
}

TEST(Tree, GivenValuesReplaceDefaults) {
  Mechanism mechanism;
  mechanism.links = {
      {.name = "a", .length = 2},
      {.name = "b", .parent = "a", .at = Vec2{0.5, 0.1}, .com = Vec2{0.2, 0.3}, .inertia = 7},
      {.name = "c", .parent = "base", .at = Vec2{0, 0}}};
  const Tree tree = without_faults(mechanism);
  EXPECT_EQ(tree.links[0].inertia, 0);  // a massless rod
  EXPECT_EQ(tree.links[1].attach, (Vec2{0.5, 0.1}));
  EXPECT_EQ(tree.links[1].com, (Vec2{0.2, 0.3}));
  EXPECT_EQ(tree.links[1].inertia, 7);
  EXPECT_EQ(tree.links[1].mass, 0);  // a massless flywheel is allowed
  EXPECT_EQ(tree.links[2].parent, -1);
}

TEST(Tree, PointMassesMergeByParallelAxes) {
  // 3 kg uniform rod of 2 m, com at 1, with 1 kg at 0 and 2 kg at (2, 1):
  // com = (3·1 + 0 + 2·2, 2·1)/6 = (7/6, 1/3);
  // I = 1 + 3·(1/36 + 1/9) + 1·(49/36 + 1/9) + 2·(25/36 + 4/9) = 1 + 15/36 + 53/36 + 82/36.
  Mechanism mechanism;
  mechanism.links = {{.name = "a", .length = 2, .mass = 3}};
  mechanism.masses = {{.link = "a", .at = {0, 0}, .mass = 1},
                      {.link = "a", .at = {2, 1}, .mass = 2}};
  const Tree tree = without_faults(mechanism);
  EXPECT_DOUBLE_EQ(tree.links[0].mass, 6);
  EXPECT_NEAR(tree.links[0].com.x, 7.0 / 6, 4 * epsilon);
  EXPECT_NEAR(tree.links[0].com.y, 1.0 / 3, 4 * epsilon);
  EXPECT_NEAR(tree.links[0].inertia, 1 + 150.0 / 36, 16 * epsilon);
}

TEST(Tree, DumbbellOnAMasslessRod) {
  Mechanism mechanism;
  mechanism.links = {{.name = "rod", .length = 1}};
  mechanism.masses = {{.link = "rod", .at = {0.1, 0}, .mass = 0.3}};
  Tree tree = without_faults(mechanism);
  EXPECT_EQ(tree.links[0].com, (Vec2{0.1, 0})) << "exactly where the one mass is";
  EXPECT_EQ(tree.links[0].inertia, 0) << "exactly: a point has none";

  mechanism.masses.push_back({.link = "rod", .at = {1.1, 0}, .mass = 0.3});
  tree = without_faults(mechanism);
  EXPECT_NEAR(tree.links[0].com.x, 0.6, 2 * epsilon);
  EXPECT_NEAR(tree.links[0].inertia, 2 * 0.3 * 0.25, 2 * epsilon);
}

TEST(Tree, MassesOfZeroChangeNothing) {
  Mechanism mechanism;
  mechanism.links = {{.name = "rod", .length = 1, .com = Vec2{0.3, 0.2}, .inertia = 0.5}};
  mechanism.masses = {{.link = "rod", .at = {5, 5}, .mass = 0}};
  const Tree tree = without_faults(mechanism);
  EXPECT_EQ(tree.links[0].com, (Vec2{0.3, 0.2}));
  EXPECT_EQ(tree.links[0].inertia, 0.5);
}

TEST(Tree, MergingDoesNotDependOnTheOrderOfTheMasses) {
  Mechanism mechanism;
  mechanism.links = {{.name = "a", .length = 1.3, .mass = 0.7, .com = Vec2{0.4, -0.1}}};
  mechanism.masses = {{.link = "a", .at = {0.2, 0.9}, .mass = 0.4},
                      {.link = "a", .at = {-0.5, 0.1}, .mass = 1.9},
                      {.link = "a", .at = {1.3, 0}, .mass = 0.05}};
  const TreeLink one = without_faults(mechanism).links[0];
  std::swap(mechanism.masses[0], mechanism.masses[2]);
  const TreeLink other = without_faults(mechanism).links[0];
  EXPECT_NEAR(one.com.x, other.com.x, 8 * epsilon);
  EXPECT_NEAR(one.com.y, other.com.y, 8 * epsilon);
  EXPECT_NEAR(one.inertia, other.inertia, 16 * epsilon);
}

TEST(Tree, FileOrderIsKeptWhereItIsATreeOrder) {
  Mechanism mechanism;
  mechanism.links = {{.name = "a"},
                     {.name = "b", .parent = "a"},
                     {.name = "c", .parent = "base"},
                     {.name = "d", .parent = "a"},
                     {.name = "e", .parent = "c"}};
  const Tree tree = without_faults(mechanism);
  EXPECT_EQ(files(tree), (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(tree.tree_index, (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(tree.links[4].parent, 2);
}

TEST(Tree, ParentsMayComeLaterInTheFile) {
  Mechanism mechanism;
  mechanism.links = {{.name = "hand", .parent = "arm", .length = 1},
                     {.name = "head", .parent = "body", .length = 2},
                     {.name = "arm", .parent = "body", .length = 3},
                     {.name = "body", .parent = "base", .length = 4}};
  mechanism.surfaces = {{.name = "floor"}};
  mechanism.contacts = {{.name = "grip", .link = "hand", .surface = "floor"}};
  mechanism.springs = {{.link = "hand", .against = "arm"}};
  const Tree tree = without_faults(mechanism);
  EXPECT_EQ(files(tree), (std::vector<int>{3, 2, 0, 1}));
  EXPECT_EQ(tree.tree_index, (std::vector<int>{2, 3, 1, 0}));
  EXPECT_EQ(tree.links[1].parent, 0);
  EXPECT_EQ(tree.links[2].parent, 1);
  EXPECT_EQ(tree.links[2].attach, (Vec2{3, 0})) << "the far end of the arm";
  EXPECT_EQ(tree.links[3].parent, 0);
  EXPECT_EQ(tree.angle_coordinate(0), 2 + 3) << "coordinates stay in file order";
  EXPECT_EQ(tree.contacts[0].link, 2);
  EXPECT_EQ(tree.springs[0].link, 2);
  EXPECT_EQ(tree.springs[0].against, 1);
}

TEST(Tree, BaseSurfacesAndContacts) {
  Mechanism mechanism;
  mechanism.gravity = {0, -9.81};
  mechanism.base = {.kind = BaseKind::slider,
                    .position = {1, 2},
                    .direction = pi / 2,
                    .mass = 2,
                    .stiffness = 400,
                    .damping = 1};
  mechanism.links = {{.name = "bar", .length = 1, .mass = 1}};
  mechanism.surfaces = {
      {.name = "floor", .angle = 0},
      {.name = "wall",
       .angle = pi / 2,
       .point = {3, 0},
       .body = SurfaceBody{.direction = pi, .mass = 5, .stiffness = 20, .damping = 3}},
      {.name = "table", .motion = SurfaceMotion{.normal = {"amplitude*sin(60*t)"}}}};
  mechanism.contacts = {
      {.name = "tip",
       .link = "bar",
       .at = {1, 0},
       .surface = "table",
       .friction = 0.5,
       .restitution = 0.9},
      {.name = "side",
       .link = "bar",
       .at = {1, 0},
       .surface = "wall",
       .friction = 0.5,
       .static_friction = 0.7,
       .outline = {
           .kind = OutlineKind::disc, .radius = 0.1, .centre = Vec2{0.9, 0}, .angle = 0.2}}};
  mechanism.parameters = {{"amplitude", 0.01}};
  const Tree tree = without_faults(mechanism);

  EXPECT_EQ(tree.gravity, (Vec2{0, -9.81}));
  EXPECT_EQ(tree.base_coordinates(), 1);
  EXPECT_NEAR(tree.slider_direction.y, 1, epsilon);
  EXPECT_EQ(tree.slider_mass, 2);
  EXPECT_EQ(tree.slider_stiffness, 400);
  EXPECT_EQ(tree.slider_damping, 1);

  EXPECT_EQ(tree.yielding, 1);
  EXPECT_EQ(tree.degrees_of_freedom(), 1 + 1 + 1);
  EXPECT_EQ(tree.surfaces[0].normal, (Vec2{0, 1}));
  EXPECT_EQ(tree.surfaces[0].body, -1);
  EXPECT_EQ(tree.surfaces[1].body, 0);
  EXPECT_NEAR(tree.surfaces[1].normal.x, -1, epsilon);
  EXPECT_NEAR(tree.surfaces[1].body_direction.x, -1, epsilon);
  EXPECT_EQ(tree.surfaces[1].mass, 5);
  EXPECT_TRUE(tree.surfaces[2].moved);
  const Dual<double> start(0.0, {1.0});
  const Dual<double> motion = tree.surfaces[2].normal_motion(std::span(&start, 1));
  EXPECT_NEAR(motion.slope[0], 0.6, 2 * epsilon) << "its velocity, exactly";
  EXPECT_EQ(tree.surfaces[2].tangential_motion(std::span(&start, 1)).slope[0], 0);

  EXPECT_EQ(tree.contacts[0].surface, 2);
  EXPECT_EQ(tree.contacts[0].centre, (Vec2{1, 0}));
  EXPECT_TRUE(is_point(tree.contacts[0].outline));
  EXPECT_EQ(tree.contacts[0].static_friction, 0.5) << "friction, where nothing else is said";
  EXPECT_EQ(tree.contacts[0].parameters[1], 0.9);
  EXPECT_EQ(tree.contacts[1].centre, (Vec2{0.9, 0}));
  EXPECT_EQ(tree.contacts[1].outline_angle, 0.2);
  EXPECT_EQ(tree.contacts[1].static_friction, 0.7);
}

TEST(Tree, InputsSeeTheStateInFileOrder) {
  Mechanism mechanism;
  mechanism.links = {{.name = "shin", .parent = "thigh", .length = 1},
                     {.name = "thigh", .parent = "base", .length = 1}};
  mechanism.torques = {{.link = "shin",
                        .against = "ground",
                        .value = {"gain*(angle.shin - angle.thigh) + 10*rate.thigh + t"}}};
  mechanism.forces = {
      {.link = "thigh", .at = {0.5, 0}, .value_x = {"rate.shin"}, .value_y = {"-gain"}}};
  mechanism.parameters = {{"gain", 2}};
  const Tree tree = without_faults(mechanism);

  EXPECT_EQ(state_variables(mechanism),
            (std::vector<std::string>{"t", "angle.shin", "rate.shin", "angle.thigh", "rate.thigh",
                                      "position.x", "position.y", "velocity.x", "velocity.y"}));
  const std::vector<double> values{1000, 5, 7, 3, 11, 0, 0, 0, 0};
  const std::span<const double> variables(values);
  EXPECT_EQ(tree.torques[0].value(variables), 2 * (5 - 3) + 110 + 1000);
  EXPECT_EQ(tree.torques[0].link, 1);
  EXPECT_EQ(tree.torques[0].against, -1);
  EXPECT_EQ(tree.forces[0].value_x(variables), 7);
  EXPECT_EQ(tree.forces[0].value_y(variables), -2);
  EXPECT_EQ(tree.forces[0].link, 0);
}

TEST(Tree, SizeIsTheLongestReach) {
  Mechanism mechanism;
  mechanism.links = {{.name = "a"}};
  EXPECT_EQ(without_faults(mechanism).size, 1) << "where nothing has a size";

  mechanism.surfaces = {{.name = "floor"}};
  mechanism.contacts = {{.name = "corner", .link = "a", .at = {0.3, 0.4}, .surface = "floor"}};
  EXPECT_DOUBLE_EQ(without_faults(mechanism).size, 0.5) << "a body that is only contacts";

  mechanism.contacts[0].outline = {.kind = OutlineKind::disc, .radius = 0.25};
  EXPECT_DOUBLE_EQ(without_faults(mechanism).size, 0.75);

  mechanism.links = {{.name = "a", .length = 1},
                     {.name = "b", .length = 2},
                     {.name = "c", .parent = "a", .at = Vec2{0.3, 0.4}, .length = 1}};
  EXPECT_DOUBLE_EQ(without_faults(mechanism).size, 3);
}

TEST(Tree, TenThousandLinksCompileInLinearTime) {
  // Worst cases at once: each parent stands after its child, and every link has its own mass,
  // contact and torque that names other links. Quadratic work would take minutes.
  constexpr int count = 10000;
  const auto name = [](int i) { return "link_" + std::to_string(i); };
  Mechanism mechanism;
  mechanism.surfaces = {{.name = "floor"}};
  for (int i = 0; i < count; ++i) {
    const std::string parent = i + 1 < count ? name(i + 1) : "base";
    mechanism.links.push_back({.name = name(i), .parent = parent, .length = 0.5, .mass = 1});
    mechanism.masses.push_back({.link = name(i), .at = {0.5, 0}, .mass = 1});
    mechanism.contacts.push_back({.name = name(i), .link = name(i), .surface = "floor"});
    mechanism.torques.push_back({.link = name(i), .value = {"-rate." + name(count - 1 - i)}});
  }
  const auto start = std::chrono::steady_clock::now();
  const Tree tree = without_faults(mechanism);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  RecordProperty("seconds", std::to_string(taken.count()));
  EXPECT_LT(taken.count(), 5.0);

  ASSERT_EQ(tree.links.size(), static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(tree.links[static_cast<std::size_t>(i)].parent, i - 1);
    EXPECT_EQ(tree.links[static_cast<std::size_t>(i)].file, count - 1 - i);
  }
  EXPECT_DOUBLE_EQ(tree.size, 0.5 * count);
}

}  // namespace
}  // namespace carom
