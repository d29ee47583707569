/// The law `simultaneous` over random mechanisms, by `carom::strike`: one contact alone is the
/// energetic law; of several that strike at once no energy is made, whatever their stiffness.

#include <gtest/gtest.h>

#include <cmath>

#include "carom/strike.hpp"
#include "support/touching.hpp"

namespace carom {
namespace {

using testing::Random;
using testing::random_collision;

TEST(SimultaneousMechanisms, OneContactAloneIsTheEnergeticLaw) {
  Random random(1717);
  int compared = 0, wedged = 0;
  while (compared < 1000) {
    const testing::RandomOptions options{.links = 1 + random.below(5), .contacts = 1};
    const auto collision = random_collision(random, options, false);
    if (!collision) continue;
    const Model model(collision->mechanism);
    Workspace one(model), other(model);
    const Impact rigid = strike(model, collision->state, {.law = "energetic"}, one);
    const Impact springs = strike(model, collision->state, {.law = "simultaneous"}, other);
    ASSERT_EQ(rigid.error, StrikeError::none);
    ASSERT_EQ(springs.error, StrikeError::none);
    if (springs.reason == Reason::locked) {
      // A wedged spring keeps what it took; the rigid law ends there at rest.
      ++wedged;
      if (rigid.verdict == Verdict::unique) {
        EXPECT_NEAR(rigid.contacts[0].velocity_after[1], 0, 1e-9);
      }
      continue;
    }
    ASSERT_EQ(rigid.verdict, springs.verdict) << compared;
    if (rigid.verdict != Verdict::unique) continue;
    double fastest = 0;
    for (const double v : collision->state.velocities) fastest = std::max(fastest, std::abs(v));
    for (const double v : rigid.velocities) fastest = std::max(fastest, std::abs(v));
    for (std::size_t i = 0; i < rigid.velocities.size(); ++i)
      EXPECT_NEAR(rigid.velocities[i], springs.velocities[i], 1e-10 * fastest) << compared;
    EXPECT_NEAR(rigid.contact_work, springs.contact_work, 1e-10 * rigid.kinetic_energy_before);
    EXPECT_EQ(rigid.contacts[0].outcome, springs.contacts[0].outcome) << compared;
    ++compared;
  }
  EXPECT_LT(wedged, 100);
}

TEST(SimultaneousMechanisms, SeveralStrikersMakeNoEnergy) {
  Random random(1718);
  int solved = 0, several = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const testing::RandomOptions options{.links = 1 + random.below(5),
                                         .contacts = 2 + random.below(3)};
    auto collision = random_collision(random, options, false);
    if (!collision) continue;
    for (Contact& contact : collision->mechanism.contacts)
      contact.parameters = {{"stiffness", std::exp(random.in(-2, 2))}};
    for (double& v : collision->state.velocities) v += random.in(-1, 1);
    const Model model(collision->mechanism);
    Workspace workspace(model);
    const Impact impact = strike(model, collision->state, {.law = "simultaneous"}, workspace);
    if (impact.error != StrikeError::none || impact.velocities.empty()) continue;
    ++solved;
    int striking = 0;
    double turnover = impact.kinetic_energy_before;
    for (const ContactImpact& contact : impact.contacts) {
      striking += contact.colliding ? 1 : 0;
      turnover += std::abs(contact.work[0]) + std::abs(contact.work[1]);
      EXPECT_GE(contact.impulse[1], 0) << trial;
    }
    several += striking > 1 ? 1 : 0;
    EXPECT_FALSE(impact.makes_energy) << trial;
    EXPECT_LE(impact.contact_work, 1e-10 * turnover) << trial;
  }
  EXPECT_GT(solved, 350);
  EXPECT_GT(several, 100);
}

}  // namespace
}  // namespace carom
