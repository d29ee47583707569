/// The page of a simulated motion: what it holds is what was computed. How it plays is tested in a
/// browser (web/tests).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "program/running.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::HasSubstr;

/// The page of a scenario's motion.
json simulated(const std::string& scenario, const std::string& folder) {
  const auto ran = carom("simulate " + scenario + " -o " + folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  const auto reported = carom("report " + folder);
  EXPECT_EQ(reported.status, 0) << reported.err;
  return page_data(folder + "/report.html");
}

json motion_of(const json& page) {
  for (const json& each : page.at("sections"))
    if (each.at("kind") == "motion") return each;
  ADD_FAILURE() << "no motion";
  return json::object();
}

TEST(MotionPage, FramesFollowTheMotionAndHoldEveryInstantOfAnEvent) {
  const std::string folder = fresh("disc");
  const json page = simulated(example("bouncing_disc"), folder);
  const json motion = motion_of(page);
  const auto times = motion.at("time").get<std::vector<double>>();
  EXPECT_TRUE(std::ranges::is_sorted(times));
  EXPECT_EQ(times.front(), 0);
  EXPECT_EQ(times.back(), 3);
  const json answer = json::parse(content(folder + "/summary.json")).at("answer");
  ASSERT_EQ(motion.at("events").size(), answer.at("events").size());
  for (const json& event : answer.at("events"))
    EXPECT_NE(std::ranges::find(times, event.at("time").get<double>()), times.end());

  const json& contact = motion.at("contacts").at(0);
  const json& height = motion.at("base").at("at").at("y");
  const double first_impact = std::sqrt(2 * 0.4 / 9.81);
  EXPECT_NEAR(motion.at("events").at(0).at("time").get<double>(), first_impact, 1e-9);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double y = height.at(i), gap = contact.at("gap").at(i);
    EXPECT_NEAR(y - gap, 0.1, 2e-6) << "a disc's gap is its height";
    EXPECT_GT(gap, -1e-6);
    if (times[i] < first_impact) {
      EXPECT_NEAR(y, 0.5 - 9.81 / 2 * times[i] * times[i], 1e-6);
    }
    EXPECT_NEAR(contact.at("touching").at("y").at(i).get<double>(), gap, 2e-6);
    // In the air there is no force; at rest on the floor it is the weight.
    const int mode = contact.at("mode").at(i);
    const json& force = contact.at("force").at("n").at(i);
    if (mode == 0) {
      EXPECT_EQ(force, 0);
    }
    if (mode > 1 && !force.is_null()) {
      EXPECT_NEAR(force.get<double>(), 9.81, 1e-4);
    }
  }
  EXPECT_EQ(contact.at("outline").size(), 64u);
  const json& impulse = motion.at("events").at(0).at("impulses").at(0);
  EXPECT_NEAR(impulse.at(1).get<double>(), 1.6 * std::sqrt(2 * 9.81 * 0.4), 1e-8);
}

TEST(MotionPage, TheEnergyFigureJumpsAtImpactsByWhatTheyLose) {
  const json motion = motion_of(simulated(example("bouncing_disc"), fresh("energies")));
  const json& series = motion.at("beside").at("panels").at(0).at("series");
  std::map<std::string, std::vector<double>> curves;
  for (const json& each : series) curves[each.at("name")] = each.at("y").get<std::vector<double>>();
  const auto times = series.at(0).at("x").get<std::vector<double>>();
  EXPECT_EQ(motion.at("beside").at("panels").at(0).at("x").at("per_second"), 1);
  int jumps = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_NEAR(curves["total"][i] + curves["lost so far"][i],
                curves["total"][0] + curves["lost so far"][0], 1e-7);
    EXPECT_NEAR(curves["total"][i], curves["kinetic"][i] + curves["gravity"][i], 1e-7);
    if (i == 0 || times[i] != times[i - 1]) continue;
    if (curves["lost so far"][i] > curves["lost so far"][i - 1]) ++jumps;
    EXPECT_NEAR(curves["gravity"][i], curves["gravity"][i - 1], 1e-7) << "places do not jump";
  }
  EXPECT_GT(jumps, 5);
}

TEST(MotionPage, YieldingSurfacesSlidersAndDrivenJointsAreShown) {
  for (const char* name : {"switched_bar", "falling_chain", "rocking_block"}) {
    const json motion = motion_of(simulated(example(name), fresh(name)));
    const std::size_t frames = motion.at("time").is_array()
                                   ? motion.at("time").size()
                                   : motion.at("time").at("f64").get<std::string>().size() * 3 / 32;
    EXPECT_GT(frames, 100u) << name;
    EXPECT_LT(content(scratch(name) + "/report.html").size(), 3u << 20) << name;
  }
}

/// A block that has come to rest is told at rest, as in the text of the verb: 1e-13 m and 1e-30 m/s
/// are rounding.
TEST(MotionPage, WhatRestsIsZeroInTheTables) {
  const json page = simulated(example("rocking_block"), fresh("block"));
  int told = 0;
  for (const json& section : page.at("sections")) {
    if (section.at("kind") != "table") continue;
    const bool state = section.at("title").get<std::string>().starts_with("Final state");
    if (!state && section.at("title") != "Contacts at the end") continue;
    for (const json& row : section.at("rows"))
      for (std::size_t c = 2; c < (state ? 4u : 6u); ++c, ++told) EXPECT_EQ(row.at(c), 0) << row;
  }
  EXPECT_EQ(told, 3 * 2 + 2 * 4);
}

TEST(MotionPage, AMotionThatStopsEarlySaysWhy) {
  std::string text = content(example("bouncing_disc"));
  text += "events = 3\n";
  const std::string folder = fresh("stopped");
  carom("simulate " + written("stopped.toml", text) + " -o " + folder);
  const auto ran = carom("report " + folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json page = page_data(folder + "/report.html");
  EXPECT_THAT(page.at("sections").at(0).at("paragraphs").dump(),
              HasSubstr("the limit of 3 events was reached"));
  EXPECT_EQ(motion_of(page).at("events").size(), 3u);
}

TEST(MotionPage, DamagedResultsAreRefused) {
  const std::string folder = fresh("damaged_motion");
  ASSERT_EQ(carom("simulate " + example("rocking_block") + " -o " + folder).status, 0);
  EXPECT_EQ(carom("report " + folder + " --at x=1").status, 2);
  written("damaged_motion/events.csv", "time,mode\n");
  auto ran = carom("report " + folder);
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("do not have the same events"));
  fs::remove(folder + "/trajectory.h5");
  ran = carom("report " + folder);
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("trajectory.h5"));
  EXPECT_FALSE(fs::exists(folder + "/report.html"));
}

}  // namespace
}  // namespace carom
