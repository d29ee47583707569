/// Reports: what a law's answer becomes for its reader.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/study.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

Study example(const std::string& name, std::vector<std::string> overrides = {}) {
  return study_from_file(places::examples + "/" + name + ".toml", overrides);
}

TEST(StrikeReport, StagesAddUpToTheWhole) {
  for (const char* name : {"three_link", "biped", "hand", "constrained_bar", "disc_on_plate"}) {
    const StrikeReport report = strike(example(name), {{"all"}, Method::consistent, false});
    for (const StruckLaw& law : report.results) {
      if (law.stages.empty()) continue;
      SCOPED_TRACE(std::string(name) + " " + law.law);
      double lost = 0;
      for (const StruckStage& stage : law.stages) lost += stage.energy_loss;
      EXPECT_NEAR(lost, law.answer.energy_loss, 1e-12 * report.before.kinetic_energy);
      EXPECT_EQ(law.stages.front().from, 0.0);
      for (std::size_t i = 1; i < law.stages.size(); ++i)
        EXPECT_EQ(law.stages[i].from, law.stages[i - 1].to);
      // Without restitution the impact ends with its compression; springs are held and let go.
      const bool plastic =
          law.law != "simultaneous" && law.stages.back().phase == Phase::compression;
      EXPECT_EQ(law.stages.back().ends_with, plastic ? "end of compression" : "end of impact");
    }
  }
}

TEST(StrikeReport, AnswersThatMakeEnergySaySo) {
  const StrikeReport report = strike(example("three_link"), {{"all"}, Method::consistent, false});
  for (const StruckLaw& law : report.results) {
    const bool makes = law.law == "kinematic" || law.law == "whittaker";
    EXPECT_EQ(law.answer.energy.makes_energy, makes) << law.law;
    EXPECT_EQ(law.answer.energy_loss < -1e-12, makes) << law.law;
    if (makes) {
      ASSERT_FALSE(law.notes.empty());
      EXPECT_THAT(law.notes.front(), ::testing::HasSubstr("MAKES energy"));
      EXPECT_TRUE(law.can_make_energy);
    }
  }
}

/// A plate that is moved hands energy to a disc; that is not energy made by the contact.
TEST(StrikeReport, WorkOfAMovedSurfaceIsNotEnergyMade) {
  const StrikeReport report = strike(example("disc_on_plate"), {});
  const EnergyCertificate& books = report.results[0].answer.energy;
  EXPECT_GT(books.change, 0);
  EXPECT_FALSE(books.makes_energy);
  EXPECT_GT(books.surface_work, 0);
  EXPECT_TRUE(books.closes);
}

TEST(StrikeReport, SeveralContactsStrikingAreNamedWithTheirSpeeds) {
  const StrikeReport report =
      strike(example("compliant_two_link"), {{"energetic"}, Method::consistent, false});
  EXPECT_EQ(report.results[0].verdict, Verdict::several_colliding);
  EXPECT_EQ(report.results[0].why,
            "several contacts approach their surfaces: \"A\" at 1.34383 m/s, \"B\" at 1.34383 m/s; "
            "the law simultaneous takes several");
}

