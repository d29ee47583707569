/// Every verb with every kind of file: an answer, or a refusal that says who takes it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "program/running.hpp"
#include "support/everything.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAreArray;

/// What each verb takes; "" an answer, else a part of the refusal.
struct VerbRow {
  std::string verb;
  std::string mechanism;  ///< with a strike and no axis
  std::string motion;     ///< in flight, with [simulate]
  std::string train;
  std::string data;    ///< of measurements
  std::string folder;  ///< of results
};

const std::string is_train =
    "this scenario is a train, not a mechanism; `carom collide`, `carom segment` and `carom "
    "describe` take it";
const std::string is_mechanism = "it is a mechanism; `carom strike` and `carom describe` take it";
const std::string is_motion_file =
    "it is a mechanism; `carom simulate`, `carom strike` and `carom describe` take it";
const std::string is_data = "this is a data file, not a scenario; `carom fit` takes it";
const std::string is_folder = "is a result folder: `carom report` makes a page of it";
const std::string no_strike = "`carom simulate` follows the motion of this file";
const std::string no_axis = "there is nothing to sweep; ";

std::vector<VerbRow> verb_rows() {
  return {
      {"describe", "", "", "", is_data, is_folder},
      {"strike", "", no_strike, is_train, is_data, is_folder},
      {"simulate",
       "has no [simulate]; it needs one with a duration, such as duration = 2.0; `carom "
       "strike` solves its impact",
       "", is_train, is_data, is_folder},
      {"transmit", "", no_strike, is_train, is_data, is_folder},
      {"critical",
       "critical needs an axis: add [[sweep]] with parameter, from, to and count; "
       "`carom transmit` takes one configuration",
       "critical needs an axis", is_train, is_data, is_folder},
      {"verdict", "", "", is_train, is_data, is_folder},
      {"sweep", no_axis + "`carom strike` and `carom describe` take it",
       no_axis + "`carom simulate`, `carom strike` and `carom describe` take it", is_train, is_data,
       is_folder},
      {"collide", is_mechanism, is_motion_file, "", is_data, is_folder},
      {"segment", is_mechanism, is_motion_file, "", is_data, is_folder},
      {"report", "is a file; `carom report` takes a result folder", "is a file", "is a file",
       "is a file", ""},
      {"fit", "this is a scenario, not a data file; `carom strike` takes it",
       "this is a scenario, not a data file; `carom strike` takes it",
       "this is a scenario, not a data file; `carom collide` takes it", "",
       "is neither a data file"},
      {"reproduce",
       "is not a study; must be one of 000, 001, 002, 003, 004, classics, ellipse, all; it is a "
       "file: "
       "`carom "
       "strike`",
       "it is a file: `carom simulate`", "it is a file: `carom collide`", "`carom fit` takes it",
       "it is a folder: `carom report`"},
  };
}

/// Verbs that take no file.
const std::vector<std::string> without_files{"laws"};

TEST(Verbs, TheTableHasEveryVerb) {
  std::istringstream help(carom("--help").out);
  std::set<std::string> verbs;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line.starts_with("Subcommands") || line.starts_with("SUBCOMMANDS")) listed = true;
    if (listed && line.starts_with("  ") && line.size() > 2 && line[2] != ' ')
      verbs.insert(line.substr(2, line.find(' ', 2) - 2));
  }
  std::vector<std::string> known = without_files;
  for (const VerbRow& row : verb_rows()) known.push_back(row.verb);
  known.push_back("map");  // tests/unit/facade/map_test.cpp
  EXPECT_THAT(verbs, UnorderedElementsAreArray(known));
}

