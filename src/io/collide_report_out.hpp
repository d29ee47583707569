#pragma once

/// io/collide_report_out.hpp
///
/// Reports of trains as text and JSON, and back.

#include <string>

#include "data/collide_report.hpp"

namespace carom {

std::string text(const CollideReport& report);
std::string text(const SegmentReport& report);
std::string json(const CollideReport& report);
/// Back from JSON into a report that has the train; throws DamagedAnswer.
void read_answer(const std::string& answer, CollideReport& report);
std::string json(const SegmentReport& report);
std::string text(const FitReport& report);
std::string json(const FitReport& report);

}  // namespace carom
