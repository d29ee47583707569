#pragma once

/// Particle trees for tests: random ones, and answers that share nothing with the elimination.

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "numerics/complementarity.hpp"
#include "particles/particle_strike.hpp"
#include "support/random_mechanism.hpp"

namespace carom::testing {

inline Vec2 unit(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

inline ParticleContact contact_at(int mass, double surface_angle) {
  const Vec2 tangent = unit(surface_angle);
  return {mass, tangent, perpendicular(tangent), -1};
}

struct RandomParticles {
  ParticleTree tree;
  ParticleImpulse impulse;
};

inline RandomParticles random_particles(Random& random, int masses, int contacts) {
  RandomParticles made;
  for (int i = 0; i < masses; ++i) {
    made.tree.masses.push_back(random.in(0.2, 4));
    if (i > 0) made.tree.rods.push_back({random.below(i), i, unit(random.in(-3.2, 3.2)), -1});
  }
  for (int j = 0; j < contacts; ++j)
    made.tree.contacts.push_back(contact_at(random.below(masses), random.in(-3.2, 3.2)));
  made.impulse = {random.below(masses), unit(random.in(-3.2, 3.2))};
  return made;
}

/// 2n × 2n: velocities of the masses per impulse on them, M⁻¹ − M⁻¹Aᵀ(A M⁻¹Aᵀ)⁻¹A M⁻¹.
inline Eigen::MatrixXd dense_response(const ParticleTree& tree) {
  const int n = static_cast<int>(tree.masses.size());
  Eigen::MatrixXd rods = Eigen::MatrixXd::Zero(n - 1, 2 * n);
  for (int r = 0; r < n - 1; ++r) {
    const ParticleRod& rod = tree.rods[r];
    rods(r, 2 * rod.first) = -rod.direction.x;
    rods(r, 2 * rod.first + 1) = -rod.direction.y;
    rods(r, 2 * rod.second) = rod.direction.x;
    rods(r, 2 * rod.second + 1) = rod.direction.y;
  }
  Eigen::VectorXd inverse(2 * n);
  for (int i = 0; i < n; ++i) inverse[2 * i] = inverse[2 * i + 1] = 1 / tree.masses[i];
  const Eigen::MatrixXd light = inverse.asDiagonal() * rods.transpose();
  Eigen::MatrixXd response = inverse.asDiagonal();
  if (n > 1) response -= light * (rods * light).ldlt().solve(light.transpose());
  return response;
}

/// Row j: the normal of contact j on the masses.
inline Eigen::MatrixXd normals(const ParticleTree& tree) {
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(static_cast<int>(tree.contacts.size()),
                                               2 * static_cast<int>(tree.masses.size()));
  for (int j = 0; j < rows.rows(); ++j) {
    rows(j, 2 * tree.contacts[j].mass) = tree.contacts[j].normal.x;
    rows(j, 2 * tree.contacts[j].mass + 1) = tree.contacts[j].normal.y;
  }
  return rows;
}

struct DenseAnswer {
  Eigen::MatrixXd response;  ///< G
  Eigen::VectorXd open;      ///< velocities of the contacts with all of them open
  Eigen::VectorXd impulse;   ///< F
  Eigen::VectorXd normal_velocity;
  Eigen::VectorXd velocity;  ///< of the masses
  bool solved = false;
};

/// The complementarity problem by Lemke's path on dense matrices.
inline DenseAnswer dense_answer(const ParticleTree& tree, const ParticleImpulse& impulse) {
  const Eigen::MatrixXd response = dense_response(tree);
  const Eigen::MatrixXd n = normals(tree);
  Eigen::VectorXd load = Eigen::VectorXd::Zero(response.rows());
  load[2 * impulse.mass] = impulse.impulse.x;
  load[2 * impulse.mass + 1] = impulse.impulse.y;
  DenseAnswer answer;
  answer.response = n * response * n.transpose();
  answer.open = n * response * load;
  const int k = static_cast<int>(tree.contacts.size());
  answer.impulse = Eigen::VectorXd::Zero(k);
  PivotingWorkspace workspace;
  workspace.reserve(k);
  const Eigen::Matrix<double, -1, -1, Eigen::RowMajor> matrix = answer.response;
  const std::vector<double> cover(k, 1.0);
  const auto size = static_cast<std::size_t>(k);
  answer.solved = k == 0 || complementary_solution(
                                k, {matrix.data(), size * size}, {answer.open.data(), size}, cover,
                                {answer.impulse.data(), size}, workspace) == PivotingEnd::solved;
  answer.velocity = response * (load + n.transpose() * answer.impulse);
  answer.normal_velocity = n * answer.velocity;
  return answer;
}

}  // namespace carom::testing
