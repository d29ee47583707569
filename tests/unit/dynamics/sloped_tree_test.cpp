// Derivatives by every number that a mechanism is made of, against differences.

#include "model/sloped_tree.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "dynamics/contact_space.hpp"
#include "model/mechanism_numbers.hpp"
#include "support/compiled_tree.hpp"
#include "support/random_mechanism.hpp"

namespace carom::testing {
namespace {

/// What a mechanism's contacts see: gaps, v⁻, kinetic energy, W; and the tree's other numbers.
template <class T>
std::vector<T> seen(const TreeOf<T>& tree, const State& state) {
  ContactSpace<T> space(tree);
  const std::vector<T> q(state.positions.begin(), state.positions.end());
  const std::vector<T> v(state.velocities.begin(), state.velocities.end());
  EXPECT_TRUE(space.place_links(tree, std::span<const T>(q), std::span<const T>(v), T(state.time)));
  std::vector<int> set(tree.contacts.size());
  std::iota(set.begin(), set.end(), 0);
  std::vector<T> all(4 * set.size() * set.size());
  EXPECT_TRUE(space.inertia(tree, set, all));
  for (const int i : set) {
    all.push_back(space.gap(i));
    all.push_back(space.velocity(i, 0));
    all.push_back(space.velocity(i, 1));
    all.push_back(tree.contacts[static_cast<std::size_t>(i)].friction);
    for (const T& parameter : tree.contacts[static_cast<std::size_t>(i)].parameters)
      all.push_back(parameter);
  }
  all.push_back(space.kinetic_energy());
  for (const TreeSpringOf<T>& spring : tree.springs) {
    all.push_back(spring.stiffness);
    all.push_back(spring.rest);
  }
  for (const TreeForceOf<T>& force : tree.forces) all.push_back(force.at.x);
  return all;
}

/// Numbers that formulas name: a moved surface and an outline follow parameters.
Mechanism with_parameters(Random& random) {
  Mechanism m = random_mechanism(random, {.links = 1 + random.below(5), .contacts = 3});
  m.parameters = {{"amplitude", 0.1}, {"omega", 2.5}, {"bump", 0.05}, {"t", 7.0}};
  for (Surface& surface : m.surfaces)
    if (surface.motion) surface.motion->normal.text = "amplitude*sin(omega*t) + 0.2*t^2";
  for (Contact& contact : m.contacts)
    if (contact.outline.kind == OutlineKind::expression)
      contact.outline.h.text = "0.3 + bump*cos(2*theta)";
  return m;
}

/// Along one number alone in direction 2, beside a mixture of all in direction 0.
TEST(SlopedTree, FollowsEveryNumberOfTheMechanism) {
  Random random(71);
  int numbers = 0;
  for (int trial = 0; trial < 60; ++trial) {
    Mechanism m = with_parameters(random);
    const State state = random_state(random, m);
    const Tree tree = tree_of(m);
    std::vector<std::pair<double*, double>> mixture;
    NumberSlopes slopes;
    for_each_number(m, [&](const std::string& name, const double& number) {
      if (name == "parameter.t") return;                   // hidden by the variable
      if (number == 0 && name.ends_with(".mass")) return;  // would be below zero on one side
      const double slope = random.in(-1, 1) * (0.1 + std::abs(number));
      mixture.emplace_back(const_cast<double*>(&number), slope);
      slopes.add(&number, 0, slope);
      ++numbers;
    });
    const std::size_t alone =
        static_cast<std::size_t>(random.below(static_cast<int>(mixture.size())));
    slopes.add(mixture[alone].first, 2, 1.0);
    const std::vector<Sloped> exact = seen(sloped_tree(m, tree, slopes), state);
    const std::vector<double> plain_numbers = seen(tree, state);

    const auto moved = [&](double step, bool all) {
      for (std::size_t i = 0; i < mixture.size(); ++i)
        if (all || i == alone) *mixture[i].first += step * (all ? mixture[i].second : 1);
      const std::vector<double> there = seen(tree_of(m), state);
      for (std::size_t i = 0; i < mixture.size(); ++i)
        if (all || i == alone) *mixture[i].first -= step * (all ? mixture[i].second : 1);
      return there;
    };
    constexpr double h = 1e-6;
    for (const bool all : {true, false}) {
      const std::vector<double> ahead = moved(h, all), behind = moved(-h, all);
      for (std::size_t i = 0; i < exact.size(); ++i) {
        EXPECT_NEAR(exact[i].value, plain_numbers[i], 1e-11 * (1 + std::abs(plain_numbers[i])));
        const double slope = exact[i].slope[all ? 0 : 2];
        // Differences are good to h² third derivatives, which grow as powers of the first.
        const double size = 1 + std::abs(slope) + std::abs(plain_numbers[i]);
        EXPECT_NEAR(slope, (ahead[i] - behind[i]) / (2 * h), 2e-7 * size * size * size)
            << "trial " << trial << " number " << i;
        EXPECT_EQ(exact[i].slope[1], 0);
      }
    }
  }
  EXPECT_GT(numbers, 2000);
}

/// Copies of a tree without slopes are that tree.
TEST(SlopedTree, WithoutSlopesIsTheSameTree) {
  Random random(72);
  for (int trial = 0; trial < 100; ++trial) {
    const Mechanism m = with_parameters(random);
    const State state = random_state(random, m);
    const Tree tree = tree_of(m);
    const std::vector<Sloped> one = seen(without_slopes(tree), state);
    const std::vector<Sloped> other = seen(sloped_tree(m, tree, {}), state);
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_FALSE(varies(one[i]));
      EXPECT_FALSE(varies(other[i]));
      EXPECT_NEAR(one[i].value, other[i].value, 1e-13 * (1 + std::abs(one[i].value)));
    }
  }
}

TEST(MechanismNumbers, HaveNamesOfTheirOwn) {
  Random random(73);
  for (int trial = 0; trial < 50; ++trial) {
    const Mechanism m = with_parameters(random);
    std::map<std::string, const double*> all;
    for_each_number(m, [&](const std::string& name, const double& number) {
      EXPECT_TRUE(all.emplace(name, &number).second) << name;
    });
    for (const auto& [name, number] : all) EXPECT_EQ(number_named(m, name), number);
    EXPECT_EQ(all.at("link.L0.length"), &m.links[0].length);
    EXPECT_EQ(all.at("contact.C1.at.across"), &m.contacts[1].at.y);
    EXPECT_EQ(number_named(m, "link.L0.lenght"), nullptr);
    EXPECT_EQ(m.links[0].com.has_value(), all.contains("link.L0.com.along"));
  }
}

}  // namespace
}  // namespace carom::testing
