#pragma once

/// A mechanism with everything that dynamics computes from it, for tests.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <numeric>
#include <vector>

#include "dynamics/contact_inertia.hpp"
#include "dynamics/energy.hpp"
#include "dynamics/forces.hpp"
#include "dynamics/state_variables.hpp"
#include "model/sloped_tree.hpp"

namespace carom::testing {

inline Tree tree_of(const Mechanism& mechanism) {
  std::vector<Fault> faults;
  Tree tree = compiled(mechanism, faults);
  for (const Fault& fault : faults) ADD_FAILURE() << fault.message;
  return tree;
}

inline const Tree& tree_with(const Tree& tree, double) {
  return tree;
}
inline SlopedTree tree_with(const Tree& tree, const Sloped&) {
  return without_slopes(tree);
}

template <class T>
struct Posed {
  TreeOf<T> tree;
  std::vector<T> positions;
  std::vector<T> velocities;
  T time;
  TreePose<T> pose;
  TreeMotion<T> motion;
  TreeFactors<T> factors;
  std::vector<ContactFrame<T>> frames;

  Posed(const Tree& t, std::vector<T> q, std::vector<T> v, T at)
      : tree(tree_with(t, at)),
        positions(std::move(q)),
        velocities(std::move(v)),
        time(at),
        pose(tree),
        motion(tree),
        factors(tree),
        frames(tree.contacts.size()) {
    place(tree, std::span<const T>(positions), pose);
    move(tree, pose, std::span<const T>(velocities), motion);
    factorize(tree, pose, factors);
    frame_contacts(tree, pose, std::span<const T>(positions), time, std::span(frames));
  }

  std::array<T, 2> velocity(int contact) const {
    return contact_velocity(tree, contact, frames[contact], motion, std::span<const T>(velocities),
                            time);
  }

  /// W by the recursion.
  std::vector<T> inertia(const std::vector<int>& contacts) const {
    ContactPlan plan(tree);
    plan.choose(tree, contacts);
    ContactInertia<T> recursion(tree);
    std::vector<T> w(4 * contacts.size() * contacts.size());
    recursion.compute(tree, pose, factors, plan, std::span<const ContactFrame<T>>(frames),
                      std::span<T>(w));
    return w;
  }
};

inline Posed<double> posed(const Mechanism& mechanism, const State& state) {
  return {tree_of(mechanism), state.positions, state.velocities, state.time};
}

inline std::vector<int> all_contacts(const Tree& tree) {
  std::vector<int> contacts(tree.contacts.size());
  std::iota(contacts.begin(), contacts.end(), 0);
  return contacts;
}

/// q̈ in generalized coordinates by the recursion, contacts left aside.
inline Eigen::VectorXd acceleration(const Posed<double>& p) {
  TreeLoads<double> loads(p.tree);
  loads.clear();
  std::vector<double> variables(count_of_state_numbers(p.tree));
  add_loads(p.tree, p.pose, p.motion, p.positions, p.velocities, p.time, variables, loads);
  TreeMotion<double> result(p.tree);
  accelerate(p.tree, p.pose, p.factors, p.motion, loads, result);
  std::vector<double> generalized_acceleration(p.tree.degrees_of_freedom());
  generalized(p.tree, result, std::span<double>(generalized_acceleration));
  for (const TreeSurface& surface : p.tree.surfaces)
    if (surface.body >= 0)
      generalized_acceleration[p.tree.surface_coordinate(surface.body)] =
          surface_load(p.tree, surface, p.positions, p.velocities) / surface.mass;
  return Eigen::Map<Eigen::VectorXd>(generalized_acceleration.data(), p.tree.degrees_of_freedom());
}

}  // namespace carom::testing
