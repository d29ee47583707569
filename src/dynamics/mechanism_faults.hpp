#pragma once

/// dynamics/mechanism_faults.hpp

#include <optional>
#include <span>
#include <vector>

#include "carom/fault.hpp"
#include "carom/model.hpp"

namespace carom {

/// The model of a mechanism that was read, compiled once, or nothing and its faults: those of
/// mechanism_faults (carom/model.hpp), but that numbers that could not be read (`refused`) are
/// at their defaults, and nothing is concluded from them.
std::optional<Model> checked_model(const Mechanism& mechanism, std::span<const Fault> refused,
                                   std::vector<Fault>& faults);

}  // namespace carom
