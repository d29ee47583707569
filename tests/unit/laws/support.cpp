#include "support.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace carom::test {

Problem<> problem_from(const Eigen::MatrixXd& inertia, const Eigen::VectorXd& velocity,
                       std::vector<double> friction, double restitution, int colliding) {
  Problem<> p;
  p.count = static_cast<int>(friction.size());
  p.friction = std::move(friction);
  p.restitution.assign(p.friction.size(), restitution);
  p.colliding = colliding;
  for (int r = 0; r < inertia.rows(); ++r)
    for (int s = 0; s < inertia.cols(); ++s) p.inertia.push_back(inertia(r, s));
  p.velocity.assign(velocity.begin(), velocity.end());
  return p;
}

Eigen::MatrixXd Chain::point(int link, double at) const {
  Eigen::MatrixXd j = Eigen::MatrixXd::Zero(2, 2 + static_cast<int>(links.size()));
  const ChainLink& l = links[link];
  if (l.parent < 0)
    j.leftCols(2).setIdentity();
  else
    j = point(l.parent, l.attach);
  j(0, 2 + link) -= at * std::sin(l.angle);
  j(1, 2 + link) += at * std::cos(l.angle);
  return j;
}

Eigen::MatrixXd Chain::mass() const {
  const int n = 2 + static_cast<int>(links.size());
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i + 2 < n; ++i) {
    const Eigen::MatrixXd j = point(i, links[i].com);
    m += links[i].mass * j.transpose() * j;
    m(2 + i, 2 + i) += links[i].inertia;
  }
  return m;
}

Eigen::VectorXd Chain::rates() const {
  Eigen::VectorXd q(2 + static_cast<int>(links.size()));
  q.head(2) = base;
  for (std::size_t i = 0; i < links.size(); ++i) q(2 + static_cast<int>(i)) = links[i].rate;
  return q;
}

Eigen::MatrixXd Chain::jacobian() const {
  Eigen::MatrixXd j(2 * contacts.size(), 2 + links.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const double a = contacts[i].surface;
    Eigen::Matrix2d frame;
    frame << std::cos(a), std::sin(a), -std::sin(a), std::cos(a);
    j.middleRows(2 * static_cast<int>(i), 2) = frame * point(contacts[i].link, contacts[i].at);
  }
  return j;
}

double Chain::kinetic_energy() const {
  return 0.5 * rates().dot(mass() * rates());
}

Problem<> Chain::problem(double restitution) const {
  const Eigen::MatrixXd j = jacobian();
  const Eigen::MatrixXd w = j * mass().llt().solve(j.transpose());
  std::vector<double> friction;
  for (const ChainContact& c : contacts) friction.push_back(c.friction);
  return problem_from(0.5 * (w + w.transpose()), j * rates(), friction, restitution);
}

Chain three_link_chain(double phi1_degrees, double friction_0, double friction_c) {
  const double phi[] = {phi1_degrees * degree, pi / 2, pi + phi1_degrees * degree};
  const double rate[] = {0.1, 0.2, 0.3};
  Chain chain;
  for (int i = 0; i < 3; ++i)
    chain.links.push_back({i - 1, 1, 1, 1, 0.5, 1.0 / 12, pi / 2 - phi[i], -rate[i]});
  chain.contacts = {{0, 0, 0, friction_0}, {2, 1, 0, friction_c}};
  return chain;
}

Problem<> random_problem(std::mt19937_64& random, int contacts, int freedoms,
                         double largest_friction, double restitution) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  const int width = 2 * contacts;
  std::vector<double> friction(static_cast<std::size_t>(contacts));
  for (double& mu : friction) mu = largest_friction * uniform(random);
  for (;;) {
    Eigen::MatrixXd j(width, freedoms);
    for (auto& x : j.reshaped()) x = normal(random);
    Eigen::VectorXd q(freedoms);
    for (double& x : q) x = normal(random);
    const int striker = static_cast<int>(uniform(random) * contacts) % contacts;
    std::vector<int> rest;
    for (int i = 0; i < contacts; ++i)
      if (i != striker) rest.push_back(2 * i + 1);
    for (int i = 0; i < contacts; ++i)
      if (i != striker && static_cast<int>(rest.size()) < freedoms - 1 && uniform(random) < 0.5)
        rest.push_back(2 * i);
    if (!rest.empty()) {
      Eigen::MatrixXd held(rest.size(), freedoms);
      for (std::size_t r = 0; r < rest.size(); ++r) held.row(static_cast<int>(r)) = j.row(rest[r]);
      q -= held.completeOrthogonalDecomposition().solve(held * q);
    }
    Eigen::VectorXd velocity = j * q;
    if (velocity(2 * striker + 1) > 0) velocity = -velocity;
    if (velocity(2 * striker + 1) > -0.05) continue;
    for (const int r : rest) velocity(r) = 0;
    return problem_from(j * j.transpose(), velocity, friction, restitution);
  }
}

double largest(const std::vector<double>& numbers) {
  double most = 0;
  for (const double x : numbers) most = std::max(most, std::abs(x));
  return most;
}

void expect_same_answer(const Problem<>& problem, const Solution<double>& fast,
                        const Solution<double>& plain, int trial) {
  ASSERT_EQ(fast.verdict, plain.verdict) << trial;
  EXPECT_EQ(fast.colliding, plain.colliding);
  EXPECT_EQ(fast.approaching, plain.approaching);
  EXPECT_EQ(fast.exhaustive, plain.exhaustive);
  if (plain.verdict != Verdict::unique) return;
  const double near = closed_form_rounding;
  const double impulses = largest(plain.impulse);
  const double velocities = largest(problem.velocity);
  for (std::size_t r = 0; r < plain.impulse.size(); ++r) {
    EXPECT_NEAR(fast.impulse[r], plain.impulse[r], near * impulses) << trial;
    EXPECT_NEAR(fast.velocity_after[r], plain.velocity_after[r], near * velocities) << trial;
    EXPECT_NEAR(fast.work[r], plain.work[r], near * impulses * velocities) << trial;
  }
  EXPECT_NEAR(fast.energy_loss, plain.energy_loss, near * impulses * velocities);
  EXPECT_EQ(fast.outcome, plain.outcome);
  EXPECT_EQ(fast.interacted, plain.interacted);
  EXPECT_EQ(fast.makes_energy, plain.makes_energy);
  EXPECT_EQ(fast.impulses_determined, plain.impulses_determined);
}

}  // namespace carom::test
