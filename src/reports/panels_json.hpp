#pragma once

/// reports/panels_json.hpp
///
/// Tables and figures as sections of a page's document (docs/report-data.md).

#include <nlohmann/json.hpp>

#include "data/panels.hpp"

namespace carom {

nlohmann::ordered_json section(const PageTable& table);
nlohmann::ordered_json section(const PageFigure& figure);

}  // namespace carom
