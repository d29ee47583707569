#pragma once

#include <string_view>

#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"

namespace carom {

/// Throws `Stopped` where it is asked to.
using ComputedStudy = Comparison (*)(const StopRequest& stop);

/// The function of that name (`computed` in a study's file); null where there is none. A new one is
/// a line in the table.
ComputedStudy find_computed_study(std::string_view name);

}  // namespace carom
