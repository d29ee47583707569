#include "base/nearest_name.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace carom {
namespace {

const std::vector<std::string> names = {"left", "right", "shin", "restitution"};

TEST(NearestName, ForgivesOneMistakeInShortNames) {
  EXPECT_EQ(nearest_name("lft", names), "left");
  EXPECT_EQ(nearest_name("rihgt", names), "right");  // neighbours swapped count once
  EXPECT_EQ(nearest_name("shim", names), "shin");
  EXPECT_EQ(nearest_name("restituton", names), "restitution");
}

TEST(NearestName, DoesNotGuessWhereNothingIsNear) {
  EXPECT_EQ(nearest_name("zebra", names), std::nullopt);
  EXPECT_EQ(nearest_name("", names), std::nullopt);
  EXPECT_EQ(nearest_name("x", std::vector<std::string>{"y"}), std::nullopt);
  EXPECT_EQ(did_you_mean("zebra", names), "");
}

TEST(NearestName, SaysWhatIsAllowedWhereNothingIsNear) {
  EXPECT_EQ(nearest_or_all("lft", names), "; did you mean \"left\"?");
  EXPECT_EQ(nearest_or_all("zebra", names), "; must be one of left, right, shin, restitution");
  EXPECT_EQ(nearest_or_all("zebra", {}), "");
}

}  // namespace
}  // namespace carom
