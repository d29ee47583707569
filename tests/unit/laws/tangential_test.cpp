// Contacts that yield along their surface too: Stronge's closed form, small steps that know nothing
// of modes, and energy that is never made.

#include "laws/compliant/tangential.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "laws/compliant/impact.hpp"
#include "laws/registry.hpp"
#include "unit/laws/support.hpp"

namespace carom {
namespace {

/// A contact of this law with tangential compliance η².
YieldingContact contact_of(const char* name, double restitution, double compliance,
                           double friction) {
  return {find_compliant_law(name), {{1e6, restitution, compliance}}, friction, friction};
}

CompliantEnd solve(CompliantImpact& impact, const YieldingContact& contact,
                   const std::array<double, 4>& inertia, const std::array<double, 2>& velocity,
                   double tolerance = 1e-11) {
  return impact.solve(std::span(&contact, 1), inertia, velocity, {.tolerance = tolerance});
}

constexpr double steel = (2 - 0.3) / (2 * (1 - 0.3));  // η² of ν = 0.3

TEST(Tangential, ByItselfItIsStrongesCosine) {
  // It sticks throughout, until just before the end where no friction holds: a ball (W_tt/W_nn =
  // 7/2), a disc (3), a point mass (1).
  CompliantImpact impact;
  for (const double ratio : {3.5, 3.0, 1.0}) {
    SCOPED_TRACE(ratio);
    ASSERT_EQ(solve(impact, contact_of("bilinear", 1, steel, 1e5), {ratio, 0, 0, 1}, {0.3, -1}),
              CompliantEnd::apart);
    EXPECT_NEAR(impact.velocity_after()[0],
                0.3 * std::cos(std::numbers::pi * std::sqrt(ratio / steel)), 1e-4);
    EXPECT_NEAR(impact.velocity_after()[1], 1, 1e-10);
  }
}

TEST(Tangential, ContactBeginsWithSlipBeyondTheConeOfItsSprings) {
  CompliantImpact impact;
  for (const char* name : {"bilinear", "hertz"})
    for (const double share : {0.99, 1.01, -0.99, -1.01}) {
      const double friction = 0.4;
      const double slip = share * friction * steel;
      ASSERT_EQ(solve(impact, contact_of(name, 0.7, steel, friction), {3, 0, 0, 1}, {slip, -1}),
                CompliantEnd::apart);
      const Mode first = impact.modes_after(0)[0];
      EXPECT_EQ(first, std::abs(share) < 1 ? Mode::sticks
                       : share > 0         ? Mode::slides_plus
                                           : Mode::slides_minus)
          << name << ' ' << share;
    }
}

/// v⁺ by steps of the semi-implicit method of Euler with a force that is cut to its cone: no modes,
/// no events.
std::array<double, 2> by_steps(const YieldingContact& contact, const std::array<double, 4>& w,
                               std::array<double, 2> v, double step) {
  const double n = contact.law->name == "hertz" ? 1.5 : 1;
  const auto& [stiffness, e, eta2, a, b, c, d, f] = contact.numbers.parameters;
  double depth = 0, deepest = 0, along = 0;
  for (int i = 0; i < 10000000; ++i) {
    const double rate = -v[1];
    depth += step * rate;
    const bool loads = depth > deepest;
    deepest = std::max(deepest, depth);
    const double rest = deepest * (1 - e * e);
    if (depth <= rest) break;
    const double width = loads ? depth : (depth - rest) / (e * e);
    const double normal = loads ? stiffness * std::pow(depth, n)
                                : stiffness * std::pow(e, -2 * n) * std::pow(depth - rest, n);
    const double spring = n * stiffness * std::pow(width, n - 1) / eta2;
    along -= step * spring * v[0];
    if (rate < 0) along += step * (n - 1) * rate / (depth - rest) * along;
    along = std::clamp(along, -contact.friction * normal, contact.friction * normal);
    for (std::size_t r = 0; r < 2; ++r) v[r] += step * (w[2 * r] * along + w[2 * r + 1] * normal);
  }
  return v;
}

TEST(Tangential, IsWhatSmallStepsComeTo) {
  CompliantImpact impact;
  const std::array<double, 4> w = {3.2, 0.7, 0.7, 1.4};
  for (const char* name : {"bilinear", "hertz"})
    for (const double e : {1.0, 0.6})
      for (const double friction : {0.1, 0.35, 1.5})
        for (const double slip : {-1.2, 0.2, 0.9}) {
          SCOPED_TRACE(std::string(name) + " e " + std::to_string(e) + " friction " +
                       std::to_string(friction) + " slip " + std::to_string(slip));
          const YieldingContact contact = contact_of(name, e, steel, friction);
          ASSERT_EQ(solve(impact, contact, w, {slip, -1}), CompliantEnd::apart);
          const double step = impact.duration() / 4000;
          const auto coarse = by_steps(contact, w, {slip, -1}, step);
          const auto fine = by_steps(contact, w, {slip, -1}, step / 2);
          for (std::size_t r = 0; r < 2; ++r) {
            // The method is of first order: the error is about the last change.
            const double error = 2 * std::abs(coarse[r] - fine[r]) + 2e-4;
            EXPECT_NEAR(impact.velocity_after()[r], fine[r], error) << r;
          }
        }
}

TEST(Tangential, StiffSpringsAreRigidFriction) {
  CompliantImpact impact;
  const std::array<double, 4> w = {3.2, 0.7, 0.7, 1.4};
  ASSERT_EQ(solve(impact, contact_of("hertz", 0.7, 0, 0.3), w, {0.2, -1}), CompliantEnd::apart);
  const double rigid = impact.velocity_after()[0];
  double last = 1;
  for (const double compliance : {1e-2, 1e-4, 1e-6}) {
    ASSERT_EQ(solve(impact, contact_of("hertz", 0.7, compliance, 0.3), w, {0.2, -1}, 1e-9),
              CompliantEnd::apart);
    const double miss = std::abs(impact.velocity_after()[0] - rigid);
    EXPECT_LT(miss, 0.5 * last) << compliance;
    last = miss;
  }
  EXPECT_LT(last, 1e-3);
}

TEST(Tangential, MakesNoEnergyAtSeveralContacts) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(0.15, 0.95);
  CompliantImpact impact;
  int sprung_back = 0;
  for (int k = 0; k < 300; ++k) {
    SCOPED_TRACE(k);
    const int count = 1 + k % 3;
    const test::Problem<> problem = test::random_problem(random, count, 2 * count + 1, 0.8, 0);
    const std::vector<double>&inertia = problem.inertia, &velocity = problem.velocity;
    const std::size_t width = velocity.size();
    std::vector<YieldingContact> contacts;
    for (std::size_t i = 0; 2 * i < width; ++i) {
      YieldingContact contact = contact_of(k % 2 ? "hertz" : "bilinear", uniform(random),
                                           i == 2 ? 0 : steel, problem.friction[i]);
      contact.static_friction *= k % 5 == 0 ? 1.3 : 1;
      contacts.push_back(contact);
    }
    const CompliantEnd end = impact.solve(contacts, inertia, velocity, {.tolerance = 1e-10});
    ASSERT_EQ(end, CompliantEnd::apart);
    double change = 0, size = 0;
    for (std::size_t r = 0; r < width; ++r) {
      double after = velocity[r];
      for (std::size_t c = 0; c < width; ++c) after += inertia[r * width + c] * impact.impulse()[c];
      change += 0.5 * impact.impulse()[r] * (velocity[r] + after);
      size = std::max(size, std::abs(impact.impulse()[r] * velocity[r]));
    }
    EXPECT_LE(change, 1e-9 * size);
    double along = 0;
    for (std::size_t i = 0; 2 * i < width; ++i) {
      along += impact.touches()[i].work[0];
      sprung_back += velocity[2 * i] * impact.velocity_after()[2 * i] < 0 ? 1 : 0;
    }
    EXPECT_LE(along, 1e-9 * size) << "what springs give they have taken";
  }
  EXPECT_GT(sprung_back, 50);
}

}  // namespace
}  // namespace carom
