#pragma once

/// sweeps/scenario_slopes.hpp
///
/// How everything that a scenario is follows its parameters, exactly: the derivatives of every
/// number that is a formula over them, of the state that starts there, and of the tree.
///
///     parameters        p_k, those that are formulas over others by the chain rule
///     bound numbers     x = scale · f(p):  x′ = scale · Σ f_k p_k′
///     [close]           g_i(θ, p) = 0:  G θ′ = −∂g/∂p,  G_ik = ∂g_i/∂θ_k   (contacts stay closed)
///     the tree          model/sloped_tree.hpp; formulas that name parameters too
///
/// A parameter that is a formula over others and is asked for by itself moves alone, as with -p.

#include <span>
#include <vector>

#include "data/scenario.hpp"
#include "model/sloped_tree.hpp"
#include "motion/simulate_along.hpp"

namespace carom {

/// A scenario's mechanism and start with slopes in up to `Sloped::directions` directions.
struct SlopedStart {
  NumberSlopes numbers;  ///< of the scenario's numbers where they lie: also those of other sections
  SlopedTree tree;
  std::vector<Sloped> positions, velocities;  ///< in the order of carom::State
  Sloped time;
  bool closed = true;  ///< false: [close] has no derivative here (a contact just reaches)
  bool finite = true;  ///< false: a formula has none, such as sqrt(x) at 0
};

/// The slopes of every number of the scenario that is a formula over parameters, along those at up
/// to `Sloped::directions` places among Scenario::parameters. The scenario is at its values.
NumberSlopes number_slopes(const Scenario& scenario, std::span<const int> parameters);

/// Direction d is the parameter at the d-th of these places among Scenario::parameters. The
/// scenario is as it is at its values: evaluated, settled and closed; `tree` is its tree.
SlopedStart sloped_start(const Scenario& scenario, const Tree& tree,
                         std::span<const int> parameters);

/// The same for numbers whose slopes are known: of the scenario, but for what follows from its
/// start and [close].
SlopedStart sloped_start(const Scenario& scenario, const Tree& tree, NumberSlopes numbers);

/// The first `count` directions of a start, as a motion's derivative takes them.
void add_directions(const SlopedStart& start, const Sloped& duration, std::size_t count,
                    MotionDirections& along);

/// The places of the parameters that are not formulas over others.
std::vector<int> free_parameters(const Scenario& scenario);

}  // namespace carom
