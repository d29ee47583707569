#include "reports/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reports/text_table.hpp"

namespace carom {
namespace {

/// A name for people.
std::string spaced(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string shown_number(const ListColumn& column, double value, const ListScales& scales) {
  if (column.unit == "rad") value = value * 180 / std::numbers::pi;
  if (!column.format.empty()) return fmt::format(fmt::runtime(column.format), value);
  const auto scale = scales.find(column.unit);
  return scale == scales.end() ? number(value) : number(value, scale->second);
}

std::string shown(const ListColumn& column, const ListCell& cell, const ListScales& scales) {
  if (cell.numbers.empty()) return cell.words;
  if (cell.whole) return fmt::format("{:.0f}", cell.numbers[0]);
  const std::string first = shown_number(column, cell.numbers[0], scales);
  return cell.numbers.size() == 1
             ? first
             : fmt::format("[{}, {}]", first, shown_number(column, cell.numbers[1], scales));
}

/// The scales, where numbers of the table are not larger.
ListScales with_own(const std::vector<ListColumn>& columns, const ListRows& rows,
                    ListScales scales) {
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      for (const double number : row[c].numbers) {
        if (columns[c].unit == "1" || !std::isfinite(number)) continue;
        double& scale = scales[columns[c].unit];
        scale = std::max(scale, std::abs(number));
      }
  return scales;
}

}  // namespace

ListColumn::ListColumn(const QuantityWords& of, bool is_left, std::size_t numbers)
    : unit(of.unit), format(of.format), left(is_left), width(numbers) {
  const std::string label =
      of.label.empty() && of.with_unit ? spaced(of.name) : std::string(of.label);
  heading = label;
  if (of.with_unit && unit != "1") heading += unit == "rad" ? " °" : " " + unit;
  page = {of.page_label.empty() ? label : std::string(of.page_label), unit == "1" ? "" : unit,
          std::string(of.page_group)};
}

std::string listed_text(const std::vector<ListColumn>& columns, const ListRows& rows,
                        const ListScales& scales) {
  std::vector<std::string> headings;
  for (const ListColumn& column : columns)
    headings.push_back((column.left ? "<" : "") + column.heading);
  TextTable table(headings);
  const ListScales sizes = with_own(columns, rows, scales);
  for (const auto& row : rows) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c) cells.push_back(shown(columns[c], row[c], sizes));
    table.add(std::move(cells));
  }
  return table.text();
}

PageTable listed_page(const std::vector<ListColumn>& columns, const ListRows& rows) {
  PageTable table;
  for (const ListColumn& column : columns) {
    if (column.width == 1)
      table.columns.push_back(column.page);
    else
      for (const char* component : {"t", "n"})
        table.columns.push_back({component, column.page.unit, column.page.name});
  }
  for (const auto& row : rows) {
    table.rows.emplace_back();
    for (std::size_t c = 0; c < row.size(); ++c)
      for (std::size_t k = 0; k < columns[c].width; ++k)
        table.rows.back().push_back(k < row[c].numbers.size() ? PageCell(row[c].numbers[k])
                                                              : PageCell(row[c].words));
  }
  return table;
}

}  // namespace carom
