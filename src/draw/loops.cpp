#include "draw/loops.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/panel.hpp"
#include "draw/scale.hpp"

namespace carom {
namespace {

/// As many are named; of a motion with many bounces the rest is told by its number.
constexpr std::size_t most_named = 8;

}  // namespace

double draw_loops(Svg& svg, double top, std::span<const ForceLoop> loops) {
  Panel panel{top, {}, {}};
  double deepest = 0, strongest = 0;
  for (const ForceLoop& loop : loops)
    for (std::size_t s = 0; s < loop.force.size(); ++s) {
      deepest = std::max(deepest, loop.indentation[s]);
      strongest = std::max(strongest, loop.force[s]);
    }
  const DrawnUnit metres = drawn_unit(deepest, "m"), newtons = drawn_unit(strongest, "N");
  panel.x = {0, metres.factor * deepest};
  panel.y = {0, newtons.factor * strongest};
  panel.x.widen(0.04);
  panel.y.widen(0.06);
  draw_axes(svg, panel, fmt::format("indentation δ ({})", metres.name),
            fmt::format("force ({})", newtons.name));
  std::vector<std::string> names;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const ForceLoop& loop = loops[i];
    Path path;
    bool drawing = false;
    for (std::size_t s = 0; s < loop.force.size(); ++s) {
      const bool pushed = loop.force[s] > 0;
      if (!pushed && !drawing) continue;
      const Vec2 at = panel(metres.factor * loop.indentation[s], newtons.factor * loop.force[s]);
      if (!drawing) path.move({at.x, panel(0, 0).y});
      path.line(at);
      drawing = pushed;
    }
    svg.open("loop", fmt::format("{}: {} lost", loop.name, quantity(loop.lost, "J")));
    svg.path(path, fmt::format("shaded shade-{}", i % series_count));
    svg.path(path, curve_style(i));
    svg.close();
    names.push_back(fmt::format("{} ({})", loop.name, quantity(loop.lost, "J")));
  }
  heading(
      svg, panel.top,
      loops.empty() ? "No contact that yields has collided" : "Loops: shaded area = energy lost");
  const std::size_t named = names.size() > most_named ? most_named - 1 : names.size();
  const auto row = [&](std::size_t i) { return panel.top + 14 + 16 * static_cast<double>(i); };
  for (std::size_t i = 0; i < named; ++i) {  // in the panel's free upper left corner
    svg.line({10, row(i) - 4}, {36, row(i) - 4}, curve_style(i));
    svg.text({42, row(i)}, Anchor::start, "", names[i]);
  }
  if (named < names.size())
    svg.text({42, row(named)}, Anchor::start, "", fmt::format("and {} more", names.size() - named));
  return top + Panel::height + Panel::gap;
}

std::string loops_svg(const std::string& title, std::span<const ForceLoop> loops) {
  Svg svg;
  if (!title.empty()) svg.text({0.5 * Panel::width, -30}, Anchor::middle, "title", title, 15);
  draw_loops(svg, 0, loops);
  std::string words = "Force over indentation.";
  for (const ForceLoop& loop : loops)
    words += fmt::format(" {} loses {}.", loop.name, quantity(loop.lost, "J"));
  return svg.document(title.empty() ? "Force over indentation" : title, words);
}

}  // namespace carom
