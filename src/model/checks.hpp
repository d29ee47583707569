#pragma once

/// model/checks.hpp
///
/// Everything in a description that is wrong by itself: numbers that are not finite or out of
/// range, and keys that do not go with each other. References between elements are resolved, and
/// so checked, where the tree is compiled.

#include <vector>

#include "carom/fault.hpp"
#include "carom/mechanism.hpp"
#include "laws/law_set.hpp"

namespace carom {

void check_numbers(const Mechanism& mechanism, const LawSet& laws, std::vector<Fault>& faults);

}  // namespace carom
