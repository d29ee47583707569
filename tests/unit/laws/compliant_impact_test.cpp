// Impacts by contact forces with the configuration frozen: closed forms of central impact, the
// restitution that each law yields, energy, and friction at several contacts.

#include "laws/compliant/impact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "laws/compliant/central.hpp"
#include "laws/compliant/viscous.hpp"
#include "laws/registry.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {
namespace {

const CompliantContact steel{{2e11, 0.3, 3.5e8, 1.2e9, 3.175e-3}};

const CompliantLaw& law(const char* name) {
  return *find_compliant_law(name);
}

TEST(Elastoplastic, FollowsItsCurves) {
  // Values of an independent implementation, to 12 digits.
  const CompliantLaw& own = law("elastoplastic");
  CompliantMemory memory;
  own.pass(steel, memory, CompliantEvent::close, 0, 1);
  const double yields = own.guards(steel, memory).begin()->level;
  EXPECT_NEAR(yields, 7.152285902971713e-07, 1e-12 * yields);
  const auto force = [&](double q) { return own.force(steel, memory, q, 0); };
  EXPECT_NEAR(force(3.5761429514858567e-07), 1.7655967279594185, 1e-11);
  own.pass(steel, memory, CompliantEvent::load, yields, 1);
  EXPECT_NEAR(force(1.4304571805943427e-06), 10.729219434949776, 1e-10);
  EXPECT_NEAR(force(1e-5), 109.9132345978106, 1e-9);
  EXPECT_NEAR(force(5e-5), 727.7800549179059, 1e-9);
  const double deepest = 3.609962440978954e-05;
  EXPECT_NEAR(force(deepest), 500, 1e-9);
  EXPECT_NEAR(own.stored(steel, memory, deepest), 0.0030843514554497772, 1e-14);
  own.pass(steel, memory, CompliantEvent::turn, deepest, 0);
  EXPECT_NEAR(memory.permanent, 2.0677867132540667e-05, 1e-16);
  EXPECT_NEAR(force(2.8388745771165105e-05), 176.7766952966371, 1e-9);
  EXPECT_NEAR(own.lost(steel, memory), 0.008305449442699732 - 0.0030843514554497772, 1e-14);
}

TEST(CentralImpact, OfSteelIsWhatEnergyAsksFor) {
  struct Case {
    double hardness, speed, force, deepest, permanent, restitution, compression, duration;
  };
  constexpr Case cases[] = {
      {1.2e9, 0.005, 2.6080240950228206, 4.6383294629393175e-07, 0, 1, 0.0001365188000499143,
       0.0002730376000992836},
      {1.2e9, 1, 783.788022102772, 5.33432104594789e-05, 3.253253025798114e-05, 0.5805984294412101,
       8.18176001038159e-05, 0.0001345662431415624},
      {1.2e9, 3, 2489.2835794218836, 0.0001487406478803155, 0.00010377611250695844,
       0.506972491877288, 7.641115908677507e-05, 0.00011991877973646943},
      {1.2e8, 1.35, 398.49067862376756, 0.00017763184714998437, 0.0001643752323045899,
       0.24475131964991087, 0.00020655847841321448, 0.0002656023328768888}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.speed);
    CompliantContact contact = steel;
    contact.parameters[3] = c.hardness;
    const CompliantTouch touch =
        central_impact(law("elastoplastic"), contact, 0.03871, c.speed, 1e-11);
    EXPECT_NEAR(touch.peak_force, c.force, 1e-9 * c.force);
    EXPECT_NEAR(touch.deepest, c.deepest, 1e-9 * c.deepest);
    EXPECT_NEAR(touch.permanent, c.permanent, 1e-9 * c.deepest);
    EXPECT_NEAR(touch.compression_end, c.compression, 1e-8 * c.compression);
    EXPECT_NEAR(touch.duration(), c.duration, 1e-8 * c.duration);
    // All three definitions agree where nothing rubs.
    for (const auto e : {touch.kinematic(), touch.kinetic(), touch.energetic()})
      EXPECT_NEAR(e.value(), c.restitution, 1e-9);
  }
}

TEST(CentralImpact, OfHertzHasItsTimeAndForce) {
  const double mass = 0.1, speed = 2, stiffness = 3e8;
  const CompliantTouch touch = central_impact(law("hertz"), {{stiffness, 1}}, mass, speed, 1e-11);
  const double deepest = std::pow(1.25 * mass * speed * speed / stiffness, 0.4);
  // ∫ from 0 to 1 of dx/√(1 − x^2.5) = √π Γ(1.4)/Γ(0.9).
  const double time =
      2 * deepest / speed * std::sqrt(std::numbers::pi) * std::tgamma(1.4) / std::tgamma(0.9);
  EXPECT_NEAR(touch.deepest, deepest, 1e-9 * deepest);
  EXPECT_NEAR(touch.peak_force, stiffness * std::pow(deepest, 1.5), 1e-8 * touch.peak_force);
  EXPECT_NEAR(touch.duration(), time, 1e-8 * time);
  EXPECT_NEAR(touch.kinematic().value(), 1, 1e-9);
}

