#pragma once

/// Random mechanisms at the moment of an impact: every contact touches its surface, one approaches,
/// the others have no normal velocity.

#include <Eigen/Dense>
#include <cmath>
#include <optional>

#include "dynamics/dense.hpp"
#include "support/compiled_tree.hpp"
#include "support/random_mechanism.hpp"

namespace carom::testing {

struct Collision {
  Mechanism mechanism;
  State state;
  int colliding = 0;
};

/// Surfaces are moved to where the contacts are; then a random velocity is projected so that the
/// contacts at rest have none along their normals (with `still`, along their tangents too).
inline std::optional<Collision> random_collision(Random& random, const RandomOptions& options,
                                                 bool still) {
  Collision c;
  c.mechanism = random_mechanism(random, options);
  c.state = random_state(random, c.mechanism);
  c.state.time = 0;
  for (std::size_t i = 0; i < c.mechanism.contacts.size(); ++i)
    c.mechanism.contacts[i].surface = c.mechanism.surfaces[i].name;
  {
    const Posed<double> p = posed(c.mechanism, c.state);
    for (std::size_t i = 0; i < p.frames.size(); ++i)
      c.mechanism.surfaces[i].point += p.frames[i].gap * p.frames[i].normal;
  }
  const Posed<double> p = posed(c.mechanism, c.state);
  const std::vector<int> all = all_contacts(p.tree);
  const Eigen::MatrixXd jacobian = contact_jacobian(p.tree, p.pose, p.frames, all);
  c.colliding = random.below(static_cast<int>(all.size()));
  std::vector<int> rows;
  for (const int i : all)
    if (i != c.colliding) {
      rows.push_back(2 * i + 1);
      if (still) rows.push_back(2 * i);
    }
  Eigen::VectorXd v = Eigen::Map<const Eigen::VectorXd>(c.state.velocities.data(), jacobian.cols());
  if (!rows.empty()) {
    Eigen::MatrixXd constrained(rows.size(), jacobian.cols());
    for (std::size_t r = 0; r < rows.size(); ++r)
      constrained.row(static_cast<int>(r)) = jacobian.row(rows[r]);
    const auto decomposition = constrained.completeOrthogonalDecomposition();
    for (int pass = 0; pass < 2; ++pass) v -= decomposition.solve(constrained * v);
  }
  const double approach = jacobian.row(2 * c.colliding + 1).dot(v);
  if (std::abs(approach) < 1e-2) return std::nullopt;
  if (approach > 0) v = -v;
  c.state.velocities.assign(v.data(), v.data() + v.size());
  return c;
}

}  // namespace carom::testing
