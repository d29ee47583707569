/// Couples that a program gives while a motion goes on.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/simulate.hpp"

namespace carom {
namespace {

/// Two rods that hang from a pin.
Mechanism arm() {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.links = {{.name = "upper", .length = 1.0, .mass = 2.0},
             {.name = "lower", .length = 0.5, .mass = 1.0}};
  m.gravity = {0, -9.81};
  return m;
}

class Spring : public MotionController {
 public:
  void act(double time, std::span<const double> positions, std::span<const double> velocities,
           std::span<double> couples) override {
    ++asked;
    couples[1] = -3 * (positions[1] - positions[0]) - 0.2 * (velocities[1] - velocities[0]) +
                 std::sin(2 * time);
  }
  long asked = 0;
};

/// As a torque of the mechanism with the same formula; and the books close.
TEST(MotionController, DoesWhatAFormulaDoes) {
  Mechanism with_formula = arm();
  with_formula.torques = {{.link = "lower",
                           .against = "upper",
                           .value = {"-3*(angle.lower - angle.upper) - 0.2*(rate.lower - "
                                     "rate.upper) + sin(2*t)"}}};
  const State start{0, {-1.2, -0.9}, {0.5, -1}};
  MotionSink nobody;
  Spring spring;
  const Motion given = simulate(Model(with_formula), start, {.duration = 3}, nobody);
  const Motion controlled =
      simulate(Model(arm()), start, {.duration = 3, .controller = &spring}, nobody);
  ASSERT_EQ(controlled.end, MotionEnd::duration);
  EXPECT_GE(spring.asked, controlled.evaluations);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(controlled.final.positions[k], given.final.positions[k], 1e-8);
    EXPECT_NEAR(controlled.final.velocities[k], given.final.velocities[k], 1e-8);
  }
  EXPECT_NEAR(controlled.energy.inputs, given.energy.inputs, 1e-8);
  EXPECT_GT(std::abs(controlled.energy.inputs), 0.05);
  EXPECT_LT(controlled.energy_error, 1e-7);
}

class Constant : public MotionController {
 public:
  explicit Constant(double couple) : couple_(couple) {}
  void act(double, std::span<const double>, std::span<const double>,
           std::span<double> couples) override {
    EXPECT_EQ(couples[0], 0);
    couples[0] = couple_;
  }

 private:
  double couple_;
};

/// A rod on a pin, on the ground: θ = ½ (c/I) t², I = m l²/3.
TEST(MotionController, ARodThatIsTurned) {
  Mechanism rod;
  rod.base.kind = BaseKind::pinned;
  rod.links = {{.name = "rod", .length = 2.0, .mass = 3.0}};
  Constant motor(0.8);
  MotionSink nobody;
  const Motion motion =
      simulate(Model(rod), {0, {0}, {0}}, {.duration = 5, .controller = &motor}, nobody);
  EXPECT_NEAR(motion.final.positions[0], 0.5 * 0.8 / 4.0 * 25, 1e-9);
  EXPECT_NEAR(motion.energy.inputs, 0.8 * motion.final.positions[0], 1e-9);
}

TEST(MotionController, WhatIsNotFiniteEndsTheMotion) {
  Constant broken(std::numeric_limits<double>::quiet_NaN());
  MotionSink nobody;
  const Motion motion =
      simulate(Model(arm()), {0, {-1, -1}, {0, 0}}, {.duration = 5, .controller = &broken}, nobody);
  EXPECT_EQ(motion.end, MotionEnd::not_finite);
}

}  // namespace
}  // namespace carom
