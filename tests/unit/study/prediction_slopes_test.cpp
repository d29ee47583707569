/// What a fit is told of derivatives: they are those of its own predictions.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "laws/registry.hpp"
#include "study/prediction.hpp"

namespace carom {
namespace {

/// Times of impacts and the end, along what falls, is thrown, slides and comes to roll.
const std::string thrown = R"toml([parameters]
e = 0.6
mu = 0.3
h = 0.5
vx = 0.5
T = 3
[world]
gravity = [0, -9.81]
[base]
position = [0.0, "h"]
[[link]]
name = "disc"
length = 0.0
mass = 1.0
com = 0.0
inertia = 0.005
[[surface]]
name = "floor"
[[contact]]
name = "rim"
link = "disc"
at = 0.0
surface = "floor"
friction = "mu"
restitution = "e"
outline = { kind = "disc", radius = 0.1 }
[state]
angles = [0]
rates = [-30]
velocity = ["vx", 0]
[simulate]
duration = "T"
tolerance = 1e-12
)toml";

PredictionTask task_of(const Scenario& scenario, const std::vector<std::string>& free,
                       const std::vector<std::string>& compare) {
  PredictionTask task;
  task.free = free;
  for (const std::string& name : compare) task.quantities.push_back(*fit_quantity(scenario, name));
  return task;
}

/// Differences of order four at two steps: their own error is what they differ by.
void expect_slopes(Prediction& prediction, const std::vector<double>& at, std::size_t experiment,
                   double rounding) {
  const std::size_t size = prediction.size(), free = at.size();
  std::vector<double> slopes(size * free), values(size);
  ASSERT_EQ(prediction.predict(at, experiment, values), "");
  ASSERT_TRUE(prediction.slopes(at, experiment, slopes));
  for (std::size_t j = 0; j < free; ++j) {
    const auto moved = [&](double step) {
      std::vector<double> there = at, told(size);
      there[j] += step;
      EXPECT_EQ(prediction.predict(there, experiment, told), "");
      return told;
    };
    const auto difference = [&](double step) {
      const auto a = moved(2 * step), b = moved(step), c = moved(-step), d = moved(-2 * step);
      std::vector<double> found;
      for (std::size_t k = 0; k < size; ++k)
        found.push_back((8 * (b[k] - c[k]) - (a[k] - d[k])) / (12 * step));
      return found;
    };
    const double step = 1e-4 * std::max(std::abs(at[j]), 0.1);
    const std::vector<double> coarse = difference(2 * step), fine = difference(step);
    for (std::size_t k = 0; k < size; ++k)
      EXPECT_NEAR(slopes[k * free + j], fine[k],
                  std::abs(fine[k] - coarse[k]) + rounding * (1 + std::abs(values[k])) / step)
          << "number " << k << " by parameter " << j;
  }
}

TEST(PredictionSlopes, OfTimesAndTheEndOfAMotion) {
  const Study study = study_from_text(thrown, "thrown.toml");
  PredictionTask task =
      task_of(study.scenario, {"e", "mu", "h", "vx", "T"},
              {"impact.1.time", "impact.3.time", "event.2.time", "final.position.x",
               "final.angle.disc", "final.velocity.x", "final.rate.disc"});
  task.given = {"rate.disc"};
  task.inputs = {{-30}, {-20}};
  task.law = find_law("energetic");
  const auto prediction = motion_prediction(study, task);
  for (const std::size_t row : {0u, 1u}) {
    SCOPED_TRACE(row);
    expect_slopes(*prediction, {0.6, 0.3, 0.5, 0.5, 3}, row, 1e-9);
  }
}

/// Across impacts, and where times do not rise and are not at equal steps.
TEST(PredictionSlopes, OfSamplesOfAMotion) {
  const Study study = study_from_text(thrown, "thrown.toml");
  PredictionTask task = task_of(study.scenario, {"e", "h", "vx"},
                                {"position.x", "position.y", "velocity.x", "rate.disc"});
  task.times = {0.1, 0.02, 0.4, 0.55, 0.9, 1.3, 2.9};
  task.law = find_law("energetic");
  // Samples are predicted through cubics between neighbours 1/4000 of the duration apart.
  expect_slopes(*motion_prediction(study, task), {0.6, 0.5, 0.5}, 0, 1e-8);
}

/// An event that does not happen has no slope, and hinders no other.
TEST(PredictionSlopes, LeaveOutWhatDoesNotHappen) {
  const Study study = study_from_text(thrown, "thrown.toml", std::vector<std::string>{"T=0.5"});
  PredictionTask task = task_of(study.scenario, {"h"}, {"impact.1.time", "impact.9.time"});
  task.inputs = {{}};
  task.law = find_law("energetic");
  const auto prediction = motion_prediction(study, task);
  std::vector<double> values(2), slopes(2);
  EXPECT_EQ(prediction->predict(std::vector{0.5}, 0, values), "no such event within the motion");
  ASSERT_TRUE(prediction->slopes(std::vector{0.5}, 0, slopes));
  // It falls h less the radius: t = √(2 (h − r)/g).
  EXPECT_NEAR(slopes[0], 1 / std::sqrt(2 * 9.81 * 0.4), 1e-10);
}

TEST(PredictionSlopes, AreDifferencesWhereTheMotionHasNone) {
  // A contact that yields.
  std::string yielding = thrown;
  yielding.replace(yielding.find("restitution = \"e\""), 17,
                   "compliance = { kind = \"hertz\", stiffness = 1e6, restitution = 0.6 }");
  const Study study = study_from_text(yielding, "thrown.toml");
  PredictionTask task = task_of(study.scenario, {"h"}, {"final.position.x"});
  task.inputs = {{}};
  task.law = find_law("energetic");
  std::vector<double> slopes(1);
  EXPECT_FALSE(motion_prediction(study, task)->slopes(std::vector{0.5}, 0, slopes));
}

TEST(PredictionSlopes, OfCollisionsOfATrain) {
  const TrainStudy study = train_study_from_text(R"toml([parameters]
e = 0.8
k = 1e8
m = 0.2
[train]
model = "hertz"
[[body]]
name = "a"
mass = "m"
stiffness = 1e7
contact_stiffness = "2*k"
segments = 3
velocity = 1.0
[[body]]
name = "b"
mass = 0.1
contact_stiffness = "k"
[[pair]]
between = ["a", "b"]
restitution = "e"
)toml",
                                                 "train.toml");
  PredictionTask task = task_of(study.scenario, {"e", "k", "m"},
                                {"velocity.a_after", "velocity.b_after", "restitution"});
  task.given = {"velocity.a"};
  task.inputs = {{1.0}, {0.3}};
  const auto prediction = collision_prediction(study, task);
  for (const std::size_t row : {0u, 1u}) {
    SCOPED_TRACE(row);
    expect_slopes(*prediction, {0.8, 1e8, 0.2}, row, 1e-11);
  }
}

/// A row that sets the number which a free parameter would set otherwise: it does not move.
TEST(PredictionSlopes, WhatARowSetsDoesNotFollowAParameter) {
  const Study study = study_from_text(thrown, "thrown.toml");
  PredictionTask task = task_of(study.scenario, {"vx"}, {"final.position.x"});
  task.given = {"velocity.x"};
  task.inputs = {{0.7}};
  task.law = find_law("energetic");
  std::vector<double> slopes(1);
  ASSERT_TRUE(motion_prediction(study, task)->slopes(std::vector{0.5}, 0, slopes));
  EXPECT_EQ(slopes[0], 0);
}

}  // namespace
}  // namespace carom
