#pragma once

/// reproductions/wang.hpp
///
/// Wang 1993 (paper 003), a convex body that bounces on a plate: every printed formula against the
/// engine, quadrature and the map, its figures, rates of convergence, friction.

#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"

namespace carom {

Comparison wang_1993(const StopRequest& stop = {});

}  // namespace carom
