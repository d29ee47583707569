#pragma once

/// reports/json_table.hpp
///
/// Reports to JSON and back by their tables (data/quantity.hpp). Only for .cpp files of this room,
/// those with the words of a report: the JSON library is dear to compile.

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <variant>

#include "data/quantity.hpp"
#include "reports/damaged_answer.hpp"
#include "reports/json_parts.hpp"
#include "reports/report_out.hpp"

namespace carom::json_table {

using json_parts::Json;

template <class T>
struct IsList : std::false_type {};
template <class T>
struct IsList<std::vector<T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVariant : std::false_type {};
template <class... T>
struct IsVariant<std::variant<T...>> : std::true_type {};
template <class T>
struct IsByNames : std::false_type {};
template <class T>
struct IsByNames<ByNames<T>> : std::true_type {};
template <class T>
struct IsNamed : std::false_type {};
template <class T>
struct IsNamed<std::vector<std::pair<std::string, T>>> : std::true_type {};

template <class Item, class Report>
void write(const Item& item, const Report& report, Json& node);

template <class Value, class Report>
Json json_of(const Value& value, const Report& report) {
  if constexpr (Tabled<Value>) {
    Json node = Json::object();
    if constexpr (Document<Value>) {
      node = json_parts::document(value.title);
      write(value, value, node);
    } else {
      write(value, report, node);
    }
    return node;
  } else if constexpr (std::is_enum_v<Value>) {
    return name(value);
  } else if constexpr (std::is_same_v<Value, Vec2>) {
    return json_parts::pair(value);
  } else if constexpr (IsNamed<Value>::value) {
    Json node = Json::object();
    for (const auto& [name, each] : value) node[name] = json_of(each, report);
    return node;
  } else if constexpr (IsByNames<Value>::value) {
    Json node = Json::object();
    for (const auto& [names, each] : value.values) {
      Json* place = &node;
      for (const std::string& name : names)
        if (!name.empty()) place = &(*place)[name];
      *place = json_of(each, report);
    }
    return node;
  } else if constexpr (IsVariant<Value>::value) {
    return std::visit([&](const auto& each) { return json_of(each, report); }, value);
  } else if constexpr (std::is_same_v<Value, std::monostate>) {
    return nullptr;
  } else if constexpr (IsList<Value>::value) {
    Json list = Json::array();
    for (const auto& each : value) list.push_back(json_of(each, report));
    return list;
  } else if constexpr (IsOptional<Value>::value) {
    return value ? json_of(*value, report) : Json(nullptr);
  } else {
    return value;
  }
}

template <class Own, class Item, class Report>
void write_entry(const Own& entry, const Item& item, const Report& report, Json& node) {
  if constexpr (Own::kind == EntryKind::spliced) {
    if constexpr (!std::is_same_v<decltype(entry.flag), Nothing>)
      if (!std::invoke(entry.flag, item)) return;
    const auto& value = value_of(entry.value, item, report);
    if constexpr (IsNamed<std::remove_cvref_t<decltype(value)>>::value)
      node.update(json_of(value, report));
    else
      write(value, report, node);
  } else if constexpr (Own::kind == EntryKind::marked) {
    if (is_told(entry.told, item, report))
      json_parts::mark_open(value_of(entry.value, item, report), entry.components, node);
  } else if constexpr (Own::kind == EntryKind::group) {
    if (!is_told(entry.told, item, report)) return;
    Json& inner = node[std::string(entry.name)] = Json::object();
    for_each_entry(entry.parts, [&](const auto& part) { write_entry(part, item, report, inner); });
  } else {
    if (!entry.places.documents || !is_told(entry.told, item, report)) return;
    const auto& value = value_of(entry.value, item, report);
    if constexpr (IsOptional<std::remove_cvref_t<decltype(value)>>::value)
      if (!value && !entry.or_null) return;
    if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(value)>>)
      node[std::string(entry.name)] = entry.word(value);
    else
      node[std::string(entry.name)] = json_of(value, report);
  }
}

template <class Item, class Report>
void write(const Item& item, const Report& report, Json& node) {
  for_each_entry(quantities(Of<Item>{}),
                 [&](const auto& entry) { write_entry(entry, item, report, node); });
}

/// A whole document; one without a title of its own has a table that says all.
template <Tabled Report>
std::string written(const Report& report) {
  if constexpr (Document<Report>) return json_parts::printed(json_of(report, report));
  Json node = json_parts::head();
  write(report, report, node);
  return json_parts::printed(node);
}

template <class Item, class Report>
void read(const Json& node, Item& item, Report& report);

