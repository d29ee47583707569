#include "draw/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace carom {
namespace {

constexpr Tone named[] = {
    {"paper", "#ffffff", "#14171c"},       {"ink", "#1a1d23", "#e8eaee"},
    {"soft", "#565d68", "#a9b1bd"},        {"faint", "#8a919c", "#7d8590"},
    {"grid", "#e7e9ed", "#2a2f38"},        {"zero", "#9aa1ac", "#6b7380"},
    {"body", "#dfe6f2", "#2b3a55"},        {"body-edge", "#33507f", "#a9c2ee"},
    {"ground", "#c3c8d0", "#4b525e"},      {"ground-edge", "#4b5360", "#b4bbc6"},
    {"velocity", "#0b6bb8", "#5db2f5"},    {"velocity-before", "#7d8794", "#8f98a5"},
    {"impulse", "#c2410c", "#ff8a5c"},     {"leaving", "#007a5a", "#3fcaa3"},
    {"resting", "#46618c", "#9db4dc"},     {"wrong", "#b0107c", "#ff6fc8"},
    {"leaves", "#b5e0d2", "#1d5143"},      {"pressed", "#fbd5b5", "#5f3a1e"},
    {"rests", "#c9d3e6", "#34425c"},       {"slides", "#fbe0a3", "#5b4a1c"},
    {"untouched", "#eef1f5", "#232830"},   {"none", "#e3e3e6", "#3a3d44"},
    {"compression", "#eceef2", "#1e232b"}, {"restitution", "#f8f8f9", "#181c22"},
    {"gain", "#fbe3da", "#3d211a"},
};

constexpr Tone series[] = {
    {"series-0", "#0072b2", "#5cb6f2"}, {"series-1", "#d55e00", "#ff9a4d"},
    {"series-2", "#00805c", "#35cfa0"}, {"series-3", "#b03a86", "#f08fc8"},
    {"series-4", "#20242b", "#e3e6eb"}, {"series-5", "#8a6d00", "#e2c63f"},
    {"series-6", "#3d8fd1", "#9cc9ff"}, {"series-7", "#7a3e9d", "#c79bff"},
};

constexpr std::string_view above_light[] = {"#e9f1f8", "#b3d1e8", "#6ba6d3",
                                            "#2b76b4", "#0b4884", "#062a52"};
constexpr std::string_view above_dark[] = {"#1d2833", "#1f4564", "#2a6c9f",
                                           "#4e9bd1", "#93c7ec", "#dcefff"};
constexpr std::string_view below_light[] = {"#fdf0e4", "#fdc38d", "#f6863c", "#d9480f", "#8f2303"};
constexpr std::string_view below_dark[] = {"#281c14", "#7a3a12", "#c2570c", "#f58a42", "#ffd2ab"};
constexpr std::string_view nothing_light[] = {"#fbfbf6"};
constexpr std::string_view nothing_dark[] = {"#0c0e11"};

std::array<int, 3> channels(std::string_view colour) {
  int value = 0;
  std::from_chars(colour.data() + 1, colour.data() + colour.size(), value, 16);
  return {value >> 16, (value >> 8) & 255, value & 255};
}

}  // namespace

std::span<const Tone> tones() {
  return named;
}

std::span<const Tone> series_tones() {
  return series;
}

std::span<const std::string_view> number_stops(Theme theme, int sign) {
  const bool light = theme == Theme::light;
  if (sign > 0) return light ? std::span(above_light) : std::span(above_dark);
  if (sign < 0) return light ? std::span(below_light) : std::span(below_dark);
  return light ? std::span(nothing_light) : std::span(nothing_dark);
}

std::string number_colour(Theme theme, double share) {
  const auto stops = number_stops(theme, share > 0 ? 1 : share < 0 ? -1 : 0);
  const double at = std::min(std::abs(share), 1.0) * (static_cast<double>(stops.size()) - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(at), stops.size() - 1);
  const std::size_t next = std::min(i + 1, stops.size() - 1);
  const auto from = channels(stops[i]), to = channels(stops[next]);
  std::string colour = "#";
  for (std::size_t k = 0; k < 3; ++k)
    colour += fmt::format("{:02x}",
                          std::lround(from[k] + (at - static_cast<double>(i)) * (to[k] - from[k])));
  return colour;
}

}  // namespace carom
