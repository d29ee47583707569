/// `simulate` as its user meets it where a motion does not go on.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "program/running.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::HasSubstr;

/// The foot that jams, as a motion: its strike has two answers with enough friction.
std::string jamming_foot() {
  return written("foot.toml",
                 content(example("particle_painleve")) + "\n[simulate]\nduration = 0.01\n");
}

TEST(SimulateProgram, AnAmbiguousImpactIsToldAndSaved) {
  const std::string folder = fresh("ambiguous");
  const auto ran = carom("simulate " + jamming_foot() + " -p mu=0.8 -o " + folder);
  EXPECT_EQ(ran.status, 1);
  for (const char* words :
       {"is ambiguous by the energetic law", "--on-ambiguous first",
        "The account by the energetic law", "Alternative 2, just as consistent"})
    EXPECT_THAT(ran.out, HasSubstr(words));
  const json summary = json::parse(content(folder + "/summary.json"));
  EXPECT_THAT(summary.dump(), HasSubstr("impact.toml"));

  const json told = json::parse(carom("simulate " + jamming_foot() + " -p mu=0.8 --json").out);
  EXPECT_EQ(told["end"], "verdict");
  const auto again = carom("strike " + folder + "/impact.toml --json");
  ASSERT_EQ(again.status, 1) << again.err;
  const json struck = json::parse(again.out);
  EXPECT_EQ(struck["results"][0]["law"], "energetic");
  EXPECT_EQ(struck["results"][0]["verdict"], "ambiguous");
  EXPECT_EQ(struck["results"], told["impact"]["results"]);
}

TEST(SimulateProgram, AChoiceThatWasAskedForIsNoted) {
  const auto ran = carom("simulate " + jamming_foot() + " -p mu=0.8 --on-ambiguous first --json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  const json told = json::parse(ran.out);
  EXPECT_EQ(told["events"][0]["verdict"], "ambiguous");
  EXPECT_GE(told["counts"]["choices"], 1);
  EXPECT_THAT(told["notes"].dump(), HasSubstr("one of several"));
}

TEST(SimulateProgram, AFormulaThatIsNotFiniteIsNamedWithItsPlace) {
  const std::string file = written("log.toml",
                                   "[[link]]\nname = 'a'\nlength = 1.0\nmass = 1.0\n"
                                   "[[torque]]\nlink = 'a'\nvalue = 'log(0.5 - t)'\n"
                                   "[state]\nangles = [0]\n[simulate]\nduration = 1\n");
  const std::string folder = fresh("log");
  const auto ran = carom("simulate " + file + " -o " + folder);
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.out, HasSubstr("log.toml:7:9: "));
  EXPECT_THAT(ran.out, HasSubstr("t = 0.5"));
  EXPECT_FALSE(content(folder + "/trajectory.csv").empty());
}

/// The first hour: a leg over a floor, and nobody said that it should stop there.
TEST(SimulateProgram, AFootThatFallsThroughTheFloorIsToldWithWhatWouldHoldIt) {
  const std::string text =
      "[world]\ngravity = [0, -9.81]\n[base]\nposition = [0, 1.5]\n"
      "[[link]]\nname = 'leg'\nlength = 0.5\nmass = 1.0\n[[surface]]\nname = 'floor'\n"
      "[state]\nangles_deg = [-90]\n[simulate]\nduration = 0.5\n";
  const std::string file = written("leg.toml", text);
  const auto ran = carom("simulate " + file);
  EXPECT_EQ(ran.status, 0) << "a warning is no fault";
  // It falls 1 m: √(2/9.81) s.
  EXPECT_THAT(
      ran.out,
      HasSubstr("Warning: the far end of \"leg\" passes surface \"floor\" at t = 0.451524 s: "
                "they have no contact, so nothing holds it; [[contact]] with link = "
                "\"leg\", at = 0.5, surface = \"floor\" would\n"));
  const json told = json::parse(carom("simulate " + file + " --json").out);
  ASSERT_EQ(told["passed"].size(), 1U);
  EXPECT_EQ(told["passed"][0]["link"], "leg");
  EXPECT_EQ(told["passed"][0]["end"], "far");
  EXPECT_EQ(told["passed"][0]["surface"], "floor");
  EXPECT_EQ(told["warnings"].size(), 1U);
  const std::string held =
      written("held.toml",
              text + "[[contact]]\nname = 'foot'\nlink = 'leg'\nat = 0.5\nsurface = 'floor'\n");
  const json stands = json::parse(carom("simulate " + held + " --json").out);
  EXPECT_FALSE(stands.contains("passed"));
  EXPECT_TRUE(stands["warnings"].empty()) << stands["warnings"];
}

/// No example of ours warns of an end that passes a surface.
TEST(SimulateProgram, ExamplesKeepTheirEndsAboveTheirSurfaces) {
  for (const auto& entry : fs::directory_iterator(places::examples)) {
    if (entry.path().extension() != ".toml") continue;
    if (entry.path().filename().string().starts_with("train_")) continue;
    const std::string verb = is_motion(entry.path()) ? "simulate " : "describe ";
    const json told = json::parse(carom(verb + entry.path().string() + " --json").out);
    for (const json& warning : told["warnings"])
      EXPECT_THAT(warning.get<std::string>(), ::testing::Not(HasSubstr("nothing holds it")))
          << entry.path();
  }
}

