// Contacts that guides, pins and drives hold along their normals, from files: what every verb says
// of them.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/study.hpp"

namespace carom {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// A block of 2 kg that a slider guides along the floor and a drive keeps upright; its foot touches
/// the floor, its side strikes a wall. `more` is in the file too.
Study block(double friction, const std::string& more = "") {
  return study_from_text(fmt::format(R"(
[parameters]
mass = 1.0
[base]
kind = "slider"
position = [0.0, 0.5]
mass = "mass"
[[link]]
name = "arm"
length = 0.5
mass = 1.0
[[drive]]
link = "arm"
angle = "-pi/2"
[[surface]]
name = "floor"
[[surface]]
name = "wall"
angle_deg = 90.0
[[contact]]
name = "foot"
link = "arm"
at = 0.5
surface = "floor"
friction = {}
[[contact]]
name = "hit"
link = "arm"
at = 0.0
surface = "wall"
restitution = 0.5
[state]
angles = ["-pi/2"]
velocity = 1.0
[impact]
colliding = "hit"
{})",
                                     friction, more),
                         "block");
}

TEST(HeldContacts, StrikeTellsAChoiceAndTheOtherEnd) {
  const StrikeReport report = strike(block(0.4), {});
  const StruckLaw& law = report.results[0];
  EXPECT_EQ(law.verdict, Verdict::ambiguous);
  EXPECT_FALSE(law.impulses_determined);
  EXPECT_EQ(law.answer.contacts[0].determined, (std::array{false, false}));
  EXPECT_NEAR(law.answer.after.velocity[0], -0.5, 1e-14);
  ASSERT_EQ(law.alternatives.size(), 1U);
  EXPECT_NEAR(law.alternatives[0].after.velocity[0], 0, 1e-14);
  EXPECT_NEAR(law.alternatives[0].energy_loss, 1, 1e-14);
  EXPECT_TRUE(law.alternatives[0].energy.closes);
  EXPECT_THAT(law.notes, Contains(HasSubstr("nothing decides the normal impulse at \"foot\"")));
  EXPECT_EQ(strike(block(0), {}).results[0].verdict, Verdict::unique);
}

/// From rest the foot holds, or does not: both are consistent.
TEST(HeldContacts, TransmitTellsWhatIsOpen) {
  for (const double friction : {0.0, 0.4}) {
    const TransmissionReport report = transmit(block(friction), {});
    EXPECT_EQ(report.verdict, friction > 0 ? Verdict::ambiguous : Verdict::unique);
    EXPECT_FALSE(report.impulses_determined);
    ASSERT_EQ(report.contacts.size(), 1U);
    EXPECT_EQ(report.contacts[0].outcome, Response::open);
    EXPECT_FALSE(report.contacts[0].determined[1]);
  }
}

TEST(HeldContacts, CriticalDoesNotCallThemUntouched) {
  const CriticalReport report = critical(
      block(0.4, "[[sweep]]\nparameter = \"mass\"\nfrom = 0.5\nto = 2.0\ncount = 5\n"), {});
  EXPECT_TRUE(report.critical.empty());
  ASSERT_FALSE(report.outcomes.empty());
  for (const CriticalOutcome& piece : report.outcomes)
    EXPECT_EQ(piece.outcome, StruckRest::unknown);
  EXPECT_THAT(report.notes, Contains(HasSubstr("along its normal")));
}

TEST(HeldContacts, VerdictTriesTheFilesOwnStrike) {
  const UniquenessReport rough = verdict(block(0.4));
  EXPECT_EQ(rough.velocities, Determined::not_always);
  EXPECT_EQ(rough.impulses, Determined::not_always);
  ASSERT_TRUE(rough.own);
  EXPECT_EQ(rough.own->verdict, Verdict::ambiguous);
  EXPECT_THAT(rough.own->why, HasSubstr("\"foot\""));
  const UniquenessReport smooth = verdict(block(0));
  EXPECT_EQ(smooth.velocities, Determined::always);
  ASSERT_TRUE(smooth.own);
  EXPECT_EQ(smooth.own->verdict, Verdict::unique);
  EXPECT_FALSE(smooth.own->impulses_determined);
}

}  // namespace
}  // namespace carom
