// What must hold for any impact: two methods agree, energy balances, symmetry.

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

bool answered(const Solution<double>& s) {
  return s.verdict == Verdict::unique || s.verdict == Verdict::ambiguous;
}

double farthest(const std::vector<double>& a, const std::vector<double>& b) {
  double apart = 0;
  for (std::size_t i = 0; i < a.size(); ++i) apart = std::max(apart, std::abs(a[i] - b[i]));
  return apart;
}

double largest(const std::vector<double>& a) {
  double size = 0;
  for (double x : a) size = std::max(size, std::abs(x));
  return size;
}

/// 1 to 4 contacts; about half of the problems have fewer degrees of freedom than rows of W.
Problem<> any_problem(std::mt19937_64& random, double largest_friction) {
  const int c = 1 + static_cast<int>(random() % 4);
  const int freedoms = c + static_cast<int>(random() % (c + 3));
  const double e = random() % 3 == 0 ? 1.0 : static_cast<double>(random() % 1000) / 1000;
  return random_problem(random, c, freedoms, largest_friction, e);
}

TEST(Properties, PivotingFindsWhatEnumerationFinds) {
  std::mt19937_64 random(11);
  LawOptions enumerate, pivot;
  enumerate.method = Method::enumerate;
  pivot.method = Method::pivot;
  int compared = 0;
  int lost = 0;
  for (int k = 0; k < 4000; ++k) {
    const auto problem = any_problem(random, 1.5);
    for (const auto law : law_names) {
      const auto all = solved(problem, law, enumerate);
      const auto one = solved(problem, law, pivot);
      EXPECT_TRUE(all.exhaustive);
      EXPECT_TRUE(!one.exhaustive || one.verdict == Verdict::not_colliding);
      if (all.verdict == Verdict::inconsistent && law != "brach") {
        EXPECT_EQ(one.verdict, Verdict::inconsistent);
      }
      if (all.verdict != Verdict::unique) continue;
      ++compared;
      if (one.verdict == Verdict::unique)
        EXPECT_LE(farthest(all.velocity_after, one.velocity_after),
                  1e-8 * largest(all.velocity_after))
            << law << " " << k;
      else
        ++lost;  // Lemke's path can end on a ray though there is an answer
    }
  }
  EXPECT_GT(compared, 15000);
  EXPECT_LE(lost, compared / 2000);
}

TEST(Properties, MomentumAndEnergyBalance) {
  std::mt19937_64 random(12);
  for (int k = 0; k < 2000; ++k) {
    const auto problem = any_problem(random, 1.2);
    for (const auto law : law_names) {
      const auto s = solved(problem, law);
      if (!answered(s)) continue;
      double loss = 0, size = 0, work = 0;
      for (int r = 0; r < 2 * problem.count; ++r) {
        double v = problem.velocity[r];
        double terms = std::abs(v);
        for (int j = 0; j < 2 * problem.count; ++j) {
          v += problem.w(r, j) * s.impulse[j];
          terms += std::abs(problem.w(r, j) * s.impulse[j]);
        }
        EXPECT_NEAR(v, s.velocity_after[r], 1e-11 * terms) << law << " " << k;
        loss -= 0.5 * s.impulse[r] * (problem.velocity[r] + s.velocity_after[r]);
        size += 0.5 * std::abs(s.impulse[r]) *
                (std::abs(problem.velocity[r]) + std::abs(s.velocity_after[r]));
        work += s.work[r];
      }
      EXPECT_NEAR(s.energy_loss, loss, 1e-11 * size) << law << " " << k;
      EXPECT_NEAR(s.energy_loss, -work, 1e-14 * size) << law << " " << k;
      // Friction never works in favour of a contact; the normal work of others is zero.
      if (!find_law(law)->algebraic) {
        for (int i = 0; i < problem.count; ++i) {
          EXPECT_LE(s.work[2 * i], 1e-13 * size);
          EXPECT_TRUE(i == s.colliding || std::abs(s.work[2 * i + 1]) <= 1e-13 * size);
        }
      }
    }
  }
}

TEST(Properties, EnergeticAndBrachNeverMakeEnergy) {
  std::mt19937_64 random(13);
  int kinematic_gains = 0;
  for (int k = 0; k < 6000; ++k) {
    const auto problem = any_problem(random, 1.5);
    for (const auto law : {"energetic", "brach"}) EXPECT_FALSE(solved(problem, law).makes_energy);
    kinematic_gains += solved(problem, "kinematic").makes_energy;
  }
  EXPECT_GT(kinematic_gains, 50);
}

