// Derivatives through an impact: dual numbers against central differences, where the sequence of
// stages is the same on both sides.

#include <gtest/gtest.h>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

using D = Sloped;

TEST(Derivatives, AgreeWithDifferences) {
  std::mt19937_64 random(21);
  std::normal_distribution<double> normal;
  int compared = 0;
  for (int k = 0; k < 400; ++k) {
    const int c = 1 + k % 3;
    const int width = 2 * c;
    const auto base = random_problem(random, c, 2 * c + 1, 0.9, k % 4 == 0 ? 0.0 : 0.7);
    // A direction in the space of problems that keeps W symmetric and resting contacts at rest.
    Problem<> direction = base;
    for (int r = 0; r < width; ++r) {
      direction.velocity[r] = base.velocity[r] == 0 ? 0 : normal(random);
      for (int s = 0; s <= r; ++s) direction.w(r, s) = direction.w(s, r) = 0.3 * normal(random);
    }
    Problem<D> dual;
    dual.count = c;
    dual.friction.assign(base.friction.begin(), base.friction.end());
    dual.restitution.assign(base.restitution.begin(), base.restitution.end());
    for (std::size_t i = 0; i < base.inertia.size(); ++i)
      dual.inertia.push_back(D(base.inertia[i], {direction.inertia[i]}));
    for (int r = 0; r < width; ++r)
      dual.velocity.push_back(D(base.velocity[r], {direction.velocity[r]}));
    const double h = 1e-6;
    const auto moved = [&](double step) {
      Problem<> p = base;
      for (std::size_t i = 0; i < p.inertia.size(); ++i)
        p.inertia[i] += step * direction.inertia[i];
      for (int r = 0; r < width; ++r) p.velocity[r] += step * direction.velocity[r];
      return p;
    };
    for (const auto law : law_names) {
      const auto plain_answer = solved(base, law);
      const auto exact = solved(dual, law);
      ASSERT_EQ(exact.verdict, plain_answer.verdict);
      if (exact.verdict != Verdict::unique) continue;
      // One and two contacts have a path of their own in plain numbers, which rounds differently.
      for (int r = 0; r < width; ++r) {
        const double v = plain_answer.velocity_after[r];
        const double p = plain_answer.impulse[r];
        EXPECT_NEAR(exact.velocity_after[r].value, v, 1e-11 * (1 + std::abs(p)));
        EXPECT_NEAR(exact.impulse[r].value, p, 1e-11 * (1 + std::abs(p)));
      }
      const auto ahead = solved(moved(h), law);
      const auto behind = solved(moved(-h), law);
      if (ahead.verdict != Verdict::unique || behind.verdict != Verdict::unique) continue;
      if (ahead.stage_modes != behind.stage_modes || ahead.outcome != behind.outcome) continue;
      ++compared;
      double size = 1;
      for (int r = 0; r < width; ++r)
        size = std::max({size, std::abs(exact.velocity_after[r].slope[0]),
                         std::abs(exact.impulse[r].slope[0])});
      // Differences are good to h² times third derivatives, and to rounding over h.
      const double near = 2e-6 * size * size;
      for (int r = 0; r < width; ++r) {
        EXPECT_NEAR(exact.velocity_after[r].slope[0],
                    (ahead.velocity_after[r] - behind.velocity_after[r]) / (2 * h), near)
            << law << " " << k;
        EXPECT_NEAR(exact.impulse[r].slope[0], (ahead.impulse[r] - behind.impulse[r]) / (2 * h),
                    near)
            << law << " " << k;
      }
      EXPECT_NEAR(exact.energy_loss.slope[0], (ahead.energy_loss - behind.energy_loss) / (2 * h),
                  near);
    }
  }
  EXPECT_GT(compared, 1500);
}

}  // namespace
}  // namespace carom::test
