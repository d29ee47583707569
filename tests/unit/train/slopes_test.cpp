/// The derivative of a train's collision: closed forms, differences, and where there is none.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "carom/train_sensitivity.hpp"

namespace carom {
namespace {

using testing::HasSubstr;

Train train_of(ContactModel model, const std::vector<TrainBody>& bodies,
               const std::vector<TrainPair>& pairs) {
  Train train;
  train.model = model;
  train.bodies = bodies;
  train.pairs = pairs;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    train.bodies[b].name = std::to_string(b);
    if (b == 0) continue;
    train.pairs[b - 1].left = std::to_string(b - 1);
    train.pairs[b - 1].right = std::to_string(b);
  }
  return train;
}

TrainSlopes slopes_by(const Train& train, const std::vector<NumberSlope>& numbers) {
  std::vector<TrainSlopes> slopes;
  collide(train, {}, std::vector<TrainDirection>{{numbers}}, slopes);
  return slopes.at(0);
}

/// Where a number of a train is, by its name.
struct Named {
  std::string name;
  std::function<double&(Train&)> at;
};
std::vector<Named> numbers_of(const Train& train) {
  std::vector<Named> all;
  for (std::size_t b = 0; b < train.bodies.size(); ++b) {
    const std::string body = fmt::format("body.{}.", b);
    all.push_back({body + "mass", [b](Train& t) -> double& { return t.bodies[b].mass; }});
    all.push_back({body + "velocity", [b](Train& t) -> double& { return t.bodies[b].velocity; }});
    if (train.bodies[b].segments > 1)
      all.push_back(
          {body + "stiffness", [b](Train& t) -> double& { return t.bodies[b].stiffness; }});
    if (train.model != ContactModel::rigid)
      all.push_back({body + "contact_stiffness",
                     [b](Train& t) -> double& { return *t.bodies[b].contact_stiffness; }});
  }
  for (std::size_t p = 0; p < train.pairs.size(); ++p) {
    // At the ends of its range it has one side, or none.
    if (const double e = train.pairs[p].restitution; e > 0 && e < 1)
      all.push_back({fmt::format("pair.{}.restitution", p),
                     [p](Train& t) -> double& { return t.pairs[p].restitution; }});
    all.push_back(
        {fmt::format("pair.{}.gap", p), [p](Train& t) -> double& { return t.pairs[p].gap; }});
  }
  return all;
}

/// What is told of a collision, in an order of its own; of times those that `like` has slopes of.
std::vector<double> numbers(const TrainResult& result, const TrainSlopes* like = nullptr) {
  std::vector<double> all;
  for (const TrainBodyResult& body : result.bodies) all.push_back(body.velocity_after);
  all.insert(all.end(),
             {result.energy_before - result.energy_after, result.vibration, result.lost});
  for (std::size_t c = 0; c < result.contacts.size(); ++c) {
    const TrainContactResult& contact = result.contacts[c];
    all.push_back(contact.impulse);
    const bool touches = contact.touches > 0;
    if (like != nullptr ? like->contacts[c].from.has_value() : touches) all.push_back(contact.from);
    if (like != nullptr ? like->contacts[c].to.has_value() : touches) all.push_back(contact.to);
  }
  if (result.restitution) all.push_back(*result.restitution);
  return all;
}
std::vector<double> numbers(const TrainSlopes& slopes) {
  std::vector<double> all = slopes.velocities;
  all.insert(all.end(), {slopes.energy_loss, slopes.vibration, slopes.lost});
  for (const TrainSlopes::Contact& contact : slopes.contacts) {
    all.push_back(contact.impulse);
    if (contact.from) all.push_back(*contact.from);
    if (contact.to) all.push_back(*contact.to);
  }
  if (slopes.restitution) all.push_back(*slopes.restitution);
  return all;
}

/// Chains of up to four bodies of a few segments, in units near one, that meet with gaps.
class RandomTrains {
 public:
  explicit RandomTrains(unsigned seed) : random_(seed) {}
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  bool coin() { return between(0, 1) < 0.5; }

