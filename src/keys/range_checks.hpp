#pragma once

/// keys/range_checks.hpp
///
/// The numbers of a description against the ranges of their keys. A key that does not apply to the
/// item's kind, and what is absent, is not looked at; tables in it are.

#include <algorithm>
#include <string>
#include <vector>

#include "carom/vec2.hpp"
#include "keys/element.hpp"
#include "keys/key.hpp"

namespace carom {

/// Calls use(facts, value) on every number (as a double), pair of numbers, list of numbers and
/// table of an item that is given and applies.
template <class T, class Use>
void for_each_value(const T& item, Use&& use) {
  for_each_key<T>([&](const auto& key) {
    if constexpr (requires { key.flag; })
      if (std::invoke(key.flag, item)) return;  // a word instead
    if constexpr (requires { std::invoke(key.access, item); }) {
      using Value = KeyValue<T, decltype(key.access)>;
      constexpr bool counts = std::is_same_v<Value, int> || std::is_same_v<Value, long>;
      if constexpr (counts || std::is_same_v<Value, double> || std::is_same_v<Value, Vec2> ||
                    std::is_same_v<Value, std::vector<double>> || Keyed<Value>)
        if (!key.facts.of_file && applies(key.facts, item))
          if (const Value* value = given(std::invoke(key.access, item))) {
            if constexpr (counts)
              use(key.facts, static_cast<double>(*value));
            else
              use(key.facts, *value);
          }
    }
    if constexpr (requires { key.table; })
      if (const auto* table = given(std::invoke(key.table, item))) use(key.facts, *table);
  });
}

/// A fault for every number that is out of its range.
template <class T>
void check_ranges(const Element& element, const T& item, const std::string& prefix = {}) {
  for_each_value(item, [&]<class Value>(const KeyFacts& facts, const Value& value) {
    std::string name = prefix + std::string(facts.name);
    if constexpr (Keyed<Value>)
      check_ranges(element, value, name + ".");
    else if constexpr (std::is_same_v<Value, double>)
      element.check(name, value, facts);
    else
      element.check(name, value, facts.range);
  });
}

/// Whether all of them are in their ranges.
template <class T>
bool in_ranges(const T& item) {
  bool sound = true;
  for_each_value(item, [&]<class Value>(const KeyFacts& facts, const Value& value) {
    const auto in = [&](double number) { return allows(facts, number); };
    if constexpr (Keyed<Value>)
      sound = sound && in_ranges(value);
    else if constexpr (std::is_same_v<Value, double>)
      sound = sound && in(value);
    else if constexpr (std::is_same_v<Value, Vec2>)
      sound = sound && in(value.x) && in(value.y);
    else
      sound = sound && std::ranges::all_of(value, in);
  });
  return sound;
}

}  // namespace carom
