/// Collisions whose answers are known without a computer, and laws that every answer obeys.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "train/collide.hpp"

namespace carom {
namespace {

TrainBody body(const std::string& name, double mass, double velocity = 0, double segments = 1,
               double stiffness = 1e7, double contact = 1e9) {
  return {.name = name,
          .mass = mass,
          .stiffness = stiffness,
          .contact_stiffness = contact,
          .segments = segments,
          .velocity = velocity};
}

/// Bodies that touch, in a row, with one restitution.
Train row(std::vector<TrainBody> bodies, double restitution,
          ContactModel model = ContactModel::hertz) {
  Train train;
  train.model = model;
  for (std::size_t i = 0; i + 1 < bodies.size(); ++i)
    train.pairs.push_back(
        {.left = bodies[i].name, .right = bodies[i + 1].name, .restitution = restitution});
  train.bodies = std::move(bodies);
  return train;
}

TEST(TrainClosedForms, WholeBodiesHaveTheLocalRestitution) {
  for (const ContactModel model :
       {ContactModel::hertz, ContactModel::bilinear, ContactModel::rigid})
    for (const double e : {0.0, 0.1, 0.5, 0.92, 1.0}) {
      const TrainResult result = collision(row({body("a", 0.3, 2), body("b", 1.7, -1)}, e, model));
      EXPECT_NEAR(result.restitution.value(), e, 1e-12) << e;
      EXPECT_EQ(result.contacts[0].touches, 1);
    }
}

/// F = k δ^1.5: δ_m = (5 μ v²/4k)^0.4, F_m = k δ_m^1.5, t = (4√π Γ(2/5)/5Γ(9/10)) δ_m/v.
TEST(TrainClosedForms, ElasticHertzForceAndDuration) {
  const double m1 = 0.3, m2 = 1.7, v = 0.8, k1 = 2e9, k2 = 5e9;
  const TrainResult result =
      collision(row({body("a", m1, v, 1, 1, k1), body("b", m2, 0, 1, 1, k2)}, 1));
  const double mu = m1 * m2 / (m1 + m2), k = k1 * k2 / (k1 + k2);
  const double depth = std::pow(5 * mu * v * v / (4 * k), 0.4);
  const double factor = 4 * std::sqrt(std::numbers::pi) * std::tgamma(0.4) / (5 * std::tgamma(0.9));
  EXPECT_NEAR(result.contacts[0].largest, depth, 1e-12 * depth);
  EXPECT_NEAR(result.contacts[0].peak_force, k * std::pow(depth, 1.5),
              1e-12 * k * std::pow(depth, 1.5));
  // The way to where force begins (1e-7 of the depth) is taken as straight: far below 1e-9.
  EXPECT_NEAR(result.contacts[0].duration, factor * depth / v, 1e-9 * factor * depth / v);
}

/// F = k δ elastic: half a period of √(k/μ).
TEST(TrainClosedForms, BilinearDuration) {
  const TrainResult result = collision(
      row({body("a", 1, 1, 1, 4e6, 4e6), body("b", 1, 0, 1, 4e6, 4e6)}, 1, ContactModel::bilinear));
  const double expected = std::numbers::pi * std::sqrt(0.5 / 2e6);
  EXPECT_NEAR(result.contacts[0].duration, expected, 1e-11 * expected);
}

/// Two equal elastic bars exchange their velocities: the continuum limit of many segments with a
/// stiff contact.
TEST(TrainClosedForms, EqualBarsExchangeVelocities) {
  double before = 1;
  for (const double segments : {8.0, 32.0, 128.0}) {
    const TrainResult result =
        collision(row({body("a", 1, 1, segments, 1e6, 1e9), body("b", 1, 0, segments, 1e6, 1e9)}, 1,
                      ContactModel::bilinear));
    const double off = std::abs(result.bodies[1].velocity_after - 1);
    EXPECT_LT(off, before) << segments;
    before = off;
  }
  EXPECT_LT(before, 0.03);  // first order in 1/segments
}

/// A solitary wave in a long chain of equal elastic balls (Nesterenko 1983): with F = k δ^1.5 and
/// v_m the fastest that a ball becomes, it passes (4/5)^(2/5) (k/m)^(2/5) v_m^(1/5) balls a second.
TEST(TrainClosedForms, SolitaryWaveSpeed) {
  std::vector<TrainBody> bodies;
  const double m = 0.05, contact = 2e9, k = contact / 2;
  for (int i = 0; i < 60; ++i)
    bodies.push_back(body(std::to_string(i), m, i == 0 ? 0.3 : 0, 1, 1, contact));
  const Train train = row(bodies, 1);
  const TrainResult result = collision(train);
  const TrainTrace trace = collision_trace(train, result, 6000);
  // When balls 30 and 45 are fastest.
  std::size_t at[2] = {0, 0};
  for (std::size_t s = 0; s < trace.times.size(); ++s)
    for (const std::size_t which : {0u, 1u})
      if (trace.velocities[s][which == 0 ? 30 : 45] >
          trace.velocities[at[which]][which == 0 ? 30 : 45])
        at[which] = s;
  const double fastest = trace.velocities[at[0]][30];
  const double speed = 15 / (trace.times[at[1]] - trace.times[at[0]]);  // balls a second
  const double theory = std::pow(0.8, 0.4) * std::pow(fastest, 0.2) * std::pow(k / m, 0.4);
  // Nesterenko's continuum is good to about one per cent for a wave of five balls.
  EXPECT_NEAR(speed, theory, 0.02 * theory);
}

/// The effective restitution keeps its digits where the bodies are nearly as fast. Where it is
/// small the way of unloading is e² of the depth, of which rounding leaves 1e-16/e² relative.
TEST(TrainClosedForms, RestitutionOfNearlyEqualVelocities) {
  Train train = row({body("a", 0.5, 1, 1, 1e7, 1e9), body("b", 0.9, 1 - 1e-14, 1, 1e7, 1e9)}, 0.6);
  EXPECT_NEAR(collision(train).restitution.value(), 0.6, 1e-12);
  train.bodies[1].velocity = 0;
  train.pairs[0].restitution = 1e-4;
  EXPECT_NEAR(collision(train).restitution.value(), 1e-4, 1e-4 * 1e-7);
}

/// Bodies that are apart for long are seen from shortly before they meet.
TEST(TrainClosedForms, TraceOfBodiesThatWereFarApart) {
  Train train = row({body("a", 0.5, 1, 4, 1e7, 1e9), body("b", 0.9, 0, 3, 1e7, 1e9)}, 0.6);
  train.pairs[0].gap = 1e4;
  const TrainResult result = collision(train);
  const TrainTrace trace = collision_trace(train, result, 200);
  EXPECT_NEAR(trace.begin, 1e4, 1e-3);
  ASSERT_GT(trace.times.size(), 100u);
  double peak = 0;
  for (const auto& forces : trace.forces) peak = std::max(peak, forces[0]);
  EXPECT_NEAR(peak, result.contacts[0].peak_force, 0.01 * result.contacts[0].peak_force);
}

/// Newton's cradle: with Hertz contacts the last ball takes nearly all, and every law holds.
TEST(TrainClosedForms, NewtonsCradle) {
  for (int n = 3; n <= 7; ++n) {
    std::vector<TrainBody> bodies;
    for (int i = 0; i < n; ++i) bodies.push_back(body(std::to_string(i), 0.1, i == 0 ? 1 : 0));
    const TrainResult hertz = collision(row(bodies, 1));
    EXPECT_GT(hertz.bodies.back().velocity_after, 0.98);
    EXPECT_LT(hertz.bodies.back().velocity_after, 1.0);
    EXPECT_LT(std::abs(hertz.energy_residual), 1e-11);
    // One impulse after another: exactly the last ball leaves. That is the one order there is.
    const TrainResult rigid =
        collision(row(bodies, 1, ContactModel::rigid), LineLimits{.orders = true});
    ASSERT_EQ(rigid.alternatives.size(), 1u);
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(rigid.alternatives[0].bodies[static_cast<std::size_t>(i)].velocity_after,
                  i == n - 1 ? 1 : 0, 1e-14);
    EXPECT_EQ(rigid.simultaneous, 1);
  }
}

/// Ball, ball, wall (a huge mass): elastic energy returns, and the pair rebounds.
TEST(TrainClosedForms, BallBallWall) {
  const TrainResult result =
      collision(row({body("a", 0.1, 1), body("b", 0.1), body("wall", 1e9)}, 1));
  EXPECT_LT(result.bodies[0].velocity_after, -0.9);
  EXPECT_NEAR(result.bodies[2].velocity_after, 0, 1e-8);
  double energy = 0;
  for (const std::size_t i : {0u, 1u})
    energy += 0.05 * result.bodies[i].velocity_after * result.bodies[i].velocity_after;
  EXPECT_NEAR(energy, 0.05, 1e-9);
}

/// e_G depends on the speed through K_C √v only: K and v changed together leave it.
TEST(TrainClosedForms, HertzSimilarity) {
  const auto restitution = [](double v, double contact) {
    return collision(row({body("a", 0.5, v, 6, 3e7, contact), body("b", 0.08, 0, 20, 1e7, contact)},
                         0.67))
        .restitution.value();
  };
  EXPECT_NEAR(restitution(1, 1e9), restitution(4, 5e8), 1e-11);
  EXPECT_GT(std::abs(restitution(1, 1e9) - restitution(4, 1e9)), 1e-3);
}

TEST(TrainClosedForms, MirrorImage) {
  Train train = row({body("a", 0.5, 1, 6), body("b", 0.2, 0, 3), body("c", 0.9, -0.4, 9)}, 0.7);
  const TrainResult result = collision(train);
  std::reverse(train.bodies.begin(), train.bodies.end());
  for (TrainBody& each : train.bodies) each.velocity *= -1;
  train = row(train.bodies, 0.7);
  const TrainResult mirrored = collision(train);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(result.bodies[i].velocity_after, -mirrored.bodies[2 - i].velocity_after, 1e-11);
}

TEST(TrainClosedForms, BodiesThatNeverMeet) {
  Train train = row({body("a", 1, -1, 5), body("b", 1, 0, 5)}, 0.5);
  const TrainResult result = collision(train);
  EXPECT_EQ(result.verdict, TrainVerdict::never_meet);
  EXPECT_EQ(result.bodies[0].velocity_after, -1);
  EXPECT_EQ(result.contacts[0].touches, 0);
}

/// A long flight before and after: no steps are taken for it.
TEST(TrainClosedForms, FlightIsFlown) {
  Train train = row({body("a", 1, 1, 20), body("b", 0.5, 0, 7), body("c", 2, 0, 9)}, 0.8);
  const TrainResult touching = collision(train);
  train.pairs[0].gap = 10;
  const TrainResult flown = collision(train);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(flown.bodies[i].velocity_after, touching.bodies[i].velocity_after, 1e-9);
  EXPECT_NEAR(flown.contacts[0].from, 10, 1e-9);
  train.pairs[1].gap = 5;  // b vibrates on its way
  const TrainResult far = collision(train);
  EXPECT_EQ(far.verdict, TrainVerdict::collided);
  EXPECT_LT(std::abs(far.energy_residual), 1e-10);
  EXPECT_LT(far.steps, 3000);
}

/// Random trains of all kinds: the books close, momentum stays, nobody gains energy or passes.
TEST(TrainProperties, BooksClose) {
  std::mt19937 random(7);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(random);
  };
  int collided = 0;
  for (int k = 0; k < 150; ++k) {
    std::vector<TrainBody> bodies;
    const int count = 2 + static_cast<int>(uniform(0, 3));
    for (int i = 0; i < count; ++i) {
      const double stiffness = std::exp(uniform(10, 18));
      bodies.push_back(body(std::to_string(i), std::exp(uniform(-4, 1)),
                            i == 0 ? uniform(0.1, 1) : 0, std::floor(uniform(1, 16)), stiffness,
                            stiffness * uniform(50, 300)));
    }
    const auto model = static_cast<ContactModel>(k % 3);
    Train train = row(bodies, 1, model);
    for (TrainPair& pair : train.pairs) {
      pair.restitution = k % 10 == 0 ? 0 : uniform(0.3, 1);
      pair.gap = k % 2 == 0 ? 0 : uniform(0, 1e-4);
    }
    if (k % 7 == 3 && k % 10 != 0) train.interior = Interior::dissipating;
    const TrainResult result = collision(train, {3e8});
    if (result.verdict == TrainVerdict::too_long) continue;  // slow partings: told as such
    ++collided;
    EXPECT_LT(std::abs(result.energy_residual), 1e-10) << k;
    EXPECT_LT(std::abs(result.momentum_residual), 1e-13) << k;
    EXPECT_GE(result.lost, -1e-15) << k;
    for (std::size_t i = 0; i + 1 < result.bodies.size(); ++i)
      EXPECT_LE(result.bodies[i].velocity_after, result.bodies[i + 1].velocity_after + 1e-9) << k;
  }
  EXPECT_GT(collided, 140);
}

/// Two independent integrators: modes with corrected kicks converge to the series with an order
/// beyond three (between n + 2 = 3.5, of force that ends like u^n, and four).
TEST(TrainProperties, ModesConvergeToSeries) {
  const Train train =
      row({body("a", 0.5, 0.5, 20, 3.7e7, 4.3e9), body("b", 0.97, 0, 6, 5.3e7, 6.1e9)}, 0.8);
  const double exact = collision(train).restitution.value();
  const Line line = line_of(train);
  // The phase of a sample at the turn and at the end changes the error: the mean of several.
  const auto error = [&](double steps) {
    double sum = 0;
    for (int k = 0; k < 16; ++k) {
      const TrainResult result = collide_by_modes(line, steps * (1 + k / 64.0));
      sum += std::abs(-(result.bodies[0].velocity_after - result.bodies[1].velocity_after) /
                          (line.bodies[0].velocity - line.bodies[1].velocity) -
                      exact);
    }
    return sum / 16;
  };
  const double order = std::log2(error(100) / error(400)) / 2;
  EXPECT_GT(order, 3.2);
  EXPECT_LT(order, 4.4);
  EXPECT_LT(error(400), 2e-8);
  EXPECT_NEAR(quick_collision(train, Precision::fine).restitution.value(), exact, 1e-6);
  EXPECT_NEAR(quick_collision(train, Precision::table).restitution.value(), exact, 1e-3);
}

/// The same of chains with several touches, whole and segmented bodies, both laws, all histories.
TEST(TrainProperties, ModesOfChainsAgreeWithSeries) {
  std::mt19937 generator(3);
  const auto uniform = [&](double a, double b) {
    return std::uniform_real_distribution<>(a, b)(generator);
  };
  std::vector<double> fine, table;
  for (int k = 0; k < 60; ++k) {
    std::vector<TrainBody> bodies;
    const int count = 2 + k % 4;
    for (int i = 0; i < count; ++i)
      bodies.push_back(body(std::to_string(i), std::exp(uniform(-4, 0)), i == 0 ? 1 : 0,
                            i % 2 == k % 2 ? 1 : std::floor(uniform(2, 16)),
                            std::exp(uniform(11, 17)), std::exp(uniform(16, 22))));
    Train train = row(bodies, 1, k % 3 == 0 ? ContactModel::bilinear : ContactModel::hertz);
    train.history = static_cast<History>(k / 4 % 3);
    for (TrainPair& pair : train.pairs) pair.restitution = uniform(0.3, 1);
    const TrainResult exact = collision(train, {1e8});
    if (exact.verdict == TrainVerdict::too_long) continue;
    const auto error = [&](Precision precision) {
      const TrainResult result = quick_collision(train, precision);
      double most = 0;
      for (std::size_t b = 0; b < result.bodies.size(); ++b)
        most = std::max(most,
                        std::abs(result.bodies[b].velocity_after - exact.bodies[b].velocity_after));
      return most;
    };
    fine.push_back(error(Precision::fine));
    table.push_back(error(Precision::table));
  }
  std::ranges::sort(fine);
  std::ranges::sort(table);
  ASSERT_GT(fine.size(), 50u);
  const std::size_t most = fine.size() * 9 / 10;
  EXPECT_LT(fine[most], 3e-6);
  EXPECT_LT(table[most], 1e-3);
  EXPECT_LT(fine.back(), 1e-4);  // a touch at the limit of sampling
}

/// The hypothesis of interiors that dissipate: numbers found independently, to their digits.
TEST(TrainProperties, DissipatingInteriors) {
  const auto restitution = [](std::vector<TrainBody> bodies, double e) {
    Train train = row(std::move(bodies), e);
    train.interior = Interior::dissipating;
    const TrainResult result = collision(train);
    EXPECT_LT(std::abs(result.energy_residual), 1e-10);
    return result.restitution.value();
  };
  EXPECT_NEAR(restitution({body("Ss", 0.07, 1, 32, 2.825e7, 3.27e9),
                           body("S1", 0.968, 0, 4, 5.3445e7, 6.157e9)},
                          0.91),
              0.853, 5e-4);
  EXPECT_NEAR(restitution({body("Ss", 0.07, 1, 6, 2.825e7, 3.27e9),
                           body("W1", 0.084, 0, 33, 1.05e7, 5.321e9)},
                          0.65),
              0.583, 5e-4);
}

/// A reset forgets the indentation: bodies pushed together again pass through, and it is told.
TEST(TrainProperties, ResetIsTold) {
  Train train = row({body("a", 2, 1, 1, 1e7, 1e9), body("b", 0.1, 0, 1, 1e7, 1e9),
                     body("wall", 1e6, 0, 1, 1e7, 1e9)},
                    0.3);
  const TrainResult remembered = collision(train);
  EXPECT_FALSE(remembered.contacts[0].passed_through || remembered.contacts[1].passed_through);
  EXPECT_LE(remembered.bodies[0].velocity_after, remembered.bodies[1].velocity_after + 1e-12);
  train.history = History::reset;
  const TrainResult reset = collision(train);
  EXPECT_EQ(reset.verdict, TrainVerdict::collided);
  EXPECT_LT(std::abs(reset.energy_residual), 1e-10);
}

}  // namespace
}  // namespace carom
