#pragma once

/// scenarios/schema.hpp
///
/// Sections of a scenario file, read by the keys of the structs that they fill (keys/key.hpp): keys
/// that are not among them, keys that are missing, an angle given twice are faults; the rest goes
/// where it belongs, and numbers that are formulas are bound with their key's home.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <numbers>
#include <type_traits>
#include <utility>

#include "base/nearest_name.hpp"
#include "data/question_keys.hpp"
#include "keys/mechanism_keys.hpp"
#include "keys/train_keys.hpp"
#include "scenarios/fit_section.hpp"
#include "scenarios/key_rows.hpp"
#include "scenarios/law_parameters.hpp"
#include "scenarios/reader.hpp"

namespace carom::io {

/// How to find a T in a scenario, however often the scenario is copied.
template <class T>
using Access = std::function<T&(Scenario&)>;

template <class T>
void filled(Reader& reader, const toml::table& table, const Element& element,
            const Access<T>& access);

/// `"free", "pinned" or "slider"`
inline std::string listing(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += '"' + names[i] + '"';
  }
  return text;
}

// Keys whose values no struct has as they are written: scenarios/state_keys.cpp,
// scenarios/train_sections.cpp.
void read_special(Reader& reader, const Found& found, const OneALink& numbers);
void read_special(Reader& reader, const Found& found, const OfTheBase& numbers);
void read_special(Reader& reader, const Found& found, const DataFiles& files);

/// A number, whole where its key asks for that: ranges are checked where all of the
/// description is known.
std::optional<Number> number_of(Reader& reader, const Found& found, const KeyFacts& facts);
/// A list of names.
void read_texts(Reader& reader, const Found& found, std::vector<std::string>& list);
/// A list of pairs of names, [["left", "right"]].
void read_pairs(Reader& reader, const Found& found, std::vector<std::array<std::string, 2>>& list);

template <class Enum>
void read_word(Reader& reader, const Found& found, const std::function<void(Enum)>& put) {
  const auto read = reader.text(found);
  if (!read) return;
  if (const auto value = value_named<Enum>(*read)) return put(*value);
  const std::vector<std::string> names = words_of<Enum>();
  reader.fault(found,
               fmt::format("{}{} is {}; must be {}{}", found.element.prefix, found.written,
                           described(found.node), listing(names), did_you_mean(*read, names)));
}

/// A table in a table, such as body = { … }.
template <class Inner>
void read_table(Reader& reader, const Found& found, const Access<Inner>& inside) {
  const toml::table* inner = found.node.as_table();
  if (inner == nullptr)
    return reader.fault(
        found, fmt::format("{} is {}; must be a table", found.written, described(found.node)));
  inside(reader.scenario());
  const std::string prefix = fmt::format("{}{}.", found.element.prefix, found.key);
  const Element element{found.element.section, found.element.index, found.element.name, prefix};
  filled(reader, *inner, element, inside);
}

template <class T, class Member>
void read_key(Reader& reader, const Found& found, const Access<T>& access, const Key<Member>& key) {
  if constexpr (!std::invocable<const Member&, T&>) {
    read_special(reader, found, key.access);
  } else {
    using Value = KeyValue<T, Member>;
    const Access<Value> value = [access, member = key.access](Scenario& scenario) -> Value& {
      return made(std::invoke(member, access(scenario)));
    };
    const auto put = [&](const Number& number, const Target& target) {
      reader.put(number, found, home_of(key.facts, access(reader.scenario())), target);
    };
    if constexpr (std::is_same_v<Value, double>) {
      if (const auto read = number_of(reader, found, key.facts)) put(*read, value);
    } else if constexpr (std::is_integral_v<Value>) {  // a number that no parameter changes
      if (const auto read = number_of(reader, found, key.facts))
        value(reader.scenario()) = static_cast<Value>(read->value);
    } else if constexpr (std::is_same_v<Value, Vec2>) {
      const auto read = reader.pair(found, key.facts.on_link);
      if (!read) return;
      put((*read)[0], [value](Scenario& scenario) -> double& { return value(scenario).x; });
      put((*read)[1], [value](Scenario& scenario) -> double& { return value(scenario).y; });
    } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
      const auto read = reader.numbers(found);
      if (!read) return;
      value(reader.scenario()).resize(read->size());
      for (std::size_t i = 0; i < read->size(); ++i)
        put((*read)[i], [value, i](Scenario& scenario) -> double& { return value(scenario)[i]; });
    } else if constexpr (std::is_same_v<Value, std::string>) {
      if (auto read = reader.text(found)) value(reader.scenario()) = std::move(*read);
    } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
      read_texts(reader, found, value(reader.scenario()));
    } else if constexpr (requires { read_named(reader, found, value(reader.scenario())); }) {
      read_named(reader, found, value(reader.scenario()));
    } else if constexpr (std::is_same_v<Value, std::vector<std::array<std::string, 2>>>) {
      read_pairs(reader, found, value(reader.scenario()));
    } else if constexpr (std::is_same_v<Value, Formula>) {
      auto read = reader.formula(found);
      if (!read) return;
      if (found.scale != 1) read->text = fmt::format("({})*pi/180", read->text);
      value(reader.scenario()) = std::move(*read);
    } else if constexpr (std::is_enum_v<Value>) {
      read_word<Value>(reader, found, [&](Value word) { value(reader.scenario()) = word; });
    } else {
      read_table<Value>(reader, found, value);
    }
  }
}

