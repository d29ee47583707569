// What holds for every impact by the law `simultaneous`, on random problems.

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "laws/rigid/simultaneous.hpp"
#include "support/counted_allocations.hpp"
#include "support/springs_by_steps.hpp"
#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

struct Springs {
  Problem<> problem;
  std::vector<double> stiffness;
};

struct Kind {
  int contacts = 2;
  int freedoms = 6;
  double plastic = 0;   ///< share of contacts with e = 0
  bool shared = false;  ///< two contacts have one tangential row, as corners of a box do
};

double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11) * 0x1.0p-53;
}

/// v = J q̇ with some components removed by the choice of q̇, as resting contacts have them.
Springs random_springs(std::mt19937_64& random, const Kind& kind) {
  const int c = kind.contacts;
  for (;;) {
    Eigen::MatrixXd j(2 * c, kind.freedoms);
    for (auto& x : j.reshaped()) x = uniform(random, -1, 1);
    if (kind.shared && c > 1) j.row(2) = j.row(0);
    Eigen::VectorXd q(kind.freedoms);
    for (double& x : q) x = uniform(random, -1, 1);
    std::vector<int> rest;
    for (int r = 0; r < 2 * c; ++r)
      if (uniform(random, 0, 1) < 0.2 && static_cast<int>(rest.size()) < kind.freedoms - 1)
        rest.push_back(r);
    if (!rest.empty()) {
      Eigen::MatrixXd held(rest.size(), kind.freedoms);
      for (std::size_t r = 0; r < rest.size(); ++r) held.row(static_cast<int>(r)) = j.row(rest[r]);
      q -= held.completeOrthogonalDecomposition().solve(held * q);
    }
    const Eigen::VectorXd v = j * q;
    bool approaches = false;
    for (int i = 0; i < c; ++i) approaches = approaches || v(2 * i + 1) < -0.05;
    if (!approaches) continue;
    Springs made;
    made.problem = problem_from(j * j.transpose(), v,
                                std::vector<double>(static_cast<std::size_t>(c), 0.0), 0.5);
    for (int i = 0; i < c; ++i) {
      const auto at = static_cast<std::size_t>(i);
      made.problem.friction[at] = uniform(random, 0, 1) < 0.2 ? 0 : uniform(random, 0, 1.2);
      made.problem.restitution[at] = uniform(random, 0, 1) < kind.plastic ? 0
                                     : uniform(random, 0, 1) < 0.15       ? 1
                                                                          : uniform(random, 0.2, 1);
      made.stiffness.push_back(uniform(random, 0, 1) < 0.4 ? 1 : std::exp(uniform(random, -2, 2)));
    }
    return made;
  }
}

/// The same coefficients with W and v of one's own.
Problem<Sloped> sloped(const Problem<>& problem, std::vector<Sloped> inertia,
                       std::vector<Sloped> velocity) {
  Problem<Sloped> same;
  same.count = problem.count;
  same.inertia = std::move(inertia);
  same.velocity = std::move(velocity);
  same.friction.assign(problem.friction.begin(), problem.friction.end());
  same.restitution.assign(problem.restitution.begin(), problem.restitution.end());
  return same;
}

const Solution<double>& solve(const Springs& made, LawWorkspace<double>& workspace) {
  solve_simultaneous(made.problem.view(), std::span(made.stiffness), {.record = false}, workspace);
  return workspace.solution;
}

/// Contact i becomes contact order[i]; tangents mirrored where asked.
Springs rearranged(const Springs& made, const std::vector<int>& order, bool mirrored) {
  Springs other = made;
  const int c = made.problem.count;
  const double sign = mirrored ? -1 : 1;
  for (int i = 0; i < c; ++i) {
    const auto from = static_cast<std::size_t>(i);
    const auto to = static_cast<std::size_t>(order[from]);
    other.problem.friction[to] = made.problem.friction[from];
    other.problem.restitution[to] = made.problem.restitution[from];
    other.stiffness[to] = made.stiffness[from];
    other.problem.velocity[2 * to] = sign * made.problem.velocity[2 * from];
    other.problem.velocity[2 * to + 1] = made.problem.velocity[2 * from + 1];
    for (int k = 0; k < c; ++k)
      for (int r = 0; r < 2; ++r)
        for (int s = 0; s < 2; ++s)
          other.problem.w(2 * order[from] + r, 2 * order[static_cast<std::size_t>(k)] + s) =
              (r == s ? 1 : sign) * made.problem.w(2 * i + r, 2 * k + s);
  }
  return other;
}

