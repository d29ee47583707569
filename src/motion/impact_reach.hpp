#pragma once

/// motion/impact_reach.hpp
///
/// How far an impact keeps its modes along a direction, to first order: each number q that decides
/// them is straight in the input, and the nearest zero of one ends them,
///
///     s = min −q/q′,   q:  velocities before and after, and at the ends of stages
///                          how long stages are (in η)
///                          impulses n, μn − |t| of each stage, or of the whole impact
///                          μ, e and 1 − e of contacts that interact
///
/// Exact as s goes to zero; what comes and goes with curvature is not seen. Numbers that are zero
/// have changed modes here: the sides of the derivative (motion/impact_slopes.hpp) tell of them.
/// Springs of the law `simultaneous` are seen by their stages alone.

#include <cstddef>
#include <limits>

#include "base/dual.hpp"
#include "contact/contact_problem.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/solution.hpp"

namespace carom {

/// As far as nothing changes.
inline constexpr double no_end = std::numeric_limits<double>::infinity();

/// The distance ahead in direction d, or behind (`sign` −1), ≥ 0. `solution` is the law's,
/// recorded; speeds below `rest` are none. Of a law of a program only velocities and impulses along
/// the normal are known to decide.
double distance_to_change(const Law& law, const ContactProblem<Sloped>& problem,
                          const Solution<Sloped>& solution, double rest, std::size_t d, int sign);

}  // namespace carom
