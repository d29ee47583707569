// carom::collide, the public function: the answers of the verb, and faults all at once.

#include <gtest/gtest.h>

#include <cmath>

#include "train/collide.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

Train balls(std::vector<double> masses, std::vector<double> velocities, double restitution,
            ContactModel model) {
  Train train;
  train.model = model;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    train.bodies.push_back({.name = "b" + std::to_string(i),
                            .mass = masses[i],
                            .contact_stiffness = 1e9,
                            .velocity = velocities[i]});
    if (i > 0)
      train.pairs.push_back({.left = train.bodies[i - 1].name,
                             .right = train.bodies[i].name,
                             .restitution = restitution});
  }
  return train;
}

TEST(Collide, HasBodiesContactsAndEnergies) {
  const TrainResult result = collide(balls({1, 1}, {1, 0}, 0.5, ContactModel::hertz));
  ASSERT_EQ(result.verdict, TrainVerdict::collided);
  ASSERT_EQ(result.bodies.size(), 2u);
  ASSERT_EQ(result.contacts.size(), 1u);
  // v₁⁺ = (1 − e)/2, v₂⁺ = (1 + e)/2; what is lost is (1 − e²)/4. To the train's tolerance.
  EXPECT_NEAR(result.bodies[0].velocity_after, 0.25, 1e-8);
  EXPECT_NEAR(result.bodies[1].velocity_after, 0.75, 1e-8);
  EXPECT_NEAR(result.lost, 0.1875, 1e-8);
  EXPECT_NEAR(result.contacts[0].impulse, 0.75, 1e-8);
  EXPECT_GT(result.contacts[0].peak_force, 0);
  EXPECT_GT(result.estimated_seconds, 0);
}

TEST(Collide, DecidesCoincidentHitsTogether) {
  const Train train = balls({1, 2, 1}, {1, 0, -1}, 0.5, ContactModel::rigid);
  const TrainResult result = collide(train);
  EXPECT_EQ(result.verdict, TrainVerdict::collided);
  EXPECT_EQ(result.simultaneous, 1);
  EXPECT_NEAR(result.bodies[0].velocity_after, -0.5, 1e-13);
  EXPECT_TRUE(result.alternatives.empty());
  EXPECT_EQ(collide(train, {.orders = true}).alternatives.size(), 2u);
  EXPECT_EQ(collide(balls({1, 1}, {0, 1}, 0.5, ContactModel::rigid)).verdict,
            TrainVerdict::never_meet);
}

TEST(Collide, DoesNotBeginWhatTakesTooLong) {
  Train train = balls({1, 1}, {1, 0}, 0.5, ContactModel::hertz);
  for (TrainBody& body : train.bodies) {
    body.segments = 400;
    body.stiffness = 1e7;
  }
  const TrainResult result = collide(train, {.patience = 1e-6});
  EXPECT_EQ(result.verdict, TrainVerdict::too_long);
  EXPECT_TRUE(result.bodies.empty());
  EXPECT_GT(result.estimated_seconds, 1e-6);
}

TEST(Collide, ChoosesSegmentsByTheRule) {
  Train train = balls({1, 1}, {1, 0}, 0.9, ContactModel::hertz);
  train.bodies[0].stiffness = 1e8;
  train.bodies[1].stiffness = 1e7;
  for (TrainBody& body : train.bodies) body.segments_by_rule = true;
  const Train given = segmented(train);
  const TrainResult result = collide(train);
  for (std::size_t b = 0; b < 2; ++b) {
    EXPECT_EQ(result.bodies[b].segments, given.bodies[b].segments);
    EXPECT_EQ(result.bodies[b].velocity_after, collision(given).bodies[b].velocity_after);
  }
}

TEST(Collide, RefusesWithEveryFaultOfTrainAndOptions) {
  Train train = balls({-1, 1}, {1, 0}, 0.5, ContactModel::hertz);
  try {
    collide(train, {.patience = 0});
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 2u);
    EXPECT_EQ(error.faults()[0].message, "body \"b0\": mass is -1; must be > 0");
    EXPECT_EQ(error.faults()[1].message, "collide: patience is 0; must be > 0");
  }
  EXPECT_EQ(faults(CollideOptions{.patience = std::nan("")}).at(0).message,
            "collide: patience is nan; must be finite");
  EXPECT_TRUE(faults(CollideOptions{}).empty());
}

}  // namespace
}  // namespace carom