/// Energy is never made, velocities are W τ, works add up to the loss, impulses lie in their cones,
/// nothing approaches at the end. CAROM_IMPACTS asks for more than the thousands of every day.
TEST(SimultaneousProperties, EnergyIsNeverMade) {
  const char* const wanted = std::getenv("CAROM_IMPACTS");
  const long number = wanted != nullptr ? std::atol(wanted) : 6000;
  std::mt19937_64 random(1);
  LawWorkspace<double> workspace(5);
  long unique = 0, jammed = 0;
  for (long k = 0; k < number; ++k) {
    const int c = 1 + static_cast<int>(random() % 5);
    const int kind = static_cast<int>(random() % 4);
    const int most = 2 * c + 3;
    const int freedoms = kind == 0 ? 1 + static_cast<int>(random() % (2 * c)) : most;
    const Springs made = random_springs(random, {c, freedoms, kind == 2 ? 0.4 : 0.0, kind == 1});
    const auto& found = solve(made, workspace);
    ASSERT_NE(found.verdict, Verdict::not_colliding);
    if (found.verdict == Verdict::jammed) {
      ++jammed;
      // Only a self-stress jams, or a groove so narrow that it takes for ever.
      if (kind != 0) {
        EXPECT_EQ(found.reason, Reason::does_not_end) << k;
      }
      continue;
    }
    if (found.verdict == Verdict::unique) ++unique;
    if (found.verdict == Verdict::ambiguous) {
      EXPECT_TRUE(found.is_choice);
      EXPECT_NE(std::ranges::count(made.problem.restitution, 0.0), 0) << k;
    }
    double size = 0, balance = 0, speed = 0;
    for (const double v : made.problem.velocity) speed = std::max(speed, std::abs(v));
    for (int r = 0; r < 2 * c; ++r) {
      double after = made.problem.velocity[static_cast<std::size_t>(r)], terms = std::abs(after);
      for (int s = 0; s < 2 * c; ++s) {
        after += made.problem.w(r, s) * found.impulse[s];
        terms += std::abs(made.problem.w(r, s) * found.impulse[s]);
      }
      // Events that are nearly one are taken as one: 1e-10 each. Self-stressed contacts have
      // hundreds.
      EXPECT_NEAR(after, found.velocity_after[r],
                  (kind == 0 ? 1e-8 : 1e-10) * terms + 4e-15 * speed)
          << k;
      const double sum =
          made.problem.velocity[static_cast<std::size_t>(r)] + found.velocity_after[r];
      balance -= 0.5 * found.impulse[r] * sum;
      size += 0.5 * std::abs(found.impulse[r]) * (std::abs(sum) + speed);
    }
    EXPECT_GE(found.energy_loss, -1e-14 * size) << k;
    EXPECT_NEAR(found.energy_loss, balance, (kind == 0 ? 1e-8 : 1e-10) * size) << k;
    for (int i = 0; i < c; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const double e = made.problem.restitution[at];
      const double stored = found.springs.contacts[at].stored;
      EXPECT_LE(std::abs(found.impulse[2 * i]),
                made.problem.friction[at] * found.impulse[2 * i + 1] + 1e-12 * size)
          << k;
      EXPECT_GE(found.velocity_after[2 * i + 1], -1e-8 * speed) << k;
      EXPECT_NEAR(found.work[2 * i + 1], -(1 - e * e) * stored, 1e-11 * size) << k;
      EXPECT_LE(found.work[2 * i], 1e-14 * size) << k;
    }
  }
  EXPECT_GT(unique, number * 3 / 4);
  EXPECT_GT(jammed, 0);
}

TEST(SimultaneousProperties, NeitherOrderNorMirrorMatters) {
  std::mt19937_64 random(2);
  LawWorkspace<double> workspace(4);
  int compared = 0;
  for (int k = 0; k < 600; ++k) {
    const int c = 2 + k % 3;
    const Springs made = random_springs(random, {c, 2 * c + k % 3, 0, k % 4 == 0});
    std::vector<int> order(static_cast<std::size_t>(c));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    const bool mirrored = k % 2 == 0;
    const Solution<double> plain = solve(made, workspace);
    const auto& other = solve(rearranged(made, order, mirrored), workspace);
    ASSERT_EQ(plain.verdict, other.verdict) << k;
    if (plain.verdict != Verdict::unique) continue;
    ++compared;
    for (int i = 0; i < c; ++i) {
      const int to = order[static_cast<std::size_t>(i)];
      // Rounding, amplified by as many events as there are.
      EXPECT_NEAR(plain.velocity_after[2 * i], (mirrored ? -1 : 1) * other.velocity_after[2 * to],
                  1e-9)
          << k;
      EXPECT_NEAR(plain.velocity_after[2 * i + 1], other.velocity_after[2 * to + 1], 1e-9) << k;
      EXPECT_EQ(plain.open[2 * i], other.open[2 * to]) << k;
    }
  }
  EXPECT_GT(compared, 550);
}

