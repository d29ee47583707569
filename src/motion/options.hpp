#pragma once

/// motion/options.hpp
///
/// What of the options of an impact or a motion cannot be.

#include <vector>

#include "carom/fault.hpp"
#include "carom/strike.hpp"
#include "laws/law_set.hpp"

namespace carom {

/// Appends the faults of the k-th strike of a list, or of the only one (−1).
void check_strike(const StrikeOptions& options, const LawSet& laws, int contacts, int k,
                  std::vector<Fault>& found);

}  // namespace carom
