#include "numerics/least_norm.hpp"

#include <Eigen/QR>

namespace carom {

Eigen::VectorXd least_norm_solution(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                    double singular) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(singular);
  factors.compute(a);
  return factors.solve(b);
}

}  // namespace carom
