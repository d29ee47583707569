#pragma once

/// reports/sensitivity_words.hpp
///
/// Derivatives of an impact in words: a table, a row an input, and where they end to hold.

#include <string>

#include "data/strike_report.hpp"

namespace carom {

/// Empty where none were asked for.
std::string sensitivity_account(const StrikeReport& report, const StruckLaw& law);

}  // namespace carom
