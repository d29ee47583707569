#pragma once

/// sweeps/closing_solution.hpp
///
/// [close]: angles θ_k of some links such that as many contacts touch their surfaces, gap_i(θ) = 0.
/// With absolute angles every unknown adds its own part to a gap,
///
///     gap_i(θ) = gap_i(θ⁰) + Σ_k s_ik(θ_k),
///
/// so that an equation with one unknown is a function of one angle on a circle, whose roots are all
/// found (numerics/smooth_roots.hpp); equations are taken in an order in which that is so. Two that
/// share their two unknowns are reduced to one where a part is a sinusoid, as it is for points and
/// discs. Only what is coupled further is searched by Newton's method from many starts, and then
/// `complete` is false.

#include <string>
#include <vector>

#include "data/scenario.hpp"
#include "model/tree.hpp"

namespace carom {

struct ClosingSolutions {
  /// rad in (−π, π], one row a solution in the order of Closing::angles; solutions in the order of
  /// their angles counter-clockwise from the direction into the surface, −n.
  std::vector<std::vector<double>> solutions;
  int chosen = -1;       ///< its place in `solutions`; −1: there are none, or not so many
  bool complete = true;  ///< every solution is listed
  std::string obstacle;  ///< where none is chosen: why
};

/// The solutions at this state, whose angles are also the guess.
ClosingSolutions closing_solutions(const Closing& closing, const Mechanism& mechanism,
                                   const Tree& tree, const State& state);

/// Puts the chosen solution into the scenario's state (turned by whole turns to be near the guess).
/// Whether there is one; true where nothing is to be closed.
bool close(Scenario& scenario, const Tree& tree, ClosingSolutions* found = nullptr);

}  // namespace carom
