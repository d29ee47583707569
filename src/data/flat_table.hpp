#pragma once

/// data/flat_table.hpp
///
/// A table (data/quantity.hpp) as a list of its quantities: found by their names, or as numbers
/// whose kind is forgotten.

#include <algorithm>

#include "data/quantity.hpp"

namespace carom {

/// The quantities of a part of an item as those of the item.
template <class Outer, class Flag, class Inner>
constexpr auto nested(const Outer& outer, [[maybe_unused]] const Flag& flag, const Inner& inner) {
  const auto value = [outer, own = inner.value](const auto& item,
                                                const auto& report) -> decltype(auto) {
    return value_of(own, part_of(outer, item), report);
  };
  const auto told = [outer, flag, own = inner.told](const auto& item, const auto& report) {
    if constexpr (!std::is_same_v<Flag, Nothing>)
      if (!part_of(flag, item)) return false;
    return is_told(own, part_of(outer, item), report);
  };
  return Quantity<decltype(value), decltype(told)>{inner, value, told};
}

/// A quantity of a group that is told only sometimes.
template <class Told, class Inner>
constexpr auto conditioned(const Told& told, const Inner& inner) {
  if constexpr (std::is_same_v<Told, Always>)
    return inner;
  else
    return inner.when([told, own = inner.told](const auto& item, const auto& report) {
      return is_told(told, item, report) && is_told(own, item, report);
    });
}

/// The quantities of a table, one after the other, with those of its groups and of parts that are
/// told in place.
template <class Item, class Table>
constexpr auto flat(const Table& table) {
  const auto listed = []<class Own>(const Own& own) {
    if constexpr (Own::kind == EntryKind::group) {
      return flat<Item>(own.parts).apply(
          [&](const auto&... inner) { return Entries{conditioned(own.told, inner)...}; });
    } else if constexpr (Own::kind == EntryKind::spliced) {
      using Part = std::remove_cvref_t<PartType<decltype(own.value), Item>>;
      if constexpr (!Tabled<Part>)
        return Entries<>{};  // names that no table knows
      else
        return flat<Part>(table_of<Part>).apply([&](const auto&... inner) {
          return Entries{nested(own.value, own.flag, inner)...};
        });
    } else {
      return Entries<Own>{own};
    }
  };
  return table.apply([&](const auto&... entries) { return joined(listed(entries)...); });
}
template <class Item>
inline constexpr auto flat_table = flat<Item>(table_of<Item>);

/// One or two numbers of an item, their kind forgotten: what ledgers, trajectories and the columns
/// of sweeps are made of. A word is its code.
template <class Item>
struct Number : QuantityWords {
  std::size_t width = 1;             ///< 2: (t, n)
  std::vector<std::string> words{};  ///< of the codes; none of numbers
  double (*value)(const Item& item, std::size_t component) = nullptr;
  void (*put)(Item& item, std::size_t component, double value) = nullptr;
};

/// The number, or one of the pair, where a value is.
template <class Value>
constexpr auto& component_of(Value& value, [[maybe_unused]] std::size_t component) {
  if constexpr (is_pair<std::remove_const_t<Value>>)
    return value[component];
  else
    return value;
}

/// The numbers among the entries of a table that are told in sweeps and trajectories.
template <class Item>
const std::vector<Number<Item>>& numbers_of() {
  static const std::vector<Number<Item>> all = [] {
    std::vector<Number<Item>> numbers;
    const auto add = [&]<std::size_t at>(std::integral_constant<std::size_t, at>) {
      static constexpr auto entry = entry_at<at>(flat_table<Item>);
      using Access = decltype(entry.value);
      if constexpr (PartOf<Access, Item>) {
        using Value = std::remove_cvref_t<PartType<Access, Item>>;
        if constexpr (entry.places.sweeps && std::is_lvalue_reference_v<PartType<Access, Item>> &&
                      (std::is_arithmetic_v<Value> || std::is_enum_v<Value> || is_pair<Value>)) {
          Number<Item>& number = numbers.emplace_back(Number<Item>{entry});
          if constexpr (is_pair<Value>) number.width = 2;
          if constexpr (std::is_enum_v<Value>)
            for (const Value each : all_values<Value>) number.words.emplace_back(entry.word(each));
          number.value = [](const Item& item, std::size_t component) {
            return static_cast<double>(component_of(part_of(entry.value, item), component));
          };
          number.put = [](Item& item, std::size_t component, double value) {
            auto& place = component_of(part_of(entry.value, item), component);
            place = static_cast<std::remove_reference_t<decltype(place)>>(value);
          };
        }
      }
    };
    [&]<std::size_t... at>(std::index_sequence<at...>) {
      (add(std::integral_constant<std::size_t, at>{}), ...);
    }
    (std::make_index_sequence<decltype(flat_table<Item>)::size>{});
    return numbers;
  }();
  return all;
}

/// The parts of a ledger that are of one kind, summed in its order.
template <class Ledger>
double sum_of(Book book, const Ledger& ledger) {
  double sum = 0;
  for (const Number<Ledger>& part : numbers_of<Ledger>())
    if (part.book == book) sum += part.value(ledger, 0);
  return sum;
}

/// A name as an argument of a template.
template <std::size_t size>
struct QuantityName {
  char text[size];
  consteval QuantityName(const char (&name)[size]) {  // NOLINT: a name is written as a string
    std::copy_n(name, size, text);
  }
  constexpr std::string_view view() const { return {text, size - 1}; }
};

/// The quantity of that name. One that is not there does not compile.
template <class Item, QuantityName wanted>
constexpr auto quantity_of() {
  constexpr std::size_t all = decltype(flat_table<Item>)::size;
  constexpr std::size_t place = [] {
    std::size_t count = 0, found = all;
    flat_table<Item>.each([&](const auto& entry) {
      if (entry.name == wanted.view() && found > count) found = count;
      ++count;
    });
    return found;
  }();
  static_assert(place < all, "the table has no such quantity");
  return entry_at<place>(flat_table<Item>);
}

}  // namespace carom
