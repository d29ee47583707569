#pragma once

/// keys/range.hpp

#include <limits>
#include <string>

namespace carom {

/// What a number may be, besides finite.
struct Range {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
  bool above = false;  ///< `from` itself is not in it
  bool below = false;  ///< `to` itself is not in it

  constexpr bool contains(double number) const {
    return (above ? number > from : number >= from) && (below ? number < to : number <= to);
  }
  friend bool operator==(const Range&, const Range&) = default;

  static const Range any, not_negative, positive, zero_to_one;
};
inline constexpr Range Range::any{};
inline constexpr Range Range::not_negative{.from = 0};
inline constexpr Range Range::positive{.from = 0, .above = true};
inline constexpr Range Range::zero_to_one{.from = 0, .to = 1};

/// `>= 0`, `> 0`, `in [0, 1]`, `in (0, 1]`; `finite` of any number.
std::string words(const Range& range);

}  // namespace carom
