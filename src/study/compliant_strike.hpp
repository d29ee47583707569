#pragma once

/// study/compliant_strike.hpp
///
/// The impact of a scenario by a force model, with the configuration frozen
/// (laws/compliant/impact.hpp), in the terms in which rigid laws answer. `--law` names it
///
///     compliant          every contact by its own compliance
///     compliant:KIND     every contact by that kind
///
/// A contact that has a compliance of the kind gives its numbers. Otherwise e is its `restitution`,
/// and the stiffness follows from the compliance that it has: Hertz's K, and a linear K that stops
/// the same approach at the same depth, ½Kδ² = ⅖K_H δ^2.5. Without a compliance K_H is 1e9 N/m^1.5
/// everywhere: velocities and impulses after do not depend on the size of stiffnesses that are in
/// proportion, forces and times do. Materials cannot be guessed: `elastoplastic` must be given.

#include <string>
#include <string_view>
#include <vector>

#include "data/strike_report.hpp"
#include "laws/rigid/solution.hpp"
#include "study/struck_joints.hpp"

namespace carom {

/// Whether a law's name is one of these.
bool names_force_model(std::string_view law);

/// What is wrong with such a name.
void check_force_model(const Study& study, std::string_view law, std::vector<Fault>& faults);

struct CompliantStrike {
  Solution<double> solution;
  std::vector<std::string> endings;            ///< of the stages
  std::vector<CompliantCollision> collisions;  ///< of the contacts that take part
  std::vector<std::string> notes;
  std::string why;  ///< where there is no answer
};

/// The impact that `s.solver` has prepared.
CompliantStrike compliant_strike(const Striking& s, std::string_view law);

}  // namespace carom
