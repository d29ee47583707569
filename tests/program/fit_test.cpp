/// fit --to as its users run it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/running.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::AllOf;
using ::testing::HasSubstr;

std::string measured(const std::string& name) {
  return places::examples + "/" + name + ".csv";
}

TEST(Fit, TellsKeepsDrawsAndReports) {
  const std::string folder = fresh("fit"), svg = scratch("residuals.svg");
  const Ran ran = carom("fit " + example("fit_bounces") + " --to " + measured("fit_bounces") +
                        " --starts 0 --no-profiles --json -o " + folder + " --svg " + svg);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json told = json::parse(ran.out);
  EXPECT_EQ(told["format"], 1);
  EXPECT_EQ(told["subject"], "motion");
  EXPECT_NEAR(told["parameters"][0]["value"].get<double>(), 0.82, 0.0005);
  EXPECT_NEAR(told["parameters"][1]["value"].get<double>(), 1.2, 0.002);
  EXPECT_EQ(told["points"].size(), 24U);
  EXPECT_TRUE(told["parameters"][0]["profile_low"].is_null());
  EXPECT_THAT(content(svg), HasSubstr("impact.1.time"));
  EXPECT_THAT(content(folder + "/residuals.csv"),
              HasSubstr("row,quantity,measured,predicted,residual,weight\n1,impact.1.time,"));
  ASSERT_EQ(carom("report " + folder).status, 0);
  const json page = page_data(folder + "/report.html");
  EXPECT_THAT(page.dump(), AllOf(HasSubstr("Estimates"), HasSubstr("predicted = measured")));
}

TEST(Fit, SteersAndSaysThatNothingIsLeftOver) {
  const Ran ran = carom("fit " + example("steer_disc") + " --to " + measured("steer_disc"));
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Warning: 2 numbers were measured for 2 free parameters"));
}

/// The chain's row: three velocities, two restitutions, and momentum between them.
TEST(Fit, ATrain) {
  const Ran ran = carom("fit " + example("train_fit") + " --to " + measured("measured_chain") +
                        " --no-profiles --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json told = json::parse(ran.out);
  const double ball = 0.544, cylinder = 0.968;  // kg
  const double missing = ball * (-0.004 + 0.0006 - 0.0325) + cylinder * 0.0219;
  const double least = missing * missing / (2 * ball * ball + cylinder * cylinder);
  EXPECT_NEAR(told["sum"].get<double>(), least, 1e-3 * least);
}

/// What the data do not determine is status 1.
TEST(Fit, StatusesAndFaults) {
  const std::string open = scratch("open.toml");
  std::string text = content(example("fit_bounces"));
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  replace("free = [\"e\", \"h\"]", "free = [\"e\", \"h\", \"g\"]");
  replace("h = [0.1, 5.0] }", "h = [0.1, 5.0], g = [1.0, 30.0] }");
  written("open.toml", text);
  const Ran ran =
      carom("fit " + open + " --to " + measured("fit_bounces") + " --starts 0 --no-profiles");
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("the data do not determine h, g each for itself"));

  const Ran stray = carom("fit " + example("fit_bounces") + " --starts 3 --law kinetic");
  EXPECT_EQ(stray.status, 2);
  EXPECT_THAT(stray.err, AllOf(HasSubstr("--law needs --to"), HasSubstr("--starts needs --to")));
  EXPECT_THAT(carom("fit " + example("fit_bounces") + " --to ellipse --speed 1").err,
              HasSubstr("--speed is about the rule of segmentation"));
  EXPECT_THAT(carom("fit " + example("three_link") + " --to ellipse").err,
              HasSubstr("has no [fit]"));
  EXPECT_THAT(carom("fit " + example("fit_ellipse") + " --to elipse").err,
              HasSubstr("did you mean \"ellipse\"?"));
  EXPECT_THAT(carom("fit " + example("fit_ellipse")).err, HasSubstr("`carom fit --to` takes it"));
  EXPECT_THAT(carom("fit " + example("fit_ellipse") + " --to ellipse --law kinetick").err,
              HasSubstr("did you mean \"kinetic\"?"));
}

}  // namespace
}  // namespace carom
