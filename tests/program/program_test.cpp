#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/running.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Program, HelpNamesTheVerbsThatWorkAndNoOthers) {
  const auto help = carom("--help");
  EXPECT_EQ(help.status, 0);
  for (const char* verb :
       {"describe", "strike", "sweep", "critical", "transmit", "verdict", "simulate", "map",
        "collide", "segment", "fit", "report", "reproduce", "laws"}) {
    EXPECT_THAT(help.out, HasSubstr(verb));
    EXPECT_EQ(carom(std::string(verb) + " --help").status, 0);
  }
  EXPECT_THAT(help.out, Not(HasSubstr("  lab ")));
}

TEST(Program, WithoutAVerbItShowsTheHelpAndFails) {
  const auto ran = carom("");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr("describe"));
}

TEST(Program, AMistypedVerbIsNamedWithTheNearest) {
  const auto ran = carom("strik " + example("three_link"));
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err,
            "carom: \"strik\" is not a verb; did you mean \"strike\"?\n"
            "Run carom --help for the verbs.\n");
}

TEST(Program, AMistypedOptionIsNamedWithTheNearest) {
  const auto ran = carom("strike " + example("three_link") + " --lawx --jsn");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err,
            "carom strike: \"--lawx\" is not understood; did you mean \"--law\"?\n"
            "carom strike: \"--jsn\" is not understood; did you mean \"--json\"?\n"
            "Run carom VERB --help for its options.\n");
}

TEST(Program, EveryExampleIsDescribedAndDrawn) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(places::examples)) {
    if (entry.path().extension() != ".toml") continue;
    if (entry.path().filename().string().starts_with("train_"))
      continue;  // collided, not described
    SCOPED_TRACE(entry.path().filename());
    ++count;
    const std::string svg = scratch("drawing.svg");
    const auto ran = carom("describe '" + entry.path().string() + "' --json --svg " + svg);
    ASSERT_EQ(ran.status, 0) << ran.err;
    const json report = json::parse(ran.out);
    EXPECT_EQ(report["format"], 1);
    // Motions may start from rest.
    EXPECT_TRUE(is_motion(entry.path()) || report["energy"]["kinetic"] > 0);
    EXPECT_FALSE(report["links"].empty());
    EXPECT_FALSE(report["contacts"].empty());
    const std::string drawing = testing::content(svg);
    EXPECT_TRUE(drawing.starts_with("<?xml") || drawing.starts_with("<svg"));
    EXPECT_THAT(drawing, Not(HasSubstr("nan")));
  }
  EXPECT_GE(count, 9);
}

/// The struck examples: all laws answer but where both ends of the two-link chain strike at once,
/// which is for one of them.
TEST(Program, EveryExampleIsStruck) {
  for (const auto& entry : fs::directory_iterator(places::examples)) {
    if (entry.path().extension() != ".toml") continue;
    if (entry.path().filename().string().starts_with("train_")) continue;
    if (is_motion(entry.path()) || is_map(entry.path())) continue;  // most begin in the air
    SCOPED_TRACE(entry.path().filename());
    const auto ran = carom("strike '" + entry.path().string() + "' --law all --json");
    const bool both = entry.path().stem() == "compliant_two_link";
    EXPECT_EQ(ran.status, both ? 1 : 0) << ran.err;
    const json report = json::parse(ran.out);
    ASSERT_EQ(report["results"].size(), 6U);
    for (const json& law : report["results"]) {
      const bool takes_one = law["law"] != "simultaneous";
      EXPECT_EQ(law["verdict"], both && takes_one ? "several_colliding" : "unique") << law["law"];
      EXPECT_TRUE((both && takes_one) || law["energy"]["closes"]);
    }
  }
}

TEST(Program, EveryMotionIsSimulated) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(places::examples)) {
    if (entry.path().extension() != ".toml" || !is_motion(entry.path())) continue;
    SCOPED_TRACE(entry.path().filename());
    ++count;
    const auto ran = carom("simulate '" + entry.path().string() + "' --json");
    EXPECT_EQ(ran.status, 0) << ran.err;
    const json report = json::parse(ran.out);
    EXPECT_EQ(report["end"], "duration");
    EXPECT_FALSE(report["events"].empty());
    EXPECT_EQ(report["final"]["time"], report["duration"]);
    EXPECT_LT(report["energy"]["error"], 1e-6);
  }
  EXPECT_GE(count, 4);
}

/// A motion whose [simulate] is wrong is told so with everything else, and nothing is written.
TEST(Program, FaultsOfAMotionComeTogether) {
  const std::string file =
      written("motion.toml",
              "[[link]]\nname = 'a'\nlength = 1.0\nmass = 1.0\nmas = 2\n[state]\nangles = [0]\n"
              "[simulate]\nduration = -1\nevery = 0\ntolerance = 1\n");
  const auto ran = carom("simulate " + file + " -o " + scratch("nothing"));
  EXPECT_EQ(ran.status, 2);
  for (const char* words : {"\"mas\" is not a key", "9:12", "duration is -1", "10:9", "every is 0",
                            "11:13", "tolerance is 1"})
    EXPECT_THAT(ran.err, HasSubstr(words));
  EXPECT_FALSE(fs::exists(scratch("nothing")));
}

TEST(Program, ParametersAreSetOnTheCommandLine) {
  const std::string file = example("three_link");
  const json plain = json::parse(carom("strike " + file + " --json").out);
  const json same = json::parse(carom("strike " + file + " --json -p phi=-0.5").out);
  const json other = json::parse(carom("strike " + file + " --json -p 'phi=-pi/6' -p e=0.9").out);
  EXPECT_EQ(plain, same);
  EXPECT_NEAR(other["results"][0]["energy_loss"], 0.00974441, 5e-9);
}

