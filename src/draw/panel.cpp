#include "draw/panel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/scale.hpp"

namespace carom {

void Extent::include(double value) {
  low = std::min(low, value);
  high = std::max(high, value);
}

void Extent::widen(double part) {
  if (!(high > low)) {
    low -= 1;
    high += 1;
  }
  const double room = part * (high - low);
  low -= room;
  high += room;
}

DrawnUnit drawn_unit(double largest, const std::string& base) {
  if (largest < 1e-4) return {1e6, "µ" + base};
  if (largest < 0.1) return {1e3, "m" + base};
  if (largest >= 1e4) return {1e-3, "k" + base};
  return {1, base};
}

std::string curve_style(std::size_t i) {
  return fmt::format("curve of-{}", i % series_count);
}

void draw_axes(Svg& svg, const Panel& panel, const std::string& below, const std::string& beside) {
  for (const double tick : ticks(panel.y.low, panel.y.high, 6)) {
    const Vec2 at = panel(panel.x.low, tick);
    svg.line(at, {Panel::width, at.y}, tick == 0 ? "zero" : "grid");
    svg.text({-8, at.y + 3.5}, Anchor::end, "small", short_number(tick), 10.5);
  }
  const double y = panel.top + Panel::height;
  svg.line({0, y}, {Panel::width, y}, "axis");
  for (const double tick : ticks(panel.x.low, panel.x.high, 8)) {
    const double x = panel(tick, panel.y.low).x;
    svg.line({x, y}, {x, y + 4}, "axis");
    svg.text({x, y + 16}, Anchor::middle, "small", short_number(tick), 10.5);
  }
  svg.text({0.5 * Panel::width, y + 33}, Anchor::middle, "", below);
  svg.line({0, panel.top}, {0, panel.top + Panel::height}, "axis");
  svg.upward_text({-58, panel.top + 0.5 * Panel::height}, "small", beside, 10.5);
}

void heading(Svg& svg, double top, const std::string& text) {
  svg.text({0, top - 8}, Anchor::start, "", text);
}

}  // namespace carom
