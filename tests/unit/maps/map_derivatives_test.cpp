/// Derivatives of maps through the motion: against differences of whole motions, against closed
/// forms, and by a parameter.

#include <gtest/gtest.h>

#include <numbers>
#include <random>
#include <string>

#include "dynamics/compiled_model.hpp"
#include "maps/motion_map.hpp"
#include "maps/orbits.hpp"
#include "model/sloped_tree.hpp"
#include "support/motions.hpp"
#include "support/pair_mechanism.hpp"
#include "walkers.hpp"

namespace carom {
namespace {

using std::numbers::pi;
using testing::step_of;
using testing::walker;

constexpr MotionOptions precise{.duration = 10, .tolerance = 1e-13};

/// Of fourth order, steps of `share` of the scales.
Eigen::MatrixXd by_differences(SectionMap& map, const std::vector<double>& x, double share) {
  Eigen::MatrixXd d(map.size(), map.size());
  for (int c = 0; c < map.size(); ++c) {
    const auto k = static_cast<std::size_t>(c);
    const double step = share * map.scales()[k];
    const auto at = [&](double steps) {
      std::vector<double> moved = x;
      moved[k] += steps * step;
      double time = 0;
      return *map.next(moved, time);
    };
    const auto far = map.difference(at(2), at(-2)), near = map.difference(at(1), at(-1));
    for (int r = 0; r < map.size(); ++r) {
      const auto i = static_cast<std::size_t>(r);
      d(r, c) = (8 * near[i] - far[i]) / (12 * step);
    }
  }
  return d;
}

/// Both in units of the scales.
void expect_exact(SectionMap& map, const std::vector<double>& x, double share, double allowed) {
  double time = 0;
  Eigen::MatrixXd exact;
  ASSERT_TRUE(map.next(x, time, exact).has_value());
  ASSERT_FALSE(map.hindrance().has_value()) << name(map.hindrance()->why);
  const Eigen::MatrixXd near = by_differences(map, x, share);
  for (int r = 0; r < map.size(); ++r)
    for (int c = 0; c < map.size(); ++c) {
      const double unit =
          map.scales()[static_cast<std::size_t>(r)] / map.scales()[static_cast<std::size_t>(c)];
      EXPECT_NEAR(exact(r, c) / unit, near(r, c) / unit, allowed) << r << ' ' << c;
    }
}

/// A motion is known to 1e-12 or so; over steps of 1e-3 its differences are to 1e-8.
constexpr double known = 2e-8;

TEST(MapDerivatives, AWalkersStepNextToItsGait) {
  Section section;
  section.contact = 1;
  section.swap = {{0, 1}};
  const Model model(walker(0.002, 0.009));
  MotionMap map(model, section, precise);
  const auto first = map.next(step_of(0.2003109, -0.1998325));
  ASSERT_TRUE(first.has_value());
  std::string problem;
  const auto numbers = motion_section(map, *first, {}, problem);
  ASSERT_EQ(problem, "");
  std::vector<double> x = numbers->coordinates(*first);
  std::mt19937 random(4);
  std::uniform_real_distribution<double> off(-0.02, 0.02);
  for (int k = 0; k < 4; ++k) {
    std::vector<double> there = x;
    for (std::size_t i = 0; i < there.size(); ++i) there[i] += off(random) * numbers->scales()[i];
    expect_exact(*numbers, there, 1e-4, 10 * known);
  }
}

/// The plate's phase is a coordinate, after and before a bounce, with friction and spin.
TEST(MapDerivatives, ADiscOnAPlateThatMoves) {
  Mechanism m = testing::disc(0.1, 1, 0.004, 0.3, 0.6);
  m.parameters = {{"A", 0.02}, {"w", 20}};
  m.surfaces[0].motion = SurfaceMotion{.normal = {"A*sin(w*t)"}, .tangential = {"A*sin(w*t/2)"}};
  const Model model(m);
  for (const SectionKind kind : {SectionKind::post, SectionKind::pre}) {
    Section section;
    section.kind = kind;
    MotionMap map(model, section, precise);
    State about{0, {0, 0.2, 0}, {0.3, 0.5, 4}};
    for (int k = 0; k < 3; ++k) about = *map.next(about);
    std::string problem;
    const auto numbers = motion_section(map, about, 4 * pi / 20, problem);
    ASSERT_EQ(problem, "");
    ASSERT_EQ(numbers->size(), 4);  // the phase, and rates: how a disc stands does not matter
    for (int k = 0; k < 3; ++k) {
      const std::vector<double> x = numbers->coordinates(about);
      expect_exact(*numbers, x, 1e-4, 30 * known);
      about = *map.next(about);
    }
  }
}

/// A section of the state, crossed in flight and by a damped spring against a formula.
TEST(MapDerivatives, AFormulaThatCrossesZero) {
  Mechanism m;
  m.gravity = {0, -9.81};
  m.base.kind = BaseKind::pinned;
  m.links.push_back({.name = "upper", .length = 1, .mass = 1});
  m.links.push_back({.name = "lower", .parent = "upper", .length = 0.7, .mass = 0.5});
  const Model model(m);
  Section section;
  section.kind = SectionKind::formula;
  section.formula = "sin(angle.upper) + 0.3*cos(angle.lower) + 0.8";
  MotionMap map(model, section, precise);
  const auto first = map.next({0, {-pi / 2 + 1, -0.3}, {0, 0.5}});
  ASSERT_TRUE(first.has_value());
  std::string problem;
  const auto numbers = motion_section(map, *first, {}, problem);
  ASSERT_EQ(problem, "");
  ASSERT_EQ(numbers->size(), 3);
  expect_exact(*numbers, numbers->coordinates(*first), 1e-3, 10 * known);
}

/// ω² ← n²(ω² + 4g sin α sin γ/(1 + J)) of the wheel: slopes by ω and by the slope γ.
TEST(MapDerivatives, AWheelAndTheSlopeItRollsDown) {
  constexpr double alpha = pi / 8, slope = 0.08, hub = 0.05, gravity = 9.81;
  Mechanism m = testing::spoked_wheel(8, hub, slope, gravity);
  const Model model(m);
  Section section;
  section.turn = -2 * alpha;
  MotionMap map(model, section, precise);
  const double w = 1.2;
  const State start{
      0, {-std::sin(alpha), std::cos(alpha), 0}, {w * std::cos(alpha), w * std::sin(alpha), -w}};
  NumberSlopes moved;
  const Mechanism& own = model.mechanism();
  moved.add(&own.gravity.x, 0, gravity * std::cos(slope));
  moved.add(&own.gravity.y, 0, gravity * std::sin(slope));
  const ParameterSlopes by_slope{
      sloped_tree(own, model.compiled().tree, moved), Sloped(section.turn), {}};
  std::string problem;
  const auto numbers = motion_section(map, start, {}, problem, &by_slope);
  ASSERT_EQ(problem, "");
  ASSERT_EQ(numbers->size(), 1);
  double time = 0;
  Eigen::MatrixXd d;
  const auto image = numbers->next(std::vector{-w}, time, d);
  ASSERT_TRUE(image.has_value());
  ASSERT_FALSE(numbers->hindrance().has_value());
  const double n = (std::cos(2 * alpha) + hub) / (1 + hub);
  const double gain = 4 * gravity * std::sin(alpha) * std::sin(slope) / (1 + hub);
  const double after = n * std::sqrt(w * w + gain);
  EXPECT_NEAR((*image)[0], -after, 1e-11);
  EXPECT_NEAR(d(0, 0), n * n * w / after, 1e-10);
  ASSERT_EQ(numbers->parameter_slope().size(), 1U);
  EXPECT_NEAR(numbers->parameter_slope()[0],
              -n * n / 2 / after * gain * std::cos(slope) / std::sin(slope), 1e-9);
}

/// An ellipse with friction, its mass centre aside, on a plate that moves: its map by a number of
/// the plate's formula, by friction, by the plate's angle and by where the mass centre is, against
/// maps of bodies with other numbers.
TEST(MapDerivatives, AnImpactPairByParameters) {
  const auto body = [](const std::array<double, 4>& p) {
    Mechanism m = testing::disc(0.1, 1, 0.006, 0.2 + p[1], 0.6);
    testing::ellipse_outline(m.contacts[0], 0.1, 0.06);
    m.links[0].com = Vec2{0.01 + p[3], 0};
    m.parameters = {{"A", 0.02 + p[0]}};
    m.surfaces[0].angle = 0.1 + p[2];
    m.surfaces[0].motion = SurfaceMotion{.normal = {"A*sin(20*t)"}};
    return Model(m);
  };
  const std::vector<double> x{0.05, 1.1, 0.3, 4.0, 0.2};
  const auto image_of = [&](const Model& model) {
    const Tree& tree = model.compiled().tree;
    const auto pair = impact_pair(tree, *tree.laws->find("energetic"));
    double time = 0;
    return *pair_section(*pair, "disc", 2 * pi / 20, 10)->next(x, time);
  };
  const Model model = body({});
  const Mechanism& own = model.mechanism();
  const Tree& tree = model.compiled().tree;
  const auto pair = impact_pair(tree, *tree.laws->find("energetic"));
  ASSERT_TRUE(pair.has_value());
  MotionMap motion(model, {}, precise);
  const std::array<const double*, 4> numbers = {&own.parameters[0].value, &own.contacts[0].friction,
                                                &own.surfaces[0].angle, &own.links[0].com->x};
  for (std::size_t k = 0; k < 4; ++k) {
    NumberSlopes moved;
    moved.add(numbers[k], 0, 1);
    const ParameterSlopes along{sloped_tree(own, tree, moved), {}, {}};
    const auto map = pair_section(*pair, "disc", 2 * pi / 20, 10, &motion, &along);
    double time = 0;
    Eigen::MatrixXd d;
    ASSERT_TRUE(map->next(x, time, d).has_value());
    const std::span<const double> slope = map->parameter_slope();
    ASSERT_EQ(slope.size(), 5U) << k;
    const double step = 1e-4;
    std::array<std::vector<double>, 4> around;
    constexpr std::array<double, 4> at = {-2, -1, 1, 2};
    for (std::size_t i = 0; i < 4; ++i) {
      std::array<double, 4> p{};
      p[k] = at[i] * step;
      around[i] = image_of(body(p));
    }
    for (std::size_t r = 0; r < 5; ++r) {
      const double by_differences =
          (around[0][r] - 8 * around[1][r] + 8 * around[2][r] - around[3][r]) / (12 * step);
      // Of fourth order: 1e-16 h⁻¹, and h⁴ of slopes that are a few hundred.
      EXPECT_NEAR(slope[r], by_differences, 1e-6 * (1 + std::abs(slope[r]))) << k << ' ' << r;
    }
  }
}

/// A contact that yields is not differentiated: differences stand for its derivative, and it says
/// so.
TEST(MapDerivatives, WhereThereAreNoneItSaysWhy) {
  Mechanism m = testing::disc(0.1, 1, 0.004, 0, 0.6);
  m.parameters = {{"A", 0.02}, {"w", 20}};
  m.surfaces[0].motion = SurfaceMotion{.normal = {"A*sin(w*t)"}};
  m.contacts[0].compliance = Compliance{.kind = "hertz", .parameters = {{"stiffness", 1e7}}};
  const Model model(m);
  MotionMap map(model, {}, {.duration = 10, .tolerance = 1e-11});
  const auto first = map.next({0, {0, 0.2, 0}, {0, 0.5, 0}});
  ASSERT_TRUE(first.has_value());
  std::string problem;
  const auto numbers = motion_section(map, *first, 2 * pi / 20, problem);
  double time = 0;
  Eigen::MatrixXd d;
  ASSERT_TRUE(numbers->next(numbers->coordinates(*first), time, d).has_value());
  ASSERT_TRUE(numbers->hindrance().has_value());
  EXPECT_EQ(numbers->hindrance()->why, Hindrance::yields);
  EXPECT_TRUE(d.allFinite());
}

}  // namespace
}  // namespace carom
