#pragma once

#include <string>

#include "carom/law.hpp"

namespace carom {

/// `>= 0`, `> 0`, `in [0, 1]`, `in (0, 1]`; `finite` of any number.
std::string words(const Range& range);

}  // namespace carom
