#pragma once

/// keys/key.hpp
///
/// A key of a scenario, told once. The keys of a struct are a function
///
///     constexpr auto keys(KeysOf<PointMass>) {
///       return Entries{key("link", "whom it rides on", &PointMass::link).needed(),
///                         key("at", "m", "where", &PointMass::at).on_a_link().needed(),
///                         key("mass", "kg", "", &PointMass::mass).within(Range::not_negative)};
///     }
///
/// from which follow: reading it from a file (scenarios/schema.hpp) and writing it
/// (scenarios/scenario_text.cpp), its range (keys/range_checks.hpp), what a sweep of it must do
/// anew (sweeps/scenario_point.hpp) and its row in docs/scenario.md (scenarios/key_rows.hpp). A
/// member's type says how it is written: a number, a Vec2, numbers, a text, a formula, a word
/// (its name, base/words.hpp), a table; an optional one may be left out. What laws declare are keys
/// as well (`declared_keys`).

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/entries.hpp"
#include "base/words.hpp"
#include "carom/law.hpp"
#include "keys/home.hpp"

namespace carom {

/// Names a type whose keys are asked for.
template <class T>
struct KeysOf {};

template <class T>
concept Keyed = requires {
  keys(KeysOf<T>{});
};

/// What every key has, whatever its value.
struct KeyFacts {
  std::string_view name{};
  std::string_view unit{};       ///< of a number; "" none
  std::string_view meaning{};    ///< may be empty where the name and unit say all
  Range range{};                 ///< of numbers
  bool whole = false;            ///< whole numbers alone
  std::string_view must{};       ///< what a fault says instead of "must be" and the range
  std::string_view outside{};    ///< what a number would mean that is not in the range
  Home home = Home::structure;   ///< of numbers
  std::string_view otherwise{};  ///< what an absent one means, where the member does not show it
  std::string_view alias{};      ///< another name for it
  bool required = false;
  bool is_angle = false;  ///< also as name_deg, in degrees
  bool on_link = false;   ///< [along, across], or a number for along
  bool of_file = false;   ///< it means something in a file alone and is not written again
  int only = -1;          ///< of this `kind` alone; −1: of all
  int starts = -1;        ///< of this `kind` its home is `start`
};

/// Whether a number may stand there.
bool allows(const KeyFacts& facts, double value);

/// "≥ 0", "a whole number from 1 to 1000"; empty where any number is allowed.
std::string allowed_words(const KeyFacts& facts);

/// "must be >= 0", where `value` may not stand there; empty where it may.
std::string allowed_instead(const KeyFacts& facts, double value);

/// What all keys are told in the same words.
template <class Self>
struct KeyWords {
  KeyFacts facts{};

  constexpr Self needed() const {
    return changed([](KeyFacts& f) { f.required = true; });
  }
  constexpr Self within(const Range& range) const {
    return changed([&](KeyFacts& f) { f.range = range; });
  }
  constexpr Self whole(double from, double to) const {
    return changed([&](KeyFacts& f) {
      f.range = {.from = from, .to = to};
      f.whole = true;
    });
  }
  constexpr Self refused_by(std::string_view must) const {
    return changed([&](KeyFacts& f) { f.must = must; });
  }
  constexpr Self or_else(std::string_view outside) const {
    return changed([&](KeyFacts& f) { f.outside = outside; });
  }
  constexpr Self at_home(Home home) const {
    return changed([&](KeyFacts& f) { f.home = home; });
  }
  constexpr Self otherwise(std::string_view words) const {
    return changed([&](KeyFacts& f) { f.otherwise = words; });
  }
  constexpr Self also_called(std::string_view name) const {
    return changed([&](KeyFacts& f) { f.alias = name; });
  }
  constexpr Self in_degrees_too() const {
    return changed([](KeyFacts& f) { f.is_angle = true; });
  }
  constexpr Self on_a_link() const {
    return changed([](KeyFacts& f) { f.on_link = true; });
  }
  constexpr Self in_files_alone() const {
    return changed([](KeyFacts& f) { f.of_file = true; });
  }
  template <class Kind>
  constexpr Self only_of(Kind kind) const {
    return changed([&](KeyFacts& f) { f.only = static_cast<int>(kind); });
  }
  template <class Kind>
  constexpr Self starting_where(Kind kind) const {
    return changed([&](KeyFacts& f) { f.starts = static_cast<int>(kind); });
  }

