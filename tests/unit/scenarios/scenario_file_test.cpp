#include "scenarios/scenario_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "unit/scenarios/reading.hpp"

namespace carom {
namespace {

using std::numbers::pi;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ScenarioFile, ReadsTheExampleOfTheInterface) {
  const ReadScenario read_file = read(three_links);
  ASSERT_THAT(lines(read_file.faults), IsEmpty());
  const Scenario& scenario = read_file.scenario;
  EXPECT_EQ(scenario.title, "Three-link chain");
  EXPECT_EQ(scenario.path, "test.toml");
  EXPECT_EQ(scenario.text, three_links);
  ASSERT_EQ(scenario.parameters.size(), 1u);
  EXPECT_EQ(scenario.parameters[0].name, "phi");
  EXPECT_EQ(scenario.mechanism.parameters[0].value, -0.5);
  ASSERT_EQ(scenario.mechanism.links.size(), 3u);
  EXPECT_EQ(scenario.mechanism.links[1].name, "middle");
  EXPECT_FALSE(scenario.mechanism.links[1].parent.has_value());
  EXPECT_FALSE(scenario.mechanism.links[1].com.has_value());
  EXPECT_EQ(scenario.mechanism.masses[0].mass, 0.544);
  EXPECT_EQ(scenario.mechanism.contacts[1].at, (Vec2{1, 0}));
  EXPECT_EQ(scenario.mechanism.contacts[1].restitution, 0.9);
  EXPECT_THAT(scenario.state.positions, ElementsAre(0, 0, pi / 2 + 0.5, 0, -pi / 2 + 0.5));
  EXPECT_THAT(scenario.state.velocities, ElementsAre(0, 0, -0.1, -0.2, -0.3));
  EXPECT_EQ(scenario.impact.law, "energetic");
  EXPECT_FALSE(scenario.impact.colliding.has_value());
  ASSERT_EQ(scenario.sweep.size(), 1u);
  EXPECT_EQ(scenario.sweep[0].count, 181);
  EXPECT_EQ(scenario.bindings.size(), 2u) << "plain numbers are not bound";
}

TEST(ScenarioFile, ReadsEveryKey) {
  const ReadScenario read_file = read(everything);
  ASSERT_THAT(lines(read_file.faults), IsEmpty());
  const Scenario& scenario = read_file.scenario;
  const Mechanism& m = scenario.mechanism;
  EXPECT_EQ(m.gravity, (Vec2{0, -9.81}));
  EXPECT_EQ(m.base.kind, BaseKind::slider);
  EXPECT_THAT(m.base.direction, DoubleEq(pi / 2));
  EXPECT_EQ(m.base.position, (Vec2{2, 1}));
  EXPECT_EQ(m.base.displacement, 0.5);
  EXPECT_EQ(m.base.mass, 2.0);
  EXPECT_EQ(m.base.stiffness, 400.0);
  EXPECT_EQ(m.base.damping, 1.0);
  EXPECT_EQ(m.links[0].parent, "base");
  EXPECT_EQ(m.links[0].at, (Vec2{0, 0}));
  EXPECT_EQ(m.links[0].length, 1.5);
  EXPECT_EQ(m.links[0].com, (Vec2{0.25, 0.5}));
  EXPECT_EQ(m.links[0].inertia, 4.0);
  EXPECT_EQ(m.links[1].at, (Vec2{1, 0.1}));
  EXPECT_EQ(m.links[1].com, (Vec2{0.3, 0}));
  EXPECT_FALSE(m.links[1].inertia.has_value());
  EXPECT_EQ(m.masses[0].at, (Vec2{2, 1.5}));
  EXPECT_THAT(m.surfaces[0].angle, DoubleEq(pi));
  EXPECT_EQ(m.surfaces[0].point, (Vec2{0, 0.5}));
  ASSERT_TRUE(m.surfaces[0].body.has_value());
  EXPECT_THAT(m.surfaces[0].body->direction, DoubleEq(pi / 2));
  EXPECT_EQ(m.surfaces[0].body->mass, 5.0);
  EXPECT_EQ(m.surfaces[0].body->stiffness, 2000.0);
  EXPECT_EQ(m.surfaces[0].body->damping, 3.0);
  EXPECT_FALSE(m.surfaces[1].body.has_value());
  EXPECT_THAT(m.surfaces[1].angle, DoubleEq(pi / 6));
  EXPECT_EQ(m.surfaces[1].motion->normal.text, "0.01*sin(60*t)");
  EXPECT_EQ(m.surfaces[1].motion->tangential.text, "2");
  EXPECT_EQ(m.contacts[0].static_friction, 0.7);
  EXPECT_EQ(m.contacts[0].restitution, 0.5);
  EXPECT_EQ(m.contacts[0].outline.kind, OutlineKind::ellipse);
  EXPECT_EQ(m.contacts[0].outline.semi_axes, (Vec2{0.05, 0.05}));
  EXPECT_EQ(m.contacts[0].outline.centre, (Vec2{0.9, 0.1}));
  EXPECT_THAT(m.contacts[0].outline.angle, DoubleEq(pi / 4));
  ASSERT_EQ(m.contacts[0].compliance->parameters.size(), 5u);
  EXPECT_EQ(m.contacts[0].compliance->parameters[3].name, "hardness");
  EXPECT_EQ(m.contacts[0].compliance->parameters[3].value, 1.2e9);
  EXPECT_FALSE(m.contacts[1].compliance.has_value());
  EXPECT_EQ(m.contacts[1].outline.centre, (Vec2{0.5, 0}));
  EXPECT_EQ(m.contacts[1].at, (Vec2{0.5, 0})) << "without `at`, the centre is where it is";
  EXPECT_THAT(m.contacts[1].outline.angle, DoubleEq(pi / 2));
  EXPECT_THAT(m.contacts[1].outline.a, ElementsAre(0.1, 0.5));
  EXPECT_THAT(m.contacts[1].outline.b, ElementsAre(0, 0.01));
  EXPECT_EQ(m.contacts[2].outline.h.text, "0.1 + 0.01*cos(2*theta)");
  EXPECT_EQ(m.contacts[3].outline.radius, 0.1);
  EXPECT_EQ(m.torques[0].against, "thigh");
  EXPECT_EQ(m.torques[0].value.text, "0.4*sin(2*t) - angle.shin");
  EXPECT_EQ(m.forces[0].at, (Vec2{0.5, 0}));
  EXPECT_EQ(m.forces[0].value_x.text, "3");
  EXPECT_EQ(m.forces[0].value_y.text, "-2*cos(3*t)");
  EXPECT_EQ(m.springs[0].damping, 0.1);
  EXPECT_THAT(m.springs[0].rest, DoubleEq(pi / 6));
  EXPECT_EQ(scenario.impact.colliding, "toe");
  EXPECT_EQ(scenario.sweep[0].to, 16.0);
  EXPECT_EQ(scenario.sweep[0].spacing, Spacing::log);
  EXPECT_THAT(scenario.sweep[1].values, ElementsAre(1, 2, 3));

  // The slider's displacement, the links' angles, the yielding surface's displacement.
  EXPECT_THAT(scenario.state.positions, ElementsAre(0.5, DoubleEq(pi / 2), DoubleEq(pi / 9), 2.0));
  EXPECT_THAT(scenario.state.velocities, ElementsAre(0.75, 0.5, -1, -0.25));
  EXPECT_EQ(scenario.state.time, 0.5);
}

TEST(ScenarioFile, EvaluatesForOtherParameters) {
  const ReadScenario read_file = read(everything);
  Scenario scenario = read_file.scenario;
  // a = 4; b follows from c by its formula; c is swept, so its formula does not count.
  EXPECT_TRUE(evaluate(scenario, std::vector<double>{4, 99, 0.25}));
  EXPECT_EQ(scenario.parameters[1].value, 1.25);
  EXPECT_EQ(scenario.mechanism.parameters[1].value, 1.25);
  EXPECT_EQ(scenario.mechanism.parameters[2].value, 0.25);
  EXPECT_EQ(scenario.mechanism.base.position, (Vec2{4, 1}));
  EXPECT_EQ(scenario.mechanism.links[0].length, 1.25);
  EXPECT_EQ(scenario.mechanism.links[0].com, (Vec2{0.25, 0.25}));
  EXPECT_EQ(scenario.mechanism.links[0].inertia, 16.0);
  EXPECT_EQ(scenario.mechanism.masses[0].at, (Vec2{4, 1.25}));
  EXPECT_EQ(scenario.mechanism.surfaces[0].body->displacement, 4.0);
  EXPECT_EQ(scenario.mechanism.contacts[0].outline.semi_axes, (Vec2{0.05, 0.025}));
  EXPECT_EQ(scenario.mechanism.contacts[1].at, (Vec2{0.25, 0}));
  EXPECT_EQ(scenario.mechanism.contacts[1].outline.centre, (Vec2{0.25, 0}));
  EXPECT_THAT(scenario.mechanism.contacts[1].outline.a, ElementsAre(0.1, 0.25));
  EXPECT_THAT(scenario.state.positions,
              ElementsAre(0.25, DoubleEq(pi / 2), DoubleEq(2 * pi / 9), 4.0));
  EXPECT_THAT(scenario.state.velocities, ElementsAre(0.75, 0.25, -1, -0.25));
  EXPECT_EQ(scenario.state.time, 0.25);
  EXPECT_EQ(scenario.sweep[0].to, 16.0) << "an axis stays what it is";
  EXPECT_THAT(scenario.sweep[1].values, ElementsAre(1, 2, 3));
  EXPECT_EQ(read_file.scenario.mechanism.links[0].length, 1.5) << "a copy is independent";

  // Back to the first values: the same scenario, to the bit.
  EXPECT_TRUE(evaluate(scenario, std::vector<double>{2, 0, 0.5}));
  EXPECT_EQ(scenario.state.positions, read_file.scenario.state.positions);
  EXPECT_EQ(scenario.mechanism.links[0].length, 1.5);
}

TEST(ScenarioFile, SaysWhereAnEvaluationIsNotFinite) {
  ReadScenario read_file = read("[parameters]\na = 1\n[world]\ngravity = [0, \"1/a\"]\n");
  EXPECT_FALSE(evaluate(read_file.scenario, std::vector<double>{0}));
  EXPECT_TRUE(evaluate(read_file.scenario, std::vector<double>{4}));
  EXPECT_EQ(read_file.scenario.mechanism.gravity.y, 0.25);
}

TEST(ScenarioFile, OverridesParameters) {
  const auto values = [](const ReadScenario& read_file) {
    std::vector<double> all;
    for (const Parameter& parameter : read_file.scenario.parameters) all.push_back(parameter.value);
    return all;
  };
  const ReadScenario plain = read(everything, {"a=8", "c=pi/2"});
  EXPECT_THAT(plain.faults, IsEmpty());
  EXPECT_THAT(values(plain), ElementsAre(8, pi / 2 + 1, pi / 2));
  const ReadScenario dependent = read(everything, {"b=1", "b=3*a"});
  EXPECT_THAT(dependent.faults, IsEmpty());
  EXPECT_THAT(values(dependent), ElementsAre(2, 6, 0.5)) << "the last one counts";
  const ReadScenario cures = read("[parameters]\na = \"1/0\"\n", {"a=3"});
  EXPECT_THAT(cures.faults, IsEmpty());
}

TEST(ScenarioFile, AFreeBaseStartsAtItsPosition) {
  ReadScenario read_file = read(
      "[parameters]\na = 1\n[base]\nposition = [\"a\", 2]\n"
      "[[link]]\nname = \"l\"\nlength = 1\nmass = 1\n[state]\nangles = [0]\nvelocity = [\"a\", "
      "4]\n");
  ASSERT_THAT(lines(read_file.faults), IsEmpty());
  EXPECT_THAT(read_file.scenario.state.positions, ElementsAre(1, 2, 0));
  EXPECT_THAT(read_file.scenario.state.velocities, ElementsAre(1, 4, 0));
  evaluate(read_file.scenario, std::vector<double>{7});
  EXPECT_THAT(read_file.scenario.state.positions, ElementsAre(7, 2, 0));
  EXPECT_THAT(read_file.scenario.state.velocities, ElementsAre(7, 4, 0));
}

TEST(ScenarioFile, ASlidersVelocityIsANumberOrAnArrayOfOne) {
  const auto velocity = [](const std::string& written) {
    const ReadScenario read_file =
        read("[base]\nkind = \"slider\"\n[state]\nvelocity = " + written);
    EXPECT_THAT(lines(read_file.faults), IsEmpty());
    return read_file.scenario.state.velocities;
  };
  EXPECT_THAT(velocity("0.5"), ElementsAre(0.5));
  EXPECT_THAT(velocity("[0.5]"), ElementsAre(0.5));
  EXPECT_THAT(velocity("\"pi\""), ElementsAre(pi));
}

TEST(ScenarioFile, WindowsLinesAndByteOrderMarksAreFine) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : three_links) {
    if (c == '\n') text += '\r';
    text += c;
  }
  EXPECT_THAT(faults(text), IsEmpty());
  const std::string marked = "\xEF\xBB\xBFtitel = \"x\"\r\n[wold]\r\n";
  EXPECT_THAT(faults(marked),
              ElementsAre("1:1 \"titel\" is not a key; did you mean \"title\"?",
                          "2:2 \"wold\" is not a section; did you mean \"world\"?"));
}