TEST(SimulateProgram, BouncesThatConvergeAreOneLineUnlessAllAreAsked) {
  const json told = json::parse(carom("simulate " + example("bouncing_disc") + " --json").out);
  std::size_t impacts = 0;
  double limit = 0;
  for (const json& event : told["events"]) {
    if (event["kind"] == "impact") ++impacts;
    if (event["kind"] == "limit") limit = event["time"];
  }
  ASSERT_GT(impacts, 5U);
  const auto brief = carom("simulate " + example("bouncing_disc"));
  EXPECT_THAT(brief.out, HasSubstr(fmt::format("limit at {:.10f} s", limit)));
  EXPECT_THAT(brief.out, ::testing::Not(HasSubstr("  limit  ")));
  const auto all = carom("simulate " + example("bouncing_disc") + " --events all");
  for (const json& event : told["events"])
    EXPECT_THAT(all.out, HasSubstr(fmt::format("{:.10f}  {}", event["time"].get<double>(),
                                               event["kind"].get<std::string>())));
  const auto wrong = carom("simulate " + example("bouncing_disc") + " --events some");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--events is \"some\"; must be \"brief\" or \"all\""));
}

TEST(SimulateProgram, ForceOverIndentationIsDrawn) {
  const std::string file = scratch("loops.svg");
  const auto drawn = carom("simulate " + example("bouncing_hertz") + " --json --svg " + file);
  ASSERT_EQ(drawn.status, 0) << drawn.err;
  const std::string svg = content(file);
  for (const json& event : json::parse(drawn.out)["events"])
    if (event["kind"] == "impact") {
      EXPECT_THAT(svg, HasSubstr(fmt::format("foot at {:.6g} s", event["time"].get<double>())));
      // The work along the normal is what the loop shows as lost: of Hertz's law 1 − e² of the
      // energy.
      const double before = event["velocity_before"][1];
      EXPECT_NEAR(event["work"][1].get<double>(), -0.51 * 0.5 * 0.0327 * before * before, 1e-5);
    }
  const std::string struck = scratch("struck.svg");
  const std::string chain = "strike " + example("compliant_two_link");
  EXPECT_EQ(carom(chain + " --law compliant --loops --svg " + struck).status, 0);
  EXPECT_THAT(content(struck), HasSubstr("indentation δ (µm)"));
  const auto rigid = carom(chain + " --law simultaneous --loops --svg " + scratch("none.svg"));
  EXPECT_EQ(rigid.status, 2);
  EXPECT_THAT(rigid.err, HasSubstr("by the simultaneous law no contact yields"));
  const auto none = carom("simulate " + example("bouncing_disc") + " --svg " + scratch("none.svg"));
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("no contact has a compliance"));
}

TEST(SimulateProgram, AForceModelIsNoLawOfAMotion) {
  const auto asked = carom("simulate " + example("bouncing_hertz") + " --law compliant:hertz");
  EXPECT_EQ(asked.status, 2);
  EXPECT_THAT(asked.err, HasSubstr("\"compliant:hertz\" is a force model of `strike`"));
}

TEST(SimulateProgram, SweepsTellTheCollisionsOfContactsThatYield) {
  const std::string scenario =
      written("swept_hertz.toml", content(example("bouncing_hertz")) +
                                      "\n[[sweep]]\nparameter = \"fall\"\nvalues = [0.02, 0.06]\n"
                                      "[parameters]\nfall = 0.06\n");
  const std::string folder = fresh("swept_hertz");
  const auto ran = carom("sweep " + scenario + " --of simulate -o " + folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::Not(HasSubstr("which this does not use")));
  const std::string table = content(folder + "/results.csv");
  for (const char* column : {"peak_force", "indentation", "collision_duration", "restitution"})
    EXPECT_THAT(table, HasSubstr(column));
  // Where no contact yields there are none.
  const std::string rigid = fresh("swept_rigid");
  const std::string plain =
      written("swept_disc.toml", content(example("bouncing_disc")) +
                                     "\n[[sweep]]\nparameter = \"fall\"\n"
                                     "values = [1]\n[parameters]\nfall = 1\n");
  carom("sweep " + plain + " --of simulate -o " + rigid);
  EXPECT_THAT(content(rigid + "/results.csv"), ::testing::Not(HasSubstr("collision_duration")));
}