TEST(SimultaneousProperties, OnlyRatiosOfStiffnessMatter) {
  std::mt19937_64 random(3);
  LawWorkspace<double> workspace(3);
  for (int k = 0; k < 200; ++k) {
    Springs made = random_springs(random, {3, 8, 0.2, false});
    const Solution<double> plain = solve(made, workspace);
    const double factor = k % 2 == 0 ? 4096.0 : 3e-7;
    for (double& stiffness : made.stiffness) stiffness *= factor;
    const auto& other = solve(made, workspace);
    ASSERT_EQ(plain.verdict, other.verdict);
    if (plain.verdict != Verdict::unique) continue;
    for (int r = 0; r < 6; ++r) EXPECT_NEAR(plain.impulse[r], other.impulse[r], 1e-10) << k;
    EXPECT_NEAR(plain.springs.duration, other.springs.duration, 1e-8 * plain.springs.duration) << k;
    EXPECT_NEAR(plain.springs.time_unit, other.springs.time_unit * std::sqrt(factor),
                1e-14 * plain.springs.time_unit);
  }
}

TEST(SimultaneousProperties, OneContactIsTheEnergeticLaw) {
  std::mt19937_64 random(4);
  int compared = 0;
  for (int k = 0; k < 1000; ++k) {
    const auto problem = random_problem(random, 1, 2 + k % 4, 2, 0.1 * (k % 11));
    const auto rigid = solved(problem, "energetic");
    LawWorkspace<double> workspace(1);
    const auto& found = solve({problem, {uniform(random, 0.1, 10)}}, workspace);
    ASSERT_EQ(rigid.verdict, found.verdict) << k;
    if (rigid.verdict != Verdict::unique) continue;
    ++compared;
    for (int r = 0; r < 2; ++r) {
      EXPECT_NEAR(rigid.velocity_after[r], found.velocity_after[r], 1e-10) << k;
      EXPECT_NEAR(rigid.impulse[r], found.impulse[r], 1e-10) << k;
      EXPECT_NEAR(rigid.work[r], found.work[r], 1e-10) << k;
    }
  }
  EXPECT_GT(compared, 950);
}

/// By small steps without events, modes or series.
TEST(SimultaneousProperties, AgreesWithSmallSteps) {
  std::mt19937_64 random(5);
  LawWorkspace<double> workspace(4);
  int compared = 0;
  for (int k = 0; k < 60; ++k) {
    const int c = 2 + k % 3;
    const Springs made = random_springs(random, {c, 2 * c + 1, 0, k % 4 == 0});
    const auto& found = solve(made, workspace);
    if (found.verdict != Verdict::unique) continue;
    const auto& p = made.problem;
    const Eigen::MatrixXd w = Eigen::Map<const Eigen::MatrixXd>(p.inertia.data(), 2 * c, 2 * c);
    const Eigen::VectorXd v = Eigen::Map<const Eigen::VectorXd>(p.velocity.data(), 2 * c);
    const auto stepped =
        testing::springs_by_steps(w, v, p.friction, p.restitution, made.stiffness, 1e-3, 300000);
    if (!stepped) continue;
    ++compared;
    // The method's error is of the step's order, amplified by events.
    for (int r = 0; r < 2 * c; ++r)
      EXPECT_NEAR(found.velocity_after[r], stepped->velocity[r], 0.02) << k << " row " << r;
  }
  EXPECT_GT(compared, 40);
}

TEST(SimultaneousProperties, MotionIsContinuousInTheData) {
  std::mt19937_64 random(6);
  LawWorkspace<double> workspace(3);
  int far = 0, compared = 0;
  for (int k = 0; k < 300; ++k) {
    Springs made = random_springs(random, {3, 8, 0, false});
    const Solution<double> plain = solve(made, workspace);
    if (plain.verdict != Verdict::unique) continue;
    for (double& v : made.problem.velocity) v *= 1 + uniform(random, -1e-8, 1e-8);
    for (double& stiffness : made.stiffness) stiffness *= 1 + uniform(random, -1e-8, 1e-8);
    const auto& other = solve(made, workspace);
    ASSERT_EQ(other.verdict, Verdict::unique) << k;
    ++compared;
    double apart = 0;
    for (int r = 0; r < 6; ++r)
      apart = std::max(apart, std::abs(plain.velocity_after[r] - other.velocity_after[r]));
    // The factor of Gronwall's inequality has no bound, but few impacts are so sensitive.
    EXPECT_LT(apart, 1e-4) << k;
    if (apart > 1e-6) ++far;
  }
  EXPECT_GT(compared, 280);
  EXPECT_LT(far, 15);
}