/// Restitution that a law yields over e in (0, 1), against closed forms that know nothing of the
/// integrator; and how far each is from what was asked for.
TEST(CentralImpact, YieldsTheRestitutionOfTheClosedForm) {
  const auto damped = [](double d) { return yielded_restitution(d); };
  for (double e = 0.05; e < 1; e += 0.05) {
    SCOPED_TRACE(e);
    const auto yields = [&](const char* name) {
      return central_impact(law(name), {{2e6, e}}, 0.3, 1.7, 1e-10).kinematic().value();
    };
    EXPECT_NEAR(yields("bilinear"), e, 1e-8);
    EXPECT_NEAR(yields("hertz"), e, 1e-8);
    EXPECT_NEAR(yields("hunt_crossley"), damped(1.5 * (1 - e)), 1e-7);
    EXPECT_NEAR(yields("lankarani_nikravesh"), damped(0.75 * (1 - e * e)), 1e-7);
    EXPECT_NEAR(yields("flores"), damped(8 * (1 - e) / (5 * e)), 1e-7);
    EXPECT_NEAR(yields("gonthier"), damped((1 - e * e) / e), 1e-7);
    const double zeta = -std::log(e) / std::hypot(std::numbers::pi, std::log(e));
    EXPECT_NEAR(yields("kelvin_voigt"),
                std::exp(-2 * zeta * std::acos(zeta) / std::sqrt(1 - zeta * zeta)), 1e-7);
  }
  // What the descriptions of the laws say of low e.
  EXPECT_NEAR(damped(1.5), 0.49, 0.005);
  EXPECT_NEAR(damped(0.75), 0.66, 0.005);
  EXPECT_NEAR(damped(8 * 0.99 / 0.05) / 0.01, 0.625, 0.02);
  EXPECT_NEAR(damped((1 - 1e-4) / 0.01), 0.01, 1e-4);
}

TEST(CompliantImpact, EnergyIsWhatTheLawsTook) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  constexpr const char* names[] = {
      "bilinear", "hertz",   "kelvin_voigt", "hunt_crossley", "lankarani_nikravesh",
      "flores",   "gonthier"};
  CompliantImpact impact;
  int solved = 0;
  for (int k = 0; k < 60; ++k) {
    const std::size_t count = 1 + static_cast<std::size_t>(k) % 3;
    const std::size_t width = 2 * count;
    std::vector<double> root(width * (width + 1)), inertia(width * width), velocity(width);
    for (double& x : root) x = uniform(random);
    for (std::size_t r = 0; r < width; ++r)
      for (std::size_t c = 0; c < width; ++c) {
        for (std::size_t i = 0; i <= width; ++i)
          inertia[r * width + c] += root[r * (width + 1) + i] * root[c * (width + 1) + i];
        if (r == c) inertia[r * width + c] += 0.1;
      }
    std::vector<YieldingContact> contacts;
    for (std::size_t i = 0; i < count; ++i) {
      velocity[2 * i] = uniform(random);
      velocity[2 * i + 1] = i == 1 ? 0 : -0.2 - std::abs(uniform(random));
      const double mu = 0.5 * std::abs(uniform(random));
      contacts.push_back({&law(names[static_cast<std::size_t>(k) % 7]),
                          {{1e6, 0.55 + 0.4 * uniform(random)}},
                          mu,
                          1.2 * mu});
    }
    SCOPED_TRACE(k);
    const CompliantEnd end = impact.solve(contacts, inertia, velocity, {.tolerance = 1e-12});
    if (end != CompliantEnd::apart) continue;
    ++solved;
    double change = 0, normal = 0, tangential = 0, before = 0;
    for (std::size_t r = 0; r < width; ++r) {
      double after = velocity[r];
      for (std::size_t c = 0; c < width; ++c) after += inertia[r * width + c] * impact.impulse()[c];
      change += 0.5 * impact.impulse()[r] * (velocity[r] + after);
      before = std::max(before, std::abs(impact.impulse()[r] * velocity[r]));
      (r % 2 == 0 ? tangential : normal) += impact.touches()[r / 2].work[r % 2];
    }
    EXPECT_NEAR(normal + tangential, change, 1e-12 * before);
    EXPECT_NEAR(-normal, impact.taken(), 1e-11 * before);
    EXPECT_LE(tangential, 1e-13 * before) << "friction gives nothing";
    EXPECT_LE(change, 1e-13 * before);
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_GE(impact.velocity_after()[2 * i + 1], -1e-8) << "none approaches";
  }
  EXPECT_GE(solved, 55);
}

