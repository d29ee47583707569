#pragma once

/// scenarios/key_text.hpp
///
/// A struct with keys (keys/key.hpp) as TOML, with plain numbers; what is absent or does not apply
/// is left out.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/mechanism.hpp"
#include "keys/key.hpp"

namespace carom::io {

/// A text in TOML's quotes.
std::string quoted_text(const std::string& text);
/// All digits, and never an integer.
std::string number_text(double x);
std::string pair_text(const Vec2& v);
std::string list_text(std::span<const double> values);

template <class Value>
std::string value_text(const Value& value);

/// A point needs no outline.
inline bool is_told(const Outline& outline) {
  return outline.kind != OutlineKind::point;
}
template <class Value>
bool is_told(const Value& /*value*/) {
  return true;
}

/// The keys of an item with their values, each by `line(key, value)`, in the order of the list.
template <class T, class Line>
std::string keys_text(const T& item, const Line& line) {
  std::string out;
  const auto add = [&](const KeyFacts& facts, const std::string& value) {
    if (!facts.of_file && applies(facts, item)) out += line(facts.name, value);
  };
  for_each_key<T>([&](const auto& key) {
    if constexpr (requires { key.parameters; })
      for (const Parameter& each : std::invoke(key.parameters, item))
        out += line(each.name, number_text(each.value));
    else if constexpr (requires { key.second; })
      add(key.facts, fmt::format("[{}, {}]", value_text(std::invoke(key.first, item)),
                                 value_text(std::invoke(key.second, item))));
    else if (const auto* value = given(std::invoke(key.access, item)); value && is_told(*value))
      add(key.facts, value_text(*value));
  });
  return out;
}

/// A value as a file has it.
template <class Value>
std::string value_text(const Value& value) {
  if constexpr (std::is_same_v<Value, double>) {
    return number_text(value);
  } else if constexpr (std::is_same_v<Value, Vec2>) {
    return pair_text(value);
  } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
    return list_text(value);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return quoted_text(value);
  } else if constexpr (std::is_same_v<Value, std::vector<std::array<std::string, 2>>>) {
    std::string pairs;
    for (const auto& [first, second] : value)
      pairs += fmt::format("{}[{}, {}]", pairs.empty() ? "" : ", ", quoted_text(first),
                           quoted_text(second));
    return "[" + pairs + "]";
  } else if constexpr (std::is_same_v<Value, Formula>) {
    return quoted_text(value.text);
  } else if constexpr (std::is_enum_v<Value>) {
    return quoted_text(std::string(name_of(value)));
  } else {
    bool first = true;
    return fmt::format("{{ {} }}", keys_text(value, [&](std::string_view key, const auto& text) {
                         return fmt::format("{}{} = {}", std::exchange(first, false) ? "" : ", ",
                                            key, text);
                       }));
  }
}

/// A section or one of several, with its keys one a line.
template <class T>
std::string section_text(std::string_view heading, const T& item) {
  return fmt::format("{}\n{}\n", heading,
                     keys_text(item, [](std::string_view key, const auto& text) {
                       return fmt::format("{} = {}\n", key, text);
                     }));
}
template <class T>
std::string sections_text(std::string_view heading, const std::vector<T>& items) {
  std::string out;
  for (const T& item : items) out += section_text(heading, item);
  return out;
}

}  // namespace carom::io
