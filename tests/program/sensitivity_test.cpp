/// `--sensitivity` as its user meets it: each derivative is that of the program's own answers.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/running.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::HasSubstr;

json answer(const std::string& arguments) {
  const auto ran = carom(arguments + " --json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  return json::parse(ran.out);
}

TEST(SensitivityProgram, StrikeByEveryLaw) {
  const std::string file = example("three_link");
  constexpr double step = 1e-5;
  const auto at = [&](double phi) {
    return answer(fmt::format("strike {} --law all -p phi={:.17g} --sensitivity=phi", file, phi));
  };
  const json here = at(-0.5), before = at(-0.5 - step), after = at(-0.5 + step);
  ASSERT_GE(here["results"].size(), 6u);
  for (std::size_t i = 0; i < here["results"].size(); ++i) {
    const json& law = here["results"][i];
    SCOPED_TRACE(law["law"]);
    const json& slopes = law["sensitivity"]["phi"];
    const auto difference = [&](const char* key, int k) {
      const auto of = [&](const json& all) {
        return all["results"][i]["after"][key][k].get<double>();
      };
      return (of(after) - of(before)) / (2 * step);
    };
    // Differences err by step² f‴ and ε/step.
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(slopes["rates"][k], difference("rates", k), 1e-7) << k;
    for (int k = 0; k < 2; ++k)
      EXPECT_NEAR(slopes["velocity"][k], difference("velocity", k), 1e-7) << k;
    EXPECT_LT(slopes["valid"][0], -0.5);
    EXPECT_GT(slopes["valid"][1], -0.5);
  }
  const auto told = carom("strike " + file + " --law all --sensitivity=phi");
  EXPECT_EQ(told.status, 0);
  for (const json& law : here["results"])
    EXPECT_THAT(told.out,
                HasSubstr("Derivatives by the " + law["law"].get<std::string>() + " law"));
}

/// Across bounces, their limit and the end of slipping.
TEST(SensitivityProgram, SimulateByAParameterAndTheState) {
  const std::string file = written(
      "thrown.toml",
      "[parameters]\ne = 0.6\nvx = 0.5\n[world]\ngravity = [0, -9.81]\n[base]\nposition = [0, "
      "0.5]\n"
      "[[link]]\nname = 'disc'\nlength = 0.0\nmass = 1.0\ncom = 0.0\ninertia = 0.005\n"
      "[[surface]]\nname = 'floor'\n[[contact]]\nname = 'rim'\nlink = 'disc'\nat = 0.0\n"
      "surface = 'floor'\nfriction = 0.3\nrestitution = 'e'\noutline = { kind = 'disc', radius = "
      "0.1 }\n"
      "[state]\nangles = [0]\nrates = [-30]\nvelocity = ['vx', 0]\n[simulate]\nduration = 3\n");
  constexpr double step = 1e-5;
  const auto at = [&](double e, double vx) {
    return answer(
        fmt::format("simulate {} -p e={:.17g} -p vx={:.17g} --sensitivity=e,state", file, e, vx));
  };
  const json here = at(0.6, 0.5);
  const auto agrees = [&](const json& slopes, const json& after, const json& before) {
    for (const char* key : {"position", "velocity"})
      for (int k = 0; k < 2; ++k)
        EXPECT_NEAR(slopes[key][k],
                    (after["final"][key][k].get<double>() - before["final"][key][k].get<double>()) /
                        (2 * step),
                    2e-5)
            << key << k;
  };
  agrees(here["sensitivity"]["e"], at(0.6 + step, 0.5), at(0.6 - step, 0.5));
  agrees(here["sensitivity"]["state"]["velocity.x"], at(0.6, 0.5 + step), at(0.6, 0.5 - step));
}

TEST(SensitivityProgram, AWrongNameIsNamed) {
  const auto ran = carom("strike " + example("three_link") + " --sensitivity=pih,e");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err,
              HasSubstr("\"pih\" is not a parameter of the scenario; did you mean \"phi\"?"));
  EXPECT_EQ(ran.out, "");
}

}  // namespace
}  // namespace carom
