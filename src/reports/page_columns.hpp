#pragma once

/// reports/page_columns.hpp
///
/// Columns of a page's table as JSON: plain numbers where they are few, packed where they are many.

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "data/sweep_table.hpp"

namespace carom {

/// One component of a column, one value a point.
class PageColumns {
 public:
  PageColumns(const Chunk& table, std::span<const Column> columns)
      : table_(table), columns_(columns), layout_(columns) {}

  /// Place of a column; the number of columns where there is none.
  std::size_t find(std::string_view group, std::string_view name) const;
  bool has(std::string_view group, std::string_view name) const {
    return find(group, name) < columns_.size();
  }

  nlohmann::ordered_json reals(std::size_t column, std::size_t component) const;
  nlohmann::ordered_json codes(std::size_t column, std::size_t component) const;
  /// Whether some point has the code.
  bool has_code(std::size_t column, std::size_t component, std::uint8_t code) const;
  std::uint16_t text_code(std::size_t column, std::size_t component, std::int64_t point) const;

 private:
  const std::byte* at(std::size_t column, std::int64_t point) const;

  const Chunk& table_;
  std::span<const Column> columns_;
  TableLayout layout_;
};

/// Numbers with null for what is not one.
nlohmann::ordered_json page_numbers(std::span<const double> values);
/// The same to seven digits, for pictures: half as long where they are many.
nlohmann::ordered_json page_singles(std::span<const double> values);
/// Codes with null for `no_category`.
nlohmann::ordered_json page_codes(std::span<const std::uint8_t> values);

}  // namespace carom
