/// Faults of a train's description: all at once, with where they are.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/train.hpp"

namespace carom {
namespace {

using ::testing::HasSubstr;

Train sound() {
  Train train;
  train.bodies = {{.name = "a", .mass = 1, .stiffness = 1e6, .contact_stiffness = 1e9},
                  {.name = "b", .mass = 1, .stiffness = 1e6, .contact_stiffness = 1e9}};
  train.pairs = {{.left = "a", .right = "b", .restitution = 0.5}};
  return train;
}

TEST(TrainFaults, SoundHasNone) {
  EXPECT_TRUE(train_faults(sound()).empty());
}

void expect_fault(const Train& train, const Where& where, const std::string& part) {
  const std::vector<Fault> faults = train_faults(train);
  ASSERT_EQ(faults.size(), 1u) << part;
  EXPECT_EQ(faults[0].where, where);
  EXPECT_THAT(faults[0].message, HasSubstr(part));
}

/// Squares and products of larger or smaller numbers leave the range of doubles.
TEST(TrainFaults, SizesBeyondDoubles) {
  Train train = sound();
  train.bodies[0].velocity = -1e300;
  expect_fault(train, {"body", 0, "velocity"},
               "velocity is -1e+300; its size must be between 1e-50 and 1e+50, or 0");
  train = sound();
  train.bodies[1].velocity = 1e-200;
  expect_fault(train, {"body", 1, "velocity"}, "velocity is 1e-200; its size must be");
  train = sound();
  train.bodies[0].mass = 1e-300;
  expect_fault(train, {"body", 0, "mass"}, "mass is 1e-300; its size must be");
  train = sound();
  train.pairs[0].gap = 1e60;
  expect_fault(train, {"pair", 0, "gap"}, "gap is 1e+60; its size must be");
}

TEST(TrainFaults, CoefficientsThatGiveNoCount) {
  Train train = sound();
  train.bodies[1].kind = BodyKind::cylinder;
  train.coefficients = SegmentCoefficients{38, 0, 0};
  EXPECT_TRUE(train_faults(train).empty());
  train.bodies[0].stiffness = train.bodies[1].stiffness =
      0;  // whole bodies, for which it is not used
  EXPECT_TRUE(train_faults(train).empty());
  train.bodies[0].stiffness = train.bodies[1].stiffness = 1e6;
  train.coefficients = SegmentCoefficients{1, 1e6, 0};
  expect_fault(train, {"train", -1, "rule"}, "rule gives inf segments to \"a\" (r = 100)");
  train.coefficients = SegmentCoefficients{38, 0, 0, 1e30};
  expect_fault(train, {"train", -1, "rule"}, "rule: hard_first is 1e+30; must be a whole number");
  train.coefficients = SegmentCoefficients{38, 0, 0, 6, 2.7};
  expect_fault(train, {"train", -1, "rule"}, "rule: soft_first is 2.7; must be a whole number");
}

TEST(TrainFaults, EachIsTold) {
  Train train = sound();
  train.bodies[0].stiffness = -3;
  expect_fault(train, {"body", 0, "stiffness"}, "stiffness is -3; must be >= 0");
  train = sound();
  train.bodies[1].contact_stiffness = 0;
  expect_fault(train, {"body", 1, "contact_stiffness"}, "must be > 0");
  train = sound();
  train.pairs[0].restitution = 1.01;
  expect_fault(train, {"pair", 0, "restitution"}, "restitution is 1.01; must be in [0, 1]");
  train = sound();
  train.pairs[0].gap = -1e-6;
  expect_fault(train, {"pair", 0, "gap"}, "the bodies overlap");
  train = sound();
  train.bodies[0].segments = 2.5;
  expect_fault(train, {"body", 0, "segments"}, "whole number");
  train = sound();
  train.tolerance = 0;
  expect_fault(train, {"train", -1, "tolerance"}, "must be > 0");
  train = sound();
  train.rule = "alluhydan2018";
  expect_fault(train, {"train", -1, "rule"}, "did you mean \"alluhydan2019\"");
  train = sound();
  train.pairs.clear();
  expect_fault(train, {"body", 1, ""}, "no [[pair]]");
}

TEST(TrainFaults, AllAtOnce) {
  Train train = sound();
  train.bodies[0].mass = 0;
  train.bodies[1].name = "a";
  train.pairs[0].right = "c";
  train.pairs[0].restitution = -1;
  EXPECT_GE(train_faults(train).size(), 4u);
}

}  // namespace
}  // namespace carom
