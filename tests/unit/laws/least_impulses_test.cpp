/// Impulses that are not determined: those told are the least, by every law.

#include "laws/rigid/least_impulses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "laws/registry.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

/// A bar on three supports in line: any load is shared; with the least sum of squares it is shared
/// linearly along the bar. In contact space W has rank two.
TEST(LeastImpulses, ThreeContactsInLine) {
  // Rigid bar at rest, mass 1, inertia 1, contacts at −1, 0, 1 and the striker at 0.5 (from above:
  // normal down). Normal rows J = (1, x); W_ij = 1 + x_i x_j with signs; tangential left out (0).
  const double x[] = {-1, 0, 1, 0.5};
  const double sign[] = {1, 1, 1, -1};
  std::vector<double> w(64, 0.0);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      w[(2 * i + 1) * 8 + 2 * j + 1] = sign[i] * sign[j] * (1 + x[i] * x[j]);
  // One consistent set: the striker's 1 carried by the contacts at 0 and 1.
  const std::vector<double> found{0, 0, 0, 0.5, 0, 0.5, 0, 1};
  const CarryingContact smooth = carrying(0, 0);
  const auto impulse = least_impulses(w, std::vector{smooth, smooth, smooth, {}}, found);
  // Σ F = 1, Σ F x = 0.5, least squares: F = 1/3 + x/4.
  EXPECT_NEAR(impulse[1], 1.0 / 3 - 0.25, 1e-12);
  EXPECT_NEAR(impulse[3], 1.0 / 3, 1e-12);
  EXPECT_NEAR(impulse[5], 1.0 / 3 + 0.25, 1e-12);
  EXPECT_EQ(impulse[7], 1);
}

/// With friction the cone's edges bound the least set: |F_t| ≤ μF_n.
TEST(LeastImpulses, StayInTheirCones) {
  testing::Random random(20260808);
  for (int round = 0; round < 200; ++round) {
    // Two sticking contacts on one rigid link: horizontal normals against each other.
    // Rows t, n of contacts at (±1, 0) with normals ∓x: a body of mass 1, inertia random.
    const double inertia = random.in(0.2, 2);
    // J rows: contact a at (−1, 0), t = (0, −1), n = (1, 0); b at (1, 0), t = (0, 1), n = (−1, 0);
    // striker at (s, 1), t = (1, 0), n = (0, −1).
    const double s = random.in(-0.8, 0.8);
    const double rows[6][3] = {{0, -1, 1}, {1, 0, 0},  {0, 1, 1},
                               {-1, 0, 0}, {1, 0, -1}, {0, -1, -s}};
    std::vector<double> w(36);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j)
        w[i * 6 + j] =
            rows[i][0] * rows[j][0] + rows[i][1] * rows[j][1] + rows[i][2] * rows[j][2] / inertia;
    const double mu = random.in(1.2, 2);
    // The striker pushes down with 1; a and b hold by friction: t_b − t_a = 1, t_a + t_b = s.
    const double ta = 0.5 * (s - 1), tb = 0.5 * (s + 1);
    const double squeeze = random.in(1, 3);
    const CarryingContact sticks = carrying(mu, 0);
    const auto impulse = least_impulses(w, std::vector{sticks, sticks, {}},
                                        std::vector<double>{ta, squeeze, tb, squeeze, 0, 1});
    // The tangential parts are determined; the squeeze falls to what they need.
    const double need = std::max(std::abs(ta), std::abs(tb)) / mu;
    EXPECT_NEAR(impulse[0], ta, 1e-10);
    EXPECT_NEAR(impulse[2], tb, 1e-10);
    EXPECT_NEAR(impulse[1], need, 1e-10);
    EXPECT_NEAR(impulse[3], need, 1e-10);
  }
}

/// A rigid body of mass m and inertia I with feet below its mass centre, on a floor.
struct Feet {
  std::vector<double> x;  ///< m, of each foot
  double mass = 1, inertia = 0.3, height = 0.2;
  std::array<double, 3> before{0, -1, 0};
  std::vector<double> friction, restitution;

  std::vector<std::array<double, 3>> rows() const {
    std::vector<std::array<double, 3>> all;
    for (const double at : x) {
      all.push_back({1, 0, height});
      all.push_back({0, 1, at});
    }
    return all;
  }
};

struct Struck {
  Verdict verdict = Verdict::not_colliding;
  bool determined = true;
  Least least = Least::as_found;
  std::vector<double> found, told, after;
};