/// The inverted V of two links, at θ, from its four coordinates; contacts A, B.
std::array<double, 16> inverted_v(double theta) {
  const double m = 0.03871, l = 0.153, inertia = 76.53893e-6;
  const double s = std::sin(theta), c = std::cos(theta);
  // Symmetric and antisymmetric parts decouple: (Y, θ) and (X, φ).
  const double a = inertia + m * l * l / 4;
  std::array<double, 16> w{};
  // Symmetric: An = Ẏ − l c θ̇, At = l s θ̇. M = [[2m, −m l c], [−m l c, 2a]].
  const double det = 2 * m * 2 * a - m * l * c * m * l * c;
  const auto sym = [&](double y1, double t1, double y2, double t2) {
    return (y1 * (2 * a * y2 + m * l * c * t2) + t1 * (m * l * c * y2 + 2 * m * t2)) / det;
  };
  // Antisymmetric: links turn the same way; At = Ẋ + l s φ̇, An = −l c φ̇. M = [[2m, m l s], …, 2a].
  const double det2 = 2 * m * 2 * a - m * l * s * m * l * s;
  const auto anti = [&](double x1, double p1, double x2, double p2) {
    return (x1 * (2 * a * x2 - m * l * s * p2) + p1 * (-m * l * s * x2 + 2 * m * p2)) / det2;
  };
  // Rows At, An, Bt, Bn as (Y, θ) and (X, φ) coefficients.
  const double y[4] = {0, 1, 0, 1}, t[4] = {l * s, -l * c, -l * s, -l * c};
  const double x[4] = {1, 0, 1, 0}, p[4] = {l * s, -l * c, l * s, l * c};
  for (int r = 0; r < 4; ++r)
    for (int k = 0; k < 4; ++k)
      w[static_cast<std::size_t>(4 * r + k)] =
          sym(y[r], t[r], y[k], t[k]) + anti(x[r], p[r], x[k], p[k]);
  return w;
}

TEST(CompliantImpact, TwoLinksStickByHalfTheCotangent) {
  CompliantImpact impact;
  for (const double degrees : {30.0, 35.0, 35.6, 36.0, 45.0, 60.0}) {
    SCOPED_TRACE(degrees);
    const double theta = degrees * std::numbers::pi / 180;
    const auto w = inverted_v(theta);
    const YieldingContact end{&law("elastoplastic"), steel, 0.57, 0.7};
    const std::array both = {end, end};
    const std::array velocity = {0.0, -1.35, 0.0, -1.35};
    ASSERT_EQ(impact.solve(both, w, velocity, {}), CompliantEnd::apart);
    const bool sticks = 0.5 / std::tan(theta) <= 0.7;
    EXPECT_EQ(impact.velocity_after()[0] == 0, sticks);
    EXPECT_NEAR(impact.velocity_after()[0], -impact.velocity_after()[2], 1e-9);
    EXPECT_NEAR(impact.velocity_after()[1], impact.velocity_after()[3], 1e-9);
    if (sticks)
      EXPECT_NEAR(impact.impulse()[0] / impact.impulse()[1], 0.5 / std::tan(theta), 1e-9);
    else
      EXPECT_NEAR(impact.impulse()[0] / impact.impulse()[1], 0.57, 1e-9);
    // Ends of a symmetric chain have their events in one instant.
    const auto instants = impact.instants();
    for (const CompliantInstant& instant : instants)
      EXPECT_EQ(std::ranges::count_if(instants,
                                      [&](const CompliantInstant& other) {
                                        return other.change == instant.change &&
                                               std::abs(other.time - instant.time) <
                                                   1e-9 * impact.duration();
                                      }),
                2);
  }
}

