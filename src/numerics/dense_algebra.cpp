#include "numerics/dense_algebra.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>

namespace carom {

SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& a) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(a);
  return {eigen.eigenvalues(), eigen.eigenvectors()};
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::MatrixXd orthogonal_complement(const Eigen::MatrixXd& columns) {
  const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(columns).householderQ();
  return q.rightCols(columns.rows() - columns.cols());
}

Eigen::MatrixXd null_space(const Eigen::MatrixXd& a, double tolerance) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(a, Eigen::ComputeFullV);
  int rank = 0;
  while (rank < svd.singularValues().size() &&
         svd.singularValues()[rank] > tolerance * svd.singularValues()[0])
    ++rank;
  return svd.matrixV().rightCols(a.cols() - rank);
}

ThinQr thin_qr(const Eigen::MatrixXd& a) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(a);
  const Eigen::MatrixXd r = qr.matrixQR().topRows(a.cols()).triangularView<Eigen::Upper>();
  return {qr.householderQ() * Eigen::MatrixXd::Identity(a.rows(), a.cols()), r.inverse()};
}

double determinant(const Eigen::MatrixXd& a) {
  return a.determinant();
}

Eigen::VectorXd least_norm_solution(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                    double singular) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  if (singular > only_rounding) factors.setThreshold(singular);
  factors.compute(a);
  return factors.solve(b);
}

Eigen::VectorXd solution_without_rounding(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                          double singular, double rounding) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(a.cols());
  for (int i = 0; i < svd.singularValues().size(); ++i) {
    const double value = svd.singularValues()[i];
    const double part = svd.matrixU().col(i).dot(b);
    if (value > singular * svd.singularValues()[0] || std::abs(part) > rounding)
      x += part / value * svd.matrixV().col(i);
  }
  return x;
}

}  // namespace carom
