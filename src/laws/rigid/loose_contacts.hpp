#pragma once

/// laws/rigid/loose_contacts.hpp
///
/// Answers of a mode problem that are one of a continuous family with other velocities. Where a
/// foot is held by a guide or by drives, W_nn = 0: a normal force there moves nothing by itself, so
/// none is asked for, and any is consistent. But if the foot slips, friction goes with it, and that
/// moves something:
///
///     r_n = 0 whatever F_n ≥ 0,      dr_t = ∓μ W_tt dF_n.
///
/// So it is where forces of several contacts cancel each other (a block between two rails). In
/// general: with the modes that the answer has, or just has (an idle contact, F_n = 0 and r_n = 0,
/// may carry), the system that a combination of modes closes is singular, and a force of its null
/// space that every condition allows changes a rate,
///
///     Σ rows that the modes hold:  A dF = 0,    dF_n ≥ 0 (idle),    A dF ≠ 0.
///
/// Enumeration passes singular systems over, rightly where A dF = 0 (determinacy.hpp says then
/// which forces are open). The answer at hand, which has no more force than is needed, is a choice.

#include <cstdint>
#include <vector>

#include "laws/rigid/mode_problem.hpp"

namespace carom {

/// Memory of the search. Only `reserve` allocates.
struct LooseScratch {
  std::vector<double> matrix, slope, null, rate;
  std::vector<double> direction;  ///< 2c: dF of what was found last, its largest component one
  std::vector<int> row, column;
  std::vector<std::uint8_t> option, options, number, state;
  void reserve(int contacts);
};

/// A contact of which the normal force may change and velocities with it, or −1. `force` and `rate`
/// are an answer of the problem. With too many combinations only single contacts are looked at.
int loose_contact(const ModeProblem<double>& problem, const double* force, const double* rate,
                  LooseScratch& scratch);

}  // namespace carom
