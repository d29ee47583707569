/// A verb is its study, its report's table, its narrative and its registration: this one
/// (tests/sample_verb) is added by its six files alone, and has --json, -o, a page and sweeps.

#include <gmock/gmock.h>

#include <cmath>

#include "program/running.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::HasSubstr;

/// A rod of 2 m about the origin, at an angle; its load 1 m along it.
std::string rods() {
  return written("rods.toml",
                 "title = \"Rods\"\n[parameters]\nq = 0.3\n[base]\nkind = \"pinned\"\n"
                 "[[link]]\nname = \"arm\"\nlength = 2.0\nmass = 1.0\n"
                 "[[link]]\nname = \"hand\"\nlength = 1.0\nmass = 0.5\n"
                 "[state]\nangles = [0.3, \"q\"]\n[[sweep]]\nparameter = \"q\"\nfrom = 0.3\n"
                 "to = 3.3\ncount = 4\n");
}

/// By the law of cosines.
double hand(double q) {
  return std::sqrt(5 + 4 * std::cos(q - 0.3));
}

TEST(SampleVerb, IsSixFiles) {
  EXPECT_LE(CAROM_VERB_FILES, 6);
}

TEST(SampleVerb, IsInTheHelpAfterTheOthers) {
  const std::string help = carom("--help").out;
  EXPECT_LT(help.find("  laws "), help.find("  reach "));
  EXPECT_THAT(carom("report --help").out,
              HasSubstr("of sweep, critical, collide, simulate, map, fit, reach"));
  EXPECT_THAT(carom("sweep --help").out, HasSubstr("reach, or collide for trains"));
}

TEST(SampleVerb, TellsInTextAndJson) {
  EXPECT_EQ(carom("reach " + rods()).out,
            "Rods\n\n"
            "  link  distance m\n"
            "  arm            2\n"
            "  hand           3\n"
            "The farthest is 3 m away.\n");
  const json told = json::parse(carom("reach " + rods() + " --json").out);
  EXPECT_EQ(told.at("format"), 1);
  EXPECT_EQ(told.at("title"), "Rods");
  EXPECT_NEAR(told.at("farthest"), 3, 1e-14);
  EXPECT_EQ(told.at("ends").at(1).at("link"), "hand");
}

TEST(SampleVerb, LeavesAFolderThatHasAPage) {
  const std::string folder = fresh("reached"), page = scratch("reached.html");
  ASSERT_EQ(carom("reach " + rods() + " -o " + folder).status, 0);
  EXPECT_EQ(json::parse(content(folder + "/summary.json")).at("verb"), "reach");
  ASSERT_EQ(carom("report " + folder + " -o " + page).status, 0);
  const json sections = page_data(page).at("sections");
  ASSERT_EQ(sections.size(), 2U);
  EXPECT_EQ(sections.at(0).at("title"), "Ends of the links");
  EXPECT_EQ(sections.at(1).at("title"), "Scenario");
}

TEST(SampleVerb, IsSwept) {
  const std::string folder = fresh("swept");
  const Ran ran = carom("sweep " + rods() + " --of reach --json -o " + folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json told = json::parse(ran.out);
  EXPECT_EQ(told.at("of"), "reach");
  EXPECT_EQ(told.at("holes"), 0);
  EXPECT_NEAR(told.at("summary").at("farthest").at("most"), 3, 1e-14);
  std::istringstream table(content(folder + "/results.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line, "index,q,point,farthest,distance.arm,distance.hand");
  for (const double q : {0.3, 1.3, 2.3, 3.3}) {
    std::getline(table, line);
    EXPECT_NEAR(std::stod(line.substr(line.rfind(',') + 1)), hand(q), 1e-14) << line;
  }
  EXPECT_THAT(carom("sweep " + rods() + " --of reach --law all").err,
              HasSubstr("--law means nothing with --of reach"));
  const std::string page = scratch("swept.html");
  EXPECT_EQ(carom("report " + folder + " -o " + page).status, 0);
}

}  // namespace
}  // namespace carom
