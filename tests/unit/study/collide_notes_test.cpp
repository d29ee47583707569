// What `collide` says of orders of coincident hits, where they are too many to follow.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/train_study.hpp"

namespace carom {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// Six touching bodies, of which the first two move.
std::string touching() {
  std::string text = "[train]\nmodel = \"rigid\"\n";
  const double masses[] = {2, 3, 1, 2, 3, 1};
  for (int i = 0; i < 6; ++i)
    text += fmt::format("[[body]]\nname = \"b{}\"\nmass = {}\nlength = 0.02\nvelocity = {}\n",
                        i + 1, masses[i], i < 2 ? 1 : 0);
  for (int i = 1; i < 6; ++i)
    text +=
        fmt::format("[[pair]]\nbetween = [\"b{}\", \"b{}\"]\nrestitution = {}\nstiffness = {}\n", i,
                    i + 1, 0.4 + 0.1 * i, i + 0.5);
  return text;
}

TEST(CollideNotes, OrdersThatDifferAreNotSaidToAgree) {
  CollideRequest request;
  request.ratios = true;
  const CollideReport report = collide(train_study_from_text(touching(), "test"), request);
  ASSERT_GT(report.result.alternatives.size(), 1u);
  ASSERT_FALSE(report.result.exhaustive);
  EXPECT_THAT(report.notes, Not(Contains(HasSubstr("all of them agree"))));
  EXPECT_THAT(report.notes, Contains(HasSubstr("there may be others")));
}

}  // namespace
}  // namespace carom
