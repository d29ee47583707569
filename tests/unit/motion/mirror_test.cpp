/// Mirror images that lean on each other: forces, decisions and motions of one half are those of
/// the other, however narrow the V (its equations are nearly singular then, and magnify rounding).

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "carom/simulate.hpp"
#include "dynamics/compiled_model.hpp"
#include "motion/flow.hpp"
#include "support/motions.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using testing::Random;
using testing::Recorder;
constexpr double pi = std::numbers::pi;

struct Vee {
  Mechanism mechanism;
  State state;
};

/// Two legs of 1 m at ±spread about the vertical, feet on a floor that may yield. `heavier`: the
/// second leg's mass over the first one's.
Vee vee(Random& random, double spread, double heavier = 1) {
  Vee v;
  Mechanism& m = v.mechanism;
  m.gravity = {0, -9.81};
  const double mass = random.in(0.5, 2), com = random.in(0.3, 0.7), inertia = random.in(0.03, 0.2);
  const double friction = random.in(0.1, 1.2), restitution = random.in(0, 0.9);
  m.surfaces.push_back({.name = "floor"});
  const bool yields = random.below(2) == 1;
  if (yields)
    m.surfaces[0].body = SurfaceBody{.direction = pi / 2,
                                     .mass = random.in(0.5, 4),
                                     .stiffness = random.in(200, 1500),
                                     .damping = random.in(0, 5)};
  for (const int side : {0, 1}) {
    const std::string name = side == 0 ? "left" : "right";
    m.links.push_back({.name = name,
                       .parent = "base",
                       .length = 1,
                       .mass = side == 0 ? mass : heavier * mass,
                       .com = Vec2{com, 0},
                       .inertia = inertia});
    m.contacts.push_back({.name = name,
                          .link = name,
                          .at = {1, 0},
                          .surface = "floor",
                          .friction = friction,
                          .restitution = restitution});
  }
  if (random.below(2) == 1)
    m.springs.push_back({.link = "left",
                         .against = "right",
                         .stiffness = random.in(1, 30),
                         .rest = random.in(-1, 1)});
  const double rate = random.in(-2, 2), angle = -pi / 2 - spread;
  v.state.positions = {0, std::cos(spread), angle, -pi - angle};
  v.state.velocities = {0, rate * std::sin(spread), rate, -rate};
  if (yields) {
    v.state.positions.push_back(0);
    v.state.velocities.push_back(0);
  }
  return v;
}

/// The forces of the modes by a dense solution of v̇ = b + Wλ, and how much it magnifies.
struct Dense {
  Eigen::VectorXd forces;
  double magnifies;
};
Dense dense(const Flow& flow, std::array<Mode, 2> modes, double friction) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(4, 4);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(4);
  for (int k = 0; k < 2; ++k)
    for (int row = 2 * k; row < 2 * k + 2; ++row) {
      if (row % 2 == 0 && modes[k] != Mode::sticks) {
        a(row, row) = 1;
        a(row, row + 1) = modes[k] == Mode::slides_plus ? friction : -friction;
        continue;
      }
      for (int c = 0; c < 4; ++c) a(row, c) = flow.inertia()[4 * row + c];
      b[row] = -flow.rates()[row];
    }
  const Eigen::FullPivLU<Eigen::MatrixXd> factors(a);
  return {factors.solve(b), 1 / factors.rcond()};
}

constexpr std::array<std::array<Mode, 2>, 3> mirrored = {{{Mode::sticks, Mode::sticks},
                                                          {Mode::slides_plus, Mode::slides_minus},
                                                          {Mode::slides_minus, Mode::slides_plus}}};