TEST(Properties, DifferentialLawsCoincideWhereSlipKeepsItsDirection) {
  std::mt19937_64 random(14);
  int seen = 0;
  for (int k = 0; k < 3000; ++k) {
    const auto problem = any_problem(random, 0.6);
    const auto kinematic = solved(problem, "kinematic");
    const auto energetic = solved(problem, "energetic");
    const auto kinetic = solved(problem, "kinetic");
    if (kinematic.verdict != Verdict::unique || energetic.verdict != Verdict::unique ||
        kinetic.verdict != Verdict::unique)
      continue;
    const auto simple = [](const Solution<double>& s) { return s.stages.size() <= 2; };
    if (!simple(kinematic) || !simple(energetic) || !simple(kinetic)) continue;
    if (kinematic.events_coincide) continue;
    ++seen;
    const double near = 1e-12 * largest(kinematic.impulse);
    EXPECT_LE(farthest(kinematic.impulse, energetic.impulse), near) << k;
    EXPECT_LE(farthest(kinematic.impulse, kinetic.impulse), near) << k;
  }
  EXPECT_GT(seen, 500);
}

TEST(Properties, ContactOrderDoesNotMatter) {
  std::mt19937_64 random(15);
  for (int k = 0; k < 1500; ++k) {
    const auto problem = any_problem(random, 1.2);
    std::vector<int> order(static_cast<std::size_t>(problem.count));
    for (int i = 0; i < problem.count; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    Problem<> other = problem;
    for (int i = 0; i < problem.count; ++i) {
      other.friction[i] = problem.friction[order[i]];
      for (int d = 0; d < 2; ++d) {
        other.velocity[2 * i + d] = problem.velocity[2 * order[i] + d];
        for (int j = 0; j < 2 * problem.count; ++j)
          other.w(2 * i + d, j) = problem.w(2 * order[i] + d, 2 * order[j / 2] + j % 2);
      }
    }
    for (const auto law : law_names) {
      const auto a = solved(problem, law);
      const auto b = solved(other, law);
      ASSERT_EQ(a.verdict, b.verdict) << law << " " << k;
      if (a.verdict != Verdict::unique) continue;
      const double near = 1e-9 * largest(a.velocity_after);
      for (int i = 0; i < problem.count; ++i) {
        EXPECT_EQ(a.outcome[order[i]], b.outcome[i]);
        EXPECT_NEAR(a.velocity_after[2 * order[i]], b.velocity_after[2 * i], near);
        EXPECT_NEAR(a.velocity_after[2 * order[i] + 1], b.velocity_after[2 * i + 1], near);
      }
    }
  }
}

TEST(Properties, MirrorAndUnitsDoNotMatter) {
  std::mt19937_64 random(16);
  for (int k = 0; k < 1500; ++k) {
    const auto problem = any_problem(random, 1.2);
    // t → −t at every contact; mass unit × 1/7, velocity unit × 1/3.
    const double mass = 7, speed = 3;
    Problem<> other = problem;
    for (int r = 0; r < 2 * problem.count; ++r) {
      const double sign_r = r % 2 == 0 ? -1 : 1;
      other.velocity[r] = sign_r * speed * problem.velocity[r];
      for (int j = 0; j < 2 * problem.count; ++j)
        other.w(r, j) = sign_r * (j % 2 == 0 ? -1 : 1) * problem.w(r, j) / mass;
    }
    for (const auto law : law_names) {
      const auto a = solved(problem, law);
      const auto b = solved(other, law);
      ASSERT_EQ(a.verdict, b.verdict) << law << " " << k;
      ASSERT_EQ(a.stages.size(), b.stages.size());
      if (a.verdict != Verdict::unique) continue;
      const double near = 1e-9 * largest(a.velocity_after);
      for (int r = 0; r < 2 * problem.count; ++r)
        EXPECT_NEAR(a.velocity_after[r], b.velocity_after[r] * (r % 2 == 0 ? -1 : 1) / speed, near);
      // Large impulses cancel in the velocities: their square, times rounding, is left of them.
      const double impulse = largest(b.impulse);
      EXPECT_NEAR(a.energy_loss * mass * speed * speed, b.energy_loss,
                  1e-9 * (1 + std::abs(b.energy_loss)) + 1e-14 * impulse * impulse);
    }
  }
}

TEST(Properties, EveryStageOfAnAnswerIsConsistent) {
  // Re-checks the account against the table of modes, without the solver's own machinery.
  std::mt19937_64 random(17);
  for (int k = 0; k < 2000; ++k) {
    const auto problem = any_problem(random, 1.2);
    const auto s = solved(problem, "energetic");
    if (!answered(s)) continue;
    for (int stage = 0; stage < static_cast<int>(s.stages.size()); ++stage) {
      const double length = s.stages[stage].to - s.stages[stage].from;
      EXPECT_GE(length, 0);
      if (length < 1e-9 * s.stages.back().to) continue;
      const auto v0 = s.velocities(stage), v1 = s.velocities(stage + 1);
      const auto p0 = s.impulses(stage), p1 = s.impulses(stage + 1);
      double size = 0;
      for (int r = 0; r < 2 * s.count; ++r)
        size = std::max({size, std::abs(v0[r]), std::abs(v1[r]), std::abs(p1[r] - p0[r])});
      const double near = 1e-8 * size;
      for (int i = 0; i < s.count; ++i) {
        const double ft = p1[2 * i] - p0[2 * i], fn = p1[2 * i + 1] - p0[2 * i + 1];
        const double mu = problem.friction[i];
        EXPECT_TRUE(i == s.colliding || v1[2 * i + 1] >= -near);
        EXPECT_LE(std::abs(ft), mu * fn + near);
        switch (s.modes(stage)[i]) {
          case Mode::apart:
          case Mode::separates:
            EXPECT_EQ(fn, 0);
            break;
          case Mode::sticks:
            EXPECT_NEAR(v0[2 * i], 0, near);
            EXPECT_NEAR(v1[2 * i], 0, near);
            break;
          case Mode::slides_plus:
            EXPECT_NEAR(ft, -mu * fn, near);
            EXPECT_GE(v1[2 * i], -near);
            EXPECT_GE(v0[2 * i], -near);
            break;
          case Mode::slides_minus:
            EXPECT_NEAR(ft, mu * fn, near);
            EXPECT_LE(v1[2 * i], near);
            EXPECT_LE(v0[2 * i], near);
            break;
        }
      }
    }
  }
}

TEST(Properties, SixtyFourContacts) {
  std::mt19937_64 random(18);
  for (const int freedoms : {150, 80}) {
    const auto problem = random_problem(random, 64, freedoms, 0.8, 0.6);
    for (const auto law : law_names) {
      const auto s = solved(problem, law);
      ASSERT_EQ(s.verdict, Verdict::unique) << law << " " << freedoms;
      EXPECT_FALSE(s.exhaustive);
      for (int i = 0; i < 64; ++i) {
        EXPECT_GE(s.impulse[2 * i + 1], -1e-12);
        EXPECT_GE(s.velocity_after[2 * i + 1], -1e-9);
        EXPECT_LE(std::abs(s.impulse[2 * i]), problem.friction[i] * s.impulse[2 * i + 1] + 1e-10);
      }
      EXPECT_GE(s.energy_loss, 0) << law;
    }
  }
}

TEST(KineticLaw, MakesEnergyOnThisChain) {
  // The resting end sticks, the striker's slip stops, the resting end leaves.
  Chain chain;
  chain.links = {{-1, 0, .474, .418, .275, .00098, -2.255, -4.20048},
                 {0, .474, .712, .354, .498, .00248, 1.131, -12.15796}};
  chain.contacts = {{0, 0, 2.349, .52}, {1, .712, 1.314, .4525}};
  EXPECT_NEAR(chain.kinetic_energy(), 3.5205, 5e-5);
  const auto problem = chain.problem(1);
  const auto s = solved(problem, "kinetic");
  ASSERT_EQ(s.verdict, Verdict::unique);
  EXPECT_TRUE(s.makes_energy);
  EXPECT_NEAR(chain.kinetic_energy() - s.energy_loss, 4.5258, 5e-5);
  EXPECT_EQ(s.modes(0)[0], Mode::sticks);
  EXPECT_EQ(s.stages[0].ends_with, Event::slip_stops);
  EXPECT_EQ(s.stages[0].contact, 1);
  EXPECT_EQ(s.outcome[0], Outcome::rebounds);
  EXPECT_FALSE(solved(problem, "energetic").makes_energy);
}

}  // namespace
}  // namespace carom::test
