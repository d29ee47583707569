#pragma once

/// laws/rigid/law.hpp
///
/// A law of impact maps (W, v⁻, μ, e, the striking contact) to (τ, v⁺) and an account of how. It
/// never sees a body. A law is one file that defines a `Law` and one line in registry.cpp.

#include <string_view>

#include "base/dual.hpp"
#include "carom/impact.hpp"
#include "contact/contact_problem.hpp"

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

struct Law {
  std::string_view name;  ///< as in a scenario file
  std::string_view title;
  std::string_view formula;  ///< in the symbols of the theory pages
  std::string_view source;
  std::string_view limits;
  bool can_make_energy = false;
  bool algebraic = false;         ///< has no stages
  bool needs_one_striker = true;  ///< false: a law for simultaneous collisions
  LawSolve<double> solve = nullptr;
  LawSolve<Dual<double>> solve_dual = nullptr;
};

/// The solve for either scalar, for templates.
template <class T>
LawSolve<T> solve_of(const Law& law) {
  if constexpr (std::is_same_v<T, double>)
    return law.solve;
  else
    return law.solve_dual;
}

}  // namespace carom
