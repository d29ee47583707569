#pragma once

/// reproductions/classics.hpp
///
/// Known answers that others have published or stored: bounces of a ball, a chain of ten balls, a
/// rocking block, an impacting stick, the compass gait, the rimless wheel, the simplest walker,
/// Painlevé's rod, a ball on a plate that moves. Their scenarios are files (studies/classics,
/// examples); every number is computed from them by the verbs' own functions.

#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"

namespace carom {

Comparison classics(const StopRequest& stop);

}  // namespace carom
