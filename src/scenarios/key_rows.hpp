#pragma once

/// scenarios/key_rows.hpp
///
/// The keys of a scenario as a table, row by row: what docs/scenario.md says, and what the test of
/// swept keys goes through.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

#include "carom/mechanism.hpp"
#include "data/fit_choice.hpp"
#include "keys/key.hpp"
#include "keys/mechanism_keys.hpp"
#include "keys/train_keys.hpp"
#include "scenarios/law_parameters.hpp"

namespace carom {

struct ScenarioKey {
  std::string section;
  std::string key;       ///< "body.mass" of a table in the section
  std::string value;     ///< what is written: "text", "m, ≥ 0"
  std::string meaning;   ///< may be empty
  std::string fallback;  ///< what an absent one means; "required"
  bool number = false;   ///< one or several, which a parameter may change
  bool listed = false;   ///< of [[section]]
  Home home = Home::structure;
};

/// All keys, in the order of the sections' reading.
std::vector<ScenarioKey> scenario_keys();

/// The rows of some sections as a table of Markdown, from its heading to its last row.
std::string markdown(const std::vector<ScenarioKey>& rows);

namespace io {

inline std::string in_code(std::string_view word) {
  return fmt::format("`{}`", word);
}

/// "m, ≥ 0"
std::string number_words(const KeyFacts& facts, std::string_view form);

template <class T, class Access>
std::string value_words(const Key<Access>& key) {
  const KeyFacts& facts = key.facts;
  if constexpr (std::is_same_v<Access, OneALink>) {
    return number_words(facts, "[…]");
  } else if constexpr (std::is_same_v<Access, OfTheBase>) {
    return number_words(facts, "");
  } else if constexpr (!std::is_same_v<Access, DataFiles>) {
    using Value = KeyValue<T, Access>;
    if constexpr (std::is_same_v<Value, double> || std::is_integral_v<Value>)
      return number_words(facts, "");
    else if constexpr (std::is_same_v<Value, Vec2>)
      return number_words(facts, facts.on_link ? "along, or [along, across]" : "[x, y]");
    else if constexpr (std::is_same_v<Value, std::vector<double>>)
      return number_words(facts, "[…]");
    else if constexpr (std::is_same_v<Value, std::vector<std::string>>)
      return "texts";
    else if constexpr (std::is_same_v<Value, std::vector<NamedRange>>)
      return "table of [low, high]";
    else if constexpr (std::is_same_v<Value, std::vector<NamedText>>)
      return "table of texts";
    else if constexpr (std::is_same_v<Value, std::vector<NamedWeight>>)
      return "table of numbers > 0 or texts";
    else if constexpr (std::is_same_v<Value, std::vector<std::array<std::string, 2>>>)
      return "pairs of texts";
    else if constexpr (std::is_same_v<Value, Formula>)
      return number_words(facts, "formula");
    else if constexpr (std::is_enum_v<Value>) {
      std::vector<std::string> all;
      for (const Value each : all_values<Value>) all.push_back(in_code(name_of(each)));
      return fmt::format("{}", fmt::join(all, ", "));
    } else {
      return Keyed<Value> ? "table" : "text";
    }
  }
  return "text";
}
template <class T, class Access>
std::string value_words(const TwoKey<Access>& key) {
  return std::is_same_v<Access, std::string T::*> ? "two texts"
                                                  : number_words(key.facts, "two formulas");
}
template <class T, class Access, class Flag>
std::string value_words(const NumberOrWordKey<Access, Flag>& key) {
  return number_words(key.facts, "");
}
template <class T, class Text, class Table>
std::string value_words(const TextOrTableKey<Text, Table>&) {
  return "text or table";
}

inline std::string fallback_words(double value) {
  return fmt::format("{}", value);
}
template <class Value>
std::string fallback_words(const Value& value) {
  if constexpr (std::is_arithmetic_v<Value>)
    return fmt::format("{}", value);
  else if constexpr (std::is_same_v<Value, Vec2>)
    return fmt::format("[{}, {}]", value.x, value.y);
  else if constexpr (std::is_same_v<Value, Formula>)
    return value.text;
  else if constexpr (std::is_same_v<Value, std::string>)
    return value.empty() ? "" : in_code(value);
  else if constexpr (std::is_enum_v<Value>)
    return in_code(name_of(value));
  else
    return {};
}

/// Whether values of a key are numbers that parameters may change.
template <class T, class K>
constexpr bool is_number_key() {
  if constexpr (requires(const K& key) { key.flag; }) {
    return true;
  } else if constexpr (requires(const K& key) { key.access; }) {
    using Access = decltype(K::access);
    if constexpr (std::is_same_v<Access, OneALink> || std::is_same_v<Access, OfTheBase>) {
      return true;
    } else if constexpr (std::is_invocable_v<const Access&, T&>) {
      using Value = KeyValue<T, Access>;
      return std::is_same_v<Value, double> || std::is_same_v<Value, Vec2> ||
             std::is_same_v<Value, std::vector<double>>;
    }
  }
  return false;
}

/// The row of a key that a law declares.
ScenarioKey declared_row(const LawParameter& parameter, Home home, std::string_view section,
                         const std::string& prefix);

/// The rows of a struct's keys.
template <class T>
std::vector<ScenarioKey> key_rows(std::string_view section, const std::string& prefix = {}) {
  std::vector<ScenarioKey> rows;
  const T plain{};
  for_each_key<T>([&]<class K>(const K& key) {
    if constexpr (requires { key.parameters; }) {
      for (const LawParameter& each : declared(plain, {}))
        rows.push_back(declared_row(each, key.facts.home, section, prefix));
    } else {
      const KeyFacts& facts = key.facts;
      ScenarioKey& row = rows.emplace_back();
      row.section = section;
      row.key = prefix + std::string(facts.name);
      row.value = value_words<T>(key);
      row.meaning = facts.meaning;
      row.home = facts.home;
      row.number = is_number_key<T, K>();
      if constexpr (OfKinds<T>)
        if (facts.only >= 0)
          row.meaning =
              fmt::format("{}{}{}", in_code(name_of(static_cast<decltype(plain.kind)>(facts.only))),
                          facts.meaning.empty() ? "" : ": ", facts.meaning);
      if (facts.required)
        row.fallback = "required";
      else if (!facts.otherwise.empty())
        row.fallback = facts.otherwise;
      else if constexpr (requires { std::invoke(key.access, plain); })
        row.fallback = fallback_words(std::invoke(key.access, plain));
      // The keys of a table in it.
      const auto add = [&]<class Inner>(KeysOf<Inner>) {
        for (ScenarioKey& inner : key_rows<Inner>(section, prefix + std::string(facts.name) + "."))
          rows.push_back(std::move(inner));
      };
      if constexpr (requires { key.table; })
        add(KeysOf<KeyValue<T, decltype(key.table)>>{});
      else if constexpr (requires { std::invoke(key.access, plain); })
        if constexpr (Keyed<KeyValue<T, decltype(key.access)>>)
          add(KeysOf<KeyValue<T, decltype(key.access)>>{});
    }
  });
  return rows;
}

}  // namespace io
}  // namespace carom
