/// Bad input as its user sees it: every fault, its place, exit status 2, nothing written.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/running.hpp"

namespace carom {
namespace {

using namespace testing;

/// The three-link example with one piece of its text replaced.
std::string spoiled(const std::string& found, const std::string& replacement) {
  std::string text = content(example("three_link"));
  const std::size_t at = text.find(found);
  EXPECT_NE(at, std::string::npos) << found;
  return written("spoiled.toml", text.replace(at, found.size(), replacement));
}

void expect_faults(const std::string& file, const std::string& expected,
                   const std::string& verb = "describe") {
  const std::string svg = scratch("unwanted.svg");
  const auto ran = carom(verb + " " + file + " --json --svg " + svg);
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  std::string text = ran.err;
  for (std::size_t at; (at = text.find(file)) != std::string::npos;)
    text.replace(at, file.size(), "F");
  EXPECT_EQ(text, expected);
  EXPECT_FALSE(fs::exists(svg));
}

TEST(Faults, AllAtOnceInTheFilesOrder) {
  std::string text = content(example("three_link"));
  const auto replace = [&](const std::string& found, const std::string& by) {
    text.replace(text.find(found), found.size(), by);
  };
  replace("mass = 1.0", "mass = -1.0");
  replace("link = \"right\"", "link = \"rihgt\"");
  replace("restitution = \"e\"", "restituton = \"e\"");
  replace("muc = 0.5", "muc = -0.5");
  expect_faults(written("spoiled.toml", text),
                "F: 4 faults\n"
                "F:23:8: link \"left\": mass is -1; must be >= 0\n"
                "F:46:1: contact \"A0\": \"restituton\" is not a key; did you mean "
                "\"restitution\"?\n"
                "F:50:8: contact \"Ac\": link \"rihgt\" is not defined; did you mean \"right\"?\n"
                "F:53:12: contact \"Ac\": friction is -0.5; must be >= 0\n");
}

TEST(Faults, AMasslessPartThatNothingLoads) {
  expect_faults(spoiled("name = \"right\"\nlength = 1.0\nmass = 1.0",
                        "name = \"right\"\nlength = 1.0\nmass = 0.0"),
                "F:33:8: link \"right\": nothing resists its rotation; give it a mass or an "
                "inertia, or put a [[mass]] on it away from its near joint\n");
}

TEST(Faults, AContactBelowItsSurface) {
  const std::string file = spoiled("\"-pi/2 - phi\"", "\"-pi/2 - phi - 0.1\"");
  EXPECT_EQ(carom("describe " + file).status, 0);  // only a strike needs it to touch
  expect_faults(file,
                "F:48:1: contact \"Ac\": is 0.0434784 m below surface \"floor\"; must touch it or "
                "be above\n",
                "strike");
}

/// "kinematic, kinetic, …": whatever laws there are.
std::string law_names() {
  std::string names;
  const json listed = json::parse(carom("laws --json").out);
  for (const json& law : listed.at("laws"))
    names += (names.empty() ? "" : ", ") + law.at("name").get<std::string>();
  return names;
}

TEST(Faults, LawsAndContactsThatDoNotExist) {
  expect_faults(spoiled("law = \"energetic\"", "law = \"enrgetic\"\ncolliding = \"A1\""),
                "F: 2 faults\n"
                "F:62:7: impact: law \"enrgetic\" is not known; must be one of " +
                    law_names() +
                    "; did you mean \"energetic\"?\n"
                    "F:63:13: impact: colliding \"A1\" is not a contact; did you mean \"A0\"?\n",
                "strike");
  const auto ran = carom("strike " + example("three_link") + " --law enrgetic,stronge");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err,
            "carom: 2 faults\n"
            "--law: law \"enrgetic\" is not known; must be one of " +
                law_names() +
                "; did you mean \"energetic\"?\n"
                "--law: law \"stronge\" is not known; must be one of " +
                law_names() + "\n");
}

TEST(Faults, ParametersThatDoNotExist) {
  const std::string file = example("three_link");
  const auto ran = carom("describe " + file + " -p phy=1");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, ::testing::HasSubstr("did you mean \"phi\"?"));
}

