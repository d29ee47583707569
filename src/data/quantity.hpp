#pragma once

/// data/quantity.hpp
///
/// What a report tells, told once. A type's table is a function
///
///     constexpr auto quantities(Of<MotionEnergy>) {
///       return Entries{
///           quantity("kinetic", "J", "kinetic", &MotionEnergy::kinetic),
///           quantity("springs", "J", "in springs", &MotionEnergy::springs)};
///     }
///
/// and JSON in and out (reports/json_table.hpp), CSV (reports/csv_list.hpp), HDF5, tables of text
/// and pages and the columns of sweeps are made from it, in its order. A new quantity is a line
/// there. A value is a member, a path of members, or a function of the item; a function may ask for
/// the report that the item is part of, as its second argument, and what a function gives is read
/// back only by `put`.

#include <array>
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/entries.hpp"
#include "base/words.hpp"

namespace carom {

/// Names a type whose table is asked for.
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

/// Values by their names, which a JSON object keeps in their order.
template <class Value>
using Named = std::vector<std::pair<std::string, Value>>;

/// The same by several names each, as objects within objects; empty names are left out.
template <class Value>
struct ByNames {
  std::vector<std::pair<std::vector<std::string>, Value>> values;
};

/// Two neighbours.
using TwoNames = std::array<std::string, 2>;

struct Always {
  constexpr bool operator()(const auto& /*item*/) const { return true; }
};
struct Nothing {};

/// Where a quantity is told. Tables of text and pages choose theirs by name (reports/listing.hpp).
struct Places {
  bool documents = true;  ///< JSON
  bool lists = true;      ///< CSV, where it is a number, a word or a pair of numbers
  bool sweeps = true;     ///< columns, where it is a number
};
inline constexpr Places in_documents{true, false, false};
inline constexpr Places in_lists{false, true, false};
inline constexpr Places in_sweeps{false, false, true};
inline constexpr Places in_tables{false, false, false};

/// What a part of a ledger is: what is there, what has gone, what has come.
enum class Book { none, kept, lost, given };

/// What is said of a quantity wherever it is told.
struct QuantityWords {
  std::string_view name;
  std::string_view unit = "1";
  std::string_view description;
  std::string_view label{};       ///< above its column in text; empty: its name
  bool with_unit = true;          ///< and after it the unit
  std::string_view page_label{};  ///< on pages; empty: the label
  std::string_view page_group{};  ///< what stands there above it and its neighbours
  std::string_view format{};      ///< of the number in text; empty: six digits
  std::string_view column{};      ///< of sweeps; empty: its name
  std::string_view each{};        ///< of a list: what there is of it, for sweeps: "contact"
  std::string_view turned{};  ///< the description where the value is below zero, as what it is then
  std::span<const std::string_view> value_words{};  ///< of its values; empty: their names
  Book book = Book::none;
  Places places{};
  bool always_listed = false;  ///< in lists and sweeps `told` is not asked
  bool younger = false;        ///< results of earlier versions do not have it
  bool or_null = false;        ///< an optional one that is absent is null in JSON

  constexpr std::string_view text_label() const { return label.empty() ? name : label; }
  constexpr std::string_view column_name() const { return column.empty() ? name : column; }
  /// The word for a value of an enumeration, or a yes-or-no.
  template <class Value>
  constexpr std::string_view word(Value value) const {
    return value_words.empty() ? name_of(value) : value_words[static_cast<std::size_t>(value)];
  }
};

/// What an entry of a table is.
enum class EntryKind { quantity, group, spliced, marked };

template <class Value, class When = Always, class Put = Nothing>
struct Quantity : QuantityWords {
  static constexpr EntryKind kind = EntryKind::quantity;
  Value value;
  When told{};  ///< of an item: whether it is told
  Put put{};    ///< (item, value, report): how a value that was read is kept