  Train next(ContactModel model) {
    const int count = 2 + static_cast<int>(between(0, 3));
    std::vector<TrainBody> bodies;
    std::vector<TrainPair> pairs;
    const bool whole = model == ContactModel::rigid ? between(0, 1) < 0.8 : coin();
    double speed = between(1, 2);
    for (int b = 0; b < count; ++b) {
      bodies.push_back(
          {.mass = between(0.5, 2),
           .stiffness = between(50, 500),
           .contact_stiffness = between(50, 500),
           .segments = whole ? 1.0 : std::floor(between(1, model == ContactModel::rigid ? 3 : 5)),
           .velocity = speed});
      speed -= between(0.2, 1);
      const double kind = between(0, 1);
      const double e = kind < 0.15 ? 0 : kind < 0.25 ? 1 : between(0.4, 0.95);
      if (b > 0) pairs.push_back({.restitution = e, .gap = between(0.01, 0.3)});
    }
    Train train = train_of(model, bodies, pairs);
    if (model != ContactModel::rigid) {
      const bool plastic =
          std::ranges::any_of(pairs, [](const TrainPair& pair) { return pair.restitution == 0; });
      if (between(0, 1) < 0.3 && !plastic) train.interior = Interior::dissipating;
      if (between(0, 1) < 0.3) train.history = History::latched;
    }
    return train;
  }

