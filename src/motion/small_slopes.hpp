#pragma once

/// motion/small_slopes.hpp
///
/// The derivative of an impact of a few links by its state, in closed form: beside
/// impact_slopes.hpp, which gives the same for any impact (a test compares them). In the terms of
/// dynamics/small_tree.hpp, with Z = M⁻¹Jᵀ of the rates about the mass centre, Δω = Zτ, and ′ by
/// the angle θ_k alone, on which only column k of J and row and column k of M depend,
///
///     v′ = ω_k J_k′,        W′ = g_k Z_kᵀ + Z_k g_kᵀ,   g_k = J_k′ − Σ M_kj′ Z_j
///     τ′                    by the law's account of its stages (laws/rigid/stage_slopes.hpp)
///     Δω′ = Zτ′ + M⁻¹b_k,   b_kk = J_k′·τ − Σ M_kj′Δω_j,  b_kj = −M_kj′Δω_k
///
/// and by velocities v′ = J q̇′, W′ = 0: so the law is asked for its slopes in 2c directions of v⁻
/// and one an angle, and no more. Positions of the base do nothing, as surfaces are flat and held.

#include <span>

#include "carom/jacobian.hpp"
#include "dynamics/small_tree.hpp"
#include "laws/rigid/stage_slopes.hpp"
#include "motion/impact.hpp"

namespace carom {

class SmallSlopes {
 public:
  static constexpr int most_links = 4;

  SmallSlopes() = default;
  explicit SmallSlopes(const Tree& tree);

  /// Rows as in ImpactJacobian, by positions and velocities. False: not an impact for this path.
  /// `solver` has solved by the law, with its stages recorded.
  bool solve(std::span<const double> positions, std::span<const double> velocities,
             const ImpactSolver<double>& solver, const Law& law, std::span<double> velocity_rows,
             std::span<double> impulse_rows, std::span<double> losses, std::span<Side> sides) const;

 private:
  template <int links, int contacts>
  bool solve_sized(std::span<const double> positions, std::span<const double> velocities,
                   const ContactProblem<double>& problem, const Solution<double>& solution,
                   Ending ending, double rest, std::span<double> velocity_rows,
                   std::span<double> impulse_rows, std::span<double> losses,
                   std::span<Side> sides) const;

  SmallTree tree_;
};

}  // namespace carom