Struck struck(const Feet& feet, const char* law, int colliding) {
  const auto rows = feet.rows();
  const std::size_t width = rows.size();
  std::vector<double> w(width * width), v(width);
  for (std::size_t i = 0; i < width; ++i) {
    v[i] = std::inner_product(rows[i].begin(), rows[i].end(), feet.before.begin(), 0.0);
    for (std::size_t j = 0; j < width; ++j)
      w[i * width + j] = (rows[i][0] * rows[j][0] + rows[i][1] * rows[j][1]) / feet.mass +
                         rows[i][2] * rows[j][2] / feet.inertia;
  }
  const int count = static_cast<int>(width / 2);
  std::vector<double> table = feet.friction;
  table.insert(table.end(), feet.restitution.begin(), feet.restitution.end());
  ContactProblem<double> problem{.count = count, .inertia = w, .velocity = v};
  problem.parameters.values = table.data();
  problem.parameters.stride = problem.parameters.contacts = width / 2;
  problem.colliding = colliding;
  LawWorkspace<double> workspace(count);
  solve_impact(*find_law(law), problem, {}, workspace);
  Solution<double> solution = workspace.solution;
  Struck s{solution.verdict, solution.impulses_determined, Least::as_found, {}, {}, {}};
  if (s.verdict != Verdict::unique) return s;
  s.found = solution.impulse;
  s.after = solution.velocity_after;
  if (!s.determined) s.least = take_least_impulses(problem, solution);
  s.told = solution.impulse;
  // Whatever is told moves the body as the law says.
  for (std::size_t i = 0; i < width; ++i) {
    double moved = v[i];
    for (std::size_t j = 0; j < width; ++j) moved += w[i * width + j] * s.told[j];
    EXPECT_NEAR(moved, s.after[i], 1e-11);
  }
  return s;
}

/// A body that falls flat and straight on two feet: friction does nothing. With a slip that stops
/// the feet share alike what stops it.
TEST(LeastImpulses, FeetThatStrikeTogetherShareAlike) {
  Feet feet{.x = {-0.5, 0.5}, .friction = {0.3, 0.3}, .restitution = {0.5, 0.5}};
  feet.height = 0;
  const Struck straight = struck(feet, "moreau", -1);
  EXPECT_FALSE(straight.determined);
  EXPECT_EQ(straight.least, Least::whole);
  EXPECT_NEAR(straight.told[0], 0, 1e-14);
  EXPECT_NEAR(straight.told[2], 0, 1e-14);
  EXPECT_NEAR(straight.told[1], 0.75, 1e-14);
  feet.before = {0.25, -1, 0};
  const Struck stops = struck(feet, "moreau", -1);
  EXPECT_FALSE(stops.determined);
  EXPECT_NEAR(stops.told[0], -0.125, 1e-14);
  EXPECT_NEAR(stops.told[2], -0.125, 1e-14);
}

/// No consistent set is smaller: the set that the law met lies on the far side of the plane through
/// the least one, τ·(τ′ − τ) ≥ 0, and so does its mirror image. Mirrored feet have mirrored
/// impulses.
TEST(LeastImpulses, AreTheLeastByAlgebraicLaws) {
  testing::Random random(20261118);
  int open = 0;
  for (int round = 0; round < 600; ++round) {
    Feet feet;
    feet.height = random.in(0, 0.4);
    feet.inertia = random.in(0.05, 0.5);
    const int count = 2 + random.below(3);
    const double friction = random.in(0.05, 0.9), restitution = random.in(0, 1);
    for (int i = 0; i < count; ++i) {
      feet.x.push_back(-0.5 + static_cast<double>(i) / (count - 1));
      feet.friction.push_back(friction);
      feet.restitution.push_back(restitution);
    }
    const bool several = random.chance(0.7);
    if (several) {
      feet.before = {random.in(-0.5, 0.5), -1, 0};
    } else {  // turns about its first foot, which rests, onto the last
      feet.x = {-0.5, 0.5};
      feet.friction = {friction, friction};
      feet.restitution = {restitution, restitution};
      feet.before = {feet.height, -0.5, -1};
    }
    for (const char* const law : {"moreau", "whittaker", "brach"}) {
      if (several && find_law(law)->needs_one_striker) continue;
      SCOPED_TRACE(law);
      const Struck s = struck(feet, law, -1);
      if (s.verdict != Verdict::unique || s.determined || s.least != Least::whole) continue;
      ++open;
      double towards = 0, size = 0;
      for (std::size_t r = 0; r < s.told.size(); ++r) {
        towards += s.told[r] * (s.found[r] - s.told[r]);
        size += s.told[r] * s.told[r];
      }
      EXPECT_GE(towards, -1e-11 * size);
      if (!several) continue;
      Feet mirrored = feet;
      mirrored.before[0] = -feet.before[0];
      const Struck m = struck(mirrored, law, -1);
      for (std::size_t i = 0; i < feet.x.size(); ++i) {
        const std::size_t j = feet.x.size() - 1 - i;
        EXPECT_NEAR(s.told[2 * i], -m.told[2 * j], 1e-11);
        EXPECT_NEAR(s.told[2 * i + 1], m.told[2 * j + 1], 1e-11);
      }
    }
  }
  EXPECT_GT(open, 200);
}

}  // namespace
}  // namespace carom