/// Calls use(flow, observed, modes, friction) at random V's in each of the symmetric modes.
template <class Use>
void each_vee(double heavier, const Use& use) {
  Random random(5);
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    const double spread = std::pow(10, random.in(-2.3, 0)) * (random.below(2) == 1 ? 1 : -1);
    const Vee v = vee(random, spread, heavier);
    const Model model(v.mechanism);
    for (const auto& modes : mirrored) {
      SCOPED_TRACE(static_cast<int>(modes[0]));
      Flow flow(model.compiled().tree);
      flow.set_regimes(std::vector<Regime>{{modes[0]}, {modes[1]}});
      std::vector<double> y(flow.size(), 0.0), slope(flow.size());
      std::ranges::copy(v.state.positions, y.begin());
      std::ranges::copy(v.state.velocities, y.begin() + flow.freedom());
      flow(y, slope, 0);
      ASSERT_FALSE(flow.failed());
      std::vector<ContactRates> contacts(2);
      flow.observe(y, contacts);
      use(flow, contacts, modes, v.mechanism.contacts[0].friction);
    }
  }
}

/// To rounding, where a foot does not pull: what the equations magnify is left out.
TEST(Mirror, BothFeetCarryTheSame) {
  each_vee(1, [](const Flow&, const std::vector<ContactRates>& c, std::array<Mode, 2>, double) {
    if (c[0].force[1] < 0 || c[1].force[1] < 0) return;
    EXPECT_NEAR(c[0].force[1], c[1].force[1], 1e-11 * c[0].force[1]);
    EXPECT_NEAR(c[0].force[0], -c[1].force[0], 1e-11 * c[0].force[1]);
  });
}

/// And nothing else is left out: forces are those of a dense solution but for 1e-10 of b
/// (even_share) times what it magnifies, also where the halves differ by a millionth or less. Where
/// feet slide the matrix is not symmetric, and its condition no exact measure: ten times that.
TEST(Mirror, ForcesAreThoseOfADenseSolution) {
  for (const double heavier : {1 + 1e-8, 1 + 1e-6, 1.1}) {
    SCOPED_TRACE(heavier - 1);
    each_vee(heavier, [](const Flow& flow, const std::vector<ContactRates>& c,
                         std::array<Mode, 2> modes, double friction) {
      const Dense answer = dense(flow, modes, friction);
      const double size = answer.forces.cwiseAbs().maxCoeff();
      const double room = 1e-9 * std::min(answer.magnifies, 1e7) * size;
      for (int r = 0; r < 4; ++r) EXPECT_NEAR(c[r / 2].force[r % 2], answer.forces[r], room) << r;
    });
  }
}

/// Two links almost flat between feet that stick press hard by a small load: an arch of height
/// sin ε, each half of weight mg, has the thrust mg/(2 tan ε). Its equations magnify by 1/ε², but b
/// along that direction is ε of its size, far above rounding, and is kept.
TEST(Mirror, AnArchThatIsAlmostFlatHasItsThrust) {
  for (const double rise : {1e-2, 1e-3, 1e-4, 1e-5, 5e-6}) {
    SCOPED_TRACE(rise);
    Mechanism m;
    m.gravity = {0, -9.81};
    m.surfaces.push_back({.name = "floor"});
    m.links.push_back({.name = "left", .parent = "base", .length = 1, .mass = 1});
    m.links.push_back({.name = "right", .parent = "left", .length = 1, .mass = 1});
    m.contacts.push_back(
        {.name = "A", .link = "left", .at = {0, 0}, .surface = "floor", .friction = 1});
    m.contacts.push_back(
        {.name = "B", .link = "right", .at = {1, 0}, .surface = "floor", .friction = 1});
    const Model model(m);
    Flow flow(model.compiled().tree);
    flow.set_regimes(std::vector<Regime>{{Mode::sticks}, {Mode::sticks}});
    std::vector<double> y(flow.size(), 0.0), slope(flow.size());
    y[2] = rise;
    y[3] = -rise;
    flow(y, slope, 0);
    ASSERT_FALSE(flow.failed());
    std::vector<ContactRates> contacts(2);
    flow.observe(y, contacts);
    const double thrust = 9.81 / (2 * std::tan(rise));
    const double room = 1e-14 / (rise * rise);  // rounding, magnified
    EXPECT_NEAR(contacts[0].force[0] / thrust, 1, room);
    EXPECT_NEAR(contacts[1].force[0] / thrust, -1, room);
    EXPECT_NEAR(contacts[0].force[1] / 9.81, 1, room);
  }
}

