/// A verdict that differs from the record is noticed.

#include "study/reproduce.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scratch_folder.hpp"

namespace carom {
namespace {

TEST(Reproduce, AVerdictThatChangedIsNamed) {
  PublishedStudy study = studies_named("000", "").front();
  // Keep it short: one claim, the figures that it needs.
  std::erase_if(study.claims,
                [](const PublishedClaim& claim) { return claim.place != "Figure 5"; });
  std::erase_if(study.figures, [](const PublishedFigure& each) { return each.name != "4 to 6"; });
  ASSERT_EQ(study.claims.size(), 2u);
  const ScratchFolder scratch;
  const std::string folder = scratch.path();
  EXPECT_THAT(reproduced(study, folder, {}).changed, ::testing::IsEmpty());
  study.claims[0].recorded = Holding::does_not_hold;
  EXPECT_THAT(reproduced(study, folder, {}).changed,
              ::testing::ElementsAre(::testing::HasSubstr("on record: does not hold")));
  // A check that fails among those that hold: in part.
  study.claims[0].checks[0].expected = {25.0};
  EXPECT_EQ(reproduced(study, folder, {}).claims[0].verdict, Holding::in_part);
}

}  // namespace
}  // namespace carom
