// One contact with friction, against Routh's construction in the impulse plane (Routh 1905;
// Wang & Mason, J. Applied Mechanics 59 (1992) 635): the impulse grows along the line of sliding
// until it meets the line of sticking, then along that line if it lies within the friction cone,
// else along the line of reversed sliding. Along this path of at most two segments the normal
// velocity is piecewise linear, and each law ends the impact at a point of it.

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <optional>
#include <string>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct RouthPath {
  double turn = infinity;           ///< normal impulse at which the slip stops
  double first = 0, second = 0;     ///< P_t per unit of P_n before and after
  double slope_1 = 0, slope_2 = 0;  ///< dv_n/dP_n before and after
  double approach = 0;
  bool sticks = false;  ///< after the turn

  double tangential(double p) const {
    return p <= turn ? first * p : first * turn + second * (p - turn);
  }
  double normal_velocity(double p) const {
    return p <= turn ? approach + slope_1 * p : approach + slope_1 * turn + slope_2 * (p - turn);
  }
  /// ∫ v_n dP_n from 0 to p, by trapezia (exact: v_n is piecewise linear).
  double work(double p) const {
    const double at_turn = std::min(p, turn);
    double w = 0.5 * (approach + normal_velocity(at_turn)) * at_turn;
    if (p > turn) w += 0.5 * (normal_velocity(turn) + normal_velocity(p)) * (p - turn);
    return w;
  }
};

RouthPath routh_path(double wtt, double wtn, double wnn, double mu, double vt, double vn) {
  RouthPath path;
  path.approach = vn;
  const double stick = -wtn / wtt;
  double sign = vt > 0 ? 1 : vt < 0 ? -1 : 0;
  const auto after_turn = [&] {
    path.sticks = std::abs(stick) <= mu;
    path.second = path.sticks ? stick : (stick > 0 ? mu : -mu);
  };
  if (sign == 0) {
    path.turn = 0;
    after_turn();
  } else {
    path.first = -sign * mu;
    const double rate = wtt * path.first + wtn;
    if (rate * sign < 0) path.turn = -vt / rate;
    after_turn();
  }
  path.slope_1 = wnn + wtn * path.first;
  path.slope_2 = wnn + wtn * path.second;
  return path;
}

/// Where the rising part of v_n reaches `value`; none: the impact is jammed.
std::optional<double> reaches(const RouthPath& path, double value, double from) {
  if (from < path.turn && path.slope_1 > 0) {
    const double p = (value - path.approach) / path.slope_1;
    if (p <= path.turn) return p;
  }
  if (!(path.turn < infinity) || !(path.slope_2 > 1e-12)) return std::nullopt;
  const double p = path.turn + (value - path.normal_velocity(path.turn)) / path.slope_2;
  return p >= path.turn ? std::optional(p) : std::nullopt;
}