TEST(CompliantImpact, BilinearContactsAreTheLawSimultaneous) {
  // Two solvers that share nothing but the model: steps in time here, series of springs without a
  // scale there. One body with several contacts has three freedoms, so that slips and approaches
  // end together, and contacts come back.
  std::mt19937 random(17);
  std::uniform_real_distribution<double> uniform(-1, 1);
  CompliantImpact impact;
  int compared = 0, came_back = 0, most_touches = 0, endless = 0;
  for (int trial = 0; trial < 1600; ++trial) {
    SCOPED_TRACE(trial);
    const std::size_t count = 2 + static_cast<std::size_t>(trial) % 3;
    const std::size_t width = 2 * count, freedoms = trial % 2 == 0 ? 3 : 5;
    std::vector<double> root(width * freedoms), inertia(width * width), velocity(width),
        moving(freedoms), table(3 * count);
    for (double& x : root) x = uniform(random);
    for (double& x : moving) x = uniform(random);
    for (std::size_t i = 0; i < width; ++i)
      for (std::size_t f = 0; f < freedoms; ++f) velocity[i] += root[i * freedoms + f] * moving[f];
    // Surfaces are where they are struck.
    for (std::size_t i = 1; i < width; i += 2)
      if (velocity[i] > 0) {
        for (std::size_t f = 0; f < freedoms; ++f) root[i * freedoms + f] *= -1;
        velocity[i] *= -1;
      }
    for (std::size_t r = 0; r < width; ++r)
      for (std::size_t c = 0; c < width; ++c)
        for (std::size_t f = 0; f < freedoms; ++f)
          inertia[r * width + c] += root[r * freedoms + f] * root[c * freedoms + f];
    std::vector<YieldingContact> contacts;
    for (std::size_t i = 0; i < count; ++i) {
      table[i] = 0.4 + 0.4 * uniform(random);
      table[count + i] = 0.6 + 0.35 * uniform(random);
      table[2 * count + i] = std::pow(10, uniform(random));
      contacts.push_back(
          {&law("bilinear"), {{1e6 * table[2 * count + i], table[count + i]}}, table[i], table[i]});
    }
    LawWorkspace<double> workspace(static_cast<int>(count));
    const ContactProblem<double> problem{static_cast<int>(count),
                                         inertia,
                                         velocity,
                                         {table.data(), count, LawParameters::in_order, count}};
    solve_impact(*find_law("simultaneous"), problem, {.record = false}, workspace);
    if (workspace.solution.verdict != Verdict::unique) continue;
    const CompliantEnd end = impact.solve(contacts, inertia, velocity, {.tolerance = 1e-11});
    if (end == CompliantEnd::steps) {
      ++endless;
      continue;
    }
    ASSERT_EQ(end, CompliantEnd::apart);
    int touches = 0;
    for (const CompliantTouch& touch : impact.touches()) touches = std::max(touches, touch.touches);
    // Each touch magnifies what those before it left out.
    const double allowed = touches < 4 ? 1e-7 : 1e-4;
    for (std::size_t r = 0; r < width; ++r)
      EXPECT_NEAR(impact.velocity_after()[r], workspace.solution.velocity_after[r], allowed);
    ++compared;
    came_back += touches > 1 ? 1 : 0;
    most_touches = std::max(most_touches, touches);
  }
  EXPECT_GT(compared, 1500);
  EXPECT_GT(came_back, 100);
  EXPECT_GT(most_touches, 4);
  // Two grooves are struck more than 30 times, faster and faster.
  EXPECT_LE(endless, 2);
}

TEST(CompliantImpact, StiffnessInProportionChangesNoVelocity) {
  CompliantImpact impact;
  const auto w = inverted_v(0.9);
  std::vector<double> first;
  for (const double stiffness : {1e5, 1e9}) {
    const YieldingContact end{&law("hertz"), {{stiffness, 0.6}}, 0.2, 0.2};
    const std::array both = {end, end};
    const std::array velocity = {0.1, -1.0, 0.3, -0.4};
    ASSERT_EQ(impact.solve(both, w, velocity, {.tolerance = 1e-11}), CompliantEnd::apart);
    const auto after = impact.velocity_after();
    if (first.empty()) first.assign(after.begin(), after.end());
    for (std::size_t r = 0; r < 4; ++r) EXPECT_NEAR(after[r], first[r], 1e-9);
  }
}

TEST(CompliantImpact, LoopsEndWhereTheForceDoes) {
  for (const CompliantLaw* each : compliant_laws()) {
    SCOPED_TRACE(each->name);
    CompliantContact numbers{{1e9, 0.5}};
    if (each->name == "elastoplastic") numbers = steel;
    const YieldingContact contact{each, numbers, 0, 0};
    const std::array inertia = {2.0, 0.0, 0.0, 1.0};
    const std::array before = {0.0, -1.0};
    CompliantImpact impact;
    ASSERT_EQ(impact.solve(std::array{contact}, inertia, before, {.loops = true}),
              CompliantEnd::apart);
    EXPECT_EQ(impact.loop(0).back()[1], 0);
    EXPECT_GE(impact.loop(0).back()[0], -1e-15 * impact.touches()[0].deepest);
  }
}

TEST(CompliantImpact, NothingWhereNoneApproaches) {
  CompliantImpact impact;
  const YieldingContact end{&law("hertz"), {{1e9, 0.6}}, 0.2, 0.2};
  EXPECT_EQ(
      impact.solve(std::span(&end, 1), std::array{1.0, 0.0, 0.0, 1.0}, std::array{1.0, 0.5}, {}),
      CompliantEnd::not_colliding);
}

}  // namespace
}  // namespace carom
