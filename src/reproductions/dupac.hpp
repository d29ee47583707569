#pragma once

/// reproductions/dupac.hpp
///
/// Dupac & Marghitu, Open kinematic chains with multiple impacts (paper 002): the elasto-plastic
/// contact law, the six cases of the two-link chain in stated material values, Figures 3 and 4, and
/// Table 1, which cannot be decoded.

#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"

namespace carom {

Comparison dupac_marghitu(const StopRequest& stop = {});

}  // namespace carom
