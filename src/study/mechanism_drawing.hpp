#pragma once

#include "data/drawing.hpp"
#include "motion/impact.hpp"
#include "study/study.hpp"

namespace carom {

/// The mechanism at its start, as data for a drawing. `solver` has been prepared at that state.
MechanismDrawing mechanism_drawing(const Study& study, const ImpactSolver<double>& solver);

}  // namespace carom
