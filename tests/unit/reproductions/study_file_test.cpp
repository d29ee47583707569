/// Files of studies: what is wrong with one is said at once, with its place.

#include "reproductions/study_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/fault.hpp"

namespace carom {
namespace {

constexpr const char* sound = R"toml(name = "x"
title = "A study"
source = "nobody"
assumed = "nothing"
record = ["holds", "does not hold"]

[[figure]]
name = "1"
laws = "energetic"
shown = false

[[claim]]
place = "Figure 1"
claim = "It rises"
published = "yes"
verdict = "holds in part"
checks = [{ check = "rises", figure = "1", says = "{}", expected = [1, 2.5] }]
)toml";

TEST(StudyFile, IsReadKeyByKey) {
  const PublishedStudy study = published_study(sound);
  EXPECT_EQ(study.name, "x");
  EXPECT_THAT(study.record, testing::ElementsAre(Holding::holds, Holding::does_not_hold));
  ASSERT_EQ(study.figures.size(), 1U);
  EXPECT_THAT(study.figures[0].laws, testing::ElementsAre("energetic"));
  EXPECT_EQ(study.figures[0].method, "consistent") << "the default stays";
  EXPECT_FALSE(study.figures[0].shown);
  ASSERT_EQ(study.claims.size(), 1U);
  EXPECT_EQ(study.claims[0].recorded, Holding::in_part);
  EXPECT_THAT(study.claims[0].checks.at(0).expected, testing::ElementsAre(1, 2.5));
}

TEST(StudyFile, SaysEveryMistakeWithItsPlace) {
  std::string text = sound;
  const auto replace = [&](const std::string& old, const std::string& now) {
    text.replace(text.find(old), old.size(), now);
  };
  replace("title = \"A study\"", "titel = \"A study\"");
  replace("shown = false", "shown = \"no\"");
  replace("verdict = \"holds in part\"", "verdict = \"holds in prat\"");
  replace("says = \"{}\", ", "");
  try {
    published_study(text);
    FAIL() << "it was taken";
  } catch (const InputError& error) {
    const std::string said = error.what();
    for (const char* each :
         {"study: title is missing", "2:1", "\"titel\" is not a key; did you mean \"title\"?",
          "figure \"1\": shown is \"no\"; must be true or false",
          "claim 1: verdict is \"holds in prat\"; did you mean \"holds in part\"?",
          "checks 1: says is missing"})
      EXPECT_THAT(said, testing::HasSubstr(each));
    EXPECT_EQ(error.faults().size(), 5U);
  }
}

}  // namespace
}  // namespace carom