TEST(Faults, NumbersThatAreNotFinite) {
  expect_faults(spoiled("rates = [-0.1", "rates = [\"1/(phi + 0.5)\""),
                "F:58:10: state: rates[0] is \"1/(phi + 0.5)\" = inf; must be finite\n");
}

TEST(Faults, FormulasThatAreNotFiniteAtTheStart) {
  expect_faults(spoiled("[[surface]]\nname = \"floor\"",
                        "[[torque]]\nlink = \"left\"\nvalue = \"1/t\"\n\n[[surface]]\nname = "
                        "\"floor\"\nmotion = { normal = \"sqrt(t)\" }"),
                "F: 2 faults\n"
                "F:37:9: torque 1: value = \"1/t\" is inf at t = 0; must be finite\n"
                "F:41:21: surface \"floor\": motion.normal = \"sqrt(t)\" is inf at t = 0; must be "
                "finite\n");
}

TEST(Faults, AMisspeltKindIsOneFault) {
  expect_faults(spoiled("kind = \"free\"", "kind = \"slidr\"\nstiffness = 3.0"),
                "F:17:8: base: kind is \"slidr\"; must be \"free\", \"pinned\" or \"slider\"; did "
                "you mean \"slider\"?\n");
}

TEST(Faults, AnUnloadedRodIsReportedBesideOtherFaults) {
  std::string text = content(example("particle_three_mass"));
  const std::string last = "[[mass]]\nlink = \"L1\"\nat = \"L\"\nmass = \"m\"\n";
  text.replace(text.find(last), last.size(), "");
  text.replace(text.find("surface = \"floor\""), 17, "surface = \"flor\" ");
  expect_faults(written("spoiled.toml", text),
                "F: 2 faults\n"
                "F:21:8: link \"L1\": nothing resists its rotation; give it a mass or an inertia, "
                "or put a [[mass]] on it away from its near joint\n"
                "F:41:11: contact \"rest\": surface \"flor\" is not defined; did you mean "
                "\"floor\"?\n");
}

/// From a number that could not be read nothing follows, in its body or in any other.
TEST(Faults, AMassThatCannotBeReadIsOneFault) {
  const std::string head = "[[link]]\nname = \"rod\"\nlength = 1.0\n";
  const std::string tail = "[state]\nangles = [0.0]\n";
  const auto faults = [&](const std::string& text) {
    const auto ran = carom("describe " + written("mass.toml", text));
    EXPECT_EQ(ran.status, 2);
    return ran.err;
  };
  const std::string file = scratch("mass.toml");
  EXPECT_EQ(faults(head + "mass = true\n" + tail),
            file + ":4:8: link \"rod\": mass is true; must be a number\n");
  EXPECT_EQ(faults(head + tail), file + ":1:1: link \"rod\": mass is missing\n");
  EXPECT_EQ(faults(head + "mass = \"2*m\"\n" + tail),
            file + ":4:11: link \"rod\": mass = \"2*m\": \"m\" is not defined\n");
  EXPECT_EQ(faults(head + "mass = 0.0\n[[mass]]\nlink = \"rod\"\nat = 1.0\nmass = true\n" + tail),
            file + ":8:8: mass 1: mass is true; must be a number\n");
  EXPECT_EQ(faults(head + "mass = 0.0\n[[mas]]\nlink = \"rod\"\nat = 1.0\nmass = 1.0\n" + tail),
            file + ":5:3: \"mas\" is not a section; did you mean \"mass\"?\n");
  // What is really at fault beside it is told.
  EXPECT_THAT(faults(head + "mass = true\n[[link]]\nname = \"light\"\nlength = 1.0\nmass = 0.0\n"
                            "[state]\nangles = [0.0, 0.0]\n"),
              ::testing::HasSubstr("link \"light\": nothing resists its rotation"));
}

TEST(Faults, ADrawingDoesNotReplaceItsScenario) {
  const std::string file = written("kept.toml", content(example("biped")));
  const auto ran = carom("describe " + file + " --svg " + file);
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(content(file), content(example("biped")));
}

TEST(Faults, AFileThatIsNotThere) {
  const auto ran = carom("describe no_such_file.toml");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, ::testing::HasSubstr("no_such_file.toml"));
}

}  // namespace
}  // namespace carom
