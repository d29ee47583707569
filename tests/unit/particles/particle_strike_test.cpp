#include "particles/particle_strike.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "support/particles.hpp"

namespace carom {
namespace {

using testing::contact_at;
using testing::dense_answer;
using testing::dense_response;
using testing::Random;
using testing::unit;

constexpr double degree = std::numbers::pi / 180;

/// Three masses, rods at θ and −θ, the first on the floor, the last struck upwards.
ParticleTree arch(double theta, double mass = 1) {
  return {
      {mass, mass, mass}, {{0, 1, unit(theta), 0}, {1, 2, unit(-theta), 1}}, {contact_at(0, 0)}};
}

TEST(ParticleStrike, TheArchOfTheNote) {
  const ParticleAnswer pressed = strike(arch(30 * degree), {2, {0, 1}});
  EXPECT_NEAR(pressed.normal_impulse[0], 1.0 / 26, 1e-15);
  EXPECT_EQ(pressed.normal_velocity[0], 0);
  const ParticleAnswer critical = strike(arch(45 * degree), {2, {0, 1}});
  EXPECT_NEAR(critical.outcome[0], 0, 1e-16);
  const ParticleAnswer leaves = strike(arch(60 * degree), {2, {0, 1}});
  EXPECT_NEAR(leaves.normal_velocity[0], 0.1, 1e-15);
  EXPECT_EQ(leaves.normal_impulse[0], 0);
}

/// What every answer must satisfy, whatever found it: momentum of every mass, rods that keep their
/// length, complementarity.
void expect_consistent(const ParticleTree& tree, const ParticleImpulse& impulse,
                       const ParticleAnswer& answer, double relative) {
  double size = 1;  // wedges can carry far more than the strike
  for (const double f : answer.normal_impulse) size = std::max(size, std::abs(f));
  for (const double f : answer.tension) size = std::max(size, std::abs(f));
  const double tolerance = relative * size;
  std::vector<Vec2> balance(tree.masses.size());
  for (std::size_t i = 0; i < balance.size(); ++i) balance[i] = tree.masses[i] * answer.velocity[i];
  balance[impulse.mass] -= impulse.impulse;
  for (std::size_t r = 0; r < tree.rods.size(); ++r) {
    const ParticleRod& rod = tree.rods[r];
    balance[rod.first] -= answer.tension[r] * rod.direction;
    balance[rod.second] += answer.tension[r] * rod.direction;
    EXPECT_NEAR(dot(rod.direction, answer.velocity[rod.second] - answer.velocity[rod.first]), 0,
                tolerance);
  }
  for (std::size_t j = 0; j < tree.contacts.size(); ++j) {
    const ParticleContact& contact = tree.contacts[j];
    balance[contact.mass] -= answer.normal_impulse[j] * contact.normal;
    const double v = dot(contact.normal, answer.velocity[contact.mass]);
    EXPECT_GE(v, -tolerance);
    EXPECT_GE(answer.normal_impulse[j], -tolerance);
    EXPECT_NEAR(v * answer.normal_impulse[j], 0, tolerance);
  }
  for (const Vec2& rest : balance) {
    EXPECT_NEAR(rest.x, 0, tolerance);
    EXPECT_NEAR(rest.y, 0, tolerance);
  }
}

/// Elimination on the tree against the dense problem solved by pivoting: two methods that share
/// nothing. Tolerance: rounding times the condition of the dense rod matrix, at most about 1e5
/// here.
TEST(ParticleStrike, AgreesWithTheDenseProblemOnThousandsOfTrees) {
  Random random(20260801);
  int closed = 0, compared = 0;
  for (int round = 0; round < 4000; ++round) {
    const int masses = 1 + random.below(14);
    const auto [tree, impulse] = random_particles(random, masses, random.below(masses + 2));
    const ParticleAnswer answer = strike(tree, impulse);
    const testing::DenseAnswer dense = dense_answer(tree, impulse);
    SCOPED_TRACE(round);
    expect_consistent(tree, impulse, answer, 1e-11);
    // With more contacts than freedoms G is singular, and Lemke's path ends on a ray or with
    // impulses full of rounding.
    if (!dense.solved || (dense.normal_velocity.array() < -1e-12).any() ||
        dense.impulse.lpNorm<Eigen::Infinity>() > 1e2)
      continue;
    ++compared;
    for (int i = 0; i < masses; ++i) {
      EXPECT_NEAR(answer.velocity[i].x, dense.velocity[2 * i], 1e-10);
      EXPECT_NEAR(answer.velocity[i].y, dense.velocity[2 * i + 1], 1e-10);
    }
    for (int j = 0; j < static_cast<int>(tree.contacts.size()); ++j) {
      EXPECT_NEAR(answer.normal_velocity[j], dense.normal_velocity[j], 1e-10);
      EXPECT_NEAR(answer.self_response[j], dense.response(j, j), 1e-10);
      if (answer.impulses_determined) {
        // The dense way multiplies rounding by the condition of G, up to 1e8 here.
        EXPECT_NEAR(answer.normal_impulse[j], dense.impulse[j],
                    1e-7 * (1 + std::abs(dense.impulse[j])));
      }
      closed += answer.closed[j];
    }
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_GT(compared, 3500);
  EXPECT_GT(closed, 4000);
}

/// Right angles, parallel rods, legs normal to their surfaces, slots and corners: directions in
/// steps of 30° hit all of them. The equations and inequalities themselves are the judge.
TEST(ParticleStrike, SingularConfigurationsHaveConsistentAnswers) {
  Random random(20260802);
  int undetermined = 0;
  for (int round = 0; round < 4000; ++round) {
    const int masses = 2 + random.below(10);
    ParticleTree tree;
    for (int i = 0; i < masses; ++i) {
      tree.masses.push_back(1 + random.below(3));
      if (i > 0)
        tree.rods.push_back({random.below(i), i, unit(30 * degree * random.below(12)), -1});
    }
    for (int j = random.below(masses + 3); j > 0; --j)
      tree.contacts.push_back(contact_at(random.below(masses), 30 * degree * random.below(12)));
    const ParticleImpulse impulse{random.below(masses), unit(30 * degree * random.below(12))};
    const ParticleAnswer answer = strike(tree, impulse);
    SCOPED_TRACE(round);
    expect_consistent(tree, impulse, answer, 1e-10);
    undetermined += answer.impulses_determined ? 0 : 1;
    if (::testing::Test::HasFailure()) break;

    // Determined exactly when no null combination z of G fits: F + z stays consistent.
    const testing::DenseAnswer dense = dense_answer(tree, impulse);
    double apart = 0;
    for (std::size_t j = 0; j < tree.contacts.size(); ++j)
      apart =
          std::max(apart, std::abs(dense.impulse[static_cast<int>(j)] - answer.normal_impulse[j]));
    EXPECT_FALSE(dense.solved && apart > 1e-6 && answer.impulses_determined);
    // Of all consistent sets ours has the least norm: never above Lemke's.
    double ours = 0;
    for (const double f : answer.normal_impulse) ours += f * f;
    EXPECT_TRUE(!dense.solved || std::sqrt(ours) <= dense.impulse.norm() + 1e-9);
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_GT(undetermined, 100);
}

/// A vertical strut between floor and ceiling, pushed down at its head: only F₀ − F₁ is determined.
TEST(ParticleStrike, AStrutHasUniqueVelocitiesAndTheLeastImpulses) {
  const ParticleTree strut{{1, 2, 1.5},
                           {{0, 1, {0, 1}, 0}, {1, 2, unit(30 * degree), 1}},
                           {contact_at(0, 0), contact_at(1, 180 * degree)}};
  const ParticleAnswer answer = strike(strut, {2, {0, -1}});
  EXPECT_FALSE(answer.impulses_determined);
  EXPECT_NEAR(answer.normal_impulse[0], 0.16, 1e-14);
  EXPECT_NEAR(answer.normal_impulse[1], 0, 1e-14);
  EXPECT_NEAR(answer.velocity[2].y, -0.56, 1e-14);
  EXPECT_NEAR(answer.tension[0], -0.16, 1e-14);
}

/// Three legs at 120°, each foot's surface normal to its leg, the hub struck from above along one
/// of them: the hub cannot move. The least impulses by hand: min Σ F² with Σ F a = (0, −1)·(−1);
/// legs at −90°, 30°, 150° push along 90°, 210°, 330°: F = (1, 0, 0) + t (1, 1, 1), least at t = 0.
TEST(ParticleStrike, ATripodThatCannotMoveCarriesTheLeastImpulses) {
  ParticleTree tripod{{1, 1, 1, 1}, {}, {}};
  int foot = 1;
  for (const double angle : {-90.0, 30.0, 150.0}) {
    tripod.rods.push_back({0, foot, unit(angle * degree), -1});
    tripod.contacts.push_back(contact_at(foot++, (angle + 90) * degree));
  }
  const ParticleAnswer answer = strike(tripod, {0, {0, -1}});
  EXPECT_FALSE(answer.impulses_determined);
  for (const Vec2& v : answer.velocity) EXPECT_EQ(v, Vec2{});
  EXPECT_NEAR(answer.normal_impulse[0], 1, 1e-12);
  EXPECT_NEAR(answer.normal_impulse[1], 0, 1e-12);
  EXPECT_NEAR(answer.normal_impulse[2], 0, 1e-12);
  // Struck between two legs both carry: Σ F a = R with the hub still.
  const ParticleAnswer between = strike(tripod, {0, {0, 1}});
  expect_consistent(tripod, {0, {0, 1}}, between, 1e-12);
  EXPECT_FALSE(between.impulses_determined);
  EXPECT_NEAR(between.normal_impulse[1], 1, 1e-12);
  EXPECT_NEAR(between.normal_impulse[2], 1, 1e-12);
}

/// κ and the tension from momentum: a mass alone, and one that pulls another straight along.
TEST(ParticleStrike, ClosedFormsOfOneAndTwoMasses) {
  const ParticleAnswer alone = strike({{2.0}, {}, {}}, {0, {1, -4}});
  EXPECT_DOUBLE_EQ(alone.velocity[0].x, 0.5);
  EXPECT_DOUBLE_EQ(alone.velocity[0].y, -2);
  const ParticleAnswer pair = strike({{2.0, 3.0}, {{0, 1, {1, 0}, 0}}, {}}, {0, {1, 1}});
  EXPECT_DOUBLE_EQ(pair.velocity[0].x, 0.2);
  EXPECT_DOUBLE_EQ(pair.velocity[0].y, 0.5);
  EXPECT_DOUBLE_EQ(pair.velocity[1].x, 0.2);
  EXPECT_DOUBLE_EQ(pair.tension[0], -0.6);
}

/// Rooted at another mass the elimination is the same linear map.
TEST(ParticleStrike, HeldResponsesAreReciprocal) {
  Random random(20260803);
  for (int round = 0; round < 200; ++round) {
    const auto [tree, impulse] = random_particles(random, 8, 3);
    const ClosedContacts closed{1, 0, static_cast<std::uint8_t>(random.below(2))};
    const ParticleImpulse other{random.below(8), unit(random.in(-3, 3))};
    const double there =
        dot(other.impulse, held_response(tree, closed, impulse).velocity[other.mass]);
    const double back =
        dot(impulse.impulse, held_response(tree, closed, other).velocity[impulse.mass]);
    EXPECT_NEAR(there, back, 1e-13);
  }
}

}  // namespace
}  // namespace carom
