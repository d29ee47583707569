/// The verbs of particle chains, as their users run them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/running.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ParticleVerbs, CriticalKeepsTheContract) {
  const auto ran = carom("critical " + example("particle_incline") + " --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["format"], 1);
  ASSERT_EQ(report["critical"].size(), 2U);
  const json& point = report["critical"][1];
  EXPECT_EQ(point["parameter"], "theta_deg");
  EXPECT_NEAR(point["at"], 56.168402017673, 1e-10);
  EXPECT_EQ(point["contact"], "rest");
  EXPECT_EQ(point["cause"], "rods L0 and L1 are perpendicular");
  EXPECT_EQ(point["multiplicity"], 1);
  EXPECT_EQ(point["below"], "pressed");
  EXPECT_EQ(point["above"], "leaves");
}

TEST(ParticleVerbs, CurvesAreExportedAndDrawn) {
  const std::string svg = scratch("plane.svg"), csv = scratch("plane.csv");
  const auto ran =
      carom("critical " + example("particle_plane") + " --svg " + svg + " --csv " + csv);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(content(svg), HasSubstr("region-pressed"));
  EXPECT_THAT(content(svg), Not(HasSubstr("nan")));
  EXPECT_THAT(content(csv), HasSubstr("curve,contact,cause,theta_deg,phi_deg\n1,rest,"));
  const auto one = carom("critical " + example("particle_incline") + " --svg " + scratch("no.svg"));
  EXPECT_EQ(one.status, 2);
  EXPECT_FALSE(fs::exists(scratch("no.svg")));
}

TEST(ParticleVerbs, TransmissionIsDrawnWithBlockedPaths) {
  const std::string svg = scratch("transmission.svg");
  const auto ran =
      carom("transmit " + example("particle_three_mass") + " -p theta_deg=45 --json --svg " + svg);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["contacts"][0]["outcome"], "critical");
  EXPECT_EQ(report["rods"][0]["blocked"], true);
  EXPECT_EQ(report["rods"][1]["blocked"], false);
  EXPECT_EQ(report["contacts"][0]["by_angle"]["signed_outcome"].size(), 2U);
  EXPECT_THAT(content(svg), HasSubstr("blocked"));
}

TEST(ParticleVerbs, AVerdictShowsAStrikeThatStrikeConfirms) {
  const std::string file = example("particle_painleve");
  EXPECT_EQ(carom("verdict " + file).status, 0);
  const std::string shown = scratch("shown.toml");
  const auto ran = carom("verdict " + file + " -p mu=0.8 --json --example " + shown);
  EXPECT_EQ(ran.status, 1);
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["velocities"]["determined"], "not always");
  const auto struck = carom("strike " + shown + " --json");
  EXPECT_EQ(struck.status, 1);
  EXPECT_EQ(json::parse(struck.out)["results"][0]["verdict"], report["example"]["verdict"]);
  const std::string none = scratch("none.toml");
  const auto without = carom("verdict " + file + " --example " + none);
  EXPECT_EQ(without.status, 0);
  EXPECT_THAT(without.out, HasSubstr("velocities determined: always"));
  EXPECT_THAT(without.err, HasSubstr("no strike with two answers or none was found"));
  EXPECT_FALSE(fs::exists(none));
}

TEST(ParticleVerbs, ATripodsImpulsesAreNotDetermined) {
  const json report = json::parse(carom("verdict " + example("particle_tripod") + " --json").out);
  EXPECT_EQ(report["velocities"]["determined"], "always");
  EXPECT_EQ(report["impulses"]["determined"], "not always");
  ASSERT_EQ(report["null_combinations"].size(), 1U);
  EXPECT_EQ(report["null_combinations"][0]["contacts"].size(), 3U);
}

/// Every example answers these verbs: with an answer, or with a fault that says what is missing.
TEST(ParticleVerbs, EveryExampleIsTransmittedAndJudged) {
  for (const auto& entry : fs::directory_iterator(places::examples)) {
    if (entry.path().extension() != ".toml") continue;
    if (entry.path().filename().string().starts_with("train_")) continue;  // no mechanisms
    if (is_motion(entry.path()) || is_map(entry.path())) continue;         // nothing strikes yet
    SCOPED_TRACE(entry.path().filename());
    const bool both = entry.path().stem() == "compliant_two_link";
    const auto transmitted = carom("transmit '" + entry.path().string() + "' --json");
    EXPECT_EQ(transmitted.status, both ? 2 : 0) << transmitted.err;
    EXPECT_THAT(transmitted.out, Not(HasSubstr("null")));
    const auto judged = carom("verdict '" + entry.path().string() + "' --json");
    EXPECT_TRUE(judged.status == 0 || judged.status == 1) << judged.err;
    EXPECT_TRUE(json::accept(judged.out));
  }
}

}  // namespace
}  // namespace carom
