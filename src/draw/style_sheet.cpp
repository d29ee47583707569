#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "draw/palette.hpp"
#include "draw/svg.hpp"

namespace carom {
namespace {

/// What a class looks like: colours by their names in the palette ("-": none), and the rest.
struct Look {
  std::string_view selector;
  std::string_view fill{};
  std::string_view stroke{};
  std::string_view rest{};
};

constexpr Look looks[] = {
    {".paper", "paper"},
    {"text", "ink", "paper", "stroke-width:3px;stroke-linejoin:round;paint-order:stroke"},
    {".title", "", "", "font-size:15px;font-weight:600"},
    {".small", "soft", "", "font-size:10.5px"},
    {".on-mode", "", "-", "font-size:10.5px"},
    {".symbol", "soft", "", "font-size:10.5px;font-style:italic"},
    {".link-edge", "body-edge", "body-edge"},
    {".link-face", "body", "body"},
    {".rod", "-", "body-edge"},
    {".outline", "body", "body-edge", "stroke-width:1.4"},
    {".joint", "paper", "ink", "stroke-width:1.4"},
    {".mass", "body-edge", "paper", "stroke-width:1"},
    {".mark", "paper", "ink", "stroke-width:1.2"},
    {".mark-quarter", "ink"},
    {".support", "ground", "ground-edge", "stroke-width:1.4"},
    {".surface", "-", "ground-edge", "stroke-width:2"},
    {".plate", "ground", "ground-edge", "stroke-width:1.4"},
    {".hatching", "-", "ground-edge", "stroke-width:1;stroke-opacity:.55"},
    {".spring", "-", "ground-edge", "stroke-width:1.3"},
    {".ghost", "-", "ground-edge", "stroke-width:1.2;stroke-opacity:.55;stroke-dasharray:5 4"},
    {".motion", "ground-edge", "ground-edge", "stroke-width:1.4"},
    {".frame", "soft", "soft", "stroke-width:1.1"},
    {".rule", "-", "ink", "stroke-width:1.4"},
    {".gravity", "ink", "ink", "stroke-width:1.4"},
    {".velocity", "velocity", "velocity", "stroke-width:1.8"},
    {".gap", "-", "soft", "stroke-width:1;stroke-dasharray:2 3"},
    {".touching", "resting", "resting", "stroke-width:1.8"},
    {".leaving", "leaving", "leaving", "stroke-width:1.8"},
    {".pressing", "impulse", "impulse", "stroke-width:1.8"},
    {".approaching", "impulse", "impulse", "stroke-width:1.8"},
    {".below", "wrong", "wrong", "stroke-width:1.8"},
    {".apart", "paper", "soft", "stroke-width:1.6"},
    {".halo", "paper", "paper", "stroke-width:4.4"},
    {".compression", "compression"},
    {".restitution", "restitution"},
    {".axis", "-", "ink", "stroke-width:1"},
    {".grid", "-", "grid", "stroke-width:.8"},
    {".zero", "-", "zero", "stroke-width:1"},
    {".event", "-", "soft", "stroke-width:1;stroke-dasharray:3 3"},
    {".curve", "-", "", "stroke-width:2"},
    {".mode", "", "paper", "stroke-width:1"},
    {".mode-apart", "untouched"},
    {".mode-separates", "leaves"},
    {".mode-sticks", "rests"},
    {".mode-slides", "slides"},
    {".idle", "-", "zero"},
    {".across", "-", "faint"},
    {".blocked", "-", "faint", "stroke-dasharray:6 5"},
    {".blocked-mark", "-", "ink", "stroke-width:2.6"},
    {".region-leaves", "leaves"},
    {".region-pressed", "pressed"},
    {".region-untouched", "untouched"},
    {".region-none", "none"},
    {".region-hatching", "-", "faint", "stroke-width:1.2;stroke-linecap:butt"},
};

/// The dash of each series, so that none is told by its colour alone; as on pages.
constexpr std::string_view dashes[] = {"",     "11 5", "3 3",    "12 4 3 4", "7 3 2 3 2 3",
                                       "18 6", "2 6",  "9 3 9 7"};

std::string_view colour(std::string_view name, Theme theme) {
  if (name == "-") return "none";
  const auto all = tones();
  const auto found = std::ranges::find(all, name, &Tone::name);
  assert(found != all.end());
  return found->in(theme);
}

// Every selector begins with .carom, so that a page which contains a drawing keeps its own looks.
std::string rule(std::string_view selector, std::string_view properties) {
  return properties.empty() ? "" : fmt::format(".carom {}{{{}}}\n", selector, properties);
}

/// All that has a colour; with the shapes where they are wanted too.
std::string rules(Theme theme, bool shapes) {
  std::string out;
  for (const Look& look : looks) {
    std::string properties;
    const auto add = [&](std::string_view key, std::string_view value) {
      properties += fmt::format("{}{}{}", properties.empty() ? "" : ";", key, value);
    };
    const auto paint = [&](std::string_view key, std::string_view name) {
      if (!name.empty() && (shapes || name != "-")) add(key, colour(name, theme));
    };
    paint("fill:", look.fill);
    paint("stroke:", look.stroke);
    if (shapes && !look.rest.empty()) add("", look.rest);
    out += rule(look.selector, properties);
  }
  for (int level = 1; level <= number_levels; ++level) {
    const double share = static_cast<double>(level) / number_levels;
    for (const int sign : {1, -1}) {
      const std::string shade = number_colour(theme, sign * share);
      const char* const name = sign > 0 ? "above" : "below";
      out += rule(fmt::format(".fill-{}-{}", name, level), "fill:" + shade);
      out += rule(fmt::format(".line-{}-{}", name, level), "stroke:" + shade);
    }
  }
  out += rule(".fill-zero", "fill:" + number_colour(theme, 0));
  const auto series = series_tones();
  for (std::size_t i = 0; i < series.size(); ++i) {
    const std::string_view tone = series[i].in(theme);
    const std::string dash = shapes && !dashes[i].empty()
                                 ? fmt::format(";stroke-dasharray:{}", dashes[i])
                                 : std::string();
    out += rule(fmt::format(".of-{}", i), fmt::format("stroke:{}{}", tone, dash));
    out += rule(fmt::format(".shade-{}", i), fmt::format("fill:{}", tone));
    out += rule(fmt::format(".tint-{}", i), fmt::format("stroke:{}", tone));
  }
  return out;
}

std::string sheet() {
  static_assert(std::size(dashes) == series_count);
  assert(series_tones().size() == series_count);
  std::string out =
      ".carom{font-family:\"Helvetica Neue\",Helvetica,Arial,\"DejaVu Sans\",sans-serif;"
      "font-size:12px}\n"
      ".carom path,.carom circle,.carom rect{stroke-linecap:round;stroke-linejoin:round}\n";
  out += rules(Theme::light, true);
  out += rule(".shaded", "stroke:none;fill-opacity:.18");
  out += rule(".segment", "fill:none;stroke-width:.7;stroke-opacity:.45");
  out += rule(".wave", "stroke:none;shape-rendering:crispEdges");
  // What the rigid model leaves open: one of many answers, never a plain line.
  out += rule(".undetermined", "stroke-dasharray:1.5 4.5;stroke-opacity:.8;fill-opacity:0");
  out += "@media screen and (prefers-color-scheme:dark){\n" + rules(Theme::dark, false) + "}\n";
  return out;
}

}  // namespace

std::string_view style_sheet() {
  static const std::string text = sheet();
  return text;
}

}  // namespace carom
