#pragma once

/// motion/impact_slopes.hpp
///
/// The derivative of an impact, of the map from a mechanism and a state before to velocities after,
///
///     q̇⁺′ = d/ds [ q̇⁻ + M⁻¹Jᵀ τ(W, v⁻, laws' parameters) ],
///
/// in up to four directions at once, exactly: everything is done with numbers that carry slopes.
/// The contacts that take part are held, whatever their gaps do along a direction; when they close
/// is the motion's affair.
///
/// Where modes change at this very place (a resting contact begins to slip or to leave, friction or
/// restitution begins or ends) the two sides differ: then the law is asked on each, x + ε and x − ε
/// (laws/rigid/stages.cpp), and `side` says which one is given. A side is none where
///
///     a resting contact would approach     another contact strikes: another impact
///     a coefficient would leave its range  μ < 0, e < 0, e > 1
///     the law has no answer, or another one, on that side
///
/// What is found on a side is confirmed there by the law without slopes, a small step away.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "carom/jacobian.hpp"
#include "model/sloped_tree.hpp"
#include "motion/impact.hpp"
#include "motion/impact_reach.hpp"

namespace carom {

class ImpactSlopes {
 public:
  static constexpr int directions = Sloped::directions;

  ImpactSlopes() = default;
  explicit ImpactSlopes(const Tree& tree);

  /// W and v⁻ of the contacts `set` with their slopes, once for all laws. False where something is
  /// not finite or singular.
  bool prepare(const SlopedTree& tree, std::span<const Sloped> positions,
               std::span<const Sloped> velocities, const Sloped& time, std::span<const int> set);

  /// After `prepare`: by a law; `plain` is its answer without slopes. Allocates nothing. `reaches`:
  /// also how far modes are kept, to first order.
  void solve(const SlopedTree& tree, const Law& law, LawOptions options, int colliding,
             const Solution<double>& plain, bool reaches = false);

  Side side(int direction) const { return sides_[static_cast<std::size_t>(direction)]; }
  /// If asked for: how far below and above the first of the numbers that decide modes would be zero
  /// (motion/impact_reach.hpp), 0 on a side where they change here.
  const std::array<double, 2>& reach(int direction) const {
    return reaches_[static_cast<std::size_t>(direction)];
  }
  std::span<const Sloped> velocities_after() const { return solver_.velocities_after(); }
  /// (t, n) of the contacts that take part.
  std::span<const Sloped> impulse() const { return impulse_; }
  std::span<const int> touching() const { return solver_.touching(); }
  Sloped energy_loss() const {
    return solver_.kinetic_energy_before() - solver_.kinetic_energy_after();
  }

 private:
  /// What may change modes at this place along a direction.
  struct Doubt {
    bool above = true;     ///< that side is one
    bool below = true;     ///< so is that
    bool changes = false;  ///< they may differ
  };
  ContactProblem<Sloped> posed(const SlopedTree& tree, const Law& law, int colliding);
  Doubt doubt(const ContactProblem<Sloped>& problem, const Law& law, std::size_t d) const;
  bool solve_side(const ContactProblem<Sloped>& problem, const Law& law, const LawOptions& options,
                  const Solution<double>& plain, std::size_t d, int sign,
                  std::vector<double>& slopes, double* reach);
  bool confirmed(const ContactProblem<Sloped>& problem, const Law& law, const LawOptions& options,
                 const Solution<double>& plain, std::size_t d, int sign,
                 std::span<const double> slopes);
  bool agrees(const Solution<Sloped>& found, const Solution<double>& plain) const;

  ImpactSolver<Sloped> solver_;
  LawWorkspace<Sloped> law_;
  std::vector<Sloped> impulse_, inertia_, velocity_, parameters_;
  std::vector<double> above_, below_;
  std::vector<double> near_inertia_, near_velocity_, near_parameters_;
  std::array<Side, Sloped::directions> sides_{};
  std::array<std::array<double, 2>, Sloped::directions> reaches_{};
};

}  // namespace carom
