#pragma once

#include <string>

#include "scenarios/measured_file.hpp"

namespace carom {

/// Embedded measurements by their name, or a file of the user's by its path; throws InputError.
MeasuredTable measured_named(const std::string& name_or_path);

}  // namespace carom
