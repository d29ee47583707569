#include "reproductions/ellipse.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reproductions/ellipse_data.hpp"
#include "reproductions/ellipse_laws.hpp"

namespace carom::ellipse {
namespace {

/// An impulse at the contact explains what it brought, whatever it is, and with the other sign of
/// the arm it does not.
TEST(Ellipse, AnImpulseIsExplained) {
  MeasuredImpact impact;
  impact.normal_arm = 0.006;
  impact.tangential_arm = 0.03;
  const double P_t = 0.004, P_n = 0.1;
  const double moment = mass * (long_axis * long_axis + short_axis * short_axis) / 4;
  impact.before = {0.3, -2, 5};
  impact.after = {0.3 + P_t / mass, -2 + P_n / mass,
                  5 + (impact.tangential_arm * P_t + impact.normal_arm * P_n) / moment};
  EXPECT_LT(unexplained(impact, 1), 1e-12);
  EXPECT_GT(unexplained(impact, -1), 1e-3);
}

/// The sign error in the data: two independent findings of it.
TEST(Ellipse, TheSignOfTheArm) {
  std::vector<MeasuredImpact> stored;
  std::vector<double> as_stored, mirrored;
  for (const MeasuredImpact& impact : measured_impacts()) {
    if (impact.flag != 0) continue;
    stored.push_back(impact);
    as_stored.push_back(unexplained(impact, 1));
    mirrored.push_back(unexplained(impact, -1));
  }
  EXPECT_EQ(stored.size(), 1718U);
  EXPECT_NEAR(median(as_stored), 0.175, 0.0005);
  EXPECT_NEAR(median(mirrored), 0.0223, 0.0005);
  const std::array<double, 2> slopes = rotation_slopes(stored);
  EXPECT_NEAR(slopes[0], 2412, 1);
  EXPECT_NEAR(slopes[1], -2130, 1);
}

TEST(Ellipse, AMeanAndItsError) {
  const Mean mean = mean_of({1, 2, 3, 4});
  EXPECT_EQ(mean.value, 2.5);
  EXPECT_NEAR(mean.error, std::sqrt(5.0 / 3 / 4), 1e-15);
}

/// One law as two other codes have found it (a fit and a grid).
TEST(Ellipse, TheKinematicLaw) {
  const LawFit fit = fitted_law("kinematic", false, sound_impacts(measured_impacts()), {});
  EXPECT_NEAR(fit.error, 0.151, 0.0005);
  EXPECT_GT(fit.held_out, fit.error);
  EXPECT_LT(fit.held_out, 1.01 * fit.error);
  EXPECT_EQ(fit.unanswered, 0);
  EXPECT_EQ(fit.squares.answered, 1718);
  EXPECT_EQ(fit.squares.left_out, 282);
}

}  // namespace
}  // namespace carom::ellipse
