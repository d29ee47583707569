// Force models beside rigid laws: what `strike --law compliant:KIND` answers.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "study/study.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using ::testing::ElementsAre;

Study example() {
  return study_from_file(places::examples + "/compliant_two_link.toml");
}

std::vector<std::string> faults_of(const std::string& law) {
  try {
    strike(example(), {{law}});
  } catch (const InputError& error) {
    std::vector<std::string> words;
    for (const Fault& fault : error.faults()) words.push_back(fault.message);
    return words;
  }
  return {};
}

TEST(CompliantStrike, StandsBesideRigidLaws) {
  const StrikeReport report = strike(example(), {{"moreau", "compliant", "compliant:hertz"}});
  ASSERT_EQ(report.results.size(), 3u);
  EXPECT_EQ(report.results[1].law, "compliant");
  for (const StruckLaw& law : report.results) {
    ASSERT_EQ(law.verdict, Verdict::unique) << law.law;
    EXPECT_TRUE(law.answer.energy.closes) << law.law;
    EXPECT_FALSE(law.answer.energy.makes_energy) << law.law;
  }
  for (const std::size_t k : {1u, 2u}) {
    const StruckLaw& law = report.results[k];
    EXPECT_FALSE(law.stages.empty());
    for (const StruckContact& contact : law.answer.contacts) {
      ASSERT_TRUE(contact.yields);
      // Both ends stick, as ½ cot θ is below μ_s, so that each acts as a mass by itself.
      EXPECT_EQ(contact.velocity_after[0], 0);
      EXPECT_NEAR(std::abs(contact.impulse[0]), 0.5 * contact.impulse[1],
                  1e-3 * contact.impulse[1]);
      EXPECT_GT(contact.collision.peak_force, 0);
      EXPECT_GT(contact.collision.duration, 0);
    }
  }
  // Restitution 0.5 of the scenario, but for the slip before.
  EXPECT_NEAR(report.results[2].answer.contacts[0].collision.energetic.value(), 0.5, 1e-6);
  EXPECT_NEAR(report.results[1].answer.contacts[0].collision.energetic.value(), 0.5606, 1e-3);
}

/// A pinned rod whose end friction wedges: compression ends, and nothing can move it after. The
/// energetic law ends at rest; springs, and every force model, hold it for ever.
TEST(CompliantStrike, WedgedContactsAreJammed) {
  for (const double angle : {-2.2, -2.0, -2.3})
    for (const char* compliance :
         {"", "compliance = { kind = \"gonthier\", stiffness = 2e7, restitution = 0.9 }\n"}) {
      const Study study = study_from_text(
          fmt::format(
              "[base]\nkind = \"pinned\"\nposition = [0.0, {}]\n[[link]]\nname = \"rod\"\n"
              "length = 1.2\nmass = 1.0\n[[surface]]\nname = \"floor\"\n[[contact]]\n"
              "name = \"end\"\nlink = \"rod\"\nat = 1.2\nsurface = \"floor\"\n"
              "friction = 2.5\nrestitution = 0.3\n{}[state]\nangles = [{}]\nrates = [1.0]\n",
              -1.2 * std::sin(angle), compliance, angle),
          "test");
      const StrikeReport report = strike(
          study, {{"energetic", "simultaneous", "compliant:hertz", "compliant:bilinear",
                   "compliant:hunt_crossley", "compliant:kelvin_voigt",
                   "compliant:lankarani_nikravesh", "compliant:flores", "compliant:gonthier"}});
      EXPECT_EQ(report.results[0].verdict, Verdict::unique);
      EXPECT_TRUE(report.results[0].wedged);
      for (std::size_t k = 1; k < report.results.size(); ++k) {
        EXPECT_EQ(report.results[k].verdict, Verdict::jammed)
            << report.results[k].law << " at " << angle;
        EXPECT_EQ(report.results[k].why, name(Reason::locked)) << report.results[k].law;
      }
    }
}

TEST(CompliantStrike, FaultsSayWhatIsMissing) {
  EXPECT_THAT(
      faults_of("compliant:herz"),
      ElementsAre("--law: \"compliant:herz\": there is no force model \"herz\"; must be one of "
                  "\"bilinear\", \"hertz\", \"elastoplastic\", \"kelvin_voigt\", "
                  "\"hunt_crossley\", \"lankarani_nikravesh\", \"flores\", \"gonthier\"; did you "
                  "mean \"hertz\"?"));
  EXPECT_THAT(faults_of("compliant:gonthier"), ElementsAre());
}

TEST(CompliantStrike, EveryKindAnswers) {
  for (const char* kind : {"bilinear", "hertz", "elastoplastic", "kelvin_voigt", "hunt_crossley",
                           "lankarani_nikravesh", "flores", "gonthier"}) {
    const StrikeReport report = strike(example(), {{std::string("compliant:") + kind}});
    EXPECT_EQ(report.results[0].verdict, Verdict::unique) << kind;
    EXPECT_TRUE(report.results[0].answer.energy.closes) << kind;
    EXPECT_GT(report.results[0].answer.energy_loss, 0) << kind;
  }
}

}  // namespace
}  // namespace carom