TEST(ScenarioFile, ReadsFiles) {
  const auto folder =
      std::filesystem::temp_directory_path() /
      ("carom_io_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
       std::to_string(std::filesystem::file_time_type::clock::now().time_since_epoch().count()));
  std::filesystem::create_directory(folder);
  const std::string path = (folder / "three.toml").string();
  std::ofstream(path) << three_links;
  EXPECT_THAT(scenario_from_file(path).faults, IsEmpty());
  EXPECT_EQ(scenario_from_file(path).scenario.mechanism.links.size(), 3u);
  EXPECT_EQ(scenario_from_file(path).scenario.path, path);
  std::ofstream(folder / "empty.toml");
  EXPECT_THAT(lines(scenario_from_file((folder / "empty.toml").string()).faults),
              ElementsAre("the scenario is empty"));
  EXPECT_THAT(lines(scenario_from_file((folder / "none.toml").string()).faults),
              ElementsAre("cannot be read: No such file or directory"));
  const ReadScenario directory = scenario_from_file(folder.string());
  EXPECT_THAT(lines(directory.faults), ElementsAre("is a directory"));
  EXPECT_EQ(InputError("x", directory.faults).what(), std::string("x: is a directory"));
  EXPECT_EQ(directory.place_of({"link", 0, "mass", -1}), Place{});
  std::filesystem::remove_all(folder);
}

TEST(ScenarioFile, ReadsTenThousandLinks) {
  std::string text = "[parameters]\na = 1\n";
  std::string angles;
  constexpr int count = 10000;
  for (int i = 0; i < count; ++i) {
    const std::string name = "\"l" + std::to_string(i) + "\"";
    text += "[[link]]\nname = " + name + "\nlength = 1\nmass = 1\n[[mass]]\nlink = " + name +
            "\nat = 0.5\nmass = \"2*a\"\n";
    angles += std::to_string(i) + ",";
  }
  const ReadScenario read_file = read(text + "[state]\nangles = [" + angles + "]\n");
  EXPECT_THAT(read_file.faults, IsEmpty());
  EXPECT_EQ(read_file.scenario.mechanism.links.back().name, "l9999");
  EXPECT_EQ(read_file.scenario.mechanism.masses.back().mass, 2.0);
  EXPECT_EQ(read_file.scenario.state.positions.back(), 9999.0);
  EXPECT_EQ(read_file.place_of({"link", count - 1, "mass", -1}).line, 2 + 8 * (count - 1) + 4);
}

}  // namespace
}  // namespace carom
