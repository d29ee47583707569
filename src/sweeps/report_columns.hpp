#pragma once

/// sweeps/report_columns.hpp
///
/// The columns of a sweep from the table of a report (data/quantity.hpp): a column a number or word
/// of the report, and a column with one a body, a contact … of each of its lists whose items have
/// names (`swept_each`). Where a quantity is not told there is none. Whoever fills a report can be
/// swept by it; a solver with storage of its own has a list of its own
/// (sweeps/sweep_columns.hpp).

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/sweep_columns.hpp"

namespace carom {

template <class T>
struct Unwrapped {
  using type = T;
};
template <class T>
struct Unwrapped<std::optional<T>> {
  using type = T;
};

/// What becomes one number or word of a column.
template <class Value>
inline constexpr bool is_swept =
    std::is_arithmetic_v<typename Unwrapped<Value>::type> || std::is_enum_v<Value>;

template <class Value>
inline constexpr bool is_list = false;
template <class Item>
inline constexpr bool is_list<std::vector<Item>> = Tabled<Item>;

/// What an item is called among its like: its table's first quantity.
template <class Item, class Report>
std::string label_of(const Item& item, const Report& report) {
  const auto& name = value_of(entry_at<0>(flat_table<Item>).value, item, report);
  if constexpr (std::is_convertible_v<decltype(name), std::string_view>)
    return std::string(name);
  else if constexpr (std::is_same_v<decltype(name), const TwoNames&>)
    return name[0] + "-" + name[1];
  else
    return {};
}

/// Whether that is its label; nothing is allocated.
template <class Item, class Report>
bool is_called(const Item& item, const Report& report, std::string_view label) {
  const auto& name = value_of(entry_at<0>(flat_table<Item>).value, item, report);
  if constexpr (std::is_same_v<decltype(name), const TwoNames&>)
    return label.size() == name[0].size() + 1 + name[1].size() && label.starts_with(name[0]) &&
           label.ends_with(name[1]);
  else
    return label_of(item, report) == label;
}

template <class Report>
class ReportColumns {
 public:
  /// `sample` has the items of all lists. Columns named in `first` come first, because tables that
  /// exist have them so; wanted(name) says which are kept.
  template <class Wanted>
  ReportColumns(const Report& sample, std::span<const std::string_view> first,
                const Wanted& wanted) {
    std::vector<Column> all;
    for_each_column(sample, [&](const auto& column) { all.push_back(column); });
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
      return std::ranges::find(first, std::string_view(all[i].name)) - first.begin();
    });
    places_.assign(all.size(), none);
    for (const std::size_t i : order)
      if (wanted(all[i].name)) {
        places_[i] = columns_.size();
        columns_.push_back(all[i]);
      }
  }

  const std::vector<Column>& columns() const { return columns_; }

  /// Puts the report's numbers into columns from `first` on; all are none where it is null.
  void fill(const Report* report, Row& row, std::size_t first) const {
    for (std::size_t c = 0; c < columns_.size(); ++c)
      for (std::size_t i = 0; i < columns_[c].width(); ++i)
        if (columns_[c].type == ColumnType::category)
          row.category(first + c, i, no_category);
        else
          row.real(first + c, i, std::numeric_limits<double>::quiet_NaN());
    if (report != nullptr) fill_told(*report, row, first);
  }

  /// The names of all columns there can be, as `first` orders them.
  static std::vector<std::string_view> names(std::span<const std::string_view> first) {
    std::vector<std::string_view> all;
    for_each_swept<Report>([&]<class Value>(const auto& entry, std::type_identity<Value>) {
      if constexpr (is_list<Value>)
        for_each_swept<typename Value::value_type>(
            [&](const auto& part, auto) { all.push_back(part.column_name()); });
      else
        all.push_back(entry.column_name());
    });
    std::ranges::stable_sort(all, {}, [&](std::string_view name) {
      return std::ranges::find(first, name) - first.begin();
    });
    return all;
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  template <class Item, class Entry>
  using ValueOf = std::remove_cvref_t<decltype(value_of(std::declval<const Entry&>().value,
                                                        std::declval<const Item&>(),
                                                        std::declval<const Report&>()))>;

  /// use(entry, type of its value) for the quantities of an item that are columns, or lists.
  template <class Item, class Use>
  static void for_each_swept(const Use& use) {
    flat_table<Item>.each([&]<class Entry>(const Entry& entry) {
      if constexpr (Entry::kind == EntryKind::quantity) {
        using Value = ValueOf<Item, Entry>;
        if constexpr (is_list<Value> && std::is_same_v<Item, Report>) {
          if (!entry.each.empty()) use(entry, std::type_identity<Value>{});
        } else if constexpr (is_swept<Value> || is_pair<Value>) {
          if (entry.places.sweeps) use(entry, std::type_identity<Value>{});
        }
      }
    });
  }

  template <class Value>
  static Column column_of(const QuantityWords& words, std::vector<ColumnExtent> extents) {
    if constexpr (is_pair<Value>) extents.push_back({"component", {"tangential", "normal"}});
    std::vector<std::string> categories = category_words<Value>();
    const ColumnType type = categories.empty() ? ColumnType::real : ColumnType::category;
    return {"",
            std::string(words.column_name()),
            std::string(words.unit),
            std::string(words.description),
            type,
            std::move(extents),
            std::move(categories)};
  }

  template <class Use>
  void for_each_column(const Report& sample, const Use& use) {
    for_each_swept<Report>([&]<class Value>(const auto& entry, std::type_identity<Value>) {
      if constexpr (is_list<Value>) {
        using Item = typename Value::value_type;
        ColumnExtent extent{std::string(entry.each), {}};
        for (const Item& item : value_of(entry.value, sample, sample))
          extent.labels.push_back(label_of(item, sample));
        lists_.push_back(extent.labels);
        for_each_swept<Item>([&]<class Part>(const auto& part, std::type_identity<Part>) {
          use(column_of<Part>(part, {extent}));
        });
      } else {
        use(column_of<Value>(entry, {}));
      }
    });
  }

  void fill_told(const Report& report, Row& row, std::size_t first) const {
    std::size_t next = 0;  // among all columns, those that are not kept too
    auto labels = lists_.begin();
    for_each_swept<Report>([&]<class Value>(const auto& entry, std::type_identity<Value>) {
      const bool told = entry.always_listed || is_told(entry.told, report, report);
      if constexpr (is_list<Value>) {
        using Item = typename Value::value_type;
        const std::size_t begin = next;
        for_each_swept<Item>([&](const auto&, auto) { ++next; });
        const std::vector<std::string>& known = *labels++;
        if (!told) return;
        std::size_t count = 0;
        for (const Item& item : value_of(entry.value, report, report)) {
          const std::size_t place = place_among(known, item, report, count++);
          if (place == none) continue;
          std::size_t part = begin;
          for_each_swept<Item>([&](const auto& own, auto) {
            if (own.always_listed || is_told(own.told, item, report))
              put(value_of(own.value, item, report), part, place, row, first);
            ++part;
          });
        }
      } else {
        if (told) put(value_of(entry.value, report, report), next, 0, row, first);
        ++next;
      }
    });
  }

  /// An item is known by its label; at other points a list may have others than the sample's.
  template <class Item>
  static std::size_t place_among(const std::vector<std::string>& known, const Item& item,
                                 const Report& report, std::size_t guess) {
    if (guess < known.size() && is_called(item, report, known[guess])) return guess;
    const auto found = std::ranges::find(known, label_of(item, report));
    return found == known.end() ? none : static_cast<std::size_t>(found - known.begin());
  }

  template <class Value>
  void put(const Value& value, std::size_t which, std::size_t place, Row& row,
           std::size_t first) const {
    if (places_[which] == none) return;
    const std::size_t column = first + places_[which];
    if constexpr (is_pair<Value>) {
      for (std::size_t k = 0; k < 2; ++k)
        row.real(column, 2 * place + k, static_cast<double>(value[k]));
    } else if constexpr (!std::is_same_v<Value, typename Unwrapped<Value>::type>) {
      if (value) put(*value, which, place, row, first);
    } else if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, bool>) {
      row.category(column, place, static_cast<std::uint8_t>(value));
    } else {
      row.real(column, place, static_cast<double>(value));
    }
  }

  std::vector<std::vector<std::string>> lists_;  // labels of the items of each
  std::vector<std::size_t> places_;              // of all columns, among those that are kept
  std::vector<Column> columns_;                  // those
};

}  // namespace carom