TEST(Verbs, OneThatDoesNotSuitAFileSaysWhichDoes) {
  const std::string ball =
      "[[link]]\nname = \"ball\"\nlength = 1.0\nmass = 1.0\n[[surface]]\nname = \"floor\"\n"
      "[[contact]]\nname = \"tip\"\nlink = \"ball\"\nat = 1.0\nsurface = \"floor\"\n";
  const std::string mechanism =
      written("struck.toml", ball + "[state]\nangles = [0.0]\nvelocity = [0.0, -1.0]\n");
  const std::string motion =
      written("motion.toml", ball +
                                 "[base]\nposition = [0.0, 1.0]\n[state]\nangles = [0.0]\n"
                                 "[simulate]\nduration = 0.1\n");
  const std::string train = written("train.toml", whole_train);
  const std::string data =
      written("data.toml",
              "[[body]]\nname = \"b\"\nkind = \"ball\"\nmaterial = \"steel\"\nmass = 1.0\n"
              "stiffness = 1e7\ncontact_stiffness = 1e9\n[[body]]\nname = \"c\"\nkind = "
              "\"cylinder\"\nmaterial = \"steel\"\nmass = 1.0\nstiffness = 1e7\ncontact_stiffness "
              "= 1e9\n[[restitution]]\nleft = \"steel\"\nright = \"steel\"\nvalue = 0.9\n");
  const std::string folder = fresh("motion-results");
  ASSERT_EQ(carom("simulate " + motion + " -o " + folder).status, 0);
  for (const VerbRow& row : verb_rows()) {
    const auto expect = [&](const std::string& file, const std::string& refusal) {
      SCOPED_TRACE(row.verb + " " + file);
      if (row.verb == "fit" && refusal.empty()) return;  // seconds of work, tested elsewhere
      const Ran ran = carom(row.verb + " " + file);
      if (refusal.empty()) {
        EXPECT_EQ(ran.status, 0) << ran.err;
        return;
      }
      // Where nothing strikes there is an answer, and it says so.
      const bool answered = row.verb == "strike" && refusal == no_strike;
      EXPECT_EQ(ran.status, answered ? 1 : 2) << ran.out;
      EXPECT_THAT(answered ? ran.out : ran.err, HasSubstr(refusal));
    };
    expect(mechanism, row.mechanism);
    expect(motion, row.motion);
    expect(train, row.train);
    expect(data, row.data);
    expect(folder, row.folder);
  }
}

/// A verb that is said to take a file does, or the hint says what it asks for.
TEST(Verbs, HintsAreFollowed) {
  const std::string ball =
      "[parameters]\nmu = 0.1\n[[link]]\nname = \"ball\"\nlength = 1.0\nmass = 1.0\n"
      "[[surface]]\nname = \"floor\"\n[[contact]]\nname = \"tip\"\nlink = \"ball\"\nat = 1.0\n"
      "surface = \"floor\"\nfriction = \"mu\"\n[[contact]]\nname = \"near\"\nlink = \"ball\"\n"
      "at = 0.0\nsurface = \"floor\"\n[state]\nangles = [0.0]\n";
  const std::string axis = "[[sweep]]\nparameter = \"mu\"\ncount = 3\n";
  const std::string from = "from = 0.0\nto = 1.0\n";
  const std::string random = "distribution = { kind = \"uniform\", from = 0.0, to = 1.0 }\n";
  const std::string tip = "[impact]\ncolliding = \"tip\"\n";
  const std::string moves = "[simulate]\nduration = 0.1\n";
  const std::string soft =
      "[train]\nmodel = \"rigid\"\n[[body]]\nname = \"a\"\nmass = 1.0\nvelocity = 1.0\n"
      "[[body]]\nname = \"b\"\nmass = 1.0\n[[pair]]\nbetween = [\"a\", "
      "\"b\"]\nrestitution = 0.5\n";
  const std::vector<std::string> files = {ball,
                                          ball + "velocity = [0.0, -1.0]\n",
                                          ball + moves,
                                          ball + tip,
                                          whole_train,
                                          ball + tip + axis + from,
                                          ball + tip + axis + random,
                                          soft};
  const std::regex hint("`carom ([a-z]+(?: --of [a-z]+)?)`");
  int followed = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string file = written("hinted" + std::to_string(i) + ".toml", files[i]);
    ASSERT_NE(carom("describe " + file).status, 2) << file << carom("describe " + file).err;
    for (const VerbRow& row : verb_rows()) {
      // These are told what makes a folder, or a study.
      if (row.verb == "report" || row.verb == "reproduce") continue;
      const Ran ran = carom(row.verb + " " + file);
      if (ran.status != 2) continue;
      for (std::sregex_iterator each(ran.err.begin(), ran.err.end(), hint), end; each != end;
           ++each) {
        if (ran.err.find("where the file has [simulate]") != std::string::npos) continue;
        SCOPED_TRACE(row.verb + ": " + ran.err);
        ++followed;
        EXPECT_NE(carom((*each)[1].str() + " " + file).status, 2);
      }
    }
  }
  EXPECT_GT(followed, 20);
  const std::string bare = written("bare_ball.toml", ball + moves);
  EXPECT_THAT(carom("critical " + bare).err,
              AllOf(HasSubstr("critical needs an axis"), HasSubstr("colliding is missing"),
                    Not(HasSubstr("transmit"))));
}