/// A whole motion, with its bounces and decisions, is its own mirror image, as closely as a motion
/// is known.
TEST(Mirror, MotionsAreTheirOwnMirrorImages) {
  Random random(7);
  int decided = 0, out_of_step = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const double spread = std::pow(10, random.in(-1.5, 0)) * (random.below(2) == 1 ? 1 : -1);
    Vee v = vee(random, spread);
    if (random.below(2) == 1) v.state.velocities[1] -= random.in(0, 1);  // it strikes
    Recorder seen;
    const Motion motion =
        simulate(Model(v.mechanism), v.state, {.duration = 0.6, .every = 0.1}, seen);
    const auto& q = motion.final.positions;
    // Bounces magnify rounding too; where it has become an order of the feet, the rest is none of
    // forces and decisions.
    const auto impacts = seen.of_kind(MotionEventKind::impact);
    if (!std::ranges::all_of(impacts, &MotionEvent::simultaneous)) {
      ++out_of_step;
      continue;
    }
    EXPECT_NEAR(q[0], 0, 1e-8);
    EXPECT_NEAR(q[2], -pi - q[3], 1e-8);
    int slides = 0, balance = 0;
    for (const MotionEvent& e : seen.events) {
      if (e.kind == MotionEventKind::impact || e.kind == MotionEventKind::limit) continue;
      ++slides;
      balance += e.contact == 0 ? 1 : -1;
    }
    decided += slides;
    EXPECT_EQ(balance, 0);
    for (const Recorder::Sample& s : seen.samples) {
      const Mode left = s.contacts[0].mode, right = s.contacts[1].mode;
      const Mode image = left == Mode::slides_plus    ? Mode::slides_minus
                         : left == Mode::slides_minus ? Mode::slides_plus
                                                      : left;
      EXPECT_EQ(image, right) << s.time;
    }
  }
  EXPECT_GT(decided, 300);
  EXPECT_LT(out_of_step, 4);
}

/// A V on a platform that yields, a spring at its hip, feet that come to the edges of their cones
/// together: they slide apart. Forces that missed by 3e-6 made it stop there with several_modes.
TEST(Mirror, FeetThatReachTheirConesTogetherSlideApart) {
  for (const double restitution : {0.75, 0.78, 0.79, 0.8}) {
    SCOPED_TRACE(restitution);
    Mechanism m;
    m.gravity = {0, -9.81};
    m.surfaces.push_back(
        {.name = "floor",
         .body = SurfaceBody{.direction = pi / 2, .mass = 4, .stiffness = 1500, .damping = 2}});
    for (const char* const name : {"left", "right"}) {
      m.links.push_back({.name = name, .parent = "base", .length = 1, .mass = 1});
      m.contacts.push_back({.name = name,
                            .link = name,
                            .at = {1, 0},
                            .surface = "floor",
                            .friction = 0.8,
                            .restitution = restitution});
    }
    m.springs.push_back({.link = "left", .against = "right", .stiffness = 20});
    const double spread = 0.5;
    Recorder seen;
    const Motion motion = simulate(Model(m),
                                   {0,
                                    {0, std::cos(spread), -pi / 2 - spread, -pi / 2 + spread, 0},
                                    {0, 2 * std::sin(spread) - 1, 2, -2, 0}},
                                   {.duration = 1.5}, seen);
    EXPECT_EQ(motion.end, MotionEnd::duration);
    const auto slides = seen.of_kind(MotionEventKind::slides);
    ASSERT_GE(slides.size(), 2u);
    EXPECT_EQ(slides[0].time, slides[1].time);
    EXPECT_NEAR(slides[0].force[1], slides[1].force[1], 1e-9);
  }
}

}  // namespace
}  // namespace carom
