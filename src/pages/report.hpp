#pragma once

/// pages/report.hpp
///
/// A page from results.

#include <string>
#include <vector>

#include "data/page.hpp"
#include "study/study.hpp"

namespace carom {

struct ReportRequest {
  /// "name=value": what axes beyond the second are held at (the nearest point of the axis).
  std::vector<std::string> at;
};

/// The page of a result folder, by the verb that made it (pages/verb.hpp). Faults: no sound
/// results; no page for them; more than two axes left to show.
Page report(const std::string& folder, const ReportRequest& request);

/// The sweep of such a folder as one section of a page.
PageSweep sweep_section(const std::string& folder, const ReportRequest& request);

}  // namespace carom
