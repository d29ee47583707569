#pragma once

/// dynamics/dense.hpp
///
/// The equations of motion as matrices, M(q) q̈ = h(q, q̇, t) + Jᵀ λ, for checks, for small
/// mechanisms and for whoever wants to see them. In absolute angles the mass matrix is
///
///     M_kk = I_k + m_k|com_k|² + Σ_c m̂_c|r_c|²         (children c with offset r_c)
///     M_kl = r_kl · s_l   for l beyond k:  r_kl the offset on k towards l,
///     M_xl, M_yl = the parts of s_l⊥,      s_l = m_l com_l + Σ_c m̂_c r_c
///
/// with m̂ the mass of a link and all it carries. O(n · depth), independent of articulated.hpp.

#include <Eigen/Core>
#include <span>
#include <vector>

#include "dynamics/articulated.hpp"
#include "dynamics/contacts.hpp"

namespace carom {

Eigen::MatrixXd mass_matrix(const Tree& tree, const TreePose<double>& pose);

/// h: forces of `loads` (and of springs and dampers of yielding surfaces) less the centrifugal
/// terms of `motion`.
Eigen::VectorXd bias(const Tree& tree, const TreePose<double>& pose,
                     const TreeMotion<double>& motion, const TreeLoads<double>& loads,
                     std::span<const double> positions, std::span<const double> velocities);

/// J (2c × degrees of freedom) of the given contacts.
Eigen::MatrixXd contact_jacobian(const Tree& tree, const TreePose<double>& pose,
                                 std::span<const ContactFrame<double>> frames,
                                 std::span<const int> contacts);

/// W = J M⁻¹ Jᵀ by factorising M.
Eigen::MatrixXd dense_contact_inertia(const Tree& tree, const TreePose<double>& pose,
                                      std::span<const ContactFrame<double>> frames,
                                      std::span<const int> contacts);

}  // namespace carom
