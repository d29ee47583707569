#pragma once

/// reports/csv_list.hpp
///
/// A list of items as CSV by their table (data/quantity.hpp): a line an item, a column a number, a
/// word or a yes-or-no, two a pair (.t, .n); empty where a quantity is not told of an item. Columns
/// named in `first` come first, in that order, because files that exist have them so; the rest
/// follows in the order of the table.

#include <algorithm>
#include <span>

#include "data/quantity.hpp"
#include "reports/csv.hpp"

namespace carom {

template <class Value>
std::string csv_cell(const Value& value) {
  if constexpr (std::is_same_v<Value, bool>)
    return std::string(name_of(value));
  else if constexpr (std::is_arithmetic_v<Value>)
    return csv_number(static_cast<double>(value));
  else
    return std::string(value);
}

template <class Item, class Report, class Table, class Use>
void for_listed(const Table& entries, const Use& use) {
  entries.each([&]<class Own>(const Own& entry) {
    if constexpr (Own::kind == EntryKind::group) {
      for_listed<Item, Report>(entry.parts, use);
    } else if constexpr (Own::kind == EntryKind::quantity) {
      using Value = std::remove_cvref_t<decltype(value_of(entry.value, std::declval<const Item&>(),
                                                          std::declval<const Report&>()))>;
      if constexpr (is_pair<Value> || std::is_arithmetic_v<Value> || std::is_enum_v<Value> ||
                    std::is_convertible_v<Value, std::string_view>)
        if (entry.places.lists) use(entry, std::bool_constant<is_pair<Value>>{});
    }
  });
}

template <class Item, class Report>
std::string csv_list(const std::vector<Item>& items, const Report& report,
                     std::span<const std::string_view> first = {}) {
  struct Column {
    std::string_view name;
    std::size_t place;  ///< of its cells in a line
    std::size_t width;
  };
  std::vector<Column> columns;
  std::vector<std::string> headings;
  for_listed<Item, Report>(table_of<Item>, [&](const auto& entry, auto pair) {
    columns.push_back({entry.name, headings.size(), pair ? 2U : 1U});
    for (const char* component : {".t", ".n"}) {
      headings.push_back(std::string(entry.name) + (pair ? component : ""));
      if (!pair) break;
    }
  });
  std::ranges::stable_sort(columns, {}, [&](const Column& column) {
    return std::ranges::find(first, column.name) - first.begin();
  });
  const auto line = [&](const std::vector<std::string>& cells) {
    std::vector<std::string> ordered;
    for (const Column& column : columns)
      for (std::size_t k = 0; k < column.width; ++k) ordered.push_back(cells[column.place + k]);
    return csv_line(ordered);
  };
  std::string out = line(headings);
  for (const Item& item : items) {
    std::vector<std::string> cells;
    for_listed<Item, Report>(table_of<Item>, [&](const auto& entry, auto pair) {
      const bool told = entry.always_listed || is_told(entry.told, item, report);
      if (!told) {
        cells.resize(cells.size() + (pair ? 2 : 1));
      } else if constexpr (pair) {
        const auto both = value_of(entry.value, item, report);
        cells.insert(cells.end(), {csv_cell(both[0]), csv_cell(both[1])});
      } else {
        const auto& value = value_of(entry.value, item, report);
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, bool>)
          cells.emplace_back(entry.word(value));
        else
          cells.push_back(csv_cell(value));
      }
    });
    out += line(cells);
  }
  return out;
}

}  // namespace carom
