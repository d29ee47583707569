/// `map` of scenario files: both paths, what is told, what is refused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numbers>

#include "reports/report_out.hpp"
#include "study/map.hpp"

namespace carom {
namespace {

using ::testing::HasSubstr;

/// A ball of e = 0.5 on a plate, in units of g and ω.
std::string ball(const std::string& more = "") {
  return "[parameters]\ngamma = 1.3\n[world]\ngravity = [0, -1]\n[base]\nkind = \"free\"\n"
         "position = [0, 0.1]\n[[link]]\nname = \"ball\"\nlength = 0\nmass = 1\ncom = [0, 0]\n"
         "inertia = 0.005\n[[surface]]\nname = \"plate\"\nmotion = { normal = \"gamma*sin(t)\" }\n"
         "[[contact]]\nname = \"rim\"\nlink = \"ball\"\nsurface = \"plate\"\nrestitution = 0.5\n"
         "outline = { kind = \"disc\", radius = 0.1, centre = [0, 0] }\n[state]\nangles = [0]\n"
         "velocity = [0, 3]\n" +
         more;
}

TEST(Map, BothPathsAgree) {
  MapRequest request;
  request.returns = 12;
  const Study study = study_from_text(ball(), "map.toml");
  const MapReport closed = map(study, request);
  request.path = "motion";
  const MapReport motion = map(study, request);
  EXPECT_EQ(closed.path, "closed form");
  EXPECT_EQ(motion.path, "motion");
  ASSERT_EQ(closed.returns.size(), 12U);
  ASSERT_EQ(motion.returns.size(), 12U);
  for (std::size_t k = 0; k < 12; ++k) {
    EXPECT_NEAR(closed.returns[k].time, motion.returns[k].time, 1e-9) << k;
    EXPECT_NEAR(closed.returns[k].velocity[1], motion.returns[k].velocity[1], 1e-9) << k;
    ASSERT_EQ(closed.returns[k].state.size(), motion.returns[k].state.size());
    for (std::size_t i = 0; i < closed.returns[k].state.size(); ++i)
      EXPECT_NEAR(closed.returns[k].state[i].second, motion.returns[k].state[i].second, 1e-9);
  }
}

TEST(Map, FixedPointsAreTold) {
  MapRequest request;
  request.fixed = true;
  const MapReport report = map(study_from_text(ball(), "map.toml"), request);
  EXPECT_EQ(report.derivatives, "exact");
  const double cosine = std::numbers::pi / 3 / 1.3;
  bool found = false;
  for (const MapOrbit& orbit : report.fixed_points)
    if (orbit.stable && std::abs(orbit.time - 2 * std::numbers::pi) < 1e-9) {
      found = true;
      EXPECT_EQ(orbit.state[0].first, "time");
      EXPECT_NEAR(std::cos(orbit.state[0].second), cosine, 1e-11);
    }
  EXPECT_TRUE(found);
  const auto told = nlohmann::json::parse(json(report));
  EXPECT_EQ(told["format"], 1);
  EXPECT_TRUE(told["fixed_points"][0].contains("multipliers"));
  EXPECT_TRUE(told["returns"][0]["state"].contains("velocity.y"));
}

/// Under friction that holds it an ellipse's bounces end without slip, by the kinetic law not at e;
/// without friction there is nothing of the kind to tell.
TEST(Map, HowBouncesEndUnderFriction) {
  const auto ellipse = [](const std::string& friction) {
    return "[world]\ngravity = [0, -9.81]\n[base]\nposition = [0, 0.068]\n[[link]]\n"
           "name = \"body\"\nlength = 0\nmass = 1\ninertia = 0.0034\n[[surface]]\n"
           "name = \"plate\"\n[[contact]]\nname = \"rim\"\nlink = \"body\"\nat = 0\n"
           "surface = \"plate\"\nrestitution = 0.6\nfriction = " +
           friction +
           "\noutline = { kind = \"ellipse\", semi_axes = [0.1, 0.06] }\n[state]\n"
           "angles = [0.4]\nrates = [1]\nvelocity = [0.2, 0.5]\n[impact]\nlaw = \"kinetic\"\n";
  };
  const MapReport rough = map(study_from_text(ellipse("0.8"), "map.toml"), {});
  ASSERT_TRUE(rough.limit && rough.limit->approach);
  EXPECT_NEAR(rough.limit->approach->ratio, *rough.limit->ratio, 1e-6);
  EXPECT_GT(std::abs(rough.limit->approach->ratio - 0.6), 1e-5);
  EXPECT_EQ(rough.limit->approach->mode, rough.returns.back().mode);
  const auto told = nlohmann::json::parse(json(rough))["limit"]["approach"];
  EXPECT_EQ(told["mode"], rough.limit->approach->mode);
  EXPECT_THAT(text(rough), HasSubstr("The slip ends too, where contact regions meet"));
  const MapReport smooth = map(study_from_text(ellipse("0"), "map.toml"), {});
  ASSERT_TRUE(smooth.limit.has_value());
  EXPECT_FALSE(smooth.limit->approach.has_value());
  EXPECT_FALSE(nlohmann::json::parse(json(smooth))["limit"].contains("approach"));
}

/// Whatever a strike says of an impact, a map says: by both paths, and in a document read back.
TEST(Map, ImpactsThatMakeEnergyAreToldByBothPaths) {
  const std::string file =
      "[world]\ngravity = [0, -9.81]\n[base]\nkind = \"free\"\nposition = [0, 0.3]\n[[link]]\n"
      "name = \"body\"\nlength = 0\nmass = 1\ncom = [0, 0]\ninertia = 0.002\n[[surface]]\n"
      "name = \"plate\"\n[[contact]]\nname = \"rim\"\nlink = \"body\"\nsurface = \"plate\"\n"
      "friction = 1.5\nrestitution = 0.9\noutline = { kind = \"ellipse\", semi_axes = [0.2, 0.05], "
      "centre = [0, 0] "
      "}\n[state]\nangles = [0.3]\nrates = [3.0]\nvelocity = [2.0, 0]\n[map]\nreturns = 15\n";
  const Study study = study_from_text(file, "map.toml");
  MapRequest request;
  request.law = "kinematic";
  const MapReport closed = map(study, request);
  request.path = "motion";
  const MapReport motion = map(study, request);
  ASSERT_EQ(closed.path, "closed form");
  ASSERT_EQ(closed.returns.size(), 15U);
  ASSERT_EQ(motion.returns.size(), 15U);
  long gains = 0;
  for (std::size_t k = 0; k < 15; ++k) {
    EXPECT_EQ(closed.returns[k].makes_energy, motion.returns[k].makes_energy) << k;
    EXPECT_EQ(closed.returns[k].verdict, motion.returns[k].verdict) << k;
    gains += closed.returns[k].makes_energy.value() ? 1 : 0;
  }
  EXPECT_GT(gains, 2);
  EXPECT_EQ(closed.gains, gains);
  EXPECT_EQ(motion.gains, gains);
  ASSERT_EQ(closed.warnings.size(), 1U);
  EXPECT_THAT(closed.warnings[0], HasSubstr("by the kinematic law: this answer MAKES energy"));
  EXPECT_EQ(closed.warnings, motion.warnings);
  EXPECT_THAT(text(closed), HasSubstr("Warning: " + closed.warnings[0]));
  const nlohmann::json told = nlohmann::json::parse(json(closed));
  EXPECT_EQ(told["returns"][0]["energy"]["makes_energy"], true);
  EXPECT_EQ(told["warnings"][0], closed.warnings[0]);

  request.path = "";
  request.law = "energetic";
  EXPECT_TRUE(map(study, request).warnings.empty());
}

TEST(Map, ReturnsThatTakeTooManyStepsAreToldSo) {
  const Study study = study_from_text(ball("[simulate]\nduration = 10\nsteps = 3\n"), "map.toml");
  MapRequest request;
  request.path = "motion";
  request.returns = 5;
  const MapReport returns = map(study, request);
  EXPECT_FALSE(returns.answered);
  EXPECT_THAT(returns.why, HasSubstr("more than 3 steps to a return ([simulate] steps"));
  request.fixed = true;
  const MapReport orbits = map(study, request);
  EXPECT_FALSE(orbits.answered);
  EXPECT_THAT(orbits.why, HasSubstr("more than 3 steps to a return ([simulate] steps"));
}

/// Γ cos φ = π/3, u⁺ = 2π/3 of one bounce a period; its multipliers have the size e.
TEST(Map, ASweepKeepsTheLastReturns) {
  const std::string asks = "[map]\nreturns = 300\nkeep = 8\nexponents = 640\n";
  const double rebound = 2 * std::numbers::pi / 3;
  const MapReport one = swept_map(study_from_text(ball(asks), "map.toml"));
  ASSERT_EQ(one.kept.size(), 8U);
  EXPECT_EQ(one.returns.back().n, 300);
  for (const MapKept& kept : one.kept) {
    EXPECT_NEAR(kept.velocity.value(), rebound, 1e-9);
    EXPECT_NEAR(kept.phase.value(), std::acos(rebound / 2 / 1.3) / (2 * std::numbers::pi), 1e-9);
  }
  EXPECT_EQ(one.repeats, 1);
  EXPECT_NEAR(one.mean_kept.value(), rebound, 1e-9);
  ASSERT_TRUE(one.lyapunov.has_value());
  EXPECT_NEAR(one.lyapunov->values[0], std::log(0.5), 2e-3);
  const std::vector<std::string> doubled{"gamma=1.6"};
  EXPECT_EQ(swept_map(study_from_text(ball(asks), "map.toml", doubled)).repeats, 2);
  const std::vector<std::string> wild{"gamma=1.75"};
  EXPECT_EQ(swept_map(study_from_text(ball(asks), "map.toml", wild)).repeats, std::nullopt);
  // Of a launch that dies out there are as many columns, and nothing in them.
  const std::vector<std::string> still{"gamma=0.5"};
  const MapReport ended = swept_map(study_from_text(ball(asks), "map.toml", still));
  ASSERT_TRUE(ended.limit && ended.limit->time);
  EXPECT_EQ(ended.kept.size(), 8U);
  EXPECT_FALSE(ended.kept.back().velocity || ended.mean_kept || ended.repeats);
  EXPECT_FALSE(ended.lyapunov.has_value());
}

TEST(Map, WhatIsWrongIsRefusedByName) {
  const auto fault = [](const std::string& more) {
    try {
      map(study_from_text(ball(more), "map.toml"), {});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_THAT(fault("[map]\nsection = \"angle.bal\"\n"), HasSubstr("angle.bal"));
  EXPECT_THAT(fault("[map]\ncontact = \"rin\"\n"), HasSubstr("\"rin\" is not a contact"));
  EXPECT_THAT(fault("[map]\nswap = [[\"ball\", \"bell\"]]\n"), HasSubstr("\"bell\" is not a link"));
  EXPECT_THAT(fault("[map]\nwithin = -1\n"), HasSubstr("within is -1"));
}

TEST(Map, VerbsOfConfigurationsRefuseContactsThatAreActiveSomewhere) {
  std::string text = ball();
  text.insert(text.find("outline"), "active = \"t - 1\"\n");
  const Study study = study_from_text(text, "map.toml");
  for (const char* verb : {"verdict", "transmit"}) {
    try {
      if (std::string(verb) == "verdict")
        verdict(study);
      else
        transmit(study);
      ADD_FAILURE() << verb;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(verb));
    }
  }
  // A strike of a contact that takes no part is none.
  std::string falls = text;
  falls.replace(falls.find("velocity = [0, 3]"), 17, "velocity = [0, -3]");
  EXPECT_EQ(strike(study_from_text(falls, "map.toml"), {}).results[0].verdict,
            Verdict::not_colliding);
}

}  // namespace
}  // namespace carom
