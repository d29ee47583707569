#pragma once

/// pages/sweep_numbers.hpp

#include <optional>

#include "data/page.hpp"

namespace carom {

/// The page of a sweep of anything but strikes: every number over its one or two axes. With the
/// statistics of random samples.
Page numbers_page(const PageSweep& sweep, std::optional<PageTable> statistics);

}  // namespace carom
