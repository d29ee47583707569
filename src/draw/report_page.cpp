#include "draw/report_page.hpp"

#include <algorithm>
#include <cassert>

#include "base/embedded.hpp"

namespace carom {

/// web/dist/report.html
std::span<const EmbeddedFile> embedded_page();

std::string_view report_template() {
  return embedded_page().front().text;
}

std::string report_page(std::string_view data_json) {
  constexpr std::string_view mark = "@CAROM_DATA@";
  constexpr std::string_view escaped = "\\u003c";
  const std::string_view page = report_template();
  const std::size_t place = page.find(mark);
  assert(place != std::string_view::npos);
  const auto angles = static_cast<std::size_t>(std::ranges::count(data_json, '<'));
  std::string result;
  result.reserve(page.size() + data_json.size() + angles * escaped.size());
  result += page.substr(0, place);
  for (std::size_t from = 0; from <= data_json.size();) {
    const std::size_t to = std::min(data_json.find('<', from), data_json.size());
    result += data_json.substr(from, to - from);
    if (to < data_json.size()) result += escaped;
    from = to + 1;
  }
  result += page.substr(place + mark.size());
  return result;
}

}  // namespace carom
