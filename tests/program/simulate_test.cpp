/// `simulate` as its user meets it where a motion does not go on.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/running.hpp"

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

}  // namespace
}  // namespace carom
