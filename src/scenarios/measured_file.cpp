#include "scenarios/measured_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/embedded.hpp"
#include "base/nearest_name.hpp"
#include "scenarios/described.hpp"

namespace carom {

std::span<const EmbeddedFile> embedded_measured();

namespace {

struct Cell {
  std::string text;
  int column = 1;  // where it begins, from 1
};

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// The cells of a line; a quote that is not closed goes to its end.
std::vector<Cell> cells_of(std::string_view line) {
  std::vector<Cell> cells;
  std::size_t at = 0;
  while (true) {
    Cell cell{{}, static_cast<int>(at) + 1};
    std::size_t first = at;
    while (first < line.size() && line[first] == ' ') ++first;
    if (first < line.size() && line[first] == '"') {
      at = first + 1;
      while (at < line.size() &&
             (line[at] != '"' || (at + 1 < line.size() && line[at + 1] == '"'))) {
        cell.text += line[at];
        at += line[at] == '"' ? 2 : 1;
      }
      at = std::min(line.find(',', at), line.size());
    } else {
      const std::size_t end = std::min(line.find(',', at), line.size());
      cell.text = trimmed(line.substr(at, end - at));
      at = end;
    }
    cells.push_back(std::move(cell));
    if (at >= line.size()) return cells;
    ++at;
  }
}

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Faults of one kind in a long file: the first tell enough.
constexpr std::size_t most_faults = 50;

}  // namespace

std::vector<std::string> embedded_measurements() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_measured()) names.emplace_back(file.name);
  return names;
}

MeasuredTable measured_from_text(std::string_view text, std::string name,
                                 std::vector<Fault>& faults) {
  MeasuredTable table;
  table.name = std::move(name);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto fault = [&](int line, int column, std::string message) {
    if (faults.size() < most_faults)
      faults.push_back({{}, io::on_one_line(message), {line, column}});
  };
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const std::vector<Cell> cells = cells_of(line);
    if (table.columns.empty()) {
      for (const Cell& cell : cells) {
        if (cell.text.empty())
          fault(number, cell.column, "a column has no name");
        else if (std::ranges::find(table.columns, cell.text) != table.columns.end())
          fault(number, cell.column, fmt::format("two columns are called \"{}\"", cell.text));
        table.columns.push_back(cell.text);
      }
      continue;
    }
    if (cells.size() != table.columns.size()) {
      fault(number, 1,
            fmt::format("the row has {}; there are {}", io::counted(cells.size(), "cell"),
                        io::counted(table.columns.size(), "column")));
      continue;
    }
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (cells[c].text.empty()) {
        table.values.push_back(std::numeric_limits<double>::quiet_NaN());
        continue;
      }
      const auto value = number_in(cells[c].text);
      if (!value || !std::isfinite(*value))
        fault(number, cells[c].column,
              fmt::format("{} is \"{}\"; must be a finite number, or empty", table.columns[c],
                          cells[c].text));
      table.values.push_back(value.value_or(0));
    }
    table.lines.push_back(number);
  }
  if (table.columns.empty())
    fault(1, 1, "is empty; must have a line with the names of its columns");
  else if (table.lines.empty() && faults.empty())
    fault(number, 1, "has no rows");
  return table;
}

std::optional<MeasuredTable> embedded_measurement(std::string_view name) {
  std::vector<Fault> faults;
  for (const EmbeddedFile& file : embedded_measured())
    if (file.name == name) return measured_from_text(file.text, std::string(name), faults);
  return std::nullopt;
}

double MeasuredColumn::operator()(const MeasuredTable& table, std::size_t row) const {
  if (column) return table.row(row)[*column];
  return formula(table.row(row));
}

MeasuredColumn measured_column(const MeasuredTable& table, const std::string& text,
                               std::string& problem) {
  MeasuredColumn found;
  const auto named = std::ranges::find(table.columns, text);
  if (named != table.columns.end()) {
    found.column = static_cast<std::size_t>(named - table.columns.begin());
    return found;
  }
  const ParsedExpression parsed = parsed_expression(text, table.columns);
  found.formula = parsed.expression;
  if (parsed.faults.empty()) return found;
  const bool is_name = std::ranges::none_of(
      text, [](char c) { return std::string_view("+-*/^() ,").find(c) != std::string_view::npos; });
  problem = is_name ? fmt::format("\"{}\" is not a column of {}{}", text, table.name,
                                  nearest_or_all(text, table.columns))
                    : fmt::format("\"{}\": {}", text, parsed.faults.front().message);
  return found;
}

}  // namespace carom
