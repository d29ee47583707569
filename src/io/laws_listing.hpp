#pragma once

/// io/laws_listing.hpp

#include <string>
#include <vector>

#include "data/law_entry.hpp"

namespace carom {

std::string text(const std::vector<LawEntry>& laws);
std::string json(const std::vector<LawEntry>& laws);

}  // namespace carom