/// The pinned pendulum of one link: the ground's impulse closes the momentum.
TEST(StrikeReport, TheGroundTakesWhatTheContactGives) {
  const std::string text = R"(
[base]
kind = "pinned"
[[link]]
name = "rod"
length = 1.0
mass = 3.0
[[surface]]
name = "wall"
angle_deg = 90.0
point = [1.0, 0.0]
[[contact]]
name = "tip"
link = "rod"
at = 1.0
surface = "wall"
restitution = 0.5
friction = 0.2
[state]
angles = [0.0]
rates = [2.0]
)";
  // The tip moves along the wall: nothing approaches.
  EXPECT_EQ(strike(study_from_text(text, "pendulum"), {}).results[0].verdict,
            Verdict::not_colliding);
  std::string floor = text;
  floor.replace(floor.find("angle_deg = 90.0"), 16, "angle_deg = 180.0");
  const StrikeReport report =
      strike(study_from_text(floor, "pendulum"), {{}, Method::consistent, true});
  ASSERT_EQ(report.results[0].verdict, Verdict::unique);
  const StruckAnswer& answer = report.results[0].answer;
  // Struck at the tip with W = 1/(mL²/3): impulse (1 + e)·2·(mL²/3)/L, rate −e·2.
  EXPECT_NEAR(answer.after.rates[0], -1.0, 1e-14);
  EXPECT_NEAR(answer.contacts[0].impulse[1], 1.5 * 2.0 * 1.0, 1e-14);
  ASSERT_EQ(answer.joints.size(), 2U);
  // m Δv_com = tip impulse (downwards) + ground's: 3·(−3·½) = −3 + y.
  EXPECT_NEAR(answer.joints[1].impulse.y, -1.5, 1e-14);
}

/// "Never slips" is often written as a huge number.
TEST(StrikeReport, HugeFrictionSticks) {
  const StrikeReport large =
      strike(example("three_link", {"phi=0.3", "mu0=1e6", "muc=1e6"}), {{"all"}, {}, false});
  const StrikeReport huge =
      strike(example("three_link", {"phi=0.3", "mu0=1e15", "muc=1e15"}), {{"all"}, {}, false});
  for (std::size_t i = 0; i < large.results.size(); ++i) {
    ASSERT_EQ(huge.results[i].verdict, Verdict::unique) << huge.results[i].law;
    EXPECT_NEAR(huge.results[i].answer.energy_loss, large.results[i].answer.energy_loss, 1e-6);
  }
}

/// A contact named as colliding that does not touch is told with its gap, and nothing else is.
TEST(StrikeReport, ANamedContactWithAGapDoesNotStrike) {
  Study study = example("three_link", {"phi=-0.4"});
  study.scenario.impact.colliding = "Ac";
  study.scenario.state.positions[4] += 0.1;
  const StruckLaw law = strike(study, {}).results[0];
  EXPECT_EQ(law.verdict, Verdict::not_colliding);
  EXPECT_TRUE(law.stages.empty());
  EXPECT_THAT(law.why, ::testing::StartsWith("the contact named as colliding does not touch its "
                                             "surface (\"Ac\", gap 0.0"));
}

TEST(DescribeReport, RedundantContactsAreNamed) {
  const std::string text = R"(
[[link]]
name = "box"
length = 1.0
mass = 2.0
com = [0.5, 0.25]
[[surface]]
name = "floor"
[[contact]]
name = "left"
link = "box"
at = 0.0
surface = "floor"
[[contact]]
name = "right"
link = "box"
at = 1.0
surface = "floor"
[state]
angles = [0.0]
)";
  const DescribeReport report = describe(study_from_text(text, "box"));
  EXPECT_EQ(report.contact_inertia.rank, 3);
  EXPECT_FALSE(report.contact_inertia.condition.has_value());
  EXPECT_THAT(report.warnings,
              ::testing::ElementsAre("contacts \"left\", \"right\" are redundant: some impulses "
                                     "there change no velocity (rank of W is 3 of 4)"));
}

TEST(DescribeReport, ContactsNearAndBelowTheirSurfacesAreNamed) {
  const DescribeReport near = describe(example("ellipse_on_plate", {"height=0.0677"}));
  EXPECT_THAT(near.warnings, ::testing::Contains(::testing::HasSubstr("nearly touches")));
  const DescribeReport below = describe(example("ellipse_on_plate", {"height=0.05"}));
  EXPECT_EQ(below.contacts[0].state, ContactPlace::below);
  EXPECT_THAT(below.warnings, ::testing::Contains(::testing::HasSubstr("below surface \"plate\"")));
}

}  // namespace
}  // namespace carom
