#include "support/springs_by_steps.hpp"

#include <algorithm>
#include <cmath>

namespace carom::testing {

std::optional<SteppedImpact> springs_by_steps(const Eigen::MatrixXd& inertia,
                                              const Eigen::VectorXd& velocity,
                                              const std::vector<double>& friction,
                                              const std::vector<double>& restitution,
                                              const std::vector<double>& stiffness, double step,
                                              long most_steps) {
  const auto c = static_cast<Eigen::Index>(friction.size());
  const auto at = [](const std::vector<double>& values, Eigen::Index i) {
    return values[static_cast<std::size_t>(i)];
  };
  double shortest = 1e300;
  for (Eigen::Index i = 0; i < c; ++i)
    shortest = std::min(
        shortest, at(restitution, i) / std::sqrt(at(stiffness, i) * inertia(2 * i + 1, 2 * i + 1)));
  const double dt = step * shortest;
  SteppedImpact now{velocity, Eigen::VectorXd::Zero(2 * c),
                    std::vector<int>(static_cast<std::size_t>(c), 0)};
  Eigen::VectorXd depth = Eigen::VectorXd::Zero(c), deepest = depth, kick(2 * c);
  kick.setZero();
  std::vector<bool> pressed(static_cast<std::size_t>(c), false);
  for (Eigen::Index i = 0; i < c; ++i) depth[i] = -0.5 * dt * velocity[2 * i + 1];
  for (long k = 0; k < most_steps; ++k) {
    bool any = false;
    for (Eigen::Index i = 0; i < c; ++i) {
      const double e = at(restitution, i);
      deepest[i] = std::max(deepest[i], depth[i]);
      const double over = depth[i] - (1 - e * e) * deepest[i];
      const double force = over > 0 ? at(stiffness, i) / (e * e) * over : 0;
      if (force > 0 && !pressed[static_cast<std::size_t>(i)])
        ++now.touches[static_cast<std::size_t>(i)];
      pressed[static_cast<std::size_t>(i)] = force > 0;
      kick[2 * i + 1] = force * dt;
      any = any || force > 0 || now.velocity[2 * i + 1] < -1e-9;
    }
    if (!any) return now;
    // Coulomb for the whole step: v_t after it and the impulse are conjugate.
    double change = 1;
    for (int sweep = 0; sweep < 500 && change > 1e-15; ++sweep) {
      change = 0;
      for (Eigen::Index i = 0; i < c; ++i) {
        const Eigen::Index t = 2 * i;
        const double edge = at(friction, i) * kick[t + 1];
        const double own = inertia(t, t);
        const double old = kick[t];
        if (own <= 0 || edge == 0) {
          kick[t] = 0;
          continue;
        }
        const double after = now.velocity[t] + inertia.row(t).dot(kick);
        kick[t] = std::clamp(old - after / own, -edge, edge);
        change = std::max(change, std::abs(kick[t] - old));
      }
    }
    now.velocity += inertia * kick;
    now.impulse += kick;
    for (Eigen::Index i = 0; i < c; ++i) depth[i] -= dt * now.velocity[2 * i + 1];
  }
  return std::nullopt;
}

}  // namespace carom::testing
