#pragma once

/// draw/palette.hpp
///
/// Every colour of a drawing by its meaning, on white and on dark paper. The pages of reports have
/// the same names and colours (web/src/base/palette.json): a colour means one thing, in drawings
/// and on pages; a test compares the two.

#include <span>
#include <string>
#include <string_view>

namespace carom {

enum class Theme { light, dark };

struct Tone {
  std::string_view name;
  std::string_view light;  ///< "#rrggbb"
  std::string_view dark;
  std::string_view in(Theme theme) const { return theme == Theme::light ? light : dark; }
};

/// Paper and ink, bodies and ground, what contacts do.
std::span<const Tone> tones();

/// Curves, in their order; more than these take turns.
std::span<const Tone> series_tones();

/// A signed number by its share of the largest, −1 to 1: blue above zero, orange below.
std::string number_colour(Theme theme, double share);

/// The stops between which number_colour goes: of numbers above zero, below, and of zero.
std::span<const std::string_view> number_stops(Theme theme, int sign);

}  // namespace carom
