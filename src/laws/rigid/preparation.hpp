#pragma once

/// laws/rigid/preparation.hpp
///
/// What every law does first and last: scale the problem and see who strikes; turn scaled impulses
/// and velocities into a Solution.
///
/// A velocity below rest_tolerance of the largest one is rounding of the input (resting contacts
/// carry it) and counts as zero.

#include "contact/contact_problem.hpp"
#include "contact/thresholds.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {

/// Forgets an answer, but not what is known of the problem (`approaching`, `exhaustive`).
template <class T>
void clear_answer(Solution<T>& solution);

/// How many contacts a law lets strike.
enum class Strikers : std::uint8_t { one, several };

/// Fills `workspace.scaled` and clears the solution. False when the verdict is already known:
/// nothing approaches, several contacts do and the law knows one, or one that does cannot move.
template <class T>
bool prepare(const ContactProblem<T>& problem, const LawOptions& options,
             LawWorkspace<T>& workspace, Strikers strikers = Strikers::one);

/// Fills the solution's answer from `workspace.impulse`, `velocity` and `work` (all scaled).
template <class T>
void conclude(LawWorkspace<T>& workspace);

/// After `conclude`, where W is singular: which impulses of the same signs do the same. A contact's
/// may be anywhere in its cone (its coefficient, or 1 without friction), whatever its slip: of laws
/// whose impulses follow from no modes.
template <class T>
void note_open_cones(bool with_friction, LawWorkspace<T>& workspace);

/// The same number with the value zero: its derivatives stay.
template <class T>
T value_removed(const T& x) {
  if constexpr (std::is_same_v<T, double>)
    return 0;
  else
    return x - T(plain(x));
}

}  // namespace carom