TEST(Program, JsonOfAStrikeKeepsTheContract) {
  const json report =
      json::parse(carom("strike " + example("three_link") + " --law energetic,brach --json").out);
  EXPECT_EQ(report["carom"], "0.1.0");
  EXPECT_EQ(report["title"], "Three-link chain: one end rests, the other strikes");
  EXPECT_EQ(report["before"]["velocity"], json::parse("[0.0, 0.0]"));
  EXPECT_EQ(report["before"]["rates"], json::parse("[-0.1, -0.2, -0.3]"));
  EXPECT_NEAR(report["before"]["kinetic_energy"], 0.0383333333, 1e-9);
  const json& energetic = report["results"][0];
  EXPECT_EQ(energetic["law"], "energetic");
  EXPECT_EQ(energetic["contacts"][0]["name"], "A0");
  EXPECT_EQ(energetic["contacts"][0]["role"], "resting");
  EXPECT_EQ(energetic["contacts"][1]["role"], "colliding");
  EXPECT_EQ(energetic["stages"][0]["modes"], json::parse(R"(["separates", "slides-"])"));
  EXPECT_EQ(energetic["stages"][0]["ends_with"], "Ac stops sliding");
  EXPECT_EQ(energetic["stages"].back()["phase"], "restitution");
  const json& brach = report["results"][1];
  EXPECT_EQ(brach["law"], "brach");
  EXPECT_FALSE(brach.contains("stages"));
  EXPECT_NEAR(brach["energy_loss"], 0.0, 1e-15);
}

TEST(Program, JointImpulsesComeOnRequest) {
  const std::string command = "strike " + example("constrained_bar") + " --json";
  EXPECT_FALSE(json::parse(carom(command).out)["results"][0].contains("joints"));
  const json joints = json::parse(carom(command + " --joints").out)["results"][0]["joints"];
  ASSERT_EQ(joints.size(), 2U);
  EXPECT_EQ(joints[0]["link"], "bar");
  // The ground can push the slider only across its vertical line.
  EXPECT_NEAR(joints[1]["impulse"][1], 0.0, 1e-12);
}

TEST(Program, AnImpactIsDrawnInImpulseSpace) {
  const std::string svg = scratch("impact.svg");
  EXPECT_EQ(carom("strike " + example("three_link") + " --svg " + svg).status, 0);
  EXPECT_THAT(testing::content(svg), HasSubstr("Ac stops sliding"));
  const auto algebraic =
      carom("strike " + example("three_link") + " --law brach --svg " + scratch("none.svg"));
  EXPECT_EQ(algebraic.status, 2);
  EXPECT_FALSE(fs::exists(scratch("none.svg")));
}

TEST(Program, NothingColliding) {
  const std::string file = written("leaving.toml", R"(
[[link]]
name = "rod"
length = 1.0
mass = 1.0
[[surface]]
name = "floor"
[[contact]]
name = "end"
link = "rod"
at = 0.0
surface = "floor"
[state]
angles = [1.0]
velocity = [0.0, 1.0]
)");
  const auto ran = carom("strike " + file + " --json");
  EXPECT_EQ(ran.status, 1);
  const json law = json::parse(ran.out)["results"][0];
  EXPECT_EQ(law["verdict"], "not_colliding");
  EXPECT_EQ(law["why"], "no contact approaches its surface");
  EXPECT_FALSE(law.contains("after"));
}

TEST(Program, LawsAreListed) {
  const auto ran = carom("laws --json");
  EXPECT_EQ(ran.status, 0);
  const json laws = json::parse(ran.out)["laws"];
  ASSERT_GE(laws.size(), 6U);
  for (const json& law : laws)
    for (const char* key : {"name", "formula", "source", "limits"})
      EXPECT_FALSE(law[key].get<std::string>().empty());
  EXPECT_THAT(carom("laws").out, HasSubstr("Stronge 1990"));
}

TEST(Program, AFullDeviceIsAnErrorNotASuccess) {
  const auto ran = carom("laws --json >/dev/full; test $? -eq 2 #");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(carom("describe " + example("biped") + " --svg /dev/full").status, 2);
  EXPECT_EQ(carom("describe " + example("biped") + " --svg /no/such/folder/x.svg").status, 2);
}

TEST(Program, TenThousandLinksAreDescribedAndStruck) {
  std::string text = "[[surface]]\nname = \"floor\"\n";
  std::string angles, rates;
  constexpr int links = 10000;
  for (int i = 0; i < links; ++i) {
    text += "[[link]]\nname = \"L" + std::to_string(i) + "\"\nlength = 1.0\nmass = 1.0\n";
    angles += i < links / 2 ? "1.0, " : "-1.0, ";
    rates += i + 1 < links ? "0.0, " : "-1.0, ";
  }
  text += "[[contact]]\nname = \"A\"\nlink = \"L0\"\nat = 0.0\nsurface = \"floor\"\n";
  text += "[[contact]]\nname = \"B\"\nlink = \"L9999\"\nat = 1.0\nsurface = \"floor\"\n";
  text += "[state]\nangles = [" + angles + "]\nrates = [" + rates + "]\n";
  const std::string file = written("long.toml", text);
  const std::string svg = scratch("long.svg");
  const auto described = carom("describe " + file + " --svg " + svg);
  EXPECT_EQ(described.status, 0) << described.err;
  EXPECT_THAT(described.out, HasSubstr("10002 degrees of freedom"));
  const auto ran = carom("strike " + file + " --json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out)["results"][0]["verdict"], "unique");
}

}  // namespace
}  // namespace carom
