#pragma once

/// The law `simultaneous` by small steps of equal length, with nothing in common with the kernel:
/// no events, no modes, no series. Depth half a step ahead of velocity; friction's impulse of a
/// step is the least of a quadratic function on a box, by projected Gauss–Seidel sweeps. Its error
/// falls with the step; for e > 0 only.

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace carom::testing {

struct SteppedImpact {
  Eigen::VectorXd velocity, impulse;
  std::vector<int> touches;
};

/// `step` in units of the shortest time e/√(kW_nn); none if it lasts longer than `most_steps`.
std::optional<SteppedImpact> springs_by_steps(const Eigen::MatrixXd& inertia,
                                              const Eigen::VectorXd& velocity,
                                              const std::vector<double>& friction,
                                              const std::vector<double>& restitution,
                                              const std::vector<double>& stiffness, double step,
                                              long most_steps);

}  // namespace carom::testing
