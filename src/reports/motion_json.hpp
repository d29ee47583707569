#pragma once

/// reports/motion_json.hpp
///
/// A motion as a section of a page's document (docs/report-data.md).

#include <nlohmann/json.hpp>

#include "data/motion.hpp"

namespace carom {

nlohmann::ordered_json section(const PageMotion& motion);

}  // namespace carom
