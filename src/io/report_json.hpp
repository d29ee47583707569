#pragma once

/// io/report_json.hpp
///
/// Reports as one JSON document with "format": 1. Numbers keep all their digits.

#include <string>

#include "data/critical_report.hpp"
#include "data/describe_report.hpp"
#include "data/strike_report.hpp"
#include "data/sweep_report.hpp"
#include "data/transmission_report.hpp"
#include "data/uniqueness_report.hpp"

namespace carom {

std::string json(const DescribeReport& report);
std::string json(const StrikeReport& report);
std::string json(const SweepReport& report);
std::string json(const CriticalReport& report);
std::string json(const TransmissionReport& report);
std::string json(const UniquenessReport& report);

/// Back from JSON; throws DamagedAnswer.
void read_answer(const std::string& answer, StrikeReport& report);
void read_answer(const std::string& answer, CriticalReport& report);

}  // namespace carom
