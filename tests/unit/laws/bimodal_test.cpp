/// The bimodal contact law by itself: (δ, δ̇, memory) → F.

#include <gtest/gtest.h>

#include <cmath>

#include "laws/compliant/bimodal.hpp"

namespace carom {
namespace {

/// Goes to δ in small steps; the work done on the contact.
double followed(const Bimodal& law, CompliantMemory& memory, double from, double to) {
  constexpr int steps = 20000;
  const double step = (to - from) / steps;
  double work = 0, before = force(law, memory, from);
  for (int i = 1; i <= steps; ++i) {
    const double now = advance(law, memory, from + i * step, step);
    work += 0.5 * (before + now) * step;
    before = now;
  }
  return work;
}

TEST(Bimodal, CurvesMeetAtTheDeepest) {
  for (const double n : {1.0, 1.5})
    for (const double e : {0.2, 0.7, 1.0}) {
      const Bimodal law{3e9, n, e, History::remembered, false};
      CompliantMemory memory;
      close(law, memory);
      const double loaded = force(law, memory, 1e-5);
      turn(law, memory, 1e-5);
      EXPECT_NEAR(force(law, memory, 1e-5), loaded, 1e-12 * loaded);
      EXPECT_NEAR(memory.permanent, 1e-5 * (1 - e * e), 1e-20);
    }
}

/// Work over a loop is the loss: (1 − e²) K δ^(n+1)/(n+1), whatever happens within it.
TEST(Bimodal, LoopsLoseTheirArea) {
  for (const double n : {1.0, 1.5}) {
    const Bimodal law{2.0, n, 0.6, History::remembered, false};
    CompliantMemory memory;
    double work = followed(law, memory, -0.1, 0.5);
    work += followed(law, memory, 0.5, 0.42);  // up and down on the unloading curve
    work += followed(law, memory, 0.42, 1.0);  // beyond the deepest: loads again
    work += followed(law, memory, 1.0, -0.2);
    const double expected = (1 - 0.36) * 2.0 / (n + 1);
    EXPECT_NEAR(work, expected, 1e-3 * expected);  // trapezes of 20,000 steps, one jump of slope
    EXPECT_NEAR(lost(law, memory), expected, 1e-3 * expected);
    EXPECT_EQ(memory.branch, Branch::open);
    EXPECT_NEAR(closing_level(memory), 1 - 0.36, 1e-3);
  }
}

TEST(Bimodal, Histories) {
  for (const History history : {History::remembered, History::reset, History::latched}) {
    const Bimodal law{2.0, 1.5, 0.6, history, false};
    CompliantMemory memory;
    followed(law, memory, -0.1, 0.5);
    followed(law, memory, 0.5, 0.31);  // just below δ_p = 0.32: apart
    EXPECT_EQ(memory.branch, Branch::open);
    followed(law, memory, 0.31, 0.4);
    if (history == History::remembered)
      EXPECT_EQ(memory.branch, Branch::elastic);
    else
      EXPECT_EQ(memory.branch, Branch::open);  // not apart yet: it has forgotten where it is
    followed(law, memory, 0.4, -0.1);
    followed(law, memory, -0.1, 0.1);
    EXPECT_EQ(memory.branch, history == History::remembered ? Branch::open : Branch::loading);
  }
}

TEST(Bimodal, LatchedStaysOnItsUnloadingCurve) {
  const Bimodal law{2.0, 1.5, 0.6, History::latched, false};
  CompliantMemory memory;
  followed(law, memory, 0, 0.5);
  followed(law, memory, 0.5, 0.45);
  followed(law, memory, 0.45, 0.8);
  EXPECT_EQ(memory.branch, Branch::elastic);
  const double curve_at = 2.0 / std::pow(0.6, 3) * std::pow(0.8 - memory.permanent, 1.5);
  EXPECT_NEAR(force(law, memory, 0.8), curve_at, 1e-9 * curve_at);
}

TEST(Bimodal, TiedSidesPullToo) {
  const Bimodal law{2.0, 1.0, 0.5, History::remembered, true};
  CompliantMemory memory;
  memory.branch = Branch::loading;
  followed(law, memory, 0, 1);
  followed(law, memory, 1, 0);
  EXPECT_NEAR(force(law, memory, 0), 8 * (0 - 0.75), 1e-3);
}

TEST(Bimodal, WithoutRestitutionItLocks) {
  const Bimodal law{2.0, 1.5, 0.0, History::remembered, false};
  CompliantMemory memory;
  close(law, memory);
  turn(law, memory, 0.4);
  EXPECT_EQ(memory.branch, Branch::locked);
  EXPECT_EQ(memory.permanent, 0.4);
}

}  // namespace
}  // namespace carom
