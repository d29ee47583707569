#include "stores/sweep_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/version.hpp"
#include "support/made_sweep.hpp"

namespace carom {
namespace {

using ::testing::ElementsAre;

TEST(SweepPlan, ComesBackAsItWas) {
  const SweepQuestion question = made_question(11);
  const auto plan = plan_from_json(plan_json(question));
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->version, version);
  EXPECT_EQ(plan->format, format);
  ASSERT_TRUE(plan->question);
  EXPECT_EQ(question_json(*plan->question), question_json(question));
  EXPECT_EQ(plan->question->chunk_points, 11);
  EXPECT_EQ(plan->question->grid.points, 30);
  for (std::int64_t point = 0; point < 30; ++point) {
    std::vector<double> a(3), b(3);
    values_at(question.grid, point, a);
    values_at(plan->question->grid, point, b);
    EXPECT_EQ(a, b);
  }
  EXPECT_TRUE(differences(*plan, question, true).empty());
}

/// Nobody goes on with a plan that was changed, by hand or by a failing disk.
TEST(SweepPlan, IsVouchedFor) {
  std::string text = plan_json(made_question());
  const auto place = text.find("\"deviation\": 0.1");
  ASSERT_NE(place, std::string::npos);
  text[place + 13] = '1';
  const auto plan = plan_from_json(text);
  ASSERT_TRUE(plan);
  EXPECT_FALSE(plan->question);
  EXPECT_THAT(differences(*plan, made_question(), true), ElementsAre("the plan there is damaged"));
}

TEST(SweepPlan, OtherTextIsNoPlan) {
  EXPECT_FALSE(plan_from_json(""));
  EXPECT_FALSE(plan_from_json("{"));
  EXPECT_FALSE(plan_from_json("[1]"));
  EXPECT_FALSE(plan_from_json("{\"name\": \"someone else's\"}"));
  const auto other = plan_from_json("{\"carom\": \"9.0\", \"format\": 9, \"question\": 1}");
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->question);
  EXPECT_THAT(differences(*other, made_question(), true),
              ElementsAre(std::string("Carom's version: 9.0 there, ") + version + " now",
                          "the format of results: 9 there, 1 now"));
}

/// What differs, in words; and whatever determines results has its part in the fingerprint.
TEST(SweepPlan, NamesWhatDiffers) {
  const SweepPlan plan{version, format, made_question()};
  const auto said = [&](const auto& change) {
    SweepQuestion other = made_question();
    change(other);
    EXPECT_NE(fingerprint(other), fingerprint(made_question()));
    return differences(plan, other, true);
  };
  EXPECT_THAT(said([](SweepQuestion& q) { q.scenario = "title = \"made up\"\n[other]\n"; }),
              ElementsAre("the scenario's text, from line 2 on"));
  EXPECT_THAT(said([](SweepQuestion& q) { q.scenario += "# more\n"; }),
              ElementsAre("the scenario's text, from line 4 on"));
  EXPECT_THAT(said([](SweepQuestion& q) { q.overrides.clear(); }),
              ElementsAre("parameters set: mu=0.5 there, none now"));
  EXPECT_THAT(said([](SweepQuestion& q) { q.laws.pop_back(); }),
              ElementsAre("laws: energetic, brach there, energetic now"));
  EXPECT_THAT(said([](SweepQuestion& q) { q.method = "paper"; }),
              ElementsAre("the method: consistent there, paper now"));
  EXPECT_THAT(said([](SweepQuestion& q) { q.verb = "map"; }),
              ElementsAre("what is swept: strike there, map now"));
  EXPECT_THAT(said([](SweepQuestion& q) { q.boundaries = false; }),
              ElementsAre("boundaries: sought along phi to 1e-09 of a cell there, not sought now"));
  EXPECT_THAT(said([](SweepQuestion& q) { q.columns.pop_back(); }), testing::SizeIs(1));
  EXPECT_THAT(said([](SweepQuestion& q) {
                auto axes = q.grid.dimensions[1].axes;
                axes[0].seed = 43;
                q.grid.dimensions[1].axes = axes;
              }),
              ElementsAre("the grid: 30 points there, 30 now"));
  EXPECT_THAT(said([](SweepQuestion& q) { q.columns[1].description = "other words"; }),
              ElementsAre("the description of the quantities"));
  EXPECT_THAT(said([](SweepQuestion& q) {
                q.laws = {"kinetic"};
                q.method = "pivot";
              }),
              ElementsAre("laws: energetic, brach there, kinetic now",
                          "the method: consistent there, pivot now"));
}

/// Results do not depend on how the points were cut into chunks; the chunks do.
TEST(SweepPlan, ChunksMatterToChunksOnly) {
  const SweepPlan plan{version, format, made_question(7)};
  EXPECT_EQ(fingerprint(made_question(7)), fingerprint(made_question(8)));
  EXPECT_TRUE(differences(plan, made_question(8), false).empty());
  EXPECT_THAT(differences(plan, made_question(8), true),
              ElementsAre("points a chunk: 7 there, 8 now"));
}

}  // namespace
}  // namespace carom
