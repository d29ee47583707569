#pragma once

/// sweeps/strike_solver.hpp
///
/// The impacts of one point of a sweep, kept as plain numbers until they are put into a table or
/// looked at for changes.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "laws/rigid/law.hpp"
#include "motion/impact.hpp"
#include "sweeps/scenario_point.hpp"
#include "sweeps/slip_history.hpp"

namespace carom {

/// What one law says at a point. Contacts are all of the mechanism's, in file order.
struct StrikePointLaw {
  Verdict verdict = Verdict::not_colliding;
  bool answered = false;              ///< the numbers below mean something
  std::uint8_t together = 0;          ///< 1: several struck at once, the law for several answered
  double energy_loss = 0;             ///< J
  double energy_after = 0;            ///< J
  std::vector<double> coordinates;    ///< generalized velocities after
  std::vector<double> velocity;       ///< [t, n] a contact, after
  std::vector<double> impulse;        ///< [t, n] a contact
  std::vector<std::uint8_t> outcome;  ///< Outcome; no_category where a contact is apart
  std::vector<std::uint8_t> interacted;  ///< 0 or 1
  std::vector<std::uint8_t> determined;  ///< 0 where the impulse is one of several, or 1
  std::uint8_t makes_energy = 0;         ///< 0 or 1
  std::vector<int> history;              ///< number of a text, or `nothing`
  std::uint8_t impulses_determined = 1;  ///< 0: other impulses give the same velocities
};

class StrikePointSolver {
 public:
  /// `histories`: whether slip histories are wanted. `several` (or null) is for points where
  /// several contacts strike and a law knows one.
  StrikePointSolver(const Scenario& scenario, const Tree& tree, std::span<const std::string> swept,
                    std::span<const Law* const> laws, Method method, bool histories,
                    const Law* several = nullptr);

  /// Nothing else may be read where it does not return `solved`.
  PointStatus solve(std::span<const double> swept);

  std::span<const StrikePointLaw> laws() const { return results_; }
  double energy_before() const { return solver_->kinetic_energy_before(); }
  int contacts() const { return static_cast<int>(point_.tree().contacts.size()); }
  double velocity_before(int contact, int axis) const {
    return solver_->contact_velocity_before(contact, axis);
  }
  /// m/s; contact velocities below this are rounding.
  double speed_floor() const { return solver_->speed_floor(); }
  NumberedTexts& texts() { return texts_; }
  const NumberedTexts& texts() const { return texts_; }

 private:
  bool solve_by(const Law& law, StrikePointLaw& result);
  void read_contacts(StrikePointLaw& result);

  ScenarioPoint point_;
  std::optional<ImpactSolver<double>> solver_;
  std::vector<const Law*> known_;
  Method method_;
  bool wants_histories_;
  const Law* several_ = nullptr;
  int colliding_ = -1;
  NumberedTexts texts_;
  SlipHistories histories_;
  std::vector<StrikePointLaw> results_;
};

}  // namespace carom
