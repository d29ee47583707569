#pragma once

/// reproductions/hurmuzlu.hpp
///
/// Equations (15) to (27) and (30) of Hurmuzlu & Marghitu 1994 (paper 000), each beside what the
/// laws of Carom do in impacts of the paper's chain: the printed formulas are evaluated with the
/// modes that the law took, and must end its stages where they end and bring its impulses,
/// velocities and work.

#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"

namespace carom {

Comparison hurmuzlu_equations(const StopRequest& stop = {});

}  // namespace carom
