#pragma once

/// data/quantity.hpp
///
/// What a report tells, told once. A type's table is a function
///
///     constexpr auto quantities(Of<MotionEnergy>) {
///       return std::tuple{
///           quantity("kinetic", "J", "kinetic", &MotionEnergy::kinetic),
///           quantity("springs", "J", "in springs", &MotionEnergy::springs)};
///     }
///
/// and JSON in and out (io/json_table.hpp), CSV (io/csv_list.hpp), HDF5, tables of text and pages
/// and the columns of sweeps are made from it, in its order. A new quantity is a line there. A
/// value is a member, a path of members, or a function of the item; a function may ask for the
/// report that the item is part of, as its second argument, and what a function gives is read back
/// only by `put`.

#include <array>
#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace carom {

/// Names a type whose table, or whose last enumerator, is asked for.
template <class T>
struct Of {};

template <class T>
concept Tabled = requires {
  quantities(Of<T>{});
};

/// A report of its own: its parts are told by its names.
template <class T>
concept Document = Tabled<T> && requires(const T& report) {
  report.title;
};

/// Enumerations that results name: `name(value)` gives the word, `last(Of<Enum>)` the last one.
template <class Enum>
std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (int code = 0; code <= static_cast<int>(last(Of<Enum>{})); ++code)
    words.emplace_back(name(static_cast<Enum>(code)));
  return words;
}

struct Always {
  constexpr bool operator()(const auto& /*item*/) const { return true; }
};
struct Nothing {};

/// Where a quantity is told.
struct Places {
  bool documents = true;  ///< JSON
  bool lists = true;      ///< CSV, where it is a number, a word or a pair of numbers
  bool sweeps = true;     ///< columns, where it is a number
};
inline constexpr Places in_documents{true, false, false};
inline constexpr Places in_lists{false, true, false};
inline constexpr Places in_sweeps{false, false, true};

template <class Value, class When = Always, class Put = Nothing>
struct Quantity {
  std::string_view name, unit, description;
  Value value;
  When told{};                ///< of an item: whether it is told
  Put put{};                  ///< (item, value, report): how a value that was read is kept
  std::string_view turned{};  ///< the description where the value is below zero, as what it is then
  Places places{};
  bool always_listed = false;  ///< in lists `told` is not asked
  bool younger = false;        ///< results of earlier versions do not have it
  bool or_null = false;        ///< an optional one that is absent is null in JSON

  template <class Condition>
  constexpr auto when(Condition condition) const {
    return Quantity<Value, Condition, Put>{name,   unit,   description,   value,   condition, put,
                                           turned, places, always_listed, younger, or_null};
  }
  template <class Keep>
  constexpr auto kept_by(Keep keep) const {
    return Quantity<Value, When, Keep>{name,   unit,   description,   value,   told,   keep,
                                       turned, places, always_listed, younger, or_null};
  }
  constexpr Quantity below_zero(std::string_view words) const {
    Quantity changed = *this;
    changed.turned = words;
    return changed;
  }
  constexpr Quantity only(Places where) const {
    Quantity changed = *this;
    changed.places = where;
    return changed;
  }
  constexpr Quantity listed_always() const {
    Quantity changed = *this;
    changed.always_listed = true;
    return changed;
  }
  constexpr Quantity since_later() const {
    Quantity changed = *this;
    changed.younger = true;
    return changed;
  }
  constexpr Quantity null_where_absent() const {
    Quantity changed = *this;
    changed.or_null = true;
    return changed;
  }
};

template <class Value>
constexpr Quantity<Value> quantity(std::string_view name, std::string_view unit,
                                   std::string_view description, Value value) {
  return {name, unit, description, value};
}
/// One without a unit whose name says all.
template <class Value>
constexpr Quantity<Value> quantity(std::string_view name, Value value) {
  return {name, "1", name, value};
}

/// A member of a member.
template <class First, class Second>
constexpr auto path(First first, Second second) {
  return [ first, second ](auto& item) -> auto& {
    return item.*first.*second;
  };
}

/// Quantities of the item as an object of their own.
template <class When, class... Parts>
struct Group {
  std::string_view name;
  std::tuple<Parts...> parts;
  When told{};

  template <class Condition>
  constexpr auto when(Condition condition) const {
    return Group<Condition, Parts...>{name, parts, condition};
  }
};
template <class... Parts>
constexpr Group<Always, Parts...> group(std::string_view name, std::tuple<Parts...> parts) {
  return {name, parts};
}
template <class... Parts>
constexpr Group<Always, Parts...> group(std::string_view name, Parts... parts) {
  return {name, {parts...}};
}