/// Two formulas [x, y].
template <class T>
void read_key(Reader& reader, const Found& found, const Access<T>& access,
              const TwoKey<Formula T::*>& key) {
  const toml::array* array = found.node.as_array();
  if (array == nullptr || array->size() != 2)
    return reader.fault(found,
                        fmt::format("{} {}; must be two numbers or formulas, [x, y]", found.written,
                                    array == nullptr ? "is " + described(found.node)
                                                     : "has " + counted(array->size(), "part")));
  T& item = access(reader.scenario());
  if (auto x = reader.formula(found, 0)) item.*key.first = std::move(*x);
  if (auto y = reader.formula(found, 1)) item.*key.second = std::move(*y);
}

/// Two names ["left", "right"].
template <class T>
void read_key(Reader& reader, const Found& found, const Access<T>& access,
              const TwoKey<std::string T::*>& key) {
  const toml::array* array = found.node.as_array();
  if (array == nullptr || array->size() != 2 || !array->is_homogeneous<std::string>())
    return reader.fault(found,
                        fmt::format("{} is {}; must be {}, [\"left\", \"right\"]", found.written,
                                    described(found.node), key.facts.meaning));
  T& item = access(reader.scenario());
  item.*key.first = (*array)[0].template value_or<std::string>({});
  item.*key.second = (*array)[1].template value_or<std::string>({});
}

template <class T, class Member, class Flag>
void read_key(Reader& reader, const Found& found, const Access<T>& access,
              const NumberOrWordKey<Member, Flag>& key) {
  const auto* text = found.node.as_string();
  if (text != nullptr && text->get() == key.word)
    access(reader.scenario()).*key.flag = true;
  else if (const auto read = reader.number(found))
    reader.put(*read, found, key.facts.home,
               [access, member = key.access](Scenario& scenario) -> double& {
                 return access(scenario).*member;
               });
}

template <class T, class Text, class Table>
void read_key(Reader& reader, const Found& found, const Access<T>& access,
              const TextOrTableKey<Text, Table>& key) {
  if (found.node.is_table())
    read_key(reader, found, access, Key<Table>{{key.facts}, key.table});
  else
    read_key(reader, found, access, Key<Text>{{key.facts}, key.access});
}

/// The names of all keys of an item, as a file may write them.
template <class T>
std::vector<std::string> names(const T& item, const Mechanism& mechanism) {
  std::vector<std::string> all;
  for_each_key<T>([&]<class K>(const K& key) {
    if constexpr (requires { key.parameters; }) {
      for (const LawParameter& each : declared(item, mechanism)) all.emplace_back(each.name);
    } else {
      all.emplace_back(key.facts.name);
      if (key.facts.is_angle) all.push_back(std::string(key.facts.name) + "_deg");
      if (!key.facts.alias.empty()) all.emplace_back(key.facts.alias);
    }
  });
  return all;
}

/// A fault for every key of a table that is none of `valid`.
void refuse_unknown(Reader& reader, const toml::table& table, const Element& element,
                    const std::vector<std::string>& valid);

/// The numbers that laws declare; how many there are.
template <class T, class List>
std::size_t read_declared(Reader& reader, const toml::table& table, const Element& element,
                          const Access<T>& access, const DeclaredKeys<List>& list) {
  std::size_t known = 0;
  const Scenario& scenario = reader.scenario();
  for (const LawParameter& each : declared(access(reader.scenario()), scenario.mechanism)) {
    const KeyFacts facts = facts_of(each, list.facts.home);
    if (const toml::node* const node = table.get(facts.name)) {
      ++known;
      const Found found{*node, element, facts.name, facts.name};
      if (const auto read = number_of(reader, found, facts))
        reader.put(*read, found, facts.home,
                   [access, member = list.parameters, name = each.name](Scenario& s) -> double& {
                     return made_parameter(access(s).*member, name);
                   });
    } else if (facts.required) {
      reader.fault(element, facts.name, fmt::format("{}{} is missing", element.prefix, facts.name));
    }
  }
  return known;
}

