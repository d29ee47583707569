#include "reports/csv.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

namespace carom {

std::string csv_line(std::span<const std::string> cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += ',';
    if (cells[i].find_first_of(",\"\r\n") == std::string::npos) {
      line += cells[i];
      continue;
    }
    line += '"';
    for (const char c : cells[i]) line += c == '"' ? std::string("\"\"") : std::string(1, c);
    line += '"';
  }
  return line + '\n';
}

std::string csv_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

std::optional<CsvTable> csv_table(std::string_view text) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string cell;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') {
        cell += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        cell += '"';
        ++i;
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',' || c == '\n') {
      row.push_back(std::move(cell));
      cell.clear();
      if (c == '\n') rows.push_back(std::exchange(row, {}));
    } else {
      cell += c;
    }
  }
  if (quoted || !cell.empty() || !row.empty() || rows.empty()) return std::nullopt;
  CsvTable table{std::move(rows.front()), {}};
  rows.erase(rows.begin());
  for (const auto& each : rows)
    if (each.size() != table.headings.size()) return std::nullopt;
  table.rows = std::move(rows);
  return table;
}

std::optional<double> csv_value(const std::string& cell) {
  if (cell.empty()) return std::nan("");
  double value = 0;
  const char* const end = cell.data() + cell.size();
  if (std::from_chars(cell.data(), end, value).ptr != end) return std::nullopt;
  return value;
}

}  // namespace carom