/// The table of a part of the item, in place; where there is a flag, only if it is set.
template <class Value, class Flag = Nothing>
struct Spliced {
  Value value;
  Flag flag{};
};
template <class Value>
constexpr Spliced<Value> parts_of(Value value) {
  return {value};
}
template <class Value, class Flag>
constexpr Spliced<Value, Flag> parts_of(Value value, Flag flag) {
  return {value, flag};
}

/// Whether a force or impulse (t, n) is determined: documents tell it only where one is open.
template <class Value, class When>
struct Marked {
  std::string_view name, unit, description;
  Value value;
  When told{};
  std::string_view turned{};
  Places places{};
  bool younger = true;

  template <class Condition>
  constexpr auto when(Condition condition) const {
    return Marked<Value, Condition>{name, unit, description, value, condition};
  }
};
template <class Value>
constexpr Marked<Value, Always> marked(std::string_view description, Value value) {
  return {"determined", "1", description, value};
}

template <class Entry>
struct EntryKind {
  static constexpr bool quantity = false, group = false, spliced = false, marked = false;
};
template <class V, class W, class P>
struct EntryKind<Quantity<V, W, P>> {
  static constexpr bool quantity = true, group = false, spliced = false, marked = false;
};
template <class W, class... P>
struct EntryKind<Group<W, P...>> {
  static constexpr bool quantity = false, group = true, spliced = false, marked = false;
};
template <class V, class F>
struct EntryKind<Spliced<V, F>> {
  static constexpr bool quantity = false, group = false, spliced = true, marked = false;
};
template <class V, class W>
struct EntryKind<Marked<V, W>> {
  static constexpr bool quantity = false, group = false, spliced = false, marked = true;
};

/// The value of an entry, of a part of `report`.
template <class Value, class Item, class Report>
constexpr decltype(auto) value_of(const Value& value, const Item& item, const Report& report) {
  if constexpr (std::invocable<const Value&, const Item&, const Report&>)
    return std::invoke(value, item, report);
  else
    return std::invoke(value, item);
}
template <class Told, class Item, class Report>
constexpr bool is_told(const Told& told, const Item& item, const Report& report) {
  return value_of(told, item, report);
}

template <class Tuple, class Use>
constexpr void for_each_entry(const Tuple& table, Use&& use) {
  std::apply([&](const auto&... entries) { (use(entries), ...); }, table);
}

/// One or two numbers of an item, their kind forgotten: what ledgers, trajectories and the columns
/// of sweeps are made of. A word is its code.
template <class Item>
struct Number {
  std::string_view name, unit, description, turned;
  std::size_t width = 1;             ///< 2: (t, n)
  std::vector<std::string> words{};  ///< of the codes; none of numbers
  bool younger = false;              ///< results of earlier versions do not have it
  double (*value)(const Item& item, std::size_t component) = nullptr;
  void (*put)(Item& item, std::size_t component, double value) = nullptr;
};

template <class T>
inline constexpr bool is_pair = false;
template <class T>
inline constexpr bool is_pair<std::array<T, 2>> = std::is_arithmetic_v<T>;

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
      static constexpr auto entry = std::get<at>(quantities(Of<Item>{}));
      using Kind = EntryKind<std::remove_const_t<decltype(entry)>>;
      if constexpr (Kind::quantity || Kind::marked) {
        using Access = decltype(entry.value);
        using Value = std::remove_cvref_t<std::invoke_result_t<Access, Item&>>;
        if constexpr (entry.places.sweeps &&
                      std::is_lvalue_reference_v<std::invoke_result_t<Access, Item&>> &&
                      (std::is_arithmetic_v<Value> || std::is_enum_v<Value> || is_pair<Value>)) {
          Number<Item>& number =
              numbers.emplace_back(entry.name, entry.unit, entry.description, entry.turned);
          if constexpr (is_pair<Value>) number.width = 2;
          number.younger = entry.younger;
          if constexpr (std::is_enum_v<Value>) number.words = words_of<Value>();
          number.value = [](const Item& item, std::size_t component) {
            return static_cast<double>(component_of(std::invoke(entry.value, item), component));
          };
          number.put = [](Item& item, std::size_t component, double value) {
            auto& place = component_of(std::invoke(entry.value, item), component);
            place = static_cast<std::remove_reference_t<decltype(place)>>(value);
          };
        }
      }
    };
    [&]<std::size_t... at>(std::index_sequence<at...>) {
      (add(std::integral_constant<std::size_t, at>{}), ...);
    }
    (std::make_index_sequence<std::tuple_size_v<decltype(quantities(Of<Item>{}))>>{});
    return numbers;
  }();
  return all;
}

}  // namespace carom
