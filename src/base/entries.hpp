#pragma once

/// base/entries.hpp
///
/// Values of different types in their order: what the tables of reports and the lists of keys are
/// made of,
///
///     constexpr auto three = Entries{1, 2.0, "three"};
///     three.each([](const auto& value) { … });
///     entry_at<1>(three)  // 2.0
///
/// A std::tuple would do, but for its constructors, which are most of what a compiler of such lists
/// has to do: a table has a type of its own in every line.

#include <cstddef>
#include <utility>

namespace carom {

template <std::size_t place, class Value>
struct Entry {
  Value value;
};

template <class Places, class... Values>
struct PlacedEntries;
template <std::size_t... places, class... Values>
struct PlacedEntries<std::index_sequence<places...>, Values...> : Entry<places, Values>... {
  constexpr explicit PlacedEntries(const Values&... values) : Entry<places, Values>{values}... {}

  /// use(value) of each.
  template <class Use>
  constexpr void each(Use&& use) const {
    (use(static_cast<const Entry<places, Values>&>(*this).value), ...);
  }
  /// use(values…) of all together.
  template <class Use>
  constexpr decltype(auto) apply(Use&& use) const {
    return use(static_cast<const Entry<places, Values>&>(*this).value...);
  }
};

template <class... Values>
struct Entries : PlacedEntries<std::index_sequence_for<Values...>, Values...> {
  static constexpr std::size_t size = sizeof...(Values);
  using PlacedEntries<std::index_sequence_for<Values...>, Values...>::PlacedEntries;
};
template <class... Values>
Entries(Values...) -> Entries<Values...>;

template <std::size_t place, class Value>
constexpr const Value& entry_at(const Entry<place, Value>& entry) {
  return entry.value;
}

/// One list after the other.
template <class... First, class... Second>
constexpr Entries<First..., Second...> joined(const Entries<First...>& first,
                                              const Entries<Second...>& second) {
  return first.apply([&](const First&... before) {
    return second.apply([&](const Second&... after) {
      return Entries<First..., Second...>{before..., after...};
    });
  });
}
template <class First, class Second, class... Rest>
constexpr auto joined(const First& first, const Second& second, const Rest&... rest) {
  return joined(joined(first, second), rest...);
}
template <class Only>
constexpr Only joined(const Only& only) {
  return only;
}

}  // namespace carom
