#pragma once

/// study/result_pages.hpp
///
/// Which verbs' result folders have a page. A new one is a function, declared here, in a file of
/// its own, and a line in the table.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "study/report.hpp"

namespace carom {

struct ResultPage {
  std::string_view verb;
  Page (*page)(const std::string& folder, const ReportRequest& request);
};

std::span<const ResultPage> result_pages();

Page sweep_page(const std::string& folder, const ReportRequest& request);
Page critical_page(const std::string& folder, const ReportRequest& request);
Page collide_page(const std::string& folder, const ReportRequest& request);
Page simulate_page(const std::string& folder, const ReportRequest& request);

/// The page of a sweep of anything but strikes: every number over its one or two axes. With the
/// statistics of random samples.
Page numbers_page(const PageSweep& sweep, std::optional<PageTable> statistics);

/// Where a page has nothing to hold with --at: throws InputError if it was asked to.
void refuse_held(const std::string& verb, const ReportRequest& request);

}  // namespace carom
