#include "reports/page_columns.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

/// More points than this are packed: text of numbers is three times as long, and slow to read.
constexpr std::size_t most_plain = 2000;

std::string base64(std::span<const std::byte> bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    const std::size_t there = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (k < there ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= there ? digits[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace

nlohmann::ordered_json page_numbers(std::span<const double> values) {
  if (values.size() > most_plain) return {{"f64", base64(std::as_bytes(values))}};
  Json list = Json::array();
  for (const double value : values)
    list.push_back(std::isfinite(value) ? Json(value) : Json(nullptr));
  return list;
}

nlohmann::ordered_json page_singles(std::span<const double> values) {
  if (values.size() <= most_plain) return page_numbers(values);
  std::vector<float> singles(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) singles[i] = static_cast<float>(values[i]);
  return {{"f32", base64(std::as_bytes(std::span(singles)))}};
}

nlohmann::ordered_json page_codes(std::span<const std::uint8_t> values) {
  if (values.size() > most_plain) return {{"u8", base64(std::as_bytes(values))}};
  Json list = Json::array();
  for (const std::uint8_t value : values)
    list.push_back(value == no_category ? Json(nullptr) : Json(value));
  return list;
}

std::size_t PageColumns::find(std::string_view group, std::string_view name) const {
  const auto found = std::ranges::find_if(
      columns_, [&](const Column& column) { return column.group == group && column.name == name; });
  return static_cast<std::size_t>(found - columns_.begin());
}

const std::byte* PageColumns::at(std::size_t column, std::int64_t point) const {
  return table_.table.data() + static_cast<std::size_t>(table_.count) * layout_.before[column] +
         static_cast<std::size_t>(point) * columns_[column].bytes();
}

nlohmann::ordered_json PageColumns::reals(std::size_t column, std::size_t component) const {
  std::vector<double> values(static_cast<std::size_t>(table_.count));
  for (std::int64_t i = 0; i < table_.count; ++i)
    std::memcpy(&values[static_cast<std::size_t>(i)], at(column, i) + 8 * component, 8);
  return page_numbers(values);
}

nlohmann::ordered_json PageColumns::codes(std::size_t column, std::size_t component) const {
  std::vector<std::uint8_t> values(static_cast<std::size_t>(table_.count));
  for (std::int64_t i = 0; i < table_.count; ++i)
    std::memcpy(&values[static_cast<std::size_t>(i)], at(column, i) + component, 1);
  return page_codes(values);
}

bool PageColumns::has_code(std::size_t column, std::size_t component, std::uint8_t code) const {
  for (std::int64_t i = 0; i < table_.count; ++i)
    if (std::to_integer<std::uint8_t>(at(column, i)[component]) == code) return true;
  return false;
}

std::uint16_t PageColumns::text_code(std::size_t column, std::size_t component,
                                     std::int64_t point) const {
  std::uint16_t code = no_text;
  std::memcpy(&code, at(column, point) + 2 * component, 2);
  return code;
}

}  // namespace carom
