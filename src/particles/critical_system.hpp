#pragma once

/// particles/critical_system.hpp
///
/// A scenario moved along one or two of its sweep axes, and how the strike at its colliding contact
/// reaches the resting ones at each point. Two ways, one face:
///
///     particle trees    the factors of critical_factors.hpp, elimination on the tree
///     any other chain   one factor a contact: its normal velocity τ_j with the other closed
///                       contacts held and itself open, from W; y_j = V_j − W_jj F_j. W is that of
///                       an impact: driven joints hold, yielding surfaces give way
///
/// Velocities do not matter, nor do gaps: the contacts that touch at the scenario's own parameters
/// are taken as touching everywhere.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/critical_cause.hpp"
#include "data/scenario.hpp"
#include "particles/critical_factors.hpp"

namespace carom {

/// An axis as an interval; s from 0 to 1 runs along it.
struct AxisRange {
  int parameter = 0;  ///< its place in Scenario::parameters
  std::string name;
  double from = 0;
  double to = 0;
  bool logarithmic = false;

  double value(double s) const;
  /// dx/ds there.
  double slope(double s) const;
};

AxisRange axis_range(const Scenario& scenario, const SweepAxis& axis);

class CriticalSystem {
 public:
  /// `striker` and `resting` are contacts; `ratio` is the tangential part of the impulse.
  CriticalSystem(const Scenario& scenario, std::vector<AxisRange> axes, int striker,
                 std::vector<int> resting, double ratio);
  ~CriticalSystem();

  /// Goes to a point, one s an axis. False where there is no configuration: numbers that are not
  /// finite, an inertia that is singular, a chain that does not close, angles that a drive does
  /// not have.
  bool place(std::span<const double> s);

  bool is_particle_tree() const;
  /// Why not.
  const std::string& obstacle() const;
  /// A drive that some point placed so far did not keep, or −1.
  int broken_drive() const;
  /// Whether factors and outcomes hold: friction elsewhere leaves only the outcomes.
  bool has_factors() const;
  int contacts() const;  ///< resting ones
  const std::string& contact_name(int j) const;

  // At the point placed:
  ClosedContacts closed();
  /// y of every contact per unit impulse, in units of what the contact and the striker answer an
  /// impulse with: of order one or below. NaN where there is no single answer.
  std::vector<double> outcomes();
  /// No impulse moves contact j along its normal: a guide, a pin or drives hold it.
  bool is_held(int j) const;
  std::vector<double> factor_values(const ClosedContacts& closed);

  /// Which factors each contact has, and what it means when one is zero.
  const std::vector<std::vector<int>>& factors_of(const ClosedContacts& closed);
  CriticalCause cause(const ClosedContacts& closed, int factor);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace carom