 private:
  template <class Change>
  constexpr Self changed(Change change) const {
    Self self = static_cast<const Self&>(*this);
    change(self.facts);
    return self;
  }
};

/// A key of one value, which `access(item)` gives: a member, or a path of members.
template <class Access>
struct Key : KeyWords<Key<Access>> {
  Access access;
};
template <class Access>
constexpr Key<Access> key(std::string_view name, std::string_view unit, std::string_view meaning,
                          Access access) {
  return {{{.name = name, .unit = unit, .meaning = meaning}}, access};
}
/// One that is no number.
template <class Access>
constexpr Key<Access> key(std::string_view name, std::string_view meaning, Access access) {
  return key(name, "", meaning, access);
}
/// An angle, rad.
template <class Access>
constexpr Key<Access> angle_key(std::string_view name, std::string_view meaning, Access access) {
  return key(name, "rad", meaning, access).in_degrees_too();
}

/// Two members in one array: ["left", "right"], or the formulas [x, y].
template <class Access>
struct TwoKey : KeyWords<TwoKey<Access>> {
  Access first, second;
};
template <class Access>
constexpr TwoKey<Access> key(std::string_view name, std::string_view unit, std::string_view meaning,
                             Access first, Access second) {
  return {{{.name = name, .unit = unit, .meaning = meaning}}, first, second};
}

/// A number, or a word instead that sets a flag.
template <class Access, class Flag>
struct NumberOrWordKey : KeyWords<NumberOrWordKey<Access, Flag>> {
  Access access;
  std::string_view word;
  Flag flag;
};
template <class Access, class Flag>
constexpr NumberOrWordKey<Access, Flag> key_or_word(std::string_view name, std::string_view meaning,
                                                    Access access, std::string_view word,
                                                    Flag flag) {
  return {{{.name = name, .unit = "1", .meaning = meaning}}, access, word, flag};
}

/// A text, or a table instead.
template <class Text, class Table>
struct TextOrTableKey : KeyWords<TextOrTableKey<Text, Table>> {
  Text access;
  Table table;
};
template <class Text, class Table>
constexpr TextOrTableKey<Text, Table> key_or_table(std::string_view name, std::string_view meaning,
                                                   Text access, Table table) {
  return {{{.name = name, .meaning = meaning}}, access, table};
}

/// Numbers with names that laws declare (carom/law.hpp): a key each, in a list of parameters.
template <class Access>
struct DeclaredKeys : KeyWords<DeclaredKeys<Access>> {
  Access parameters;
};
template <class Access>
constexpr DeclaredKeys<Access> declared_keys(Access parameters) {
  return {{}, parameters};
}

/// A member of a member.
template <class First, class Second>
constexpr auto inside(First first, Second second) {
  return [ first, second ](auto& item) -> auto& {
    return item.*first.*second;
  };
}

template <class T>
struct Bare {
  using type = T;
  static constexpr bool optional = false;
};
template <class T>
struct Bare<std::optional<T>> {
  using type = T;
  static constexpr bool optional = true;
};

/// Of a key of a T: the value's type, without its optional.
template <class T, class Access>
using KeyValue = typename Bare<std::remove_cvref_t<std::invoke_result_t<const Access&, T&>>>::type;
template <class T, class Access>
inline constexpr bool is_optional =
    Bare<std::remove_cvref_t<std::invoke_result_t<const Access&, T&>>>::optional;

/// The value of an optional, which comes to be where it is not yet; or the value itself.
template <class T>
T& made(T& value) {
  return value;
}
template <class T>
T& made(std::optional<T>& value) {
  return value ? *value : value.emplace();
}

/// A value's place, or null where it is absent.
template <class T>
const T* given(const T& value) {
  return &value;
}
template <class T>
const T* given(const std::optional<T>& value) {
  return value ? &*value : nullptr;
}

template <class T>
inline constexpr auto keys_of = keys(KeysOf<T>{});
template <class T, class Use>
constexpr void for_each_key(Use&& use) {
  keys_of<T>.each(use);
}

/// What has a `kind`, on which it depends which keys mean something.
template <class T>
concept OfKinds = requires {
  requires std::is_enum_v<decltype(T::kind)>;
};

/// Whether a key means something of this item.
template <class T>
bool applies(const KeyFacts& facts, [[maybe_unused]] const T& item) {
  if constexpr (OfKinds<T>)
    return facts.only < 0 || facts.only == static_cast<int>(item.kind);
  else
    return true;
}

template <class T>
Home home_of(const KeyFacts& facts, [[maybe_unused]] const T& item) {
  if constexpr (OfKinds<T>)
    if (facts.starts == static_cast<int>(item.kind)) return Home::start;
  return facts.home;
}

}  // namespace carom
