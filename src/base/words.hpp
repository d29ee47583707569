#pragma once

/// base/words.hpp
///
/// The words of an enumeration, told once: by `name(value)`, which takes them from an array in the
/// order of the values. How many there are follows from that: the name of one more is no constant.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace carom {

/// Its name, where something else is called `name`.
template <class Enum>
constexpr std::string_view name_of(Enum value) {
  return name(value);
}
constexpr std::string_view name_of(bool value) {
  return value ? "yes" : "no";
}

template <class Enum, int code>
concept HasWord = requires {
  typename std::bool_constant<!name_of(static_cast<Enum>(code)).empty()>;
};

template <class Enum, int code = 0>
constexpr int count_of_words() {
  static_assert(code < 100, "its name must come from an array");
  if constexpr (HasWord<Enum, code>)
    return count_of_words<Enum, code + 1>();
  else
    return code;
}

/// How many values an enumeration has; to be said of one whose name is not from an array.
template <class Enum>
inline constexpr int values_of = count_of_words<Enum>();

template <class Enum>
inline constexpr auto all_values = []<int... code>(std::integer_sequence<int, code...>) {
  return std::array<Enum, sizeof...(code)>{static_cast<Enum>(code)...};
}
(std::make_integer_sequence<int, values_of<Enum>>{});

template <class Enum>
std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (const Enum value : all_values<Enum>) words.emplace_back(name_of(value));
  return words;
}

/// The value that a word names; nothing where it names none.
template <class Enum>
constexpr std::optional<Enum> value_named(std::string_view word) {
  for (const Enum value : all_values<Enum>)
    if (name_of(value) == word) return value;
  return std::nullopt;
}

}  // namespace carom
