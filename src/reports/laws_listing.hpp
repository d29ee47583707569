#pragma once

/// reports/laws_listing.hpp

#include <string>

#include "data/law_list.hpp"

namespace carom {

std::string text(const LawList& laws);
std::string json(const LawList& laws);

}  // namespace carom
