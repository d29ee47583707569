/// A verdict that differs from the record is noticed; what a user asks for is found, or said not to
/// be there.

#include "reproductions/reproduce.hpp"
#include "reports/report_out.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/report_out.hpp"
#include "support/scratch_folder.hpp"

namespace carom {
namespace {

TEST(Reproduce, AVerdictThatChangedIsNamed) {
  std::vector<Fault> faults;
  PublishedStudy study = studies_named("000", "", faults).front();
  // Keep it short: one claim, the figures that it needs.
  std::erase_if(study.claims,
                [](const PublishedClaim& claim) { return claim.place != "Figure 5"; });
  std::erase_if(study.figures, [](const PublishedFigure& each) { return each.name != "4 to 6"; });
  study.computed.clear();
  ASSERT_EQ(study.claims.size(), 2u);
  const ScratchFolder scratch;
  const std::string folder = scratch.path();
  EXPECT_THAT(reproduced(study, folder, {})->changed, ::testing::IsEmpty());
  study.claims[0].recorded = Holding::does_not_hold;
  EXPECT_THAT(reproduced(study, folder, {})->changed,
              ::testing::ElementsAre(::testing::HasSubstr("on record: does not hold")));
  // A check that fails among those that hold: in part.
  study.claims[0].checks[0].expected = {25.0};
  EXPECT_EQ(reproduced(study, folder, {})->claims[0].verdict, Holding::in_part);
}

/// Undecided is a verdict like the others: on record it changes nothing, and it is counted.
TEST(Reproduce, UndecidedIsAVerdict) {
  PublishedStudy study;
  study.name = "x";
  study.claims.resize(1);
  study.claims[0].undecided = "The text breaks off.";
  study.claims[0].recorded = Holding::undecided;
  const ScratchFolder scratch;
  const Reproduced same = *reproduced(study, scratch.path(), {});
  EXPECT_THAT(same.changed, ::testing::IsEmpty());
  const Reproduction all{{same}};
  EXPECT_THAT(text(all), ::testing::HasSubstr("[undecided]      "));
  EXPECT_THAT(text(all), ::testing::HasSubstr("why        The text breaks off."));
  EXPECT_THAT(text(all), ::testing::HasSubstr("undecided"));
  EXPECT_THAT(json(all), ::testing::HasSubstr("\"verdict\": \"undecided\""));
  study.claims[0].recorded = Holding::does_not_hold;
  EXPECT_THAT(reproduced(study, scratch.path(), {})->changed, ::testing::SizeIs(1));
}

/// Studies with claims of both kinds: those about figures come first.
TEST(Reproduce, ComputedClaimsAreComparedWithTheirOwnRecord) {
  std::vector<Fault> faults;
  PublishedStudy study = studies_named("004", "", faults).front();
  const ScratchFolder scratch;
  const Reproduced found = *reproduced(study, scratch.path(), {});
  EXPECT_THAT(found.changed, ::testing::IsEmpty());
  EXPECT_EQ(found.claims.size(), study.record.size());
  // What is assumed is said of every claim: by itself, or by the study for all.
  for (const PageClaim& claim : found.claims) EXPECT_FALSE(claim.assumed.empty()) << claim.place;
  EXPECT_THAT(found.claims,
              ::testing::Contains(::testing::Field(&PageClaim::assumed, study.assumed)));
  EXPECT_THAT(found.claims, ::testing::Contains(::testing::Field(&PageClaim::assumed,
                                                                 ::testing::Ne(study.assumed))));
  study.record.pop_back();
  EXPECT_THAT(reproduced(study, scratch.path(), {})->changed,
              ::testing::ElementsAre(::testing::HasSubstr("computed claims, on record: ")));
}

/// Whatever it is doing, it stops: before, in a sweep, in a computation.
TEST(Reproduce, StopsWhenAsked) {
  std::vector<Fault> faults;
  const ScratchFolder scratch;
  for (const PublishedStudy& study : studies_named("all", "", faults))
    for (const int patience : {0, 1, 2}) {
      int asked = 0;
      SweepSetting setting;
      setting.interrupted = [&] { return asked++ >= patience; };
      EXPECT_FALSE(reproduced(study, scratch.path() + "/" + study.name, setting))
          << study.name << " " << study.chapter << ", " << patience;
    }
}

std::vector<std::string> messages(const std::string& study, const std::string& chapter) {
  std::vector<Fault> faults;
  EXPECT_TRUE(studies_named(study, chapter, faults).empty());
  std::vector<std::string> all;
  for (const Fault& fault : faults) all.push_back(fault.message);
  return all;
}

TEST(Reproduce, SaysWhatStudiesAndChaptersThereAre) {
  using ::testing::ElementsAre;
  EXPECT_THAT(messages("999", ""), ElementsAre("\"999\" is not a study; must be one of 000, 001, "
                                               "002, 003, 004, classics, ellipse, all"));
  EXPECT_THAT(messages("01", ""), ElementsAre("\"01\" is not a study; did you mean \"001\"?"));
  EXPECT_THAT(messages("001", "7"),
              ElementsAre("--chapter: study 001 has no chapter \"7\"; there are 2, 3, 4"));
  EXPECT_THAT(messages("000", "7"),
              ElementsAre("--chapter: study 000 has no chapters; leave --chapter \"7\" out"));
  EXPECT_THAT(messages("all", "7"),
              ElementsAre("--chapter: no study has chapter \"7\"; there are 2, 3, 4"));
  EXPECT_THAT(
      messages("999", "7"),
      ElementsAre(
          "\"999\" is not a study; must be one of 000, 001, 002, 003, 004, classics, ellipse, all",
          "--chapter: no study has chapter \"7\"; there are 2, 3, 4"));
  EXPECT_THAT(messages("999", "3"), ElementsAre("\"999\" is not a study; must be one of 000, 001, "
                                                "002, 003, 004, classics, ellipse, all"));
}

}  // namespace
}  // namespace carom
