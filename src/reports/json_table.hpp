#pragma once

/// reports/json_table.hpp
///
/// Reports to JSON and back by their tables (data/quantity.hpp). Only for .cpp files of this room,
/// those with the words of a report: the JSON library is dear to compile.

#include <algorithm>
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

/// What json_parts puts and gets as it is.
template <class Value>
inline constexpr bool is_plain = std::is_same_v<Value, double> || std::is_same_v<Value, bool> ||
                                 std::is_same_v<Value, std::string>;

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
    for (const auto& [name, each] : value) json_parts::put(node, name, json_of(each, report));
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
    for (const auto& each : value) json_parts::add(list, json_of(each, report));
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
      if (!part_of(entry.flag, item)) return;
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
    Json& inner = json_parts::put_object(node, entry.name);
    entry.parts.each([&](const auto& part) { write_entry(part, item, report, inner); });
  } else {
    if (!entry.places.documents || !is_told(entry.told, item, report)) return;
    const auto& value = value_of(entry.value, item, report);
    if constexpr (IsOptional<std::remove_cvref_t<decltype(value)>>::value)
      if (!value && !entry.or_null) return;
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, bool>)
      if (std::is_enum_v<Value> || !entry.value_words.empty())
        return json_parts::put(node, entry.name, entry.word(value));
    if constexpr (is_plain<Value>)
      json_parts::put(node, entry.name, value);
    else
      json_parts::put(node, entry.name, json_of(value, report));
  }
}

template <class Item, class Report>
void write(const Item& item, const Report& report, Json& node) {
  table_of<Item>.each([&](const auto& entry) { write_entry(entry, item, report, node); });
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
    const auto named = value_named<Value>(word);
    if (!named) throw std::invalid_argument("\"" + word + "\" is not a word for it");
    value = *named;
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
  } else {
    json_parts::get(node, value);
  }
}

template <class Own, class Item, class Report>
void read_entry(const Json& node, const Own& entry, Item& item, Report& report) {
  if constexpr (Own::kind == EntryKind::spliced) {
    using Part = std::remove_cvref_t<decltype(part_of(entry.value, item))>;
    if constexpr (!std::is_same_v<decltype(entry.flag), Nothing>) {
      const std::string first(entry_at<0>(table_of<Part>).name);
      if constexpr (std::is_same_v<PartType<decltype(entry.flag), Item>, bool&>)
        part_of(entry.flag, item) = node.contains(first);
      if (!node.contains(first)) return;
    }
    // Names that no table knows are not read back.
    if constexpr (!IsNamed<Part>::value) read(node, part_of(entry.value, item), report);
  } else if constexpr (Own::kind == EntryKind::marked) {
    json_parts::read_marks(node, entry.components, part_of(entry.value, item));
  } else if constexpr (Own::kind == EntryKind::group) {
    if (const Json* inner = json_parts::found(node, entry.name, false))
      entry.parts.each([&](const auto& part) { read_entry(*inner, part, item, report); });
  } else {
    if (!entry.places.documents) return;
    using Value = std::remove_cvref_t<decltype(value_of(entry.value, item, report))>;
    const bool must =
        std::is_same_v<decltype(entry.told), Always> && !entry.younger && !IsOptional<Value>::value;
    const Json* own = json_parts::found(node, entry.name, must);
    if (own == nullptr) return;
    if constexpr (!std::is_same_v<decltype(entry.put), Nothing>) {
      Value value{};
      read_value(*own, value, report);
      entry.put(item, std::move(value), report);
    } else if constexpr (PartOf<decltype(entry.value), Item>) {
      using Place = PartType<decltype(entry.value), Item>;
      if constexpr (std::is_lvalue_reference_v<Place> &&
                    !std::is_const_v<std::remove_reference_t<Place>>) {
        auto& place = part_of(entry.value, item);
        if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, bool>)
          if (const auto word = std::ranges::find(entry.value_words, json_parts::word(*own));
              word != entry.value_words.end()) {
            place = static_cast<Value>(word - entry.value_words.begin());
            return;
          }
        read_value(*own, place, report);
      }
    }
  }
}

template <class Item, class Report>
void read(const Json& node, Item& item, Report& report) {
  table_of<Item>.each([&](const auto& entry) { read_entry(node, entry, item, report); });
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