  template <class Condition>
  constexpr auto when(Condition condition) const {
    return Quantity<Value, Condition, Put>{*this, value, condition, put};
  }
  template <class Keep>
  constexpr auto kept_by(Keep keep) const {
    return Quantity<Value, When, Keep>{*this, value, told, keep};
  }
  constexpr Quantity below_zero(std::string_view words) const {
    return with([&](QuantityWords& own) { own.turned = words; });
  }
  constexpr Quantity booked(Book as) const {
    return with([&](QuantityWords& own) { own.book = as; });
  }
  constexpr Quantity only(Places where) const {
    return with([&](QuantityWords& own) { own.places = where; });
  }
  constexpr Quantity listed_always() const {
    return with([&](QuantityWords& own) { own.always_listed = true; });
  }
  /// The words of an enumeration, or of a yes-or-no, where they are others than usual.
  constexpr Quantity worded(std::span<const std::string_view> own_words) const {
    return with([&](QuantityWords& own) { own.value_words = own_words; });
  }
  constexpr Quantity since_later() const {
    return with([&](QuantityWords& own) { own.younger = true; });
  }
  constexpr Quantity null_where_absent() const {
    return with([&](QuantityWords& own) { own.or_null = true; });
  }
  /// What stands above its column, with the unit; alone where it says the unit, or needs none.
  constexpr Quantity labelled(std::string_view words) const {
    return with([&](QuantityWords& own) { own.label = words; });
  }
  constexpr Quantity headed(std::string_view words) const {
    return with([&](QuantityWords& own) {
      own.label = words;
      own.with_unit = false;
    });
  }
  /// On pages.
  constexpr Quantity on_pages(std::string_view words, std::string_view group = {}) const {
    return with([&](QuantityWords& own) {
      own.page_label = words;
      own.page_group = group;
    });
  }
  constexpr Quantity formatted(std::string_view as) const {
    return with([&](QuantityWords& own) { own.format = as; });
  }
  /// Of a list of items that have names and tables: each is a column in sweeps.
  constexpr Quantity swept_each(std::string_view one) const {
    return with([&](QuantityWords& own) { own.each = one; });
  }
  /// The column of a sweep, whose names stand beside each other.
  constexpr Quantity swept_as(std::string_view words) const {
    return with([&](QuantityWords& own) { own.column = words; });
  }

 private:
  template <class Change>
  constexpr Quantity with(const Change& change) const {
    Quantity changed = *this;
    change(changed);
    return changed;
  }
};

template <class Value>
constexpr Quantity<Value> quantity(std::string_view name, std::string_view unit,
                                   std::string_view description, Value value) {
  return {{name, unit, description}, value};
}
/// One without a unit whose name says all.
template <class Value>
constexpr Quantity<Value> quantity(std::string_view name, Value value) {
  return {{name, "1", name}, value};
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
  static constexpr EntryKind kind = EntryKind::group;
  std::string_view name;
  Entries<Parts...> parts;
  When told{};

  template <class Condition>
  constexpr auto when(Condition condition) const {
    return Group<Condition, Parts...>{name, parts, condition};
  }
};
template <class... Parts>
constexpr Group<Always, Parts...> group(std::string_view name, Entries<Parts...> parts) {
  return {name, parts};
}
template <class... Parts>
constexpr Group<Always, Parts...> group(std::string_view name, Parts... parts) {
  return {name, Entries<Parts...>{parts...}};
}

/// The table of a part of the item, in place; where there is a flag, only if it is set.
template <class Value, class Flag = Nothing>
struct Spliced {
  static constexpr EntryKind kind = EntryKind::spliced;
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

/// The components of something that the rigid model may leave open.
template <std::size_t count>
using Components = std::array<std::string_view, count>;
inline constexpr Components<2> in_contact{"tangential", "normal"};

/// Whether a force or impulse is determined, component by component: documents tell it only where
/// one is open.
template <class Value, class When, std::size_t count>
struct Marked : QuantityWords {
  static constexpr EntryKind kind = EntryKind::marked;
  Value value;
  Components<count> components;
  When told{};

  template <class Condition>
  constexpr auto when(Condition condition) const {
    return Marked<Value, Condition, count>{*this, value, components, condition};
  }
};
template <std::size_t count, class Value>
constexpr Marked<Value, Always, count> marked(const Components<count>& components,
                                              std::string_view description, Value value) {
  QuantityWords words{"determined", "1", description};
  words.younger = true;
  return {words, value, components};
}
/// (t, n)
template <class Value>
constexpr auto marked(std::string_view description, Value value) {
  return marked(in_contact, description, value);
}

/// Whether a value asks for nothing but the item, and for one of this kind.
template <class Value, class Item>
concept PartOf = std::is_member_object_pointer_v<Value> ||
    requires(const Value& value, Item& item) {
  value(item);
};
/// A value of the item itself: std::invoke, which is dear to compile.
template <class Value, class Item>
constexpr decltype(auto) part_of(const Value& value, Item& item) {
  if constexpr (std::is_member_object_pointer_v<Value>)
    return (item.*value);
  else
    return value(item);
}
template <class Value, class Item>
using PartType = decltype(part_of(std::declval<const Value&>(), std::declval<Item&>()));

/// The value of an entry, of a part of `report`.
template <class Value, class Item, class Report>
constexpr decltype(auto) value_of(const Value& value, const Item& item, const Report& report) {
  if constexpr (requires { value(item, report); })
    return value(item, report);
  else
    return part_of(value, item);
}
template <class Told, class Item, class Report>
constexpr bool is_told(const Told& told, const Item& item, const Report& report) {
  return value_of(told, item, report);
}

/// The table of a type, made once.
template <class Item>
inline constexpr auto table_of = quantities(Of<Item>{});

template <class T>
inline constexpr bool is_pair = false;
template <class T>
inline constexpr bool is_pair<std::array<T, 2>> = std::is_arithmetic_v<T>;

}  // namespace carom
