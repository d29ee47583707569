#pragma once

/// laws/rigid/law.hpp
///
/// How Carom's own laws are solved: (W, v⁻, parameters, the striking contact) → (τ, v⁺) and an
/// account of how, for numbers and for dual numbers. A law is one file that defines a `Law`
/// (carom/law.hpp) with its `LawKernel`, and one line in laws/registry.cpp.

#include <array>
#include <type_traits>

#include "base/dual.hpp"
#include "carom/impact.hpp"
#include "carom/law.hpp"
#include "contact/contact_problem.hpp"
#include "laws/rigid/pair_group.hpp"

namespace carom {

template <class T>
struct LawWorkspace;

struct LawOptions {
  Method method = Method::consistent;
  bool alternatives = false;  ///< list the other answers of an ambiguous impact; allocates then
  bool record = true;         ///< keep the stages with their velocities and impulses
  double speed_floor = 0;     ///< m/s; slower contact velocities count as zero. Give it where a
                              ///< chain at rest carries rounding: contact space cannot tell
};

/// Solves in place: the answer is `workspace.solution`, whose memory the workspace owns. The
/// workspace must have room for the problem's contacts. Allocates nothing (but see
/// LawOptions::alternatives) and throws nothing; safe on any thread with a workspace of its own.
template <class T>
using LawSolve = void (*)(const ContactProblem<T>& problem, const LawOptions& options,
                          LawWorkspace<T>& workspace);

struct LawKernel {
  LawSolve<double> solve = nullptr;
  LawSolve<Sloped> solve_dual = nullptr;
  GroupSolver solve_group = nullptr;  ///< of several impacts abreast; a law need not have it
};

/// What laws that read ContactProblem::friction() and ::restitution() declare first.
inline constexpr std::array friction_and_restitution{friction_parameter, restitution_parameter};

/// The answer of a law without a kernel, by its `solve`: laws/rigid/outside_law.cpp.
void solve_outside(const Law& law, const ContactProblem<double>& problem, const LawOptions& options,
                   LawWorkspace<double>& workspace);
/// The same with slopes: those of its impulses by differences of the law, all else exactly.
void solve_outside(const Law& law, const ContactProblem<Sloped>& problem, const LawOptions& options,
                   LawWorkspace<Sloped>& workspace);

/// After a law: an answer with a loose contact is a choice (laws/rigid/loose_answer.cpp).
template <class T>
void settle_loose(const Law& law, const ContactProblem<T>& problem, const LawOptions& options,
                  LawWorkspace<T>& workspace);

/// Whether derivatives pass through the law exactly, not by differences.
inline bool has_derivatives(const Law& law) {
  return law.kernel != nullptr;
}

/// The impact by this law, in the workspace's solution.
template <class T>
void solve_impact(const Law& law, const ContactProblem<T>& problem, const LawOptions& options,
                  LawWorkspace<T>& workspace) {
  if (law.kernel == nullptr)
    solve_outside(law, problem, options, workspace);
  else if constexpr (std::is_same_v<T, double>)
    law.kernel->solve(problem, options, workspace);
  else
    law.kernel->solve_dual(problem, options, workspace);
  settle_loose(law, problem, options, workspace);
}

}  // namespace carom