template <class T>
void filled(Reader& reader, const toml::table& table, const Element& element,
            const Access<T>& access) {
  std::size_t known = 0;
  for_each_key<T>([&]<class K>(const K& key) {
    if constexpr (requires { key.parameters; }) {
      known += read_declared(reader, table, element, access, key);
      return;
    } else {
      const KeyFacts& facts = key.facts;
      const std::string other =
          facts.is_angle ? std::string(facts.name) + "_deg" : std::string(facts.alias);
      const toml::node* const node = table.get(facts.name);
      const toml::node* const other_node = other.empty() ? nullptr : table.get(other);
      known += (node != nullptr ? 1 : 0) + (other_node != nullptr ? 1 : 0);
      if (node != nullptr && other_node != nullptr)
        reader.fault(element, facts.name,
                     fmt::format("{0}{1} and {0}{2} are both given; only one may be",
                                 element.prefix, facts.name, other),
                     place(other_node->source()));
      else if (node != nullptr)
        read_key(reader, {*node, element, facts.name, facts.name}, access, key);
      else if (other_node != nullptr)
        read_key(reader,
                 {*other_node, element, facts.name, other,
                  facts.is_angle ? std::numbers::pi / 180 : 1.0},
                 access, key);
      else if (facts.required)
        reader.fault(element, facts.name,
                     fmt::format("{}{} is missing", element.prefix, facts.name));
    }
  });
  if (known != table.size())
    refuse_unknown(reader, table, element,
                   names<T>(access(reader.scenario()), reader.scenario().mechanism));
}

/// A section of the file.
struct Section {
  std::string_view name;
  /// Reads the node of that name, which is null where there is none.
  std::function<void(Reader&, const toml::node*)> read;
  std::vector<ScenarioKey> (*rows)(std::string_view section);  ///< its keys
  bool listed = false;                                         ///< [[name]]
};

/// What keys cannot say each for itself, checked once a table has been read.
template <class T>
using Check = std::function<void(Reader&, const toml::table&, const Element&, T&)>;

/// [name]
template <class T>
Section one(std::string_view name, Access<T> access, Check<T> check = {}) {
  return {name,
          [name, access, check](Reader& reader, const toml::node* node) {
            if (node == nullptr) return;
            const Element element{name, -1, {}, {}};
            const toml::table* table = node->as_table();
            if (table == nullptr)
              return reader.fault(element, "", fmt::format("must be written [{}]", name));
            filled(reader, *table, element, access);
            if (check) check(reader, *table, element, access(reader.scenario()));
          },
          [](std::string_view section) { return key_rows<T>(section); }};
}

/// [[name]], as many as there are.
template <class T>
Section many(std::string_view name, Access<std::vector<T>> list,
             std::type_identity_t<Check<T>> check = {}) {
  return {name,
          [name, list, check](Reader& reader, const toml::node* node) {
            if (node == nullptr) return;
            const toml::array* tables = node->as_array();
            if (tables == nullptr)
              return reader.fault(Element{name, -1, {}, {}}, "",
                                  fmt::format("must be written [[{}]]", name));
            list(reader.scenario()).resize(tables->size());
            for (std::size_t i = 0; i < tables->size(); ++i) {
              Element element{name, static_cast<int>(i), {}, {}};
              const toml::table* table = (*tables)[i].as_table();
              if (table == nullptr) {
                reader.fault(element, "",
                             fmt::format("is {}; must be a table", described((*tables)[i])));
                continue;
              }
              if (const auto* own = table->get_as<std::string>("name")) element.name = own->get();
              reader.begin();
              filled<T>(reader, *table, element,
                        [list, i](Scenario& scenario) -> T& { return list(scenario)[i]; });
              if (check) check(reader, *table, element, list(reader.scenario())[i]);
            }
          },
          [](std::string_view section) { return key_rows<T>(section); }, true};
}
template <class T>
Section many(std::string_view name, std::vector<T> Mechanism::*list,
             std::type_identity_t<Check<T>> check = {}) {
  return many<T>(
      name, [list](Scenario& scenario) -> std::vector<T>& { return scenario.mechanism.*list; },
      std::move(check));
}

}  // namespace carom::io
