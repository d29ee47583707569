#pragma once

/// io/page_json.hpp
///
/// A page's data as the JSON document that the page reads (docs/report-data.md).

#include <string>

#include "data/page.hpp"

namespace carom {

std::string json(const Page& page);

}  // namespace carom
