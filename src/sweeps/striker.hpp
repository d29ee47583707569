#pragma once

/// sweeps/striker.hpp
///
/// Who strikes: the contact that a scenario names, else the one that approaches. Who approaches is
/// what laws see (ImpactSolver::strikers): v_n < 0 by more than rest.

#include "data/scenario.hpp"
#include "motion/impact.hpp"

namespace carom {

/// The contact named in [impact], or −1.
int named_striker(const Scenario& scenario);

struct Striker {
  int contact = -1;     ///< of the mechanism; −1: none is named, and not exactly one approaches
  int approaching = 0;  ///< how many do, where none is named
};

/// At the state that `solver` has prepared.
Striker striker(const Scenario& scenario, const ImpactSolver<double>& solver);

}  // namespace carom
