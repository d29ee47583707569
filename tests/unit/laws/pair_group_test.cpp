/// Impacts abreast against pair_stages, one by one: the same are answered, with the same bits.

#include "laws/rigid/pair_group.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "laws/rigid/pair_stages.hpp"
#include "support.hpp"

namespace carom {
namespace {

using test::Problem;
using test::random_problem;

struct ByLaw {
  const char* name;
  EndRule<double> end;
  SolveGroup GroupSolvers::*group;
};
constexpr ByLaw laws[] = {{"kinematic", kinematic_end<double>, &GroupSolvers::kinematic},
                          {"kinetic", kinetic_end<double>, &GroupSolvers::kinetic},
                          {"energetic", energetic_end<double>, &GroupSolvers::energetic}};

/// Those that this machine can run.
std::vector<const GroupSolvers*> solvers() {
  std::vector<const GroupSolvers*> all;
#if defined(__x86_64__)
  if (this_processor() != Processor::plain) all.push_back(&pair_group_avx2);
  if (this_processor() == Processor::avx512) all.push_back(&pair_group_avx512);
#endif
  return all;
}

/// The problems of a group, in its order.
struct Memory {
  Abreast inertia[16], velocity[4], friction[2], restitution[2];
};

void take(const Problem<>& problem, std::size_t at, Memory& memory) {
  for (std::size_t i = 0; i < problem.inertia.size(); ++i)
    memory.inertia[i].of[at] = problem.inertia[i];
  for (std::size_t i = 0; i < problem.velocity.size(); ++i)
    memory.velocity[i].of[at] = problem.velocity[i];
  for (std::size_t i = 0; i < problem.friction.size(); ++i) {
    memory.friction[i].of[at] = problem.friction[i];
    memory.restitution[i].of[at] = problem.restitution[i];
  }
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void expect_same(const Solution<double>& one, const PairGroup& group, std::size_t at) {
  for (std::size_t r = 0; r < one.impulse.size(); ++r) {
    EXPECT_TRUE(same(group.impulse[r].of[at], one.impulse[r])) << r;
    EXPECT_TRUE(same(group.velocity_after[r].of[at], one.velocity_after[r])) << r;
  }
  for (std::size_t i = 0; i < one.outcome.size(); ++i) {
    EXPECT_EQ(has(group.rebounds[i], at), one.outcome[i] == Outcome::rebounds);
    EXPECT_EQ(has(group.slides[i], at), one.outcome[i] == Outcome::slides);
  }
  EXPECT_TRUE(same(group.energy_loss.of[at], one.energy_loss));
  EXPECT_EQ(has(group.makes_energy, at), one.makes_energy);
}

/// As those of PairStages: regular and singular, rest and slip, friction up to 2; with contacts
/// that rest, and numbers that are none.
Problem<> mixed_problem(std::mt19937_64& random, int trial, int contacts) {
  const double friction = trial % 3 == 0 ? 2.0 : trial % 3 == 1 ? 0.6 : 0.0;
  const double restitution = trial % 5 == 0 ? 0.0 : trial % 5 == 1 ? 1.0 : 0.7;
  Problem<> p =
      random_problem(random, contacts, 2 * contacts + trial % 4 - 1, friction, restitution);
  if (trial % 7 == 0) p.velocity[0] = 0;
  if (contacts == 2 && trial % 2 == 0) p.velocity[2] = p.velocity[3] = 0;
  if (trial % 97 == 0) p.inertia[0] = std::numeric_limits<double>::quiet_NaN();
  return p;
}

TEST(PairGroup, EachHasTheBitsOfPairStages) {
  if (solvers().empty()) GTEST_SKIP() << "nothing goes abreast on this machine";
  std::mt19937_64 random(5);
  int answered = 0, left = 0, both_stick = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    const int contacts = 1 + trial % 2;
    const int colliding = trial % 11 == 0 ? 0 : -1;
    Memory memory;
    std::vector<Problem<>> problems;
    for (std::size_t at = 0; at < abreast_count; ++at) {
      problems.push_back(mixed_problem(random, trial + static_cast<int>(at), contacts));
      take(problems.back(), at, memory);
    }
    const Which asked = trial % 4 == 0 ? 0x5b : 0xff;
    for (const GroupSolvers* processor : solvers())
      for (const ByLaw& law : laws) {
        PairGroup group;
        group.count = contacts;
        group.colliding = contacts == 2 ? colliding : -1;
        group.asked = asked;
        group.inertia = memory.inertia;
        group.velocity = memory.velocity;
        group.friction = memory.friction;
        group.restitution = memory.restitution;
        (processor->*law.group)(group);
        ASSERT_EQ(group.answered & ~asked, 0U);
        for (std::size_t at = 0; at < abreast_count; ++at) {
          if (!has(asked, at)) continue;
          if (std::isnan(problems[at].inertia[0])) {
            EXPECT_FALSE(has(group.answered, at));
            continue;
          }
          LawWorkspace<double> workspace(contacts);
          problems[at].colliding = group.colliding;
          const bool alone = solve_pair(problems[at].view(), {}, law.end, workspace);
          ASSERT_EQ(has(group.answered, at), alone) << law.name << " " << trial << " " << at;
          ++(alone ? answered : left);
          if (!alone) continue;
          expect_same(workspace.solution, group, at);
          const auto& modes = workspace.solution.stage_modes;
          for (std::size_t k = 0; contacts == 2 && k + 1 < modes.size(); k += 2)
            both_stick += modes[k] == Mode::sticks && modes[k + 1] == Mode::sticks;
        }
        if (HasFailure()) FAIL() << law.name << " " << trial;
      }
  }
  EXPECT_GT(answered, 50000);
  EXPECT_GT(left, 5000);
  EXPECT_GT(both_stick, 1000);
}

}  // namespace
}  // namespace carom
