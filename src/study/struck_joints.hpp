#pragma once

/// study/struck_joints.hpp
///
/// What an impact does beyond its contacts: impulses that joints pass on, couples and work of
/// drives, work of moved surfaces; and what of it is not determined where impulses are not.

#include <array>
#include <string>
#include <vector>

#include "data/strike_report.hpp"
#include "laws/rigid/solution.hpp"
#include "motion/impact.hpp"
#include "study/study.hpp"

namespace carom {

/// An impact that is being told.
struct Striking {
  const Study& study;
  const Tree& tree;
  ImpactSolver<double>& solver;
  const StrikeRequest& request;

  const std::string& contact_name(int contact) const {
    return study.scenario.mechanism.contacts[contact].name;
  }
  /// Name of the k-th contact that takes part.
  const std::string& touching_name(int k) const { return contact_name(solver.touching()[k]); }
};

/// Generalized velocities as they are told.
StruckState struck_state(const Tree& tree, std::span<const double> velocities, double energy);

/// Velocity (t, n) of the surface of the k-th contact that takes part, where it is moved.
std::array<double, 2> moved_velocity(const Striking& s, int k);

/// Work of the drives' couples, as they were applied last, at the rates that they hold.
double drive_work(const Striking& s);

/// What joints pass on, after `apply_to_links`.
std::vector<StruckJoint> passed_on(const Striking& s);

/// What follows from impulses that are not determined: whatever those that may be added to them
/// change of joints and work is open.
void mark_open(const Striking& s, const Solution<double>& solution, StruckAnswer& answer);

}  // namespace carom
