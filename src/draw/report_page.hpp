#pragma once

/// draw/report_page.hpp
///
/// A report as one page: the page made from web/ (committed in web/dist/report.html, and part of
/// this library), with its data in it. The page needs no network, and shows what
/// docs/report-data.md describes.

#include <string>
#include <string_view>

namespace carom {

/// The page without data; the place of the data is the mark @CAROM_DATA@.
std::string_view report_template();

/// The page with a JSON document in it. In JSON `<` occurs only within strings, where it may be
/// written \u003c; so it is written here, and nothing in the data can end the element that holds
/// it (</script>, <!--).
std::string report_page(std::string_view data_json);

}  // namespace carom
