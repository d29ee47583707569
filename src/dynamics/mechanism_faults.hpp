#pragma once

#include <span>
#include <vector>

#include "carom/fault.hpp"
#include "carom/mechanism.hpp"

namespace carom {

/// As mechanism_faults of compiled_model.hpp, of a mechanism that was read with faults: numbers
/// that could not be read (`refused`) are at their defaults, and nothing is concluded from them.
std::vector<Fault> mechanism_faults(const Mechanism& mechanism, std::span<const Fault> refused);

}  // namespace carom
