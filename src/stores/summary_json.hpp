#pragma once

/// stores/summary_json.hpp
///
/// The file summary.json of a result folder: the report without its boundaries, and the question.
/// It is written last: a folder that has it is complete.

#include <optional>
#include <string>
#include <string_view>

#include "data/sweep_report.hpp"

namespace carom {

/// `boundaries`: how many were found.
std::string summary_json(const SweepReport& report, std::size_t boundaries);

/// Nothing where the text is no summary. Boundaries and folder are left empty.
std::optional<SweepReport> report_from_summary(std::string_view text);

}  // namespace carom
