/// Reports and reproduced studies as users ask for them. What the pages look like is tested in a
/// browser (web/tests).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program/running.hpp"

namespace carom {
namespace {

using nlohmann::json;
using testing::carom;
using testing::content;
using testing::example;
using testing::fresh;
using ::testing::HasSubstr;
using testing::scratch;
using testing::written;
namespace fs = std::filesystem;

/// The data in a page.
json data_of(const std::string& page) {
  const std::string mark = "id=\"carom-data\">";
  const std::size_t first = page.find(mark) + mark.size();
  return json::parse(page.substr(first, page.find("</script>", first) - first));
}

TEST(ReportProgram, APageHoldsTheSweepItsStopsAndItsBoundaries) {
  const std::string folder = fresh("swept"), file = scratch("report.html");
  ASSERT_EQ(carom("sweep " + example("three_link") + " --law all --boundaries -o " + folder).status,
            0);
  const auto ran = carom("report " + folder + " -o " + file);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json data = data_of(content(file));
  const json& sweep = data.at("sections").at(0);
  EXPECT_EQ(sweep.at("axes").at(0).at("values").size(), 181u);
  EXPECT_EQ(sweep.at("axes").at(0).at("unit"), "rad");
  EXPECT_EQ(sweep.at("laws").size(), 5u);
  EXPECT_EQ(sweep.at("laws").at(2).at("energy_loss").size(), 181u);
  EXPECT_GE(sweep.at("stops").size(), 181u);
  EXPECT_GT(sweep.at("boundaries").size(), 20u);
  EXPECT_FALSE(sweep.contains("thinned"));
}

TEST(ReportProgram, ALargeSweepIsThinnedAndSaysSo) {
  std::string text = content(example("three_link"));
  text.replace(text.find("count = 181"), 11, "count = 50001");
  const std::string folder = fresh("large"), file = scratch("large.html");
  ASSERT_EQ(carom("sweep " + written("large.toml", text) + " -o " + folder + " --no-csv").status,
            0);
  ASSERT_EQ(carom("report " + folder + " -o " + file).status, 0);
  const json page = data_of(content(file));
  const json& sweep = page.at("sections").at(0);
  EXPECT_EQ(sweep.at("thinned").at("computed"), 50001);
  EXPECT_THAT(sweep.at("thinned").at("note").get<std::string>(),
              HasSubstr("of 50001 points are shown"));
  EXPECT_LT(content(file).size(), 6u << 20);
}

TEST(ReportProgram, BadRequestsAreRefused) {
  EXPECT_EQ(carom("report " + scratch("nowhere") + " -o " + scratch("x.html")).status, 2);
  EXPECT_FALSE(fs::exists(scratch("x.html")));
  std::string text = content(example("three_link"));
  text.replace(text.find("count = 181"), 11, "count = 5");
  for (const char* parameter : {"e", "muc"})
    text +=
        std::string("[[sweep]]\nparameter = \"") + parameter + "\"\nfrom = 0\nto = 1\ncount = 3\n";
  const std::string folder = fresh("three_axes"), file = scratch("three.html");
  ASSERT_EQ(carom("sweep " + written("three_axes.toml", text) + " -o " + folder).status, 0);
  const auto refused = carom("report " + folder + " -o " + file);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("hold the others with --at"));
  const auto unknown = carom("report " + folder + " --at f=1 -o " + file);
  EXPECT_EQ(unknown.status, 2);
  const auto held = carom("report " + folder + " --at e=0.6 -o " + file);
  EXPECT_EQ(held.status, 0) << held.err;
  EXPECT_EQ(data_of(content(file)).at("sections").at(0).at("parameters").at("e"), 0.5);
}

TEST(ReproduceProgram, ListsStudiesAndRunsThemAgainstTheRecord) {
  const auto list = carom("reproduce");
  EXPECT_EQ(list.status, 0);
  EXPECT_THAT(list.out, HasSubstr("000"));
  const std::string folder = fresh("out");
  const auto ran = carom("reproduce 000 --json -o " + folder);
  ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
  const json root = json::parse(ran.out);
  const json& study = root.at("studies").at(0);
  EXPECT_GE(study.at("claims").size(), 25u);
  EXPECT_TRUE(study.at("changed").empty());
  EXPECT_TRUE(fs::exists(folder + "/report.html"));
  EXPECT_TRUE(fs::exists(folder + "/figure-7/results.h5"));
  EXPECT_EQ(carom("reproduce 000 -o " + folder).status, 2) << "never replaced unasked";
  EXPECT_EQ(carom("reproduce 000 --force -o " + folder).status, 0);
  const auto unknown = carom("reproduce 0000");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("\"000\""));
}

TEST(ReproduceProgram, AllStudiesAgreeWithTheRecord) {
  const auto ran = carom("reproduce all");
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
}

}  // namespace
}  // namespace carom
