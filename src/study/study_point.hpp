#pragma once

#include <optional>
#include <span>
#include <string>

#include "study/study.hpp"

namespace carom {

/// The study at other values of some parameters; nothing where a formula is not finite there, or
/// the file with these values has faults.
std::optional<Study> study_at(const Study& study, std::span<const std::string> parameters,
                              std::span<const double> values);

}  // namespace carom
