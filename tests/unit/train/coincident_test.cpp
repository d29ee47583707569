/// Rigid hits in one instant: one answer, by springs, which prefers no side; and beside it what
/// orders one after the other lead to, every one of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "train/collide.hpp"
#include "train/instant.hpp"

namespace carom {
namespace {

using Velocities = std::vector<double>;

/// Whole rigid bodies in a row that touch.
Train rigid(const Velocities& masses, const Velocities& velocities, double restitution) {
  Train train;
  train.model = ContactModel::rigid;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    train.bodies.push_back(
        {.name = std::to_string(i), .mass = masses[i], .velocity = velocities[i]});
    if (i > 0)
      train.pairs.push_back(
          {.left = std::to_string(i - 1), .right = std::to_string(i), .restitution = restitution});
  }
  return train;
}

/// Seen from the other side.
Train mirrored(Train train) {
  std::ranges::reverse(train.bodies);
  std::ranges::reverse(train.pairs);
  for (TrainBody& body : train.bodies) body.velocity *= -1;
  for (TrainPair& pair : train.pairs) std::swap(pair.left, pair.right);
  return train;
}

Velocities after(const TrainResult& result) {
  Velocities all;
  for (const TrainBodyResult& body : result.bodies) all.push_back(body.velocity_after);
  return all;
}

Velocities mirrored(Velocities velocities) {
  std::ranges::reverse(velocities);
  for (double& each : velocities) each *= -1;
  return velocities;
}

bool near(const Velocities& one, const Velocities& other, double tolerance) {
  return std::ranges::equal(one, other,
                            [&](double a, double b) { return std::abs(a - b) <= tolerance; });
}

/// With every order besides.
TrainResult followed(const Train& train) {
  return collision(train, LineLimits{.orders = true});
}

/// What the orders lead to.
std::vector<Velocities> outcomes(const TrainResult& result) {
  std::vector<Velocities> all;
  if (result.simultaneous == 0) all.push_back(after(result));
  for (const TrainResult& other : result.alternatives) all.push_back(after(other));
  return all;
}

/// Each of one is among the other.
bool within(const std::vector<Velocities>& one, const std::vector<Velocities>& other,
            double tolerance) {
  return std::ranges::all_of(one, [&](const Velocities& each) {
    return std::ranges::any_of(other,
                               [&](const Velocities& b) { return near(each, b, tolerance); });
  });
}

/// Every order of hits of bodies that touch, by recursion and without memory: another hand's.
void every_order(const Train& train, const Velocities& v, std::vector<Velocities>& found,
                 int depth = 0) {
  bool over = true;
  for (std::size_t c = 0; c + 1 < v.size(); ++c) {
    if (v[c] - v[c + 1] <= 1e-11) continue;
    over = false;
    if (depth == 24) continue;
    const double a = train.bodies[c].mass, b = train.bodies[c + 1].mass;
    const double e = train.pairs[c].restitution;
    Velocities next = v;
    const double centre = (a * v[c] + b * v[c + 1]) / (a + b);
    next[c] = centre - e * b / (a + b) * (v[c] - v[c + 1]);
    next[c + 1] = centre + e * a / (a + b) * (v[c] - v[c + 1]);
    every_order(train, next, found, depth + 1);
  }
  if (over && std::ranges::none_of(found, [&](const auto& each) { return near(each, v, 1e-9); }))
    found.push_back(v);
}

void expect_books_close(const Train& train, const TrainResult& result) {
  const auto check = [&](const TrainResult& each) {
    double momentum = 0, energy = 0;
    for (std::size_t b = 0; b < train.bodies.size(); ++b) {
      const double m = train.bodies[b].mass, v = each.bodies[b].velocity_after;
      const double before = train.bodies[b].velocity;
      momentum += m * (v - before);
      energy += 0.5 * m * (before * before - v * v);
    }
    EXPECT_NEAR(momentum, 0, 1e-12);
    EXPECT_NEAR(energy, each.lost + each.vibration, 1e-11);
    for (const TrainContactResult& contact : each.contacts) EXPECT_GE(contact.lost, -1e-12);
    for (std::size_t b = 0; b + 1 < each.bodies.size(); ++b)
      EXPECT_LE(each.bodies[b].velocity_after, each.bodies[b + 1].velocity_after + 1e-9);
  };
  check(result);
  for (const TrainResult& other : result.alternatives) check(other);
}

/// Outcomes that differ by less than 1e-9 count as one: 3e-9 between what is kept of them.
void expect_mirrored(const TrainResult& result, const TrainResult& image) {
  std::vector<Velocities> reflected;
  for (const Velocities& each : outcomes(result)) reflected.push_back(mirrored(each));
  EXPECT_TRUE(within(reflected, outcomes(image), 3e-9));
  EXPECT_TRUE(within(outcomes(image), reflected, 3e-9));
}

/// Two strike one from both sides. One first: 1 and 2 leave with −1/4 … by Newton's rule, hit by
/// hit; together each pair parts with half its approach, and the middle one stays.
TEST(CoincidentHits, OrdersOfASymmetricTrain) {
  EXPECT_TRUE(collision(rigid({1, 2, 1}, {1, 0, -1}, 0.5)).alternatives.empty());
  const TrainResult result = followed(rigid({1, 2, 1}, {1, 0, -1}, 0.5));
  EXPECT_EQ(result.verdict, TrainVerdict::collided);
  EXPECT_EQ(result.simultaneous, 1);
  EXPECT_TRUE(result.exhaustive);
  EXPECT_TRUE(near(after(result), {-0.5, 0, 0.5}, 1e-14));
  ASSERT_EQ(result.alternatives.size(), 2U);
  EXPECT_TRUE(near(after(result.alternatives[0]), {-0.5, 0.125, 0.25}, 1e-15));
  EXPECT_TRUE(near(after(result.alternatives[1]), {-0.25, -0.125, 0.5}, 1e-15));
  EXPECT_EQ(result.alternatives[0].order, (std::vector<std::size_t>{1, 0, 1}));
  EXPECT_EQ(result.alternatives[1].order, (std::vector<std::size_t>{0, 1, 0}));
  EXPECT_NEAR(result.lost, 0.75, 1e-14);
  expect_books_close(rigid({1, 2, 1}, {1, 0, -1}, 0.5), result);
}

/// Equal elastic balls exchange velocities, in whatever order: sorted in the end. This is not what
/// striking together gives.
TEST(CoincidentHits, OrdersThatAgreeAreOneAlternative) {
  for (const Velocities& v : {Velocities{3, 1, 0}, {2, 0.5, 0.4, -3}, {1, 0, 0, 0, -1}}) {
    const Train train = rigid(Velocities(v.size(), 0.7), v, 1);
    const TrainResult result = followed(train);
    EXPECT_EQ(result.verdict, TrainVerdict::collided);
    ASSERT_EQ(result.alternatives.size(), 1U);
    Velocities sorted = v;
    std::ranges::sort(sorted);
    EXPECT_TRUE(near(after(result.alternatives[0]), sorted, 1e-14));
    EXPECT_FALSE(near(after(result), sorted, 1e-3));
    expect_books_close(train, result);
  }
}

/// The numbers that are known of the law (docs/theory/simultaneous.md).
TEST(CoincidentHits, CradlesBySprings) {
  const TrainResult three = collision(rigid({1, 1, 1}, {1, 0, 0}, 1));
  EXPECT_TRUE(near(after(three), {-0.130261695065, 0.150229569435, 0.980032125630}, 1e-11));
  const TrainResult five = collision(rigid(Velocities(5, 2.5), {1, 0, 0, 0, 0}, 1));
  EXPECT_TRUE(near(
      after(five),
      {-0.132279484710, -0.075329169803, -0.031010829014, 0.296217750141, 0.942401733385}, 1e-11));
  // As the second spring grows stiff, the second ball and the third are one; as it grows soft, the
  // hits are one after the other.
  Train train = rigid({1, 1, 1}, {1, 0, 0}, 1);
  train.pairs[1].stiffness = 1e-8;
  EXPECT_TRUE(near(after(collision(train)), {0, 0, 1}, 1e-6));
  train.pairs[1].stiffness = 1e6;
  EXPECT_NEAR(after(collision(train))[0], -1.0 / 3, 1e-4);
}

/// A ball that moves hardly at all changes the answer hardly at all.
TEST(CoincidentHits, AreContinuous) {
  const Velocities rests = after(collision(rigid({1, 2, 1}, {1, 0, 0}, 0.8)));
  for (const double v : {1e-6, 1e-9})
    EXPECT_TRUE(near(after(collision(rigid({1, 2, 1}, {1, 0, -v}, 0.8))), rests, 10 * v));
}

/// Two pairs that have no body in common and part from each other.
TEST(CoincidentHits, SeparatePairsHaveOneAnswer) {
  const TrainResult result = collision(rigid({1, 3, 2, 1}, {-1, -2, 2, 1}, 0.4));
  EXPECT_EQ(result.verdict, TrainVerdict::collided);
  EXPECT_TRUE(
      near(after(result), {-1 - 1.4 * 0.75, -2 + 1.4 * 0.25, 2 - 1.4 / 3, 1 + 2.8 / 3}, 1e-14));
}

/// Newton's cradle: of three balls one pair approaches at a time. Of four and e < 1 the second hit
/// leaves two pairs that approach, with a third between them: the order shows.
TEST(CoincidentHits, CradlesOfThreeAndFour) {
  const double e = 0.9, p = (1 + e) / 2, q = (1 - e) / 2;
  const TrainResult three = followed(rigid({1, 1, 1}, {1, 0, 0}, e));
  EXPECT_EQ(three.verdict, TrainVerdict::collided);
  ASSERT_EQ(three.alternatives.size(), 1U);
  EXPECT_TRUE(
      near(after(three.alternatives[0]), {q * q + p * p * q, q * p + q * p * q, p * p}, 1e-15));
  const Train train = rigid({1, 1, 1, 1}, {1, 0, 0, 0}, e);
  const TrainResult four = followed(train);
  EXPECT_EQ(four.verdict, TrainVerdict::collided);
  std::vector<Velocities> found;
  every_order(train, {1, 0, 0, 0}, found);
  EXPECT_EQ(found.size(), 2U);
  EXPECT_TRUE(within(found, outcomes(four), 1e-12));
  expect_books_close(train, four);
}

/// Bodies that meet at the same time on different ways: 0.1 m at 1 m/s, 0.3 m at 3 m/s, where
/// rounding alone would say which is first. A real difference of times is an order.
TEST(CoincidentHits, ThatComeToCoincideLater) {
  Train train = rigid({1, 2, 1.5}, {1, 0, -3}, 0.5);
  const TrainResult touching = followed(train);
  ASSERT_EQ(touching.simultaneous, 1);
  for (const double scale : {1e-6, 0.1, 0.7, 3e3}) {
    train.pairs[0].gap = scale;
    train.pairs[1].gap = 3 * scale;
    const TrainResult met = followed(train);
    EXPECT_EQ(met.simultaneous, 1) << scale;
    EXPECT_TRUE(near(after(met), after(touching), 1e-12)) << scale;
    ASSERT_EQ(met.alternatives.size(), touching.alternatives.size()) << scale;
    EXPECT_TRUE(within(outcomes(met), outcomes(touching), 1e-12)) << scale;
    EXPECT_NEAR(met.contacts[1].from, scale, 1e-12 * scale);
    train.pairs[1].gap = 3 * scale * (1 + 1e-6);
    const TrainResult first = collision(train);
    EXPECT_EQ(first.verdict, TrainVerdict::collided) << scale;
    train.pairs[1].gap = 3 * scale * (1 - 1e-6);
    const TrainResult second = collision(train);
    EXPECT_TRUE(within({after(first), after(second)}, outcomes(touching), 1e-12)) << scale;
    EXPECT_FALSE(near(after(first), after(second), 1e-3)) << scale;
  }
}

/// A body in segments is struck at different ones: no order, and the answer is symmetric.
TEST(CoincidentHits, OnDifferentSegmentsHaveOneAnswer) {
  Train train = rigid({1, 2, 1}, {1, 0, -1}, 0.5);
  train.bodies[1].segments = 4;
  train.bodies[1].stiffness = 1e6;
  const TrainResult result = collision(train);
  EXPECT_EQ(result.verdict, TrainVerdict::collided);
  EXPECT_NEAR(result.bodies[1].velocity_after, 0, 1e-10);
  EXPECT_NEAR(result.bodies[0].velocity_after, -result.bodies[2].velocity_after, 1e-10);
  EXPECT_LT(std::abs(result.energy_residual), 1e-11);
}

/// What meets again later, after outcomes that differ: every run is followed to its end.
TEST(CoincidentHits, RunsGoOnFromEveryOutcome) {
  Train train = rigid({1, 2, 1, 50}, {1, 0, -1, 0}, 0.5);
  train.pairs[2].gap = 0.2;
  const TrainResult result = followed(train);
  ASSERT_EQ(result.alternatives.size(), 2U);
  for (const TrainResult& other : result.alternatives) EXPECT_GT(other.contacts[2].touches, 0);
  EXPECT_GT(result.contacts[2].from, 0);
  expect_books_close(train, result);
}

/// Orders beyond counting are sampled, and it is said; still from both sides alike.
TEST(CoincidentHits, TooManyOrdersAreTold) {
  const Train train = rigid(Velocities(9, 1), {1, 0.8, 0.2, 0, 0, 0, -0.3, -0.4, -1}, 0.6);
  const TrainResult result = followed(train);
  EXPECT_FALSE(result.exhaustive);
  EXPECT_GE(result.alternatives.size(), 4U);
  expect_books_close(train, result);
  expect_mirrored(result, followed(mirrored(train)));
  // A cradle of six has 97 outcomes: the extremes are kept.
  const Train cradle = rigid(Velocities(6, 1), {1, 0, 0, 0, 0, 0}, 0.5);
  const TrainResult six = followed(cradle);
  EXPECT_FALSE(six.exhaustive);
  EXPECT_LE(six.alternatives.size(), 12U);
  expect_mirrored(six, followed(mirrored(cradle)));
  // Twelve equal elastic balls have 12! orders, which agree.
  Velocities v;
  for (int i = 12; i > 0; --i) v.push_back(i * i);
  const TrainResult elastic = followed(rigid(Velocities(12, 1), v, 1));
  EXPECT_EQ(elastic.verdict, TrainVerdict::collided);
  EXPECT_FALSE(elastic.exhaustive);
  std::ranges::sort(v);
  ASSERT_EQ(elastic.alternatives.size(), 1U);
  EXPECT_TRUE(near(after(elastic.alternatives[0]), v, 1e-11));
}

/// Random trains, some of them symmetric, with gaps that are closed, equal or any: the mirrored
/// train has the mirrored outcomes, given and others; every book closes; and where all touch and
/// all orders can be counted, they are those of plain recursion.
TEST(CoincidentHits, MirroredTrainsHaveMirroredOutcomes) {
  std::mt19937 random(14);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(random);
  };
  int together = 0, counted = 0;
  for (int k = 0; k < 400; ++k) {
    SCOPED_TRACE(k);
    const std::size_t n = 3 + static_cast<std::size_t>(k % 3);
    Velocities masses(n), velocities(n);
    const bool symmetric = k % 4 == 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t other = n - 1 - i;
      masses[i] = symmetric && other < i ? masses[other] : uniform(0.2, 3);
      velocities[i] = symmetric && other < i ? -velocities[other] : uniform(-1, 1);
      if (symmetric && other == i) velocities[i] = 0;
    }
    Train train = rigid(masses, velocities, k % 5 == 0 ? 1 : uniform(0.3, 0.95));
    for (std::size_t c = 0; c < train.pairs.size(); ++c) {
      const std::size_t other = train.pairs.size() - 1 - c;
      train.pairs[c].gap = k % 2 == 0               ? 0
                           : symmetric && other < c ? train.pairs[other].gap
                           : uniform(0, 1) < 0.4    ? 0
                                                    : uniform(0, 0.2);
    }
    const TrainResult result = followed(train);
    const TrainResult image = followed(mirrored(train));
    ASSERT_NE(result.verdict, TrainVerdict::too_long);
    EXPECT_EQ(result.verdict, image.verdict);
    // The springs' events are amplified rounding.
    EXPECT_TRUE(near(mirrored(after(result)), after(image), 1e-9));
    expect_mirrored(result, image);
    expect_books_close(train, result);
    EXPECT_TRUE(!symmetric || near(mirrored(after(result)), after(result), 1e-9));
    EXPECT_NE(result.verdict, TrainVerdict::ambiguous);
    if (result.simultaneous > 0) ++together;
    if (k % 2 == 0 && n < 5 && result.exhaustive) {
      std::vector<Velocities> found;
      every_order(train, velocities, found);
      // An order that ends as the springs do is told once.
      std::vector<Velocities> all = outcomes(result);
      all.push_back(after(result));
      EXPECT_TRUE(within(found, all, 2e-9));
      ++counted;
    }
  }
  EXPECT_GT(together, 100);
  EXPECT_GT(counted, 100);
}

/// Contacts that last take part: a heap at rest that is struck at both ends.
TEST(CoincidentHits, ARestingRowStruckAtBothEnds) {
  const Train train = rigid({1, 1, 1, 1, 1}, {1, 0, 0, 0, -1}, 0.5);
  const TrainResult result = collision(train);
  EXPECT_EQ(result.verdict, TrainVerdict::collided);
  EXPECT_TRUE(near(mirrored(after(result)), after(result), 1e-12));
  expect_books_close(train, result);
}

/// e = 0: whatever the order, those that are pressed together stay together.
TEST(CoincidentHits, PlasticBodiesMoveAsOneHitByHit) {
  const Train train = rigid({1, 2, 1, 4}, {4, 1, 0, -2}, 0);
  const TrainResult result = followed(train);
  EXPECT_EQ(result.verdict, TrainVerdict::collided);
  EXPECT_TRUE(result.exhaustive);
  expect_books_close(train, result);
  for (const Velocities& each : outcomes(result))
    EXPECT_TRUE(near(each, Velocities(4, -0.25), 1e-10) || near(each, after(result), 1e-12));
}

}  // namespace
}  // namespace carom
