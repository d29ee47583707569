#pragma once

/// numerics/dense_algebra.hpp
///
/// Decompositions of small dense matrices. Everyone takes them here: their templates are dear to
/// compile, and each is compiled once, in numerics/dense_algebra.cpp.

#include <Eigen/Core>

namespace carom {

/// A = V diag(λ) Vᵀ of a symmetric A, λ rising; columns of V are orthonormal.
struct SymmetricEigen {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& a);
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);

/// An orthonormal basis of what is perpendicular to the columns, which are independent.
Eigen::MatrixXd orthogonal_complement(const Eigen::MatrixXd& columns);

/// An orthonormal basis of the x with A x = 0: singular values up to `tolerance` times the largest
/// are zero.
Eigen::MatrixXd null_space(const Eigen::MatrixXd& a, double tolerance);

/// A = Q R of a tall A with independent columns: as many columns in Q as in A.
struct ThinQr {
  Eigen::MatrixXd q;
  Eigen::MatrixXd r_inverse;
};
ThinQr thin_qr(const Eigen::MatrixXd& a);

double determinant(const Eigen::MatrixXd& a);

/// As `singular` below: only what is rounding of the matrix's own size counts as zero.
inline constexpr double only_rounding = 0;

/// The smallest x that solves A x = b, or comes nearest to it, where A may be singular: by a
/// complete orthogonal decomposition. A diagonal entry of its triangle below `singular` times the
/// largest is zero: rounding of a matrix that is singular by its structure lies far below, and
/// would otherwise be inverted.
Eigen::VectorXd least_norm_solution(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                    double singular = 1e-11);

/// The x that solves A x = b, but for what rounding would make of it: A = Σ u σ vᵀ, x = Σ v (u·b)/σ
/// without the parts whose σ is below `singular` times the largest and whose |u·b| is at most
/// `rounding`. What is left out of b is so never more than that, and of one direction alone.
Eigen::VectorXd solution_without_rounding(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                          double singular, double rounding);

}  // namespace carom
