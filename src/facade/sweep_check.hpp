#pragma once

#include "facade/sweep.hpp"

namespace carom {

/// Everything about a request that can be wrong without anything being solved: throws InputError
/// with all of it. `grid` is that of the scenario's axes.
void check_request(const Scenario& scenario, const SweepRequest& request,
                   const SweepSetting& setting, const Grid& grid);

}  // namespace carom