template <class Value, class Report>
void read_value(const Json& node, Value& value, Report& report) {
  if constexpr (Document<Value>) {
    value.title = node.at("title").get<std::string>();
    read(node, value, value);
  } else if constexpr (Tabled<Value>) {
    read(node, value, report);
  } else if constexpr (std::is_enum_v<Value>) {
    const auto word = node.get<std::string>();
    for (int code = 0; code <= static_cast<int>(last_of<Value>); ++code)
      if (name(static_cast<Value>(code)) == word) {
        value = static_cast<Value>(code);
        return;
      }
    throw std::invalid_argument("\"" + word + "\" is not a word for it");
  } else if constexpr (std::is_same_v<Value, Vec2>) {
    value = {node.at(0).get<double>(), node.at(1).get<double>()};
  } else if constexpr (IsNamed<Value>::value) {
    for (const auto& [name, each] : node.items())
      value.emplace_back(name, each.template get<typename Value::value_type::second_type>());
  } else if constexpr (IsList<Value>::value) {
    value.clear();
    for (const Json& each : node) {
      typename Value::value_type one{};
      read_value(each, one, report);
      value.push_back(std::move(one));
    }
  } else if constexpr (IsOptional<Value>::value) {
    value.reset();
    if (!node.is_null()) read_value(node, value.emplace(), report);
  } else if constexpr (std::is_floating_point_v<Value>) {
    value = node.is_null() ? std::numeric_limits<Value>::quiet_NaN() : node.get<Value>();
  } else {
    node.get_to(value);
  }
}

template <std::size_t count>
std::array<bool, count> determined_in(const Json& node, const Components<count>& components) {
  std::array<bool, count> determined{};
  const bool whole = node.value("determined", true);
  // Results of earlier versions do not say which.
  const bool said = !whole && node.contains("open");
  for (std::size_t i = 0; i < count; ++i)
    determined[i] =
        said ? std::ranges::find(node.at("open"), components[i]) == node.at("open").end() : whole;
  return determined;
}

template <class Own, class Item, class Report>
void read_entry(const Json& node, const Own& entry, Item& item, Report& report) {
  if constexpr (Own::kind == EntryKind::spliced) {
    using Part = std::remove_cvref_t<decltype(std::invoke(entry.value, item))>;
    if constexpr (!std::is_same_v<decltype(entry.flag), Nothing>) {
      const std::string first(std::get<0>(quantities(Of<Part>{})).name);
      if constexpr (std::is_same_v<std::invoke_result_t<decltype(entry.flag), Item&>, bool&>)
        std::invoke(entry.flag, item) = node.contains(first);
      if (!node.contains(first)) return;
    }
    // Names that no table knows are not read back.
    if constexpr (!IsNamed<Part>::value) read(node, std::invoke(entry.value, item), report);
  } else if constexpr (Own::kind == EntryKind::marked) {
    std::invoke(entry.value, item) = determined_in(node, entry.components);
  } else if constexpr (Own::kind == EntryKind::group) {
    const std::string key(entry.name);
    if (!std::is_same_v<decltype(entry.told), const Always> && !node.contains(key)) return;
    for_each_entry(entry.parts,
                   [&](const auto& part) { read_entry(node.at(key), part, item, report); });
  } else {
    if (!entry.places.documents) return;
    using Value = std::remove_cvref_t<decltype(value_of(entry.value, item, report))>;
    const std::string key(entry.name);
    const bool must =
        std::is_same_v<decltype(entry.told), Always> && !entry.younger && !IsOptional<Value>::value;
    if (!node.contains(key) && !must) return;
    if constexpr (!std::is_same_v<decltype(entry.put), Nothing>) {
      Value value{};
      read_value(node.at(key), value, report);
      entry.put(item, std::move(value), report);
    } else if constexpr (std::invocable<decltype(entry.value), Item&>) {
      using Place = std::invoke_result_t<decltype(entry.value), Item&>;
      if constexpr (std::is_lvalue_reference_v<Place> &&
                    !std::is_const_v<std::remove_reference_t<Place>>) {
        auto& place = std::invoke(entry.value, item);
        if constexpr (std::is_enum_v<Value>)
          if (const auto word =
                  std::ranges::find(entry.value_words, node.at(key).get<std::string>());
              word != entry.value_words.end()) {
            place = static_cast<Value>(word - entry.value_words.begin());
            return;
          }
        read_value(node.at(key), place, report);
      }
    }
  }
}

template <class Item, class Report>
void read(const Json& node, Item& item, Report& report) {
  for_each_entry(quantities(Of<Item>{}),
                 [&](const auto& entry) { read_entry(node, entry, item, report); });
}

/// A document into a report that has its names. Throws DamagedAnswer where it is not sound.
template <Tabled Report>
void read_document(const std::string& text, Report& report) {
  try {
    const Json node = Json::parse(text);
    read_value(node, report, report);
  } catch (const Json::exception& error) {
    throw DamagedAnswer(error.what());
  } catch (const std::invalid_argument& error) {
    throw DamagedAnswer(error.what());
  }
}

}  // namespace carom::json_table

namespace carom {

template <class Report>
std::string ReportOut<Report>::text(const Report& report) {
  return words(report);
}
template <class Report>
std::string ReportOut<Report>::json(const Report& report) {
  return json_table::written(report);
}
template <class Report>
void ReportOut<Report>::read(const std::string& answer, Report& report) {
  json_table::read_document(answer, report);
}

}  // namespace carom
