/// Classics: what their judgements rest on, and that they can fail.

#include "reproductions/classics_parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "reproductions/reproduce.hpp"
#include "reproductions/walker_limit.hpp"
#include "study/simulate.hpp"

namespace carom {
namespace {

using namespace classics_parts;

TEST(Classics, ANumberThatMissesDoesNotHold) {
  EXPECT_EQ(met("x", "y", 1.5, 1.5 + 0.9e-9, "", 1e-9).verdict, Holding::holds);
  EXPECT_EQ(met("x", "y", 1.5, 1.5 + 1.1e-9, "", 1e-9).verdict, Holding::does_not_hold);
  EXPECT_EQ(met("x", "y", 1.5, std::nan(""), "", 1e-9).verdict, Holding::does_not_hold);
}

/// Exact for errors of the orders 1 and 2.
TEST(Classics, ExtrapolatesTwoOrders) {
  const auto at = [](double s) { return 3 - 2 * s + 5 * s * s; };
  const Extrapolated e = extrapolated({at(0.4), at(0.2), at(0.1)});
  EXPECT_NEAR(e.limit, 3, 1e-14);
  const auto first = [](double s) { return 1 + s; };
  EXPECT_NEAR(extrapolated({first(0.4), first(0.2), first(0.1)}).ratio, 2, 1e-12);
  const auto third = [](double s) { return s * s * s; };
  EXPECT_GT(std::abs(extrapolated({third(0.4), third(0.2), third(0.1)}).limit), 1e-3);
}

/// The second method beside the mechanisms: published numbers, and the leg's energy.
TEST(Classics, TheWalkersLimitHasItsGait) {
  const auto gait = walking::walker_gait({.2, -.2}, 0.009, 1);
  ASSERT_TRUE(gait.has_value());
  EXPECT_NEAR(gait->state[0], 0.20031090054, 1e-11);
  EXPECT_NEAR(gait->state[1], -0.19983247300, 1e-11);
  EXPECT_NEAR(gait->time, 3.8824637529, 1e-10);
  const auto multiplier = gait->multipliers()[0];
  EXPECT_NEAR(multiplier.real(), -0.190099841, 2e-9);
  EXPECT_NEAR(std::abs(multiplier.imag()), 0.557598777, 2e-9);
  // What it falls in a step is what the strike takes: θ̇⁻²(1 − cos² 2θ)/2 = 2 sin θ sin γ.
  const double stance = gait->state[0], kept = std::cos(2 * stance);
  const double before = gait->state[1] / kept;
  EXPECT_NEAR(0.5 * before * before * (1 - kept * kept), 2 * std::sin(stance) * std::sin(0.009),
              1e-12);
  EXPECT_FALSE(walking::walker_step({.3, -.05}, 0.009).has_value());  // it falls backwards
}

TEST(Classics, TheWalkerDoubles) {
  auto gait = walking::walker_gait({.2, -.2}, 0.009, 1);
  ASSERT_TRUE(gait.has_value());
  const auto slope = walking::walker_doubling(*gait, 1, 0.009, 0.018);
  ASSERT_TRUE(slope.has_value());
  EXPECT_NEAR(*slope, 0.0151, 5e-5);
  const auto both = gait->multipliers();
  EXPECT_NEAR(std::min(both[0].real(), both[1].real()), -1, 1e-8);
}

/// Motions and impacts, without the maps, which take seconds: all as on record.
TEST(Classics, MotionsAndImpactsHold) {
  Comparison found;
  add_motions(found, {});
  add_impacts(found, {});
  EXPECT_EQ(found.claims.size(), 32U);
  std::vector<Fault> faults;
  const PublishedStudy study = studies_named("classics", "", faults).front();
  ASSERT_GE(study.record.size(), found.claims.size());
  for (std::size_t k = 0; k < found.claims.size(); ++k)
    EXPECT_EQ(found.claims[k].verdict, study.record[k]) << found.claims[k].what;
}

/// A scenario that is another one has other answers.
TEST(Classics, AnotherScenarioDoesNotHold) {
  const std::array overrides{std::string("e=0.89")};
  const SimulationReport report = simulate(classic("bouncing_ball", overrides));
  double end = 0;
  for (const MotionEvent& e : report.events)
    if (e.kind == MotionEventKind::limit) end = e.time;
  EXPECT_NEAR(end, std::sqrt(2 / 9.81) * 1.89 / 0.11, 1e-10);
  EXPECT_EQ(met("x", "y", 8.57894917873, end, "s", 1e-10).verdict, Holding::does_not_hold);
}

/// The rimless wheel through the motion, with all its mass near the hub: the closed form, and the
/// wheel is where it was before the step, turned back.
TEST(Classics, TheRimlessWheelOfTheLimit) {
  Comparison found;
  add_wheel(found, {});
  ASSERT_EQ(found.claims.size(), 3U);
  for (const Claim& claim : found.claims) EXPECT_EQ(claim.verdict, Holding::holds) << claim.what;
}

}  // namespace
}  // namespace carom
