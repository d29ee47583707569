#pragma once

/// reports/csv.hpp
///
/// Comma-separated values (RFC 4180, UTF-8, lines end with a newline).

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Tables of more rows are in HDF5 alone, unless CSV is asked for.
inline constexpr std::int64_t most_csv_rows = 100'000;

/// Quoted where a comma, a quote or an end of line is in a cell.
std::string csv_line(std::span<const std::string> cells);

/// The shortest text that gives the same double back; empty where it is not finite.
std::string csv_number(double value);

struct CsvTable {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
};

/// Nothing where rows are of different length or a quote is not closed.
std::optional<CsvTable> csv_table(std::string_view text);

/// A cell as a number; NaN where it is empty. Nothing where it is no number.
std::optional<double> csv_value(const std::string& cell);

}  // namespace carom
