#pragma once

/// reproductions/fenili.hpp
///
/// Fenili, Souza & Schäfer 2005 (paper 004), the bar that switches between free and constrained
/// motion: every printed equation against the engine, impacts at any restitution, switched runs.

#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"

namespace carom {

Comparison fenili_2005(const StopRequest& stop = {});

}  // namespace carom
