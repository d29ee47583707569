// The derivative of an impact, by every law there is: against differences on random mechanisms, and
// in closed form.

#include "carom/jacobian.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "laws/registry.hpp"
#include "model/mechanism_numbers.hpp"
#include "motion/impact.hpp"
#include "motion/small_slopes.hpp"
#include "support/counted_allocations.hpp"
#include "support/touching.hpp"

namespace carom::testing {
namespace {

/// A law of a program, without derivatives: Newton's, without friction, at the striking contact.
void solve_own(const LawProblem& problem, LawAnswer& answer) noexcept {
  const int n = 2 * problem.colliding + 1;
  const double e = problem.parameters[1][static_cast<std::size_t>(problem.colliding)];
  answer.impulse[static_cast<std::size_t>(n)] =
      -(1 + e) * problem.velocity[static_cast<std::size_t>(n)] / problem.w(n, n);
}
constexpr LawParameter own_parameters[] = {friction_parameter, restitution_parameter};
const Law own_law{.name = "own", .parameters = own_parameters, .solve = solve_own};

std::vector<const Law*> laws() {
  std::vector<const Law*> all(all_laws().begin(), all_laws().end());
  all.push_back(&own_law);
  return all;
}

/// What an impact of the contacts `set` answers: q̇⁺, impulses, the loss; and its modes.
struct Answer {
  bool exists = false;
  std::vector<double> numbers;
  std::vector<Mode> modes;
  std::vector<Outcome> outcomes;
  bool like(const Answer& other) const {
    return exists && other.exists && modes == other.modes && outcomes == other.outcomes;
  }
};

Answer answer_of(const Mechanism& mechanism, const State& state, const std::vector<int>& set,
                 const Law& law) {
  const Tree tree = tree_of(mechanism);
  ImpactSolver<double> solver(tree);
  Answer answer;
  if (!solver.prepare(tree, state.positions, state.velocities, state.time, set)) return answer;
  const Solution<double>& solution = solver.solve(tree, law, {}, -1);
  answer.exists = solution.verdict == Verdict::unique;
  if (!answer.exists) return answer;
  answer.numbers.assign(solver.velocities_after().begin(), solver.velocities_after().end());
  answer.numbers.insert(answer.numbers.end(), solution.impulse.begin(), solution.impulse.end());
  answer.numbers.push_back(solver.kinetic_energy_before() - solver.kinetic_energy_after());
  answer.modes = solution.stage_modes;
  answer.outcomes = solution.outcome;
  return answer;
}

struct Counts {
  int both = 0, one_sided = 0, none = 0, skipped = 0;
};

/// All derivatives of one impact against differences of second order, on the side that is told.
void check(const Collision& c, const Law& law, Random& random, Counts& counts) {
  Mechanism m = c.mechanism;
  m.laws = {&own_law};
  const Model model(m);
  JacobianInputs inputs;
  for_each_number(m, [&](const std::string& name, const double& number) {
    // Surfaces are where contacts touch; forces and springs do nothing in an impact.
    const bool touches = name.starts_with("surface") && !name.ends_with("mass");
    if (touches || name.starts_with("spring") || name.starts_with("force") ||
        name.starts_with("world") || (number == 0 && name.ends_with("mass")))
      return;
    if (random.chance(0.3)) inputs.numbers.push_back(name);
  });
  JacobianWorkspace workspace(model, inputs);
  const ImpactJacobian exact = strike_jacobian(model, c.state, {.law = law.name}, workspace);
  ASSERT_EQ(exact.error, StrikeError::none);
  if (exact.verdict != Verdict::unique || !exact.impulses_determined) return;
  EXPECT_EQ(exact.exact, law.kernel != nullptr);
  std::vector<int> set(m.contacts.size());
  for (std::size_t i = 0; i < set.size(); ++i) set[i] = static_cast<int>(i);
  const std::size_t freedoms = c.state.positions.size();
  const Answer here = answer_of(m, c.state, set, law);
  ASSERT_EQ(exact.inputs, 2 * freedoms + inputs.numbers.size());
  for (std::size_t i = 0; i < exact.inputs; ++i) {
    if (!random.chance(0.5)) continue;
    const Side side = exact.sides[i];
    const auto at = [&](double by) {
      Mechanism mechanism = m;
      State state = c.state;
      if (i < freedoms)
        state.positions[i] += by;
      else if (i < 2 * freedoms)
        state.velocities[i - freedoms] += by;
      else
        *const_cast<double*>(number_named(mechanism, inputs.numbers[i - 2 * freedoms])) += by;
      return answer_of(mechanism, state, set, law);
    };
    if (side == Side::none) {
      ++counts.none;
      continue;
    }
    const double h = side == Side::both ? 1e-5 : side == Side::above ? 1e-5 : -1e-5;
    const Answer one = at(h), two = at(side == Side::both ? -h : 2 * h);
    if (!one.like(two) || (side == Side::both && !one.like(here))) {
      ++counts.skipped;  // a mode changes within a step
      continue;
    }
    ++(side == Side::both ? counts.both : counts.one_sided);
    std::vector<double> slopes;
    for (std::size_t j = 0; j < freedoms; ++j) slopes.push_back(exact.velocities[i * freedoms + j]);
    for (std::size_t k = 0; k < 2 * set.size(); ++k)
      slopes.push_back(exact.impulses[i * 2 * set.size() + k]);
    slopes.push_back(exact.energy_loss[i]);
    double size = 1;
    for (std::size_t k = 0; k < slopes.size(); ++k)
      size = std::max({size, std::abs(slopes[k]), std::abs(here.numbers[k])});
    for (std::size_t k = 0; k < slopes.size(); ++k) {
      const double difference =
          side == Side::both
              ? (one.numbers[k] - two.numbers[k]) / (2 * h)
              : (-3 * here.numbers[k] + 4 * one.numbers[k] - two.numbers[k]) / (2 * h);
      // h² third derivatives, which grow as powers of the first, and rounding over h; springs take
      // events nearer than 1e-10 as one, which is 1e-5 of h.
      const double near = law.name == "simultaneous" ? 3e-5 : 1e-6;
      ASSERT_NEAR(slopes[k], difference, near * size * size * size)
          << law.name << " input " << i << " of " << freedoms << " freedoms, " << name(side)
          << ", number " << k << (i < 2 * freedoms ? "" : " " + inputs.numbers[i - 2 * freedoms]);
    }
  }
}

class EveryLaw : public ::testing::TestWithParam<const Law*> {};

TEST_P(EveryLaw, AgreesWithDifferences) {
  const Law& law = *GetParam();
  Random random(91);
  Counts counts;
  for (int trial = 0; trial < 90; ++trial) {
    const RandomOptions options{.links = 1 + random.below(4),
                                .contacts = 1 + trial % 3,
                                .massless = 0.1,
                                .special_surfaces = trial % 4 == 0};
    const auto collision = random_collision(random, options, trial % 2 == 0);
    if (!collision) continue;
    check(*collision, law, random, counts);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(counts.both, 200) << counts.none << " none, " << counts.skipped << " skipped";
  // Where contacts rest, half of the directions in state let one leave or slip.
  EXPECT_LT(counts.skipped, counts.both + counts.one_sided);
}

INSTANTIATE_TEST_SUITE_P(Jacobian, EveryLaw, ::testing::ValuesIn(laws()),
                         [](const auto& each) { return std::string(each.param->name); });

/// A point mass on a slope.
Mechanism ball(double angle, double mu, double e) {
  Mechanism m;
  m.links.push_back({.name = "ball", .length = 0, .mass = 2, .inertia = 1});
  m.surfaces.push_back({.name = "floor", .angle = angle});
  Contact contact;
  contact.name = "hit";
  contact.link = "ball";
  contact.surface = "floor";
  contact.friction = mu;
  contact.restitution = e;
  m.contacts.push_back(contact);
  return m;
}

double row(const ImpactJacobian& d, std::size_t input, std::size_t velocity) {
  return d.velocities[input * (d.velocities.size() / d.inputs) + velocity];
}

/// v⁺ = v − (1 + e)(n·v) n, by everything; by its angle n turns to −t.
TEST(Jacobian, OneBounceInClosedForm) {
  const double a = 0.3, e = 0.6;
  const Mechanism m = ball(a, 0, e);
  const Model model(m);
  const State state{0, {0, 0, 0}, {1.2, -0.9, 0.4}};
  JacobianWorkspace workspace(
      model, {.numbers = {"contact.hit.restitution", "surface.floor.angle", "link.ball.mass"}});
  const Vec2 t{std::cos(a), std::sin(a)}, n{-std::sin(a), std::cos(a)}, v{1.2, -0.9};
  for (const Law* law : all_laws()) {
    SCOPED_TRACE(law->name);
    const auto d = strike_jacobian(model, state, {.law = law->name}, workspace);
    ASSERT_EQ(d.verdict, Verdict::unique);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(row(d, i, j), 0, 1e-13);
    const double nn[2][2] = {{n.x * n.x, n.x * n.y}, {n.y * n.x, n.y * n.y}};
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j)
        EXPECT_NEAR(row(d, 3 + i, j), (i == j ? 1.0 : 0.0) - (1 + e) * nn[i][j], 1e-13);
    EXPECT_NEAR(row(d, 5, 2), 1, 1e-13);
    const double approach = dot(n, v);
    EXPECT_NEAR(row(d, 6, 0), -approach * n.x, 1e-13);
    EXPECT_NEAR(row(d, 6, 1), -approach * n.y, 1e-13);
    EXPECT_NEAR(d.energy_loss[6], -2 * e * approach * approach, 1e-12);  // ½m(1 − e²)v²
    EXPECT_NEAR(row(d, 7, 0), (1 + e) * (dot(t, v) * n.x + approach * t.x), 1e-12);
    EXPECT_NEAR(row(d, 7, 1), (1 + e) * (dot(t, v) * n.y + approach * t.y), 1e-12);
    EXPECT_NEAR(row(d, 8, 1), 0, 1e-13);
    EXPECT_NEAR(d.impulses[8 * 2 + 1], -(1 + e) * approach, 1e-12);
    for (const Side side : d.sides) EXPECT_EQ(side, Side::both);
  }
}

/// Paper 004: a bar on a slider strikes a wall that yields, at any e:
///     θ̇⁺ = θ̇ − (1 + e)(m_w/D)((m_s + m_b)ℓ − m_b d_A) c v, and so on.
TEST(Jacobian, TheConstrainedBarInClosedForm) {
  const double m_s = 5, m_b = 2, m_w = 3, inertia = 1.0 / 6, d_a = 0.5, l = 1, theta = 0.45;
  Mechanism m;
  m.base = {.kind = BaseKind::slider, .direction = std::numbers::pi / 2, .mass = m_s};
  m.links.push_back(
      {.name = "bar", .length = l, .mass = m_b, .com = Vec2{d_a, 0}, .inertia = inertia});
  Surface wall{.name = "wall", .angle = std::numbers::pi, .point = {0, std::sin(theta)}};
  wall.body = SurfaceBody{.direction = std::numbers::pi / 2, .mass = m_w};
  m.surfaces.push_back(wall);
  Contact tip{.name = "tip", .link = "bar", .at = {l, 0}, .surface = "wall"};
  const State state{0, {0, theta, 0}, {0.3, 0.8, -0.2}};
  for (const double e : {0.0, 0.35, 1.0}) {
    tip.restitution = e;
    m.contacts = {tip};
    const Model model(m);
    JacobianWorkspace workspace(model, {.numbers = {"contact.tip.restitution", "base.mass"}});
    const auto d = strike_jacobian(model, state, {}, workspace);
    ASSERT_EQ(d.verdict, Verdict::unique);
    const auto after = [&](double y, double rate, double w, double by, double slider) {
      const double c = std::cos(theta), a1 = inertia + m_b * d_a * d_a;
      const double a2 = m_b * d_a + m_w * l, m_t = slider + m_b + m_w;
      const double a3 = m_t * m_w * l * l - a2 * a2;
      const double all = a1 * m_t + a3 * c * c, v = y + l * c * rate - w;
      const double d0 = (slider + m_b) * a1 - m_b * m_b * d_a * d_a * c * c;
      return std::array{y - (1 + by) * (m_w / all) * (a1 - m_b * d_a * l * c * c) * v,
                        rate - (1 + by) * (m_w / all) * ((slider + m_b) * l - m_b * d_a) * c * v,
                        w + (1 + by) * (d0 / all) * v,
                        0.5 * (1 - by * by) * m_w * d0 * v * v / all};
    };
    constexpr double h = 1e-6;
    const auto compare = [&](std::size_t input, auto moved) {
      const auto ahead = moved(h), behind = moved(-h);
      for (std::size_t j = 0; j < 3; ++j)
        EXPECT_NEAR(row(d, input, j), (ahead[j] - behind[j]) / (2 * h), 1e-8)
            << "e " << e << " input " << input << " velocity " << j;
      EXPECT_NEAR(d.energy_loss[input], (ahead[3] - behind[3]) / (2 * h), 1e-8) << input;
    };
    compare(3, [&](double by) { return after(0.3 + by, 0.8, -0.2, e, m_s); });
    compare(4, [&](double by) { return after(0.3, 0.8 + by, -0.2, e, m_s); });
    compare(5, [&](double by) { return after(0.3, 0.8, -0.2 + by, e, m_s); });
    compare(6, [&](double by) { return after(0.3, 0.8, -0.2, e + by, m_s); });
    compare(7, [&](double by) { return after(0.3, 0.8, -0.2, e, m_s + by); });
    EXPECT_EQ(d.sides[6], e == 0 ? Side::above : e == 1 ? Side::below : Side::both);
  }
}

/// Ball on a plate that moves: u⁺ − ẏ = −e(u⁻ − ẏ), so u⁺ has the slope (1 + e) ÿ by the time; here
/// by the amplitude: ẏ = Aω cos ωt.
TEST(Jacobian, FollowsAMovedSurface) {
  Mechanism m = ball(0, 0, 0.5);
  m.parameters = {{"amplitude", 0.01}};
  m.surfaces[0].motion = SurfaceMotion{{"amplitude*sin(60*t)"}, {"0"}};
  const double t = 0.004;
  const State state{t, {0, 0.01 * std::sin(60 * t), 0}, {0, -1.5, 0}};
  const Model model(m);
  JacobianWorkspace workspace(model, {.state = false, .numbers = {"parameter.amplitude"}});
  for (const Law* law : all_laws()) {
    const auto d = strike_jacobian(model, state, {.law = law->name}, workspace);
    EXPECT_NEAR(row(d, 0, 1), 1.5 * 60 * std::cos(60 * t), 1e-11) << law->name;
  }
}

/// A disc that only just begins to slip, without friction, at rest: the two sides differ.
TEST(Jacobian, IsOneSidedWhereModesChange) {
  // v_t = 0 and friction from zero: no slip, so friction does nothing at first order, on its side.
  Mechanism m = ball(0, 0, 0.5);
  m.contacts[0].outline = {.kind = OutlineKind::disc, .radius = 0.3};
  const State sliding{0, {0, 0.3, 0}, {0.7, -1, 0}};
  const Model model(m);
  JacobianWorkspace workspace(model, {.numbers = {"contact.hit.friction"}});
  for (const Law* law : all_laws()) {
    SCOPED_TRACE(law->name);
    const auto d = strike_jacobian(model, sliding, {.law = law->name}, workspace);
    if (law->name == "simultaneous" || d.sides[6] == Side::none) continue;  // told, at least
    EXPECT_EQ(d.sides[6], Side::above);
    // F_t = −μF_n: Δv_x = −μ(1 + e)·1.
    if (!law->algebraic) {
      EXPECT_NEAR(row(d, 6, 0), -1.5, 1e-12);
    }
  }
  // A rod with friction whose end does not slip: by its tangential velocity the law has a kink
  // only if it slides from rest, which the side says.
  const Model rough(ball(0, 0.2, 0.5));
  JacobianWorkspace other(rough, {});
  const State still{0, {0, 0, 0}, {0, -1, 0}};
  for (const Law* law : all_laws()) {
    SCOPED_TRACE(law->name);
    const auto d = strike_jacobian(rough, still, {.law = law->name}, other);
    ASSERT_EQ(d.verdict, Verdict::unique);
    if (d.sides[3] == Side::none) continue;
    EXPECT_EQ(d.sides[3], Side::both);  // it sticks: the slip ends at once, from either side
    EXPECT_NEAR(row(d, 3, 0), 0, 1e-12);
  }
}

/// The closed form by the state against numbers that carry slopes, which a contact far away makes
/// the way for small mechanisms impossible.
TEST(Jacobian, SmallMechanismsHaveTheSame) {
  Random random(94);
  int closed_forms = 0, one_sided = 0;
  for (int trial = 0; trial < 900; ++trial) {
    auto collision = random_collision(random,
                                      {.links = 1 + random.below(4),
                                       .contacts = 1 + trial % 2,
                                       .massless = 0.1,
                                       .special_surfaces = false},
                                      trial % 3 == 0);
    if (!collision) continue;
    Mechanism& small = collision->mechanism;
    if (small.base.kind == BaseKind::slider) continue;
    if (std::ranges::any_of(small.contacts, [](const Contact& contact) {
          return contact.outline.kind != OutlineKind::point;
        }))
      continue;
    Mechanism large = small;
    for (int k = 0; k < 2; ++k) {
      Contact far = small.contacts[0];
      far.name = "far" + std::to_string(k);
      far.surface = far.name;
      large.surfaces.push_back({.name = far.name, .point = {0, -1000}});
      large.contacts.push_back(far);
    }
    const Model model(small), other(large);
    JacobianWorkspace workspace(model, {}), same(other, {});
    const Tree tree = tree_of(small);
    const SmallSlopes path(tree);
    ImpactSolver<double> solver(tree);
    const State& state = collision->state;
    for (const char* law : {"kinematic", "kinetic", "energetic", "whittaker", "brach", "moreau"}) {
      const auto fast = strike_jacobian(model, state, {.law = law}, workspace);
      const auto plain = strike_jacobian(other, state, {.law = law}, same);
      if (fast.verdict != Verdict::unique) continue;
      ASSERT_EQ(plain.verdict, Verdict::unique);
      const std::size_t freedoms = state.positions.size();
      std::vector<double> rows(2 * freedoms * freedoms), impulses(4 * freedoms * 2),
          losses(2 * freedoms);
      std::vector<Side> sides(2 * freedoms);
      ASSERT_TRUE(solver.prepare(tree, state.positions, state.velocities, state.time));
      solver.solve(tree, *find_law(law), {}, -1);
      closed_forms += path.solve(state.positions, state.velocities, solver, *find_law(law), rows,
                                 impulses, losses, sides);
      const std::size_t contacts = small.contacts.size();
      for (std::size_t i = 0; i < fast.inputs; ++i) {
        if (plain.sides[i] == Side::none) continue;
        one_sided += plain.sides[i] != Side::both;
        EXPECT_EQ(fast.sides[i], plain.sides[i]) << law << " " << trial << " input " << i;
        double size = 1;
        for (std::size_t j = 0; j < freedoms; ++j)
          size = std::max(size, std::abs(row(plain, i, j)));
        for (std::size_t j = 0; j < freedoms; ++j)
          EXPECT_NEAR(row(fast, i, j), row(plain, i, j), 1e-8 * size * size)
              << law << " " << trial << " input " << i << " velocity " << j;
        for (std::size_t k = 0; k < 2 * contacts; ++k)
          EXPECT_NEAR(fast.impulses[i * 2 * contacts + k],
                      plain.impulses[i * 2 * (contacts + 2) + k], 1e-8 * size * size)
              << law << " " << trial << " input " << i;
        EXPECT_NEAR(fast.energy_loss[i], plain.energy_loss[i], 1e-7 * size * size)
            << law << " " << trial << " input " << i;
      }
    }
  }
  EXPECT_GT(closed_forms, 240);
  EXPECT_GT(one_sided, 50);
}

TEST(Jacobian, AllocatesNothing) {
  Random random(93);
  for (int trial = 0; trial < 40; ++trial) {
    const auto collision =
        random_collision(random, {.links = 3, .contacts = 1 + trial % 3}, trial % 2 == 0);
    if (!collision) continue;
    const Model model(collision->mechanism);
    for (const bool reach : {false, true}) {
      JacobianInputs inputs{.numbers = number_names(collision->mechanism), .reach = reach};
      JacobianWorkspace workspace(model, inputs);
      for (const Law* law : all_laws()) {
        const long before = allocation_count();
        strike_jacobian(model, collision->state, {.law = law->name}, workspace);
        EXPECT_EQ(allocation_count() - before, 0) << law->name << " " << trial;
      }
    }
  }
}

/// A ball that slides: v_t⁺ = v_t − μ(1 + e)|v_n| is zero at v_t = μ(1 + e)|v_n|, and straight.
TEST(Jacobian, TellsHowFarModesAreKept) {
  const double mu = 0.2, e = 0.5, fall = 2, along = 3;
  const Model model(ball(0, mu, e));
  JacobianInputs inputs{.numbers = {"contact.hit.friction", "contact.hit.restitution"},
                        .reach = true};
  JacobianWorkspace workspace(model, inputs);
  const State state{0, {0, 0, 0}, {along, -fall, 0}};
  const ImpactJacobian found = strike_jacobian(model, state, {}, workspace);
  ASSERT_EQ(found.inputs, 8u);
  ASSERT_EQ(found.reach.size(), 16u);
  const auto reach = [&](std::size_t input) {
    return std::pair{found.reach[2 * input], found.reach[2 * input + 1]};
  };
  const double free = along - mu * (1 + e) * fall;
  EXPECT_NEAR(reach(3).first, free, 1e-12);  // the speed along the floor
  EXPECT_EQ(reach(3).second, std::numeric_limits<double>::infinity());
  EXPECT_NEAR(reach(4).first, free / (mu * (1 + e)), 1e-12);  // a faster fall
  EXPECT_NEAR(reach(4).second, fall, 1e-12);                  // it has to fall
  EXPECT_NEAR(reach(6).first, mu, 1e-14);
  EXPECT_NEAR(reach(6).second, free / ((1 + e) * fall), 1e-12);
  EXPECT_NEAR(reach(7).first, e, 1e-14);
  EXPECT_NEAR(reach(7).second, 1 - e, 1e-14);
  JacobianWorkspace none(model, {});
  EXPECT_TRUE(strike_jacobian(model, state, {}, none).reach.empty());
}

TEST(Jacobian, SaysWhatIsWrong) {
  const Model model(ball(0, 0.1, 0.5)), other(ball(0, 0.1, 0.5));
  const auto found = faults(
      JacobianInputs{.numbers = {"link.bal.mass", "contact.hit.friction", "contact.hit.fricton"}},
      model);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].message,
            "\"link.bal.mass\" is not a number of the mechanism; did you mean \"link.ball.mass\"?");
  EXPECT_THROW(JacobianWorkspace(model, {.numbers = {"link.bal.mass"}}), InputError);
  JacobianWorkspace workspace(model, {});
  const State state{0, {0, 0, 0}, {0, -1, 0}};
  EXPECT_EQ(strike_jacobian(other, state, {}, workspace).error, StrikeError::foreign_workspace);
  EXPECT_EQ(strike_jacobian(model, state, {.law = "none"}, workspace).error,
            StrikeError::unknown_law);
  const State rising{0, {0, 0, 0}, {0, 1, 0}};
  const auto none = strike_jacobian(model, rising, {}, workspace);
  EXPECT_EQ(none.verdict, Verdict::not_colliding);
  EXPECT_TRUE(none.velocities.empty());
}

}  // namespace
}  // namespace carom::testing
