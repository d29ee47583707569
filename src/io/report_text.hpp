#pragma once

/// io/report_text.hpp
///
/// Reports for people, on a terminal.

#include <string>

#include "data/critical_report.hpp"
#include "data/describe_report.hpp"
#include "data/strike_report.hpp"
#include "data/sweep_report.hpp"
#include "data/transmission_report.hpp"
#include "data/uniqueness_report.hpp"

namespace carom {

std::string text(const DescribeReport& report);

/// The laws side by side, then the account of the impact by the law named (empty: the first that
/// has stages, or the first).
std::string text(const StrikeReport& report, const std::string& account_of);

/// What was swept, what was found, and the boundaries.
std::string text(const SweepReport& report);
std::string text(const CriticalReport& report);
std::string text(const TransmissionReport& report);
std::string text(const UniquenessReport& report);

}  // namespace carom