 private:
  std::mt19937 random_;
};

class TrainDifferences : public testing::TestWithParam<ContactModel> {};

/// Differences of order four at two steps: their own error is what they differ by. Where something
/// new happens within the step (a further touch, its order) they say nothing.
TEST_P(TrainDifferences, AreTheSlopes) {
  RandomTrains random(7 + static_cast<unsigned>(GetParam()));
  // Hertz's force begins at 1e-7 of the depth: impulses and times of contacts end there.
  const double of_contact = GetParam() == ContactModel::hertz ? 1e-6 : 1e-8;
  int compared = 0, left_out = 0;
  for (int i = 0; i < 60; ++i) {
    const Train train = random.next(GetParam());
    const std::vector<Named> all = numbers_of(train);
    std::vector<TrainDirection> along;
    for (const Named& each : all) along.push_back({{{each.name, 1.0}}});
    std::vector<TrainSlopes> slopes;
    const TrainResult here = collide(train, {}, along, slopes);
    ASSERT_EQ(slopes.size(), all.size());
    const std::size_t energies = train.bodies.size() + 3;
    for (std::size_t n = 0; n < all.size(); ++n) {
      SCOPED_TRACE(fmt::format("train {}, {}", i, all[n].name));
      ASSERT_FALSE(slopes[n].hindered) << name(*slopes[n].hindered);
      EXPECT_EQ(slopes[n].side, Side::both);
      const std::vector<double> values = numbers(here, &slopes[n]);
      const std::vector<double> told = numbers(slopes[n]);
      ASSERT_EQ(told.size(), values.size());
      bool same = true;
      const auto at = [&](double step) {
        Train other = train;
        all[n].at(other) += step;
        const TrainResult result = collide(other);
        for (std::size_t c = 0; c < here.contacts.size(); ++c)
          same = same && result.contacts[c].touches == here.contacts[c].touches;
        same = same && result.events == here.events;
        return numbers(result, &slopes[n]);
      };
      const auto difference = [&](double step) {
        const auto far = at(2 * step), near = at(step), back = at(-step), far_back = at(-2 * step);
        std::vector<double> slope;
        for (std::size_t k = 0; same && k < values.size(); ++k)
          slope.push_back((8 * (near[k] - back[k]) - (far[k] - far_back[k])) / (12 * step));
        return slope;
      };
      Train copy = train;
      const double unit = std::max(std::abs(all[n].at(copy)), 0.05);
      const std::vector<double> coarse = difference(2e-4 * unit), fine = difference(1e-4 * unit);
      if (!same) {
        ++left_out;
        continue;
      }
      ++compared;
      for (std::size_t k = 0; k < values.size(); ++k)
        EXPECT_NEAR(told[k], fine[k],
                    std::abs(fine[k] - coarse[k]) +
                        (k < energies ? 1e-8 : of_contact) * (1 + std::abs(values[k])) / unit)
            << k;
    }
  }
  EXPECT_GT(compared, 5 * left_out);
  EXPECT_GT(compared, 300);
}

INSTANTIATE_TEST_SUITE_P(Models, TrainDifferences,
                         testing::Values(ContactModel::rigid, ContactModel::bilinear,
                                         ContactModel::hertz),
                         [](const auto& each) { return std::string(name(each.param)); });

/// Newton's rule for one pair: v₁⁺ = v₁ − (1 + e) m₂ a/(m₁ + m₂), at a time gap/a.
TEST(TrainSlopes, OfOneRigidPairInClosedForm) {
  const double m1 = 2, m2 = 3, v1 = 1.5, v2 = 0.25, e = 0.7, gap = 0.1, a = v1 - v2;
  const Train train =
      train_of(ContactModel::rigid, {{.mass = m1, .velocity = v1}, {.mass = m2, .velocity = v2}},
               {{.restitution = e, .gap = gap}});
  const double whole = m1 + m2;
  const auto near = [](const std::vector<double>& found, double first, double second) {
    ASSERT_EQ(found.size(), 2u);
    EXPECT_NEAR(found[0], first, 1e-14);
    EXPECT_NEAR(found[1], second, 1e-14);
  };
  near(slopes_by(train, {{"body.0.mass"}}).velocities, (1 + e) * m2 * a / (whole * whole),
       (1 + e) * m2 * a / (whole * whole));
  near(slopes_by(train, {{"body.0.velocity"}}).velocities, 1 - (1 + e) * m2 / whole,
       (1 + e) * m1 / whole);
  const TrainSlopes by_e = slopes_by(train, {{"pair.0.restitution"}});
  near(by_e.velocities, -m2 * a / whole, m1 * a / whole);
  EXPECT_NEAR(by_e.lost, -m1 * m2 / whole * a * a * e, 1e-14);
  EXPECT_NEAR(by_e.energy_loss, by_e.lost, 1e-14);
  EXPECT_NEAR(*by_e.restitution, 1, 1e-14);
  EXPECT_NEAR(by_e.contacts[0].impulse, m1 * m2 / whole * a, 1e-14);
  const TrainSlopes by_gap = slopes_by(train, {{"pair.0.gap"}});
  near(by_gap.velocities, 0, 0);
  EXPECT_NEAR(*by_gap.contacts[0].from, 1 / a, 1e-14);
  EXPECT_NEAR(*slopes_by(train, {{"body.1.velocity"}}).contacts[0].from, gap / (a * a), 1e-14);
}

/// nimblephysics#97: of two equal elastic balls the struck one ends, a time t in all, at x₁ + v₁ t.
/// Engines whose derivative misses that the instant of the hit moves give .75, .25, .91, .08.
TEST(TrainSlopes, OfTheStruckOfTwoBallsIsThatOfTheOther) {
  const double x1 = 0, x2 = 1, v1 = 2, v2 = 0.5, t = 1;
  const Train train =
      train_of(ContactModel::rigid, {{.mass = 1, .velocity = v1}, {.mass = 1, .velocity = v2}},
               {{.restitution = 1, .gap = x2 - x1}});
  const TrainResult result = collide(train);
  const double hit = result.contacts[0].from, after = result.bodies[1].velocity_after;
  // x(t) = x₂ + v₂ t_hit + v₂⁺ (t − t_hit)
  const auto moves = [&](const std::vector<NumberSlope>& along, double x2_slope, double v2_slope) {
    const TrainSlopes slopes = slopes_by(train, along);
    EXPECT_FALSE(slopes.hindered);
    return x2_slope + v2_slope * hit + slopes.velocities[1] * (t - hit) +
           (v2 - after) * *slopes.contacts[0].from;
  };
  EXPECT_NEAR(moves({{"pair.0.gap", -1}}, 0, 0), 1, 1e-14);
  EXPECT_NEAR(moves({{"pair.0.gap", 1}}, 1, 0), 0, 1e-14);
  EXPECT_NEAR(moves({{"body.0.velocity"}}, 0, 0), t, 1e-14);
  EXPECT_NEAR(moves({{"body.1.velocity"}}, 0, 1), 0, 1e-14);
}

/// Whole bodies with one Hertz contact part with e of their approach, whatever their stiffness; it
/// lasts 2.943 (μ²/(K² a))^(1/5), elastic: by K as −2/5 of it over K.
TEST(TrainSlopes, OfOneHertzContactInClosedForm) {
  Train train = train_of(
      ContactModel::hertz,
      {{.mass = 1, .contact_stiffness = 200, .velocity = 1}, {.mass = 2, .contact_stiffness = 300}},
      {{.restitution = 0.6, .gap = 0.05}});
  const TrainSlopes by_e = slopes_by(train, {{"pair.0.restitution"}});
  EXPECT_NEAR(*by_e.restitution, 1, 1e-10);
  for (const double slope : slopes_by(train, {{"body.0.contact_stiffness"}}).velocities)
    EXPECT_NEAR(slope, 0, 1e-10);
  train.pairs[0].restitution = 1;
  const TrainResult result = collide(train);
  // Both stiffnesses in proportion: that of the contact as well.
  const TrainSlopes stiffer =
      slopes_by(train, {{"body.0.contact_stiffness", 200}, {"body.1.contact_stiffness", 300}});
  EXPECT_NEAR(*stiffer.contacts[0].to - *stiffer.contacts[0].from,
              -0.4 * result.contacts[0].duration, 1e-8);
}

/// Momentum is kept whatever changes: Σ m v⁺′ + m′ v⁺ = Σ m v′ + m′ v.
TEST(TrainSlopes, KeepMomentum) {
  RandomTrains random(3);
  for (int i = 0; i < 20; ++i) {
    const Train train = random.next(ContactModel::hertz);
    const TrainResult result = collide(train);
    for (std::size_t b = 0; b < train.bodies.size(); ++b)
      for (const bool by_mass : {true, false}) {
        const TrainSlopes slopes =
            slopes_by(train, {{fmt::format("body.{}.{}", b, by_mass ? "mass" : "velocity")}});
        ASSERT_FALSE(slopes.hindered) << i << " " << name(*slopes.hindered);
        double sum = by_mass ? result.bodies[b].velocity_after : 0;
        for (std::size_t k = 0; k < train.bodies.size(); ++k)
          sum += train.bodies[k].mass * slopes.velocities[k];
        EXPECT_NEAR(sum, by_mass ? train.bodies[b].velocity : train.bodies[b].mass, 1e-10);
      }
  }
}

/// A cradle of rigid balls that touch, by the law of springs: along what keeps them together.
TEST(TrainSlopes, OfHitsInOneInstant) {
  const Train train =
      train_of(ContactModel::rigid, {{.mass = 1, .velocity = 1}, {.mass = 1.2}, {.mass = 0.9}},
               {{.restitution = 0.8}, {.restitution = 0.9, .stiffness = 2}});
  const auto at = [&](const std::function<void(Train&, double)>& change, double step) {
    Train other = train;
    change(other, step);
    return numbers(collide(other));
  };
  const std::vector<std::pair<std::string, std::function<void(Train&, double)>>> changes{
      {"body.0.mass", [](Train& t, double s) { t.bodies[0].mass += s; }},
      {"body.1.mass", [](Train& t, double s) { t.bodies[1].mass += s; }},
      {"body.0.velocity", [](Train& t, double s) { t.bodies[0].velocity += s; }},
      {"pair.0.restitution", [](Train& t, double s) { t.pairs[0].restitution += s; }},
      {"pair.1.stiffness", [](Train& t, double s) { t.pairs[1].stiffness += s; }}};
  for (const auto& [number, change] : changes) {
    SCOPED_TRACE(number);
    const TrainSlopes slopes = slopes_by(train, {{number}});
    ASSERT_FALSE(slopes.hindered) << name(*slopes.hindered);
    constexpr double step = 1e-5;
    const std::vector<double> told = numbers(slopes), after = at(change, step),
                              before = at(change, -step);
    ASSERT_EQ(told.size(), after.size());
    for (std::size_t k = 0; k < told.size(); ++k)
      EXPECT_NEAR(told[k], (after[k] - before[k]) / (2 * step), 1e-7) << k;
  }
  // The last ball alone would leave, or press: hits come one after the other, or another impact.
  EXPECT_EQ(slopes_by(train, {{"body.2.velocity"}}).hindered, TrainHindrance::resting);
  EXPECT_EQ(slopes_by(train, {{"pair.1.gap"}}).hindered, TrainHindrance::resting);
}

TEST(TrainSlopes, AreNoneWhereHitsCoincideByChance) {
  // Both outer balls meet the middle one at 0.1 s.
  const Train train = train_of(
      ContactModel::rigid, {{.mass = 1, .velocity = 1}, {.mass = 2}, {.mass = 1, .velocity = -2}},
      {{.restitution = 0.5, .gap = 0.1}, {.restitution = 0.5, .gap = 0.2}});
  ASSERT_EQ(collide(train).simultaneous, 1);
  EXPECT_EQ(slopes_by(train, {{"body.0.velocity"}}).hindered, TrainHindrance::coincident);
  EXPECT_FALSE(slopes_by(train, {{"body.0.mass"}}).hindered);
  // Both gaps in proportion: they go on to meet together.
  const TrainSlopes together = slopes_by(train, {{"pair.0.gap", 1}, {"pair.1.gap", 2}});
  ASSERT_FALSE(together.hindered);
  EXPECT_NEAR(*together.contacts[0].from, 1, 1e-14);
  EXPECT_NEAR(*together.contacts[1].from, 1, 1e-14);
  for (const double slope : together.velocities) EXPECT_NEAR(slope, 0, 1e-13);
}

/// Hits at one instant that do not feel each other have a time each.
TEST(TrainSlopes, OfHitsApartInOneInstant) {
  const Train train = train_of(ContactModel::rigid,
                               {{.mass = 1, .velocity = 1},
                                {.mass = 1},
                                {.mass = 1, .velocity = 0},
                                {.mass = 3, .velocity = -1}},
                               {{.restitution = 0.5, .gap = 0.1},
                                {.restitution = 1, .gap = 5},
                                {.restitution = 0.5, .gap = 0.1}});
  const TrainSlopes slopes = slopes_by(train, {{"pair.0.gap"}});
  ASSERT_FALSE(slopes.hindered) << name(*slopes.hindered);
  EXPECT_NEAR(*slopes.contacts[0].from, 1, 1e-13);
  EXPECT_NEAR(*slopes.contacts[2].from, 0, 1e-13);
  for (const double slope : slopes.velocities) EXPECT_NEAR(slope, 0, 1e-13);
}

TEST(TrainSlopes, HaveASideWhereBodiesWouldMeetOnOne) {
  const Train train = train_of(ContactModel::hertz,
                               {{.mass = 1, .contact_stiffness = 100, .velocity = 1},
                                {.mass = 1, .contact_stiffness = 100, .velocity = 1}},
                               {{.restitution = 0.5, .gap = 1}});
  const TrainSlopes faster = slopes_by(train, {{"body.0.velocity"}});
  ASSERT_FALSE(faster.hindered);
  EXPECT_EQ(faster.side, Side::below);
  EXPECT_THAT(faster.velocities, testing::ElementsAre(1, 0));
  EXPECT_EQ(slopes_by(train, {{"body.1.velocity"}}).side, Side::above);
  EXPECT_EQ(slopes_by(train, {{"body.0.mass"}}).side, Side::both);
}

/// Hertz balls that touch at rest have a derivative by a velocity on both sides, K(εt)^1.5 being
/// less than ε; linear ones have not. When contact begins is another matter: at once on one side.
TEST(TrainSlopes, OfBallsThatTouchAtRest) {
  for (const ContactModel model : {ContactModel::hertz, ContactModel::bilinear}) {
    const Train train = train_of(model,
                                 {{.mass = 1, .contact_stiffness = 100, .velocity = 1},
                                  {.mass = 1, .contact_stiffness = 100},
                                  {.mass = 2, .contact_stiffness = 100}},
                                 {{.restitution = 0.8, .gap = 0.5}, {.restitution = 0.8}});
    const TrainSlopes slopes = slopes_by(train, {{"body.2.velocity"}});
    ASSERT_FALSE(slopes.hindered);
    EXPECT_EQ(slopes.side, model == ContactModel::hertz ? Side::both : Side::above);
    EXPECT_FALSE(slopes.contacts[1].from);
    EXPECT_TRUE(slopes.contacts[1].to);
    const auto at = [&](double velocity) {
      Train other = train;
      other.bodies[2].velocity = velocity;
      return collide(other).bodies[2].velocity_after;
    };
    constexpr double step = 1e-8;
    // The remainder is as √step.
    EXPECT_NEAR((at(step) - at(0)) / step, slopes.velocities[2], 1e-2);
    const double below = (at(0) - at(-step)) / step;
    if (model == ContactModel::hertz)
      EXPECT_NEAR(below, slopes.velocities[2], 1e-2);
    else
      EXPECT_GT(std::abs(below - slopes.velocities[2]), 0.05);
  }
}

TEST(TrainSlopes, HaveASideAtTheEndOfARange) {
  Train train = train_of(ContactModel::rigid, {{.mass = 1, .velocity = 1}, {.mass = 2}},
                         {{.restitution = 1}});
  EXPECT_EQ(slopes_by(train, {{"pair.0.restitution"}}).side, Side::below);
  const TrainSlopes by_gap = slopes_by(train, {{"pair.0.gap"}});
  EXPECT_EQ(by_gap.side, Side::above);
  EXPECT_NEAR(*by_gap.contacts[0].from, 1, 1e-14);
  train.pairs[0].restitution = 0;
  EXPECT_EQ(slopes_by(train, {{"pair.0.restitution"}}).hindered, TrainHindrance::plastic);
  const TrainSlopes plastic = slopes_by(train, {{"body.0.velocity"}});
  ASSERT_FALSE(plastic.hindered);
  for (const double slope : plastic.velocities) EXPECT_NEAR(slope, 1.0 / 3, 1e-14);
}

TEST(TrainSlopes, RefuseWhatIsNoNumber) {
  const Train train = train_of(ContactModel::rigid, {{.mass = 1, .velocity = 1}, {.mass = 2}},
                               {{.restitution = 1}});
  std::vector<TrainSlopes> slopes;
  try {
    collide(train, {},
            std::vector<TrainDirection>{
                {{{"body.0.mas"}}}, {{{"pair.0.gap", std::numeric_limits<double>::infinity()}}}},
            slopes);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"body.0.mas\" is not a number of the train; did you "
                                        "mean \"body.0.mass\"?"));
    EXPECT_THAT(error.what(), HasSubstr("slopes must be finite"));
  }
}

}  // namespace
}  // namespace carom
