#include "draw/critical.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/scale.hpp"
#include "draw/svg.hpp"

namespace carom {
namespace {

constexpr double panel = 380;  ///< pixels, both ways
constexpr int colours = 6;

class Figure {
 public:
  explicit Figure(const CriticalReport& report) : report_(report) {}

  std::string document() {
    for (const CriticalCurve& curve : report_.curves)
      if (std::ranges::find(causes_, curve.cause) == causes_.end()) causes_.push_back(curve.cause);
    for (std::size_t j = 0; j < report_.contacts.size(); ++j) {
      draw_regions(j);
      draw_axes(j);
      draw_curves(j);
      top_ += panel + 84;
    }
    draw_legend();
    const std::string title = report_.title.empty() ? "Critical curves" : report_.title;
    svg_.text({0.5 * panel, -40}, Anchor::middle, "title", title, 15);
    return svg_.document(title,
                         fmt::format("Critical curves of {} contacts over {} and {}; strike at {}.",
                                     report_.contacts.size(), report_.axes[0].parameter,
                                     report_.axes[1].parameter, report_.striker));
  }

 private:
  double x(double value) const {
    const CriticalAxis& axis = report_.axes[0];
    return panel * (value - axis.from) / (axis.to - axis.from);
  }
  double y(double value) const {
    const CriticalAxis& axis = report_.axes[1];
    return top_ + panel * (axis.to - value) / (axis.to - axis.from);
  }

  /// Cells of one outcome in a row as one rectangle.
  void draw_regions(std::size_t contact) {
    const CriticalRegions& regions = report_.regions;
    const double width = panel / regions.columns, height = panel / regions.rows;
    for (int row = 0; row < regions.rows; ++row) {
      const double low = top_ + panel - (row + 1) * height;
      for (int column = 0; column < regions.columns;) {
        const auto at = [&](int c) { return regions.outcome[contact][row * regions.columns + c]; };
        int end = column;
        while (end < regions.columns && at(end) == at(column)) ++end;
        const char* const style = at(column) == 1    ? "region-leaves"
                                  : at(column) == -1 ? "region-pressed"
                                                     : "region-none";
        // A little more than its cells, so that no paper shows between rows.
        svg_.box({{column * width, low - 0.2}, {end * width, low + height + 0.2}}, style);
        column = end;
      }
    }
  }

  void draw_axes(std::size_t contact) {
    const double bottom = top_ + panel;
    for (const double tick : ticks(report_.axes[0].from, report_.axes[0].to, 8)) {
      svg_.line({x(tick), bottom}, {x(tick), bottom + 4}, "axis");
      svg_.text({x(tick), bottom + 16}, Anchor::middle, "small", short_number(tick), 10.5);
    }
    for (const double tick : ticks(report_.axes[1].from, report_.axes[1].to, 8)) {
      svg_.line({-4, y(tick)}, {0, y(tick)}, "axis");
      svg_.text({-8, y(tick) + 3.5}, Anchor::end, "small", short_number(tick), 10.5);
    }
    svg_.path(
        Path().move({0, top_}).line({panel, top_}).line({panel, bottom}).line({0, bottom}).close(),
        "axis");
    svg_.text({0.5 * panel, bottom + 34}, Anchor::middle, "", report_.axes[0].parameter);
    svg_.upward_text({-52, top_ + 0.5 * panel}, "", report_.axes[1].parameter);
    svg_.text({0, top_ - 8}, Anchor::start, "", "contact " + report_.contacts[contact]);
  }

  void draw_curves(std::size_t contact) {
    for (const CriticalCurve& curve : report_.curves) {
      if (curve.contact != report_.contacts[contact]) continue;
      Path path;
      for (std::size_t k = 0; k < curve.points.size(); ++k) {
        const Vec2 point{x(curve.points[k].first), y(curve.points[k].second)};
        if (k == 0)
          path.move(point);
        else
          path.line(point);
      }
      svg_.open("drawn-curve", curve.cause);
      svg_.path(path, style_of(curve.cause));
      svg_.close();
    }
  }

  std::string style_of(const std::string& cause) const {
    const auto place = std::ranges::find(causes_, cause) - causes_.begin();
    return fmt::format("curve of-{}", place % colours);
  }

  void draw_legend() {
    double at = top_ - 20;
    const auto region = [&](double from, const char* style, const char* words) {
      svg_.box({{from, at - 9}, {from + 18, at + 3}}, style);
      svg_.text({from + 24, at}, Anchor::start, "", words);
    };
    region(0, "region-leaves", "leaves");
    region(100, "region-pressed", "pressed");
    region(200, "region-none", "neither, or no configuration");
    for (const std::string& cause : causes_) {
      at += 20;
      svg_.line({0, at - 4}, {26, at - 4}, style_of(cause));
      svg_.text({33, at}, Anchor::start, "", cause);
    }
  }

  const CriticalReport& report_;
  std::vector<std::string> causes_;
  Svg svg_;
  double top_ = 0;
};

}  // namespace

std::string critical_svg(const CriticalReport& report) {
  return Figure(report).document();
}

}  // namespace carom
