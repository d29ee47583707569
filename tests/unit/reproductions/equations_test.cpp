/// Printed equations beside the engine: which hold, which do not, and which text cannot say.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "reproductions/fenili.hpp"
#include "reproductions/hurmuzlu.hpp"

namespace carom {
namespace {

std::map<std::string, Claim> by_source(const Comparison& comparison) {
  std::map<std::string, Claim> all;
  for (const Claim& claim : comparison.claims) all.emplace(claim.source, claim);
  return all;
}

/// (15) to (27) and (30). (21) is no impulse as it stands and (20) has the other sign than (21) and
/// (26) need; each event must have occurred for its equation to be judged.
TEST(Equations, OfHurmuzluAndMarghitu) {
  const auto claims = by_source(hurmuzlu_equations());
  const std::map<std::string, Holding> expected{
      {"equation (15)", Holding::holds},         {"equation (16)", Holding::holds},
      {"equations (17), (23)", Holding::holds},  {"equation (18)", Holding::holds},
      {"equation (19)", Holding::holds},         {"equation (20)", Holding::does_not_hold},
      {"equation (21)", Holding::does_not_hold}, {"equation (21), mended", Holding::holds},
      {"equation (22)", Holding::holds},         {"equation (24)", Holding::holds},
      {"equation (25)", Holding::holds},         {"equation (26)", Holding::holds},
      {"equation (27)", Holding::holds},         {"equation (30)", Holding::holds}};
  ASSERT_EQ(claims.size(), expected.size());
  for (const auto& [source, verdict] : expected) {
    ASSERT_TRUE(claims.contains(source)) << source;
    EXPECT_EQ(claims.at(source).verdict, verdict) << source << ": " << *claims.at(source).ours;
    EXPECT_FALSE(claims.at(source).assumed.empty());
    EXPECT_FALSE(claims.at(source).published) << "a residual is not in the paper";
  }
}

TEST(Equations, OfFenili) {
  const auto claims = by_source(fenili_2005());
  EXPECT_EQ(claims.at("equation (5)").verdict, Holding::does_not_hold);
  EXPECT_EQ(claims.at("equation (6)").verdict, Holding::undecided);
  EXPECT_THAT(claims.at("equation (6)").reason, ::testing::HasSubstr("breaks off"));
  EXPECT_EQ(claims.at("equation (6), completed").verdict, Holding::holds);
  for (int number = 11; number <= 21; ++number) {
    const std::string source = "equation (" + std::to_string(number) + ")";
    ASSERT_TRUE(claims.contains(source)) << source;
    EXPECT_EQ(claims.at(source).verdict, Holding::holds) << source;
  }
}

}  // namespace
}  // namespace carom
