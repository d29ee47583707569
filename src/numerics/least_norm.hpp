#pragma once

/// numerics/least_norm.hpp
///
/// The smallest x that solves A x = b, or comes nearest to it, where A may be singular: by a
/// complete orthogonal decomposition. A diagonal entry of its triangle below `singular` times the
/// largest is zero: rounding of a matrix that is singular by its structure lies far below, and
/// would otherwise be inverted.

#include <Eigen/Core>

namespace carom {

Eigen::VectorXd least_norm_solution(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                    double singular = 1e-11);

}  // namespace carom
