#pragma once

/// analysis/uniqueness_least_norm.hpp
///
/// Where velocities are determined and impulses are not, the consistent impulses of a stage form a
/// convex set
///
///     { τ : Wτ = Δv,  F_n ≥ 0,  |F_t| ≤ μF_n at contacts that stick,  F_t = ∓μF_n at those that
///     slide,
///           τ = 0 at those that leave }
///
/// and of these the one with the least Σ τ² (N² s²) is given, stage by stage. With x ≥ 0 the shares
/// of the edges of the cones, τ = B x + τ₀, and x = x₀ + Z z over the null space Z of W B, this is
/// a least distance problem, solved by non-negative least squares (Lawson & Hanson 1974, chapter
/// 23): exact after finitely many steps.

#include <span>

#include "laws/rigid/solution.hpp"

namespace carom {

/// Replaces impulses and work of the solution (velocities stay). `inertia` is W, `before` v⁻.
void take_least_impulses(std::span<const double> inertia, std::span<const double> before,
                         std::span<const double> friction, Solution<double>& solution);

}  // namespace carom