/// A table that comes up at V throws a ball that was at rest: it leaves with (1 + e)V.
TEST(SimulateProgram, AMovedTableGivesEnergy) {
  const std::string file = written(
      "table.toml",
      "[base]\nposition = [0, 0.2]\n[[link]]\nname = 'ball'\nlength = 0\nmass = 2.0\n"
      "com = 0\ninertia = 0.01\n[[surface]]\nname = 'table'\nmotion = { normal = '0.5*t' }\n"
      "[[contact]]\nname = 'rim'\nlink = 'ball'\nat = 0\nsurface = 'table'\nrestitution = 0.5\n"
      "outline = { kind = 'disc', radius = 0.1 }\n[state]\nangles = [0]\n"
      "[simulate]\nduration = 1\n");
  const std::string folder = fresh("table");
  const auto ran = carom("simulate " + file + " -o " + folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("0.5625 J given"));
  EXPECT_THAT(ran.out, HasSubstr("given in impacts             0      0.5625"));
  EXPECT_THAT(ran.out, ::testing::Not(HasSubstr("lost")));
  const json answer = json::parse(content(folder + "/summary.json")).at("answer");
  EXPECT_NEAR(answer["events"][0]["energy_loss"], -0.5625, 1e-12) << "the numbers keep their sign";
  EXPECT_NEAR(answer["energy"]["impacts"], -0.5625, 1e-12);
  ASSERT_EQ(carom("report " + folder).status, 0);
  const json page = page_data(folder + "/report.html");
  const std::string told = page.dump();
  EXPECT_THAT(told, HasSubstr("0.5625 J given"));
  EXPECT_THAT(told, HasSubstr("given in impacts"));
  for (const json& section : page.at("sections")) {
    if (section.at("kind") != "motion") continue;
    std::map<std::string, std::vector<double>> curves;
    for (const json& series : section.at("beside").at("panels").at(0).at("series"))
      curves[series.at("name")] = series.at("y").get<std::vector<double>>();
    for (const double lost : curves["lost so far"]) EXPECT_EQ(lost, 0);
    EXPECT_EQ(curves["given so far"].front(), 0);
    EXPECT_GT(curves["given so far"].back(), 0);
    EXPECT_NEAR(curves["given so far"].back(), curves["kinetic"].back(),
                1e-9 * curves["kinetic"].back());
  }
}

/// A contact that nothing moves along its normal touches, and how it presses is open: the same is
/// told of it when it begins and at the end.
TEST(SimulateProgram, AGuidedContactTouchesAndIsNotSaidToSlide) {
  const Ran ran = carom("simulate " + written("belt.toml", R"toml([world]
gravity = [0, -9.81]
[base]
kind = "slider"
direction_deg = 0
mass = 1
[[link]]
name = "body"
length = 0.5
mass = 2
[[surface]]
name = "belt"
motion = { tangential = "0.3*t" }
[[contact]]
name = "sole"
link = "body"
at = 0.25
surface = "belt"
friction = 0.4
[[drive]]
link = "body"
angle = "0"
[state]
angles = [0]
[simulate]
duration = 1
)toml"));
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("contact  sole     touches its surface; tangential and normal "
                                 "force not determined\n"));
  EXPECT_THAT(ran.out, HasSubstr("sole: touches its surface; tangential and normal force"));
}

/// A rod that a moved surface pushes into a corner until it jams: its forces, not its formulas, are
/// no longer finite.
TEST(SimulateProgram, ForcesThatGrowWithoutBoundAreNoFaultOfAFormula) {
  const Ran ran = carom("simulate " + written("jam.toml", R"toml([world]
gravity = [-0.79, -9.81]

[base]
kind = "free"
position = [-0.712, -0.209]

[[link]]
name = "A"
length = 0.503
mass = 1.141

[[mass]]
link = "A"
at = [0.286, 0.05]
mass = 0.519

[[surface]]
name = "s0"
angle_deg = 162.6
point = [-0.8022236182919071, 0.029046044407118214]
body = { direction_deg = 90.6, mass = 0.35, stiffness = 100.0, damping = 1.0, displacement = 0.05, velocity = 0.38124688274501295 }

[[surface]]
name = "s1"
angle_deg = 20.0
point = [-0.8027472074977194, 0.07904330287539382]

[[surface]]
name = "s2"
angle_deg = -92.2
point = [-0.712, -0.209]
motion = { normal = "0.3*t", tangential = "0.5*sin(t)" }

[[contact]]
name = "c0"
link = "A"
at = 0.302
surface = "s0"
friction = 0.3
restitution = 0.0

[[contact]]
name = "c1"
link = "A"
at = 0.302
surface = "s1"
friction = 0.8
restitution = 0.5

[[contact]]
name = "c2"
link = "A"
at = 0.0
surface = "s2"
friction = 0.8
restitution = 0.0

[[force]]
link = "A"
at = 0.1
value = ["3*sin(t)", "-1"]

[state]
angles = [1.876]
rates = [-4.405597738332107]
velocity = [-0.708031251571703, -0.1956187011944732]

[simulate]
duration = 0.5
)toml"));
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("a force or an acceleration grows without bound"));
  const Ran formula = carom("simulate " + written("root.toml", R"toml([[link]]
name = "A"
length = 1
mass = 1
[[torque]]
link = "A"
value = "sqrt(0.3 - t)"
[state]
angles = [0]
[simulate]
duration = 0.5
)toml"));
  EXPECT_EQ(formula.status, 2);
  EXPECT_THAT(formula.out, HasSubstr("is not a number at t = 0.3"));
}

}  // namespace
}  // namespace carom
