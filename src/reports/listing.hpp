#pragma once

/// reports/listing.hpp
///
/// Tables for people: a row an item, by its table (data/quantity.hpp). A column is a quantity, by
/// its name, with the words, the unit and the format that it has there; or, where a sentence is
/// better than a number, words of one's own. The same list is a table of text and a table of a
/// page:
///
///     Listing<TransmittedRod, TransmissionReport> rods(report);
///     rods.add<"link">().add<"along">().add("", what_it_does);
///     rods.text(report.rods);
///
/// In text, pairs are [tangential, normal] or [x, y], angles are degrees, and numbers that are
/// rounding of others of their unit, in the table or beyond it (`scales`), are zero; on pages a
/// pair is two columns. A quantity that is not told of an item is an empty cell.

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "carom/vec2.hpp"
#include "data/flat_table.hpp"
#include "data/panels.hpp"

namespace carom {

/// What a cell shows.
struct ListCell {
  std::string words{};
  std::vector<double> numbers{};  ///< one, or two; none: the words
  bool whole = false;             ///< a count
};

template <class Value>
ListCell list_cell(const Value& value) {
  if constexpr (std::is_same_v<Value, bool> || std::is_enum_v<Value>)
    return {std::string(name_of(value))};
  else if constexpr (std::is_integral_v<Value>)
    return {{}, {static_cast<double>(value)}, true};
  else if constexpr (std::is_floating_point_v<Value>)
    return {{}, {value}};
  else if constexpr (std::is_same_v<Value, Vec2>)
    return {{}, {value.x, value.y}};
  else if constexpr (is_pair<Value>)
    return {{}, {value[0], value[1]}};
  else if constexpr (std::is_same_v<Value, ListCell>)
    return value;
  else if constexpr (std::is_same_v<Value, TwoNames>)
    return {value[0] + "–" + value[1]};
  else if constexpr (requires { value.has_value(); })
    return value ? list_cell(*value) : ListCell{};
  else
    return {std::string(value)};
}

/// Whether values of a type are numbers, which stand to the right of their columns.
template <class Value>
inline constexpr bool is_numeric = (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) ||
                                   is_pair<Value> || std::is_same_v<Value, Vec2>;
template <class Value>
inline constexpr bool is_numeric<std::optional<Value>> = is_numeric<Value>;
template <class Value>
inline constexpr bool is_numeric<std::vector<Value>> = is_numeric<Value>;

/// A column whatever its items are.
struct ListColumn {
  std::string heading;    ///< of text
  PageColumn page;        ///< of pages
  std::string unit{};     ///< of its numbers; "1", where there is none
  std::string format{};   ///< of its numbers, in text
  bool left = false;      ///< words
  std::size_t width = 1;  ///< 2: pairs

  ListColumn(const QuantityWords& of, bool is_left, std::size_t numbers = 1);
  /// One's own.
  ListColumn(std::string_view own, bool is_left)
      : heading(own), page{std::string(own)}, unit("1"), left(is_left) {}
};

/// Sizes of numbers, by unit: what is rounding of them is zero. A table's own numbers count too,
/// where they have a unit.
using ListScales = std::map<std::string, double, std::less<>>;

using ListRows = std::vector<std::vector<ListCell>>;

std::string listed_text(const std::vector<ListColumn>& columns, const ListRows& rows,
                        const ListScales& scales);
PageTable listed_page(const std::vector<ListColumn>& columns, const ListRows& rows);

inline constexpr std::size_t all_items = std::numeric_limits<std::size_t>::max();

template <class Item, class Report>
class Listing {
 public:
  explicit Listing(const Report& report, ListScales scales = {})
      : report_(report), scales_(std::move(scales)) {}

  /// A quantity of the items' table.
  template <QuantityName name>
  Listing& add() {
    static constexpr auto entry = quantity_of<Item, name>();
    constexpr bool two = is_pair<ValueOf<name>> || std::is_same_v<ValueOf<name>, Vec2>;
    return put({entry, !is_numeric<ValueOf<name>>, two ? 2U : 1U}, [this](const Item& item) {
      return is_told(entry.told, item, report_) ? list_cell(value_of(entry.value, item, report_))
                                                : ListCell{};
    });
  }
  /// The same with cells of one's own: `cell(item)`, words or numbers.
  template <QuantityName name, class Own>
  Listing& add(Own cell) {
    return put({quantity_of<Item, name>(), !is_numeric<ValueOf<name>>},
               [cell](const Item& item) { return list_cell(cell(item)); });
  }
  /// A column of one's own.
  template <class Own>
  Listing& add(std::string_view heading, Own cell) {
    using Value = std::remove_cvref_t<decltype(cell(std::declval<const Item&>()))>;
    return put({heading, !is_numeric<Value>},
               [cell](const Item& item) { return list_cell(cell(item)); });
  }
  /// Another heading, and unit of pages, for the column added last: where items decide them.
  Listing& headed(const std::string& heading, const std::string& unit = {}) {
    columns_.back().heading = heading;
    columns_.back().page.name = heading;
    columns_.back().page.unit = unit;
    return *this;
  }

  /// The column added last stands to the right, though its cells are words.
  Listing& right() {
    columns_.back().left = false;
    return *this;
  }

  std::string text(const std::vector<Item>& items, std::size_t most = all_items) const {
    return listed_text(columns_, rows(items, most), scales_);
  }
  /// `name` and `title` are the table's.
  PageTable page(std::string name, std::string title, const std::vector<Item>& items,
                 std::size_t most = all_items) const {
    PageTable table = listed_page(columns_, rows(items, most));
    table.name = std::move(name);
    table.title = std::move(title);
    return table;
  }

 private:
  template <QuantityName name>
  using ValueOf = std::remove_cvref_t<decltype(value_of(quantity_of<Item, name>().value,
                                                        std::declval<const Item&>(),
                                                        std::declval<const Report&>()))>;
  using Cell = std::function<ListCell(const Item& item)>;

  Listing& put(ListColumn column, Cell cell) {
    columns_.push_back(std::move(column));
    cells_.push_back(std::move(cell));
    return *this;
  }
  ListRows rows(const std::vector<Item>& items, std::size_t most) const {
    ListRows all;
    for (std::size_t i = 0; i < std::min(items.size(), most); ++i) {
      all.emplace_back();
      for (const Cell& cell : cells_) all.back().push_back(cell(items[i]));
    }
    return all;
  }

  const Report& report_;
  ListScales scales_;
  std::vector<ListColumn> columns_;
  std::vector<Cell> cells_;
};

}  // namespace carom
