#pragma once

/// reports/page_json.hpp
///
/// A page's data as the JSON document that the page reads (docs/report-data.md).

#include <string>

#include "data/page.hpp"

namespace carom {

std::string json(const Page& page);

/// A table of a page as comma-separated values; a heading is "group: name (unit)".
std::string csv(const PageTable& table);

}  // namespace carom