TEST(Verbs, ARefusedTrainHasAPlace) {
  const std::string train = written("placed.toml", whole_train);
  EXPECT_THAT(carom("strike " + train).err, ContainsRegex("placed.toml:2:[0-9]+: train: "));
  const std::string bare = written("bare.toml", whole_train.substr(whole_train.find("[[body]]")));
  EXPECT_THAT(carom("strike " + bare).err, ContainsRegex("bare.toml:1:[0-9]+: train: "));
  const std::string study = written("study.toml", "name = \"x\"\nscenario = '''\n'''\n");
  EXPECT_THAT(carom("strike " + study).err, HasSubstr("`carom reproduce` does the studies"));
}

TEST(Verbs, ATrainIsDescribedAndDrawn) {
  const std::string train = written("train.toml", whole_train), svg = scratch("train.svg");
  const Ran ran = carom("describe " + train + " --json --svg " + svg);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["format"], 1);
  EXPECT_EQ(report["bodies"][0]["segments"], 3);
  EXPECT_EQ(report["bodies"][1]["segments_by_rule"], true);
  const double m1 = 0.07, m2 = 0.3, v1 = 1.0, v2 = -0.2;
  EXPECT_NEAR(report["momentum"], m1 * v1 + m2 * v2, 1e-15);
  EXPECT_NEAR(report["energy"]["kinetic"], 0.5 * (m1 * v1 * v1 + m2 * v2 * v2), 1e-15);
  EXPECT_NEAR(report["energy"]["relative"], 0.5 * m1 * m2 / (m1 + m2) * (v1 - v2) * (v1 - v2),
              1e-15);
  EXPECT_NEAR(report["pairs"][0]["contact_stiffness"], 1 / (1 / 3.3e9 + 1 / 4.1e9), 1);
  EXPECT_NEAR(report["pairs"][0]["meet"], 0.001 / 1.2, 1e-15);
  // What collide starts from is what describe tells.
  const json collided = json::parse(carom("collide " + train + " --json").out);
  EXPECT_NEAR(collided["energy"]["before"], report["energy"]["kinetic"], 1e-15);
  EXPECT_EQ(collided["bodies"][1]["segments"], report["bodies"][1]["segments"]);
  EXPECT_THAT(content(svg), HasSubstr("rod"));
  EXPECT_THAT(carom("describe " + train).out,
              HasSubstr("approach at 1.2 m/s and would meet after"));
  const std::string parting = written("parting.toml", [] {
    std::string text = whole_train;
    return text.replace(text.find("velocity = 1.0"), 14, "velocity = -1.0");
  }());
  EXPECT_THAT(carom("describe " + parting).out, HasSubstr("nothing collides"));
}

}  // namespace
}  // namespace carom
