#pragma once

/// io/collide_report_out.hpp
///
/// Reports of trains as text and JSON.

#include <string>

#include "data/collide_report.hpp"

namespace carom {

std::string text(const CollideReport& report);
std::string text(const SegmentReport& report);
std::string json(const CollideReport& report);
std::string json(const SegmentReport& report);
std::string text(const FitReport& report);
std::string json(const FitReport& report);

}  // namespace carom