std::optional<double> final_impulse(const RouthPath& path, double e, std::string_view law) {
  const auto compression = reaches(path, 0, 0);
  if (!compression) return std::nullopt;
  if (e == 0) return compression;
  // In restitution the slip may stop and slow the rebound down: it must not turn it back.
  const bool turned_back = path.turn > *compression && path.slope_2 <= 1e-12;
  if (law == "kinematic") return reaches(path, -e * path.approach, *compression);
  if (law == "kinetic") {
    const double p = (1 + e) * *compression;
    if (turned_back && path.normal_velocity(p) < 0) return std::nullopt;
    if (path.turn == *compression && path.slope_2 <= 1e-12) return std::nullopt;
    return p;
  }
  const double target = (1 - e * e) * path.work(*compression);
  double high = *compression;
  for (int i = 0; i < 200 && path.work(high) < target; ++i) {
    high += std::abs(*compression) * 0.05;
    if (path.normal_velocity(high) < 0) {
      // The work is largest where v_n returns to zero.
      const double back = path.turn - path.normal_velocity(path.turn) / path.slope_2;
      if (path.work(back) < target) return std::nullopt;
      high = back;
      break;
    }
  }
  if (path.work(high) < target) return std::nullopt;
  double low = *compression;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (path.work(middle) < target ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

TEST(SingleContact, AgreesWithRouthsConstructionInAllModes) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::map<std::string, int> seen;
  for (int k = 0; k < 4000; ++k) {
    const double wtt = 0.2 + 3 * uniform(random);
    const double wnn = 0.2 + 3 * uniform(random);
    const double wtn = (2 * uniform(random) - 1) * 0.98 * std::sqrt(wtt * wnn);
    const double mu = 1.8 * uniform(random);
    const double vt = k % 5 == 0 ? 0 : 4 * uniform(random) - 2;
    const double vn = -0.3 - uniform(random);
    const double e = k % 7 == 0 ? 1 : k % 7 == 1 ? 0 : uniform(random);
    Eigen::Matrix2d w;
    w << wtt, wtn, wtn, wnn;
    const auto problem = problem_from(w, Eigen::Vector2d(vt, vn), {mu}, e);
    const RouthPath path = routh_path(wtt, wtn, wnn, mu, vt, vn);
    for (const auto law : differential_names) {
      const auto solution = solved(problem, law);
      const auto end = final_impulse(path, e, law);
      if (!end) {
        EXPECT_EQ(solution.verdict, Verdict::jammed) << law << " " << k;
        ++seen["jammed"];
        continue;
      }
      ASSERT_EQ(solution.verdict, Verdict::unique) << law << " " << k;
      const double size = 1 + *end;
      EXPECT_NEAR(solution.impulse[1], *end, 1e-12 * size) << law << " " << k;
      EXPECT_NEAR(solution.impulse[0], path.tangential(*end), 1e-11 * size) << law << " " << k;
      EXPECT_NEAR(solution.velocity_after[1], path.normal_velocity(*end), 1e-11 * size);
      const double compression = *reaches(path, 0, 0);
      const std::string turned = path.sticks ? "sticks" : "reverses";
      ++seen[path.turn >= *end          ? "slides on"
             : path.turn <= 0           ? turned + " from the start"
             : path.turn <= compression ? turned + " in compression"
                                        : turned + " in restitution"];
    }
  }
  for (const char* mode :
       {"slides on", "sticks from the start", "reverses from the start", "sticks in compression",
        "reverses in compression", "sticks in restitution", "reverses in restitution"})
    EXPECT_GT(seen[mode], 20) << mode;
}

TEST(SingleContact, SlidingAgainstAStrongCouplingSpeedsUpTheApproachUntilTheSlipStops) {
  // Painlevé: Ψ_n = W_nn − μW_tn < 0 while sliding. Compression goes on until the slip stops.
  Eigen::Matrix2d w;
  w << 3.0, 2.0, 2.0, 1.5;
  const auto solution = solved(problem_from(w, Eigen::Vector2d(1, -1), {1.0}, 0.5), "energetic");
  ASSERT_EQ(solution.verdict, Verdict::unique);
  ASSERT_EQ(solution.stages.size(), 3u);
  EXPECT_EQ(solution.stages[0].ends_with, Event::slip_stops);
  EXPECT_LT(solution.velocities(1)[1], -1);  // faster than it came
  EXPECT_EQ(solution.modes(1)[0], Mode::sticks);
  EXPECT_EQ(solution.stages[1].ends_with, Event::compression_ends);
}

TEST(SingleContact, ALinkOnAPinStopsSlidingWhereCompressionEnds) {
  // One degree of freedom: W has rank one, v_t and v_n keep their ratio and vanish together.
  Eigen::Matrix2d w;
  w << 1.0, 1.0, 1.0, 1.0;
  for (const auto law : differential_names) {
    // With μ > |W_tn/W_tt| the contact sticks there, and restitution moves nothing.
    const auto wedged = solved(problem_from(w, Eigen::Vector2d(-1, -1), {1.2}, 0.5), law);
    EXPECT_EQ(wedged.verdict, Verdict::unique);
    EXPECT_TRUE(wedged.wedged);
    EXPECT_EQ(wedged.outcome[0], Outcome::rests);
    EXPECT_TRUE(wedged.events_coincide);
    // With less it slides back the way it came. Compression has slope 1 + μ, restitution 1 − μ:
    // η† = 1/(1+μ); v_n⁺ by each law's own definition.
    const double mu = 0.5, e = 0.6;
    const auto slides = solved(problem_from(w, Eigen::Vector2d(-1, -1), {mu}, e), law);
    ASSERT_EQ(slides.verdict, Verdict::unique);
    EXPECT_TRUE(slides.events_coincide);
    const double ratio = (1 - mu) / (1 + mu);
    const double expected = law == "kinematic" ? e
                            : law == "kinetic" ? e * ratio
                                               : e * std::sqrt(ratio);
    EXPECT_NEAR(slides.velocity_after[1], expected, 1e-15);
    EXPECT_NEAR(slides.velocity_after[0], expected, 1e-15);
  }
}

TEST(SingleContact, FreeRodWithoutFriction) {
  // A rod of mass m, half length a, inclined by θ, falling with v: W_nn = 1/m + (a cos θ)²/I.
  const double m = 2, a = 0.5, theta = 0.6, inertia = m * a * a / 3, v = 1.5, e = 0.7;
  const double s = std::sin(theta), c = std::cos(theta);
  Eigen::Matrix2d w;
  w << 1 / m + a * a * s * s / inertia, -a * a * s * c / inertia, -a * a * s * c / inertia,
      1 / m + a * a * c * c / inertia;
  for (const auto law : law_names) {
    const auto solution = solved(problem_from(w, Eigen::Vector2d(0, -v), {0}, e), law);
    ASSERT_EQ(solution.verdict, Verdict::unique);
    const double impulse = (1 + e) * v / (1 / m + 3 * c * c / m);
    EXPECT_NEAR(solution.impulse[1], impulse, 4e-16 * impulse * 4);
    EXPECT_NEAR(solution.velocity_after[1], e * v, 1e-15);
    EXPECT_NEAR(solution.energy_loss, 0.5 * (1 - e * e) * v * v / (1 / m + 3 * c * c / m), 1e-15);
    EXPECT_EQ(solution.impulse[0], 0);
    EXPECT_EQ(solution.outcome[0], Outcome::rebounds);
  }
}

TEST(SingleContact, Disc) {
  // A disc of radius r with I = ½mr²: W = diag(3/m, 1/m). Rolling stops the slip after
  // P_t = −v_t m/3; below that, friction μ(1+e)m|v_n| acts throughout.
  const double m = 1.3, e = 0.6, vn = -2;
  Eigen::Matrix2d w;
  w << 3 / m, 0, 0, 1 / m;
  for (const double vt : {0.5, 30.0}) {
    for (const auto law : law_names) {
      const double mu = 0.4;
      const auto solution = solved(problem_from(w, Eigen::Vector2d(vt, vn), {mu}, e), law);
      ASSERT_EQ(solution.verdict, Verdict::unique);
      const double normal = -(1 + e) * m * vn;
      EXPECT_NEAR(solution.impulse[1], normal, 1e-14);
      EXPECT_NEAR(solution.impulse[0], -std::min(vt * m / 3, mu * normal), 1e-14);
    }
  }
}

}  // namespace
}  // namespace carom::test