/// Derivatives by every velocity and every entry of W against differences.
TEST(SimultaneousProperties, Derivatives) {
  using D = Sloped;
  std::mt19937_64 random(7);
  LawWorkspace<double> workspace(2);
  LawWorkspace<D> dual_workspace(2);
  int compared = 0;
  for (int k = 0; k < 150; ++k) {
    const Springs made = random_springs(random, {2, 5, k % 3 == 0 ? 0.5 : 0.0, false});
    const Solution<double> plain = solve(made, workspace);
    if (plain.verdict != Verdict::unique) continue;
    Eigen::Matrix4d change;
    for (auto& x : change.reshaped()) x = uniform(random, -1, 1);
    change = (change + change.transpose()).eval();
    // Velocities of zero stay so: beside them the answer has a kink.
    Eigen::Vector4d push;
    for (int r = 0; r < 4; ++r) {
      const bool rests = std::abs(made.problem.velocity[static_cast<std::size_t>(r)]) < 1e-9;
      push(r) = rests ? 0 : uniform(random, -1, 1);
    }
    const auto moved = [&](double by) {
      Springs other = made;
      for (int r = 0; r < 4; ++r) {
        other.problem.velocity[static_cast<std::size_t>(r)] += by * push(r);
        for (int s = 0; s < 4; ++s) other.problem.w(r, s) += by * change(r, s);
      }
      return solve(other, workspace).velocity_after;
    };
    constexpr double h = 1e-6;
    const auto ahead = moved(h), behind = moved(-h);
    std::vector<D> w, v, stiffness(made.stiffness.begin(), made.stiffness.end());
    for (int r = 0; r < 4; ++r) {
      v.push_back(D(made.problem.velocity[static_cast<std::size_t>(r)], {push(r)}));
      for (int s = 0; s < 4; ++s) w.push_back(D(made.problem.w(r, s), {change(r, s)}));
    }
    solve_simultaneous(sloped(made.problem, w, v).view(), std::span<const D>(stiffness), {},
                       dual_workspace);
    ++compared;
    for (int r = 0; r < 4; ++r) {
      const double slope = dual_workspace.solution.velocity_after[r].slope[0];
      const double difference = (ahead[r] - behind[r]) / (2 * h);
      EXPECT_EQ(dual_workspace.solution.velocity_after[r].value, plain.velocity_after[r]) << k;
      // Second derivatives grow with the square of the first.
      EXPECT_NEAR(slope, difference, 1e-4 * (1 + slope * slope)) << k << " row " << r;
    }
  }
  EXPECT_GT(compared, 120);
}

TEST(SimultaneousProperties, ManyContacts) {
  std::mt19937_64 random(8);
  LawWorkspace<double> workspace(64);
  for (const int c : {8, 16, 32, 64}) {
    const Springs made = random_springs(random, {c, 2 * c + 5, 0, false});
    const auto& found = solve(made, workspace);
    ASSERT_EQ(found.verdict, Verdict::unique) << c;
    double balance = 0, size = 0;
    for (int r = 0; r < 2 * c; ++r) {
      const double sum =
          made.problem.velocity[static_cast<std::size_t>(r)] + found.velocity_after[r];
      balance -= 0.5 * found.impulse[r] * sum;
      size += std::abs(0.5 * found.impulse[r] * sum);
    }
    EXPECT_NEAR(balance, found.energy_loss, 1e-10 * size) << c;
    EXPECT_GT(found.energy_loss, 0) << c;
  }
}

TEST(SimultaneousProperties, NoAllocation) {
  std::mt19937_64 random(9);
  LawWorkspace<double> workspace(4);
  LawWorkspace<Sloped> dual_workspace(4);
  for (int k = 0; k < 300; ++k) {
    const int c = 1 + k % 4;
    const Springs made = random_springs(random, {c, 1 + k % (2 * c + 2), 0.3, k % 3 == 0});
    const std::vector<Sloped> w(made.problem.inertia.begin(), made.problem.inertia.end());
    const std::vector<Sloped> v(made.problem.velocity.begin(), made.problem.velocity.end());
    const std::vector<Sloped> stiffness(made.stiffness.begin(), made.stiffness.end());
    const Problem<Sloped> owner = sloped(made.problem, w, v);
    const ContactProblem<Sloped> dual = owner.view();
    const ContactProblem<double> plain = made.problem.view();
    const long before = carom::testing::allocation_count();
    solve_simultaneous(plain, std::span(made.stiffness), {}, workspace);
    solve_simultaneous(dual, std::span(stiffness), {}, dual_workspace);
    ASSERT_EQ(carom::testing::allocation_count() - before, 0) << k;
  }
}

}  // namespace
}  // namespace carom::test
