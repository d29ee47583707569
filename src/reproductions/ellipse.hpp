#pragma once

/// reproductions/ellipse.hpp
///
/// 2,000 measured impacts of an ellipse on a plate (data/README.md): what the stored tangential arm
/// leaves unexplained and what its mirror image does; every law with one friction and one
/// restitution, compared on rows that it was not fitted to; which of them is closest, and by how
/// much more than the uncertainty.

#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"

namespace carom {

Comparison ellipse_impacts(const StopRequest& stop = {});

}  // namespace carom
