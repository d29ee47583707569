/// Bounces under friction that end without slip: the ray of their region, against sequences.

#include "maps/approach.hpp"

#include <gtest/gtest.h>

#include "pair_cases.hpp"

namespace carom {
namespace {

using testing::pair_case;
using testing::pair_mechanism;
using testing::pair_start;
using testing::PairOf;

/// A disc at rest in slip, pushed by nothing along the plate: h′ = 0, no drift, and every bounce
/// shrinks by e.
TEST(Approach, OfADisc) {
  const PairOf disc(testing::disc(0.1, 1, 0.005, 0.4, 0.6), "kinetic");
  const auto found = boundary_approach(disc.pair, PairState{});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->drift, 0);
  EXPECT_EQ(found->slip, 0);
  EXPECT_NEAR(found->ratio, 0.6, 1e-15);
  EXPECT_EQ(found->mode, PairMode::sticking_in_compression);
}

/// On a steep plate that friction does not hold the slip grows from bounce to bounce, past every
/// cone; held, the collisions stick, and by the kinetic law −u̇⁺/u̇⁻ is still e, as h′ = 0.
TEST(Approach, OnASlope) {
  Mechanism m = testing::disc(0.1, 1, 0.005, 0.05, 0.6);
  m.gravity = {5, -8};
  const PairOf slides(m, "kinetic");
  EXPECT_FALSE(boundary_approach(slides.pair, PairState{}).has_value());
  m.contacts[0].friction = 0.8;
  const PairOf sticks(m, "kinetic");
  const auto found = boundary_approach(sticks.pair, PairState{});
  ASSERT_TRUE(found.has_value());
  EXPECT_DOUBLE_EQ(found->drift, 5);
  EXPECT_NEAR(found->ratio, 0.6, 1e-15);
  EXPECT_NEAR(found->slip, 0, 1e-15);
}

/// Sequences of an ellipse: the last ratio of rebounds is that of the ray by its law, which is not
/// e by the kinetic one, and exactly e by the kinematic one.
TEST(Approach, IsHowSequencesEnd) {
  const testing::json c = pair_case("B-fric-seq-mu0.2");
  for (const char* law : {"kinematic", "kinetic", "energetic"}) {
    SCOPED_TRACE(law);
    const PairOf body(pair_mechanism(c["inputs"]["pair"], 0.6), law);
    const auto run = pair_sequence(body.pair, pair_start(c["inputs"]["x0"], 0.2), 0, 10000, 10);
    ASSERT_TRUE(run.limit.has_value());
    const auto found = boundary_approach(body.pair, run.limit->state);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->mode, run.collisions.back().mode);
    EXPECT_NEAR(run.limit->ratio, found->ratio, 1e-6);
    EXPECT_LT(std::abs(found->attraction), 1);
    const double e = body.pair.restitution();
    if (law == std::string("kinematic"))
      EXPECT_NEAR(found->ratio, e, 1e-14);
    else
      EXPECT_GT(std::abs(found->ratio - e), 1e-3);
  }
}

/// Where W > 0 nothing ends.
TEST(Approach, NotWhereThePlateLetsGo) {
  Mechanism m = testing::disc(0.1, 1, 0.005, 0.4, 0.6);
  m.gravity = {0, 1};
  const PairOf disc(m, "kinetic");
  EXPECT_FALSE(ray_bounce(disc.pair, PairState{}, 0).has_value());
  EXPECT_FALSE(boundary_approach(disc.pair, PairState{}).has_value());
}

}  // namespace
}  // namespace carom
