#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "study/study.hpp"
#include "support/chains.hpp"

namespace carom {
namespace {

using std::numbers::pi;
using ::testing::HasSubstr;

std::string chain(const std::string& close, const std::string& angles = "[\"t\", -0.7]",
                  double height = 0) {
  return fmt::format(R"toml([parameters]
t = 0.9
[[link]]
name = "A"
length = 1.0
mass = 1.0
[[link]]
name = "B"
length = 1.2
mass = 1.0
[[surface]]
name = "floor"
[[surface]]
name = "step"
point = [0.0, {}]
[[contact]]
name = "rest"
link = "A"
at = 0.0
surface = "floor"
[[contact]]
name = "hit"
link = "B"
at = 1.2
surface = "step"
[state]
angles = {}
[close]
{}
)toml",
                     height, angles, close);
}

TEST(Closing, OneAngleHasTwoSolutionsAndTheNearestIsTaken) {
  const std::string close = "angles = [\"B\"]\ntouch = [\"hit\"]";
  const Study study = study_from_text(chain(close), "test");
  const double expected = -std::asin(std::sin(0.9) / 1.2);
  EXPECT_NEAR(study.scenario.state.positions[3], expected, 1e-15);
  ASSERT_EQ(study.closing.solutions.size(), 2U);
  EXPECT_TRUE(study.closing.complete);
  const DescribeReport report = describe(study);
  EXPECT_NEAR(report.contacts[1].gap, 0, 1e-15);
  ASSERT_TRUE(report.closing);
  EXPECT_EQ(report.closing->solutions.size(), 2U);
  const Study other = study_from_text(chain(close, "[\"t\", -2.9]"), "test");
  EXPECT_NEAR(std::remainder(other.scenario.state.positions[3] - (-pi - expected), 2 * pi), 0,
              1e-14);
}

TEST(Closing, EverySolutionCanBeAskedFor) {
  for (const int k : {1, 2}) {
    const Study study = study_from_text(
        chain(fmt::format("angles = [\"B\"]\ntouch = [\"hit\"]\nsolution = {}", k)), "test");
    EXPECT_EQ(study.closing.chosen, k - 1);
    EXPECT_NEAR(describe(study).contacts[1].gap, 0, 1e-15);
  }
  try {
    study_from_text(chain("angles = [\"B\"]\ntouch = [\"hit\"]\nsolution = 3"), "test");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("solution is 3; there are only 2"));
    EXPECT_GT(error.faults()[0].place.line, 0);
  }
}

TEST(Closing, NoneExistingIsAFaultWithItsPlace) {
  try {
    study_from_text(chain("angles = [\"B\"]\ntouch = [\"hit\"]", "[\"t\", -0.7]", -1.0), "test");
    FAIL();
  } catch (const InputError& error) {
    // sin 0.9 − 1.2 − (−1) above.
    EXPECT_THAT(error.what(), HasSubstr("no angle of link \"B\" lets contact \"hit\" touch surface "
                                        "\"step\": at best it is 0.583327 m above it"));
    EXPECT_EQ(error.faults()[0].place.line, 30);
  }
}

/// Both angles from both ends: gap of the base end is given by the base, so a second surface.
TEST(Closing, TwoAnglesThatShareBothContacts) {
  const std::string text = R"toml(
[base]
position = [0.0, 0.0]
[[link]]
name = "A"
length = 1.0
mass = 1.0
[[link]]
name = "B"
length = 0.8
mass = 1.0
[[surface]]
name = "floor"
point = [0.0, 0.3]
[[surface]]
name = "wall"
angle_deg = 90.0
point = [1.1, 0.0]
[[contact]]
name = "down"
link = "B"
at = 0.8
surface = "floor"
[[contact]]
name = "side"
link = "B"
at = 0.8
surface = "wall"
[state]
angles = [0.9, -0.5]
[close]
angles = ["A", "B"]
touch = ["down", "side"]
)toml";
  const Study study = study_from_text(text, "test");
  // The point (1.1, 0.3) with rods 1 and 0.8: two triangles.
  ASSERT_EQ(study.closing.solutions.size(), 2U);
  EXPECT_TRUE(study.closing.complete);
  const double far = std::hypot(1.1, 0.3);
  const double half = std::acos((1 + far * far - 0.64) / (2 * far));
  for (const auto& solution : study.closing.solutions)
    EXPECT_NEAR(std::abs(std::remainder(solution[0] - std::atan2(0.3, 1.1), 2 * pi)), half, 1e-10);
  const DescribeReport report = describe(study);
  EXPECT_NEAR(report.contacts[0].gap, 0, 1e-12);
  EXPECT_NEAR(report.contacts[1].gap, 0, 1e-12);
}

TEST(Closing, NamesAreChecked) {
  try {
    study_from_text(chain("angles = [\"C\", \"B\"]\ntouch = [\"hits\"]"), "test");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("angles \"C\" is not a link"));
    EXPECT_THAT(error.what(), HasSubstr("touch \"hits\" is not a contact; did you mean \"hit\"?"));
    EXPECT_THAT(error.what(), HasSubstr("must be as many"));
  }
}

/// A disc rolls on: its gap is that of its centre less the radius.
TEST(Closing, OutlinesAreMet) {
  std::string text = chain("angles = [\"B\"]\ntouch = [\"hit\"]");
  const std::string at = "at = 1.2\n";
  text.insert(text.find(at) + at.size(),
              "outline = { kind = \"ellipse\", semi_axes = [0.1, 0.05] }\n");
  const Study study = study_from_text(text, "test");
  EXPECT_NEAR(describe(study).contacts[1].gap, 0, 1e-14);
  EXPECT_GE(study.closing.solutions.size(), 2U);
}

}  // namespace
}  // namespace carom
