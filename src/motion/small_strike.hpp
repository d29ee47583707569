#pragma once

/// motion/small_strike.hpp
///
/// `strike` for mechanisms of a few links (dynamics/small_passes.hpp), beside the plain way through
/// ImpactSolver. It is the same law on the same problem; only the way to W and back is another.

#include <array>
#include <span>

#include "carom/strike.hpp"
#include "dynamics/small_tree.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {

struct SmallWorkspace {
  LawWorkspace<double> law{SmallTree::most_contacts};
  std::array<double, 2 + SmallTree::most_links> after{};  ///< generalized velocities
};

/// What a law says of a contact that touches, as contact k of its problem.
inline void fill_touching(const Solution<double>& solution, bool answered, std::size_t k,
                          ContactImpact& contact) {
  contact.touching = true;
  contact.colliding =
      solution.colliding == static_cast<int>(k) || (answered && solution.approaching[k] != 0);
  contact.determined = {true, true};
  if (!answered) {
    contact.interacted = false;
    contact.outcome = Outcome::rebounds;
    contact.impulse = contact.work = contact.velocity_after = {};
    return;
  }
  contact.interacted = solution.interacted[k] != 0;
  contact.outcome = solution.outcome[k];
  // The law's own velocities: exact zeros where a contact rests or sticks.
  contact.velocity_after = {solution.velocity_after[2 * k], solution.velocity_after[2 * k + 1]};
  contact.impulse = {solution.impulse[2 * k], solution.impulse[2 * k + 1]};
  contact.work = {solution.work[2 * k], solution.work[2 * k + 1]};
  if (!solution.impulses_determined)
    contact.determined = {solution.open[2 * k] == 0, solution.open[2 * k + 1] == 0};
}

/// What a law says of the whole impact, where it has an answer.
inline void fill_certificate(const Solution<double>& solution, Impact& impact) {
  impact.contact_work = -solution.energy_loss;
  impact.makes_energy = solution.makes_energy;
  impact.impulses_determined = solution.impulses_determined;
}

/// A contact that has a gap, but for its velocity after.
inline void fill_apart(ContactImpact& contact) {
  contact.touching = contact.colliding = contact.interacted = false;
  contact.outcome = Outcome::rebounds;
  contact.impulse = contact.work = contact.velocity_after = {};
  contact.determined = {true, true};
}

/// False, and nothing of use written, where the plain way must be gone: no contact touches, or one
/// is below its surface, or the one named has a gap; small pivots; numbers that are not finite. The
/// state must have the tree's size.
/// `gap_tolerance`: m; a contact nearer than this touches. `rows`: LawSet::rows of the law.
bool strike_small(const SmallTree& tree, double gap_tolerance, const State& state, const Law& law,
                  const std::uint8_t* rows, const StrikeOptions& options, SmallWorkspace& workspace,
                  std::span<ContactImpact> contacts, Impact& impact);

}  // namespace carom
