/// The derivative of a motion: against closed forms, and against differences of whole motions.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "carom/motion_sensitivity.hpp"
#include "model/mechanism_numbers.hpp"
#include "support/motions.hpp"
#include "support/random_motions.hpp"

namespace carom {
namespace {

using testing::Recorder;

constexpr double g = 9.81;

struct Followed {
  Motion motion;
  Recorder told;
  MotionSensitivity slopes;
  double time_of(std::size_t event, std::size_t direction) const {
    for (const InstantSlopes& instant : slopes.instants)
      if (instant.time == told.events[event].time) return instant.slopes[direction];
    return std::nan("");
  }
};

Followed follow(const Mechanism& mechanism, const State& state, const MotionOptions& options,
                std::span<const Direction> along) {
  Followed out;
  out.motion = simulate(Model(mechanism), state, options, out.told, along, out.slopes);
  return out;
}

Direction by(std::vector<std::string> names) {
  Direction direction;
  for (std::string& name : names) direction.numbers.push_back({std::move(name), 1});
  return direction;
}
Direction by_position(std::size_t freedom, std::size_t i) {
  Direction direction;
  direction.positions.assign(freedom, 0.0);
  direction.positions[i] = 1;
  return direction;
}
Direction by_velocity(std::size_t freedom, std::size_t i) {
  Direction direction;
  direction.velocities.assign(freedom, 0.0);
  direction.velocities[i] = 1;
  return direction;
}

/// A spring and a damper against the world, written as a force that sees the base.
TEST(Variation, InputsThatSeeTheBase) {
  Mechanism m = testing::disc(0.1, 2, 0.1, 0, 0.5);
  m.gravity = {0, 0};
  m.contacts[0].name = "tip";
  m.forces.push_back({.link = m.links[0].name,
                      .at = {0, 0},
                      .value_x = {"-8*position.x - 2*velocity.x"},
                      .value_y = {"-18*(gap.tip - 0.3)"}});
  const std::array along{by_position(3, 0), by_velocity(3, 0), by_position(3, 1)};
  const Followed seen = follow(m, {0, {0.3, 0.5, 0}, {0, 0.1, 0}}, {.duration = 1}, along);
  const double decay = 0.5, turns = std::sqrt(4 - decay * decay);
  EXPECT_NEAR(seen.slopes.positions[0][0],
              std::exp(-decay) * (std::cos(turns) + decay / turns * std::sin(turns)), 1e-8);
  EXPECT_NEAR(seen.slopes.positions[1][0], std::exp(-decay) * std::sin(turns) / turns, 1e-8);
  EXPECT_NEAR(seen.slopes.positions[2][1], std::cos(3.0), 1e-8);
  EXPECT_NEAR(seen.slopes.velocities[2][1], -3 * std::sin(3.0), 1e-8);
}

/// A force that jumps where the disc passes x = 1/2: none before, −2 N on 2 kg after. With τ since
/// then, x = 1/2 + v τ − τ²/2.
TEST(Variation, AForceThatTheStateSwitches) {
  Mechanism m = testing::disc(0.1, 2, 0.1, 0, 0.5);
  m.gravity = {0, 0};
  m.forces.push_back({.link = m.links[0].name,
                      .at = {0, 0},
                      .value_x = {"-1 - sign(position.x - edge)"},
                      .value_y = {"0"}});
  m.parameters = {{"edge", 0.5}};
  const std::array along{by_position(3, 0), by_velocity(3, 0), by({"parameter.edge"})};
  const double x = 0.3, v = 0.5, after = 1 - (0.5 - x) / v;
  const Followed seen = follow(m, {0, {x, 0.5, 0}, {v, 0, 0}}, {.duration = 1}, along);
  ASSERT_NEAR(seen.motion.final.positions[0], 0.5 + v * after - after * after / 2, 1e-9);
  for (const auto& hindered : seen.slopes.hindered) ASSERT_FALSE(hindered.has_value());
  EXPECT_NEAR(seen.slopes.positions[0][0], (v - after) / v, 1e-8);
  EXPECT_NEAR(seen.slopes.positions[1][0], after + (v - after) * (0.5 - x) / (v * v), 1e-8);
  EXPECT_NEAR(seen.slopes.positions[2][0], 1 - (v - after) / v, 1e-8);
}

/// A disc that slides on a floor that it leaves at x = 1/4, and falls. What the floor is like does
/// not matter there, but who takes part has no slopes by numbers of the mechanism.
TEST(Variation, AContactThatStopsTakingPart) {
  Mechanism m = testing::disc(0.1, 1, 0.005, 0, 0.5);
  m.contacts[0].active = Formula{"0.25 - position.x"};
  const std::array along{by_position(3, 0), by_velocity(3, 0), by({"contact.rim.friction"})};
  const double v = 1, fall = 0.25;
  const Followed seen = follow(m, {0, {0, 0.1, 0}, {v, 0, 0}}, {.duration = 0.5}, along);
  ASSERT_NEAR(seen.motion.final.positions[1], 0.1 - g / 2 * fall * fall, 1e-9);
  ASSERT_FALSE(seen.slopes.hindered[0].has_value());
  EXPECT_NEAR(seen.slopes.positions[0][1], -g * fall / v, 1e-8);
  EXPECT_NEAR(seen.slopes.positions[1][1], -g * fall * 0.25 / (v * v), 1e-8);
  EXPECT_NEAR(seen.slopes.velocities[0][1], -g / v, 1e-8);
  ASSERT_TRUE(seen.slopes.hindered[2].has_value());
  EXPECT_EQ(seen.slopes.hindered[2]->why, Hindrance::not_followed);
}

/// A disc that strikes a rising floor where the motion begins, later: the floor, t² high, is higher
/// and faster then. u⁺ of the disc is (1 + e) 2t + e v.
TEST(Variation, AnImpactWhereAMotionBeginsLater) {
  const double e = 0.5, v = 1, t = 0.2, T = 0.3;
  Mechanism m = testing::disc(0.1, 1, 0.004, 0, e);
  m.gravity = {0, 0};
  m.surfaces[0].motion = SurfaceMotion{.normal = {"t^2"}};
  Direction later = by_position(3, 1);
  later.time = 1;
  later.positions[1] = 2 * t;  // it is there when it begins
  later.duration = -1;         // to the same end
  const Followed seen =
      follow(m, {t, {0, 0.1 + t * t, 0}, {0, -v, 0}}, {.duration = T}, std::array{later});
  ASSERT_EQ(seen.motion.impacts, 1);
  const double up = (1 + e) * 2 * t + e * v;
  ASSERT_NEAR(seen.motion.final.positions[1], 0.1 + t * t + up * T, 1e-9);
  ASSERT_FALSE(seen.slopes.hindered[0].has_value());
  EXPECT_NEAR(seen.slopes.velocities[0][1], (1 + e) * 2, 1e-8);
  EXPECT_NEAR(seen.slopes.positions[0][1], 2 * t - up + (1 + e) * 2 * T, 1e-8);
}

/// Dropped from h over the floor, one bounce: at T the height over touch is u τ − ½gτ², τ = T − t,
/// t = √(2h/g), u = e g t.
TEST(Variation, OneBounce) {
  const double h = 0.4, e = 0.8, T = 0.5;
  const Mechanism disc = testing::disc(0.1, 1, 0.004, 0, e);
  const auto out = follow(disc, {0, {0, 0.1 + h, 0}, {0, 0, 0}}, {.duration = T},
                          std::array{by({"contact.rim.restitution"}), by_position(3, 1),
                                     by_velocity(3, 1), by({"world.gravity.y"})});
  const double t = std::sqrt(2 * h / g), u = e * g * t, tau = T - t;
  // dt/dh = 1/(gt); dt/dv = 1/g where v is upward: t = (v + √(v² + 2gh))/g.
  const double by_h = 1 / (g * t);
  EXPECT_NEAR(out.slopes.positions[0][1], g * t * tau, 1e-9);
  EXPECT_NEAR(out.slopes.velocities[0][1], g * t, 1e-9);
  EXPECT_NEAR(out.slopes.velocities[1][1], e / t + g * by_h, 1e-8);
  EXPECT_NEAR(out.slopes.positions[1][1], e * tau / t - (u - g * tau) * by_h, 1e-8);
  // The speed of the strike, √(v² + 2gh), does not change with v at v = 0.
  EXPECT_NEAR(out.slopes.velocities[2][1], g / g, 1e-8);
  EXPECT_NEAR(out.slopes.positions[2][1], -(u - g * tau) / g, 1e-8);
  EXPECT_NEAR(out.time_of(0, 1), by_h, 1e-9);
  EXPECT_NEAR(out.time_of(0, 2), 1 / g, 1e-9);
  EXPECT_NEAR(out.time_of(0, 0), 0, 1e-12);
  // t = √(−2h/γ) where γ = −g.
  EXPECT_NEAR(out.time_of(0, 3), t / (2 * g), 1e-9);
}

/// A force of the state that jumps: from rest at x₀ with ẍ = −a sgn x, past 0 at t = √(2x₀/a) and
/// from there −atτ + ½aτ².
TEST(Variation, AForceThatSwitchesWithTheState) {
  Mechanism m = testing::disc(0.1, 2, 0.1, 0, 0.5);
  m.gravity = {0, 0};
  m.parameters = {{"f", 6}};
  m.forces.push_back({.link = m.links[0].name,
                      .at = {0, 0},
                      .value_x = {"-f*sign(position.x - c)"},
                      .value_y = {"0"}});
  m.parameters.push_back({"c", 0});
  const double a = 3, x0 = 0.6, T = 1.1;
  const auto out = follow(m, {0, {x0, 0.5, 0}, {0, 0, 0}}, {.duration = T},
                          std::array{by_position(3, 0), by_velocity(3, 0), by({"link.disc.mass"}),
                                     by({"parameter.f"}), by({"parameter.c"})});
  const double t = std::sqrt(2 * x0 / a), tau = T - t, by_x = 1 / (a * t);
  ASSERT_FALSE(out.slopes.hindered[0]);
  EXPECT_NEAR(out.slopes.positions[0][0], -tau / t - a * (tau - t) * by_x, 1e-8);
  EXPECT_NEAR(out.slopes.velocities[0][0], -1 / t - a * by_x, 1e-8);
  // With v₀ = 0 the speed at 0 does not change by it, and the time does by 1/a.
  EXPECT_NEAR(out.slopes.positions[1][0], -a * (tau - t) / a, 1e-8);
  // a = f/m: a′ = −a/m by the mass.
  ASSERT_FALSE(out.slopes.hindered[2]);
  const double h = 1e-6;
  const auto place = [&](double acceleration) {
    const double at = std::sqrt(2 * x0 / acceleration), left = T - at;
    return acceleration * (-at * left + left * left / 2);
  };
  EXPECT_NEAR(out.slopes.positions[2][0], -a / 2 * (place(a + h) - place(a - h)) / (2 * h), 1e-8);
  ASSERT_FALSE(out.slopes.hindered[3]);
  EXPECT_NEAR(out.slopes.positions[3][0], (place(a + h) - place(a - h)) / (4 * h), 1e-8);
  // All at another place: x(T; x₀, c) = c + x(T; x₀ − c, 0).
  ASSERT_FALSE(out.slopes.hindered[4]);
  EXPECT_NEAR(out.slopes.positions[4][0], 1 - out.slopes.positions[0][0], 1e-8);
}

/// A force that sets in at a time c: x(T) = ½a(T − c)²; and another with it, which has its own.
TEST(Variation, AForceThatSetsInAtAParameter) {
  Mechanism m = testing::disc(0.1, 2, 0.1, 0, 0.5);
  m.gravity = {0, 0};
  m.parameters = {{"c", 0.4}, {"d", 0.4}};
  m.forces.push_back({.link = m.links[0].name,
                      .at = {0, 0},
                      .value_x = {"3*(1 + sign(t - c))"},
                      .value_y = {"0"}});
  const auto out = follow(m, {0, {0, 0.5, 0}, {0, 0, 0}}, {.duration = 1.1},
                          std::array{by({"parameter.c"}), by({"link.disc.mass"})});
  ASSERT_FALSE(out.slopes.hindered[0]);
  EXPECT_NEAR(out.slopes.positions[0][0], -3 * 0.7, 1e-9);
  EXPECT_NEAR(out.slopes.velocities[0][0], -3, 1e-9);
  ASSERT_FALSE(out.slopes.hindered[1]);
  EXPECT_NEAR(out.slopes.positions[1][0], -0.5 * 1.5 * 0.7 * 0.7, 1e-9);
  m.forces[0].value_y = {"max(0, t - d)"};
  const auto both = follow(m, {0, {0, 0.5, 0}, {0, 0, 0}}, {.duration = 1.1},
                           std::array{by({"parameter.c"}), by({"parameter.c", "parameter.d"})});
  ASSERT_TRUE(both.slopes.hindered[0]);
  EXPECT_EQ(both.slopes.hindered[0]->why, Hindrance::simultaneous);
  ASSERT_FALSE(both.slopes.hindered[1]);
  EXPECT_NEAR(both.slopes.positions[1][0], -3 * 0.7, 1e-9);
  EXPECT_NEAR(both.slopes.positions[1][1], -0.25 * 0.7 * 0.7, 1e-9);
}

/// A stop with a spring: it is left again with the speed it was met with, after half a swing.
TEST(Variation, AStopThatBeginsWhereTheStateSays) {
  Mechanism m = testing::disc(0.1, 2, 0.1, 0, 0.5);
  m.gravity = {0, 0};
  m.forces.push_back({.link = m.links[0].name,
                      .at = {0, 0},
                      .value_x = {"-200*max(0, position.x - 0.3)"},
                      .value_y = {"0"}});
  const double v = 0.7, T = 1.5;
  const auto out = follow(m, {0, {0, 0.5, 0}, {v, 0, 0}}, {.duration = T, .tolerance = 1e-11},
                          std::array{by_position(3, 0), by_velocity(3, 0)});
  // x = 0.3 − v (T − 0.3/v − π/ω), ω = 10.
  ASSERT_FALSE(out.slopes.hindered[0]);
  EXPECT_NEAR(out.slopes.positions[0][0], -1, 1e-8);
  EXPECT_NEAR(out.slopes.velocities[0][0], 0, 1e-8);
  EXPECT_NEAR(out.slopes.positions[1][0], -(T - std::numbers::pi / 10), 1e-7);
  EXPECT_NEAR(out.slopes.velocities[1][0], -1, 1e-8);
}

/// Bounces end at √(2h/g) (1 + e)/(1 − e).
TEST(Variation, EndOfBounces) {
  const double h = 0.3, e = 0.6;
  const Mechanism disc = testing::disc(0.1, 1, 0.004, 0, e);
  const auto out =
      follow(disc, {0, {0, 0.1 + h, 0}, {0.5, 0, 0}}, {.duration = 2, .tolerance = 1e-11},
             std::array{by({"contact.rim.restitution"}), by_position(3, 1)});
  const double t = std::sqrt(2 * h / g);
  std::size_t limit = 0;
  while (out.told.events[limit].kind != MotionEventKind::limit) ++limit;
  EXPECT_NEAR(out.time_of(limit, 0), 2 * t / ((1 - e) * (1 - e)), 1e-7);
  EXPECT_NEAR(out.time_of(limit, 1), t / (2 * h) * (1 + e) / (1 - e), 1e-8);
  for (const std::size_t j : {0u, 1u}) {
    EXPECT_NEAR(out.slopes.positions[j][1], 0, 1e-9);
    EXPECT_NEAR(out.slopes.velocities[j][1], 0, 1e-9);
  }
}

/// A block slides to rest after v/(μg), at v²/(2μg).
TEST(Variation, BlockSlidesToRest) {
  const double mu = 0.3, v = 1.2;
  const auto out =
      follow(testing::block(0.4, 0.1, mu, 0), {0, {0, 0, 0}, {v, 0, 0}}, {.duration = 1},
             std::array{by({"contact.left.friction", "contact.right.friction"}), by_velocity(3, 0),
                        by({"link.block.mass"})});
  ASSERT_FALSE(out.slopes.hindered[0]);
  EXPECT_NEAR(out.slopes.positions[0][0], -v * v / (2 * mu * mu * g), 1e-8);
  EXPECT_NEAR(out.slopes.positions[1][0], v / (mu * g), 1e-8);
  EXPECT_NEAR(out.slopes.positions[2][0], 0, 1e-9);
  EXPECT_NEAR(out.slopes.velocities[0][0], 0, 1e-9);
  std::size_t stops = 0;
  while (out.told.events[stops].kind != MotionEventKind::sticks) ++stops;
  EXPECT_NEAR(out.time_of(stops, 0), -v / (mu * mu * g), 1e-8);
  EXPECT_NEAR(out.time_of(stops, 1), 1 / (mu * g), 1e-8);
}

/// A plate that moves: dropped from h upon y = A sin ωt, n·v⁺ = −e(v − ẏ) + ẏ at t. By implicit
/// differentiation of h − ½gt² = A sin ωt.
TEST(Variation, BallOnMovingPlate) {
  const double h = 0.2, e = 0.7, A = 0.02, w = 9;
  Mechanism disc = testing::disc(0.1, 1, 0.004, 0, e);
  disc.parameters = {{"A", A}};
  disc.surfaces[0].motion =
      SurfaceMotion{.normal = Formula{"A*sin(9*t)"}, .tangential = Formula{"0"}};
  const double T = 0.3;
  const auto out = follow(disc, {0, {0, 0.1 + h, 0}, {0, 0, 0}}, {.duration = T},
                          std::array{by({"parameter.A"}), by_position(3, 1)});
  ASSERT_EQ(out.motion.impacts, 1);
  const double t = out.told.events[0].time;
  const double closing = -g * t - A * w * std::cos(w * t);  // ġ
  const double dt[] = {std::sin(w * t) / closing, -1 / closing};
  const double after = (1 + e) * A * w * std::cos(w * t) + e * g * t;
  for (const std::size_t j : {0u, 1u}) {
    const double by_a = j == 0 ? (1 + e) * w * std::cos(w * t) : 0;
    const double change = by_a + ((1 + e) * -A * w * w * std::sin(w * t) + e * g) * dt[j];
    const double place = (j == 1 ? 1 : 0) - g * t * dt[j];
    EXPECT_NEAR(out.time_of(0, j), dt[j], 1e-9);
    EXPECT_NEAR(out.slopes.velocities[j][1], change + g * dt[j], 1e-8);
    EXPECT_NEAR(out.slopes.positions[j][1], place - after * dt[j] + (change + g * dt[j]) * (T - t),
                1e-8);
  }
}

/// A pendulum keeps the area of its phase plane, and turns by itself where it hangs still.
TEST(Variation, FlowsKeepPhaseSpace) {
  Mechanism pendulum;
  pendulum.gravity = {0, -g};
  pendulum.base.kind = BaseKind::pinned;
  pendulum.links.push_back({.name = "rod", .length = 1, .mass = 2});
  const std::array along{by_position(1, 0), by_velocity(1, 0)};
  const auto swings = follow(pendulum, {0, {0.3}, {0.4}}, {.duration = 7}, along).slopes;
  const double area = swings.positions[0][0] * swings.velocities[1][0] -
                      swings.positions[1][0] * swings.velocities[0][0];
  EXPECT_NEAR(area, 1, 1e-8);
  const double omega = std::sqrt(1.5 * g), T = 5;
  const auto hangs =
      follow(pendulum, {0, {-std::numbers::pi / 2}, {0}}, {.duration = T}, along).slopes;
  EXPECT_NEAR(hangs.positions[0][0], std::cos(omega * T), 1e-7);
  EXPECT_NEAR(hangs.positions[1][0], std::sin(omega * T) / omega, 1e-7);
}

/// Where there is none it says so.
TEST(Variation, SaysWhereThereIsNone) {
  // Feet that land together do not if it is turned; if it is lifted they do.
  const auto lands = follow(testing::block(0.4, 0.1, 0.5, 0), {0, {0, 0.2, 0}, {0, 0, 0}},
                            {.duration = 0.5}, std::array{by_position(3, 2), by_position(3, 1)});
  ASSERT_TRUE(lands.slopes.hindered[0]);
  EXPECT_EQ(lands.slopes.hindered[0]->why, Hindrance::simultaneous);
  EXPECT_TRUE(lands.slopes.positions[0].empty());
  EXPECT_FALSE(lands.slopes.hindered[1]);
  // One that stands cannot be lifted or sink; its place along the floor can change.
  const auto stands = follow(testing::block(0.4, 0.1, 0.5, 0), {0, {0, 0, 0}, {0, 0, 0}},
                             {.duration = 0.5}, std::array{by_position(3, 1), by_position(3, 0)});
  ASSERT_TRUE(stands.slopes.hindered[0]);
  EXPECT_EQ(stands.slopes.hindered[0]->why, Hindrance::off_surface);
  ASSERT_FALSE(stands.slopes.hindered[1]);
  EXPECT_NEAR(stands.slopes.positions[1][0], 1, 1e-9);
  const Mechanism disc = testing::disc(0.1, 1, 0.004, 0, 0.5);
  Recorder told;
  MotionSensitivity slopes;
  EXPECT_THROW(simulate(Model(disc), {0, {0, 0.4, 0}, {0, 0, 0}}, {}, told,
                        std::array{by({"contact.rim.bounce"})}, slopes),
               InputError);
}

/// To be followed changes nothing.
TEST(Variation, MotionIsTheSame) {
  const Mechanism disc = testing::disc(0.1, 1, 0.004, 0.3, 0.8);
  const State state{0, {0, 0.5, 0}, {0.5, 0, -30}};
  Recorder alone;
  const Motion motion = simulate(Model(disc), state, {.duration = 6}, alone);
  const auto out = follow(disc, state, {.duration = 6}, std::array{by({"contact.rim.friction"})});
  EXPECT_EQ(motion.final.positions, out.motion.final.positions);
  EXPECT_EQ(motion.final.velocities, out.motion.final.velocities);
  EXPECT_EQ(motion.evaluations, out.motion.evaluations);
  EXPECT_EQ(alone.events.size(), out.told.events.size());
}

std::string sequence(const Recorder& told) {
  std::string all;
  for (const MotionEvent& e : told.events)
    all += std::string(name(e.kind)) + std::to_string(e.contact) + " ";
  return all;
}

/// Random mechanisms by numbers and velocities, against central differences of whole motions with
/// the same events; motions begin in the air or at rest, so that no tolerance of touching is met.
TEST(Variation, AgreesWithDifferences) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const testing::RandomMotion r = testing::random_motion(seed);
    const MotionOptions options{.duration = r.duration, .tolerance = 1e-11, .event_limit = 200};
    std::vector<Direction> along;
    const auto freedom = r.state.positions.size();
    for (std::size_t i = 0; i < freedom && i < 2; ++i) along.push_back(by_velocity(freedom, i));
    for (const std::string& number : number_names(r.mechanism))
      if (number.ends_with(".mass") || number.ends_with("friction") ||
          number.ends_with("restitution") || number.ends_with("gravity.y"))
        along.push_back(by({number}));
    const Followed here = follow(r.mechanism, r.state, options, along);
    if (here.motion.end != MotionEnd::duration) continue;
    for (std::size_t j = 0; j < along.size(); ++j) {
      if (here.slopes.hindered[j]) continue;
      constexpr double step = 1e-6;
      std::array<Motion, 2> beside;
      bool same = true;
      for (const int side : {0, 1}) {
        Mechanism mechanism = r.mechanism;
        State state = r.state;
        const double change = side == 0 ? -step : step;
        if (along[j].numbers.empty())
          for (std::size_t i = 0; i < freedom; ++i)
            state.velocities[i] += change * along[j].velocities[i];
        else
          *const_cast<double*>(number_named(mechanism, along[j].numbers[0].number)) += change;
        if (!mechanism_faults(mechanism).empty()) {
          same = false;
          break;
        }
        Recorder told;
        beside[static_cast<std::size_t>(side)] = simulate(Model(mechanism), state, options, told);
        same = same && sequence(told) == sequence(here.told);
      }
      if (!same) continue;
      double size = 1, off = 0;
      for (std::size_t i = 0; i < freedom; ++i) {
        const auto compare = [&](double slope, double after, double before) {
          size = std::max(size, std::abs(slope));
          off = std::max(off, std::abs((after - before) / (2 * step) - slope));
        };
        compare(here.slopes.positions[j][i], beside[1].final.positions[i],
                beside[0].final.positions[i]);
        compare(here.slopes.velocities[j][i], beside[1].final.velocities[i],
                beside[0].final.velocities[i]);
      }
      // Differences err by (1e-6)² f‴ and 1e-11/1e-6.
      EXPECT_LE(off, 3e-4 * size) << "seed " << seed << " direction " << j;
      ++compared;
    }
  }
  EXPECT_GE(compared, 12);
}

}  // namespace
}  // namespace carom
