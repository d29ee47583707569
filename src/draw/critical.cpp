#include "draw/critical.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "draw/scale.hpp"
#include "draw/svg.hpp"

namespace carom {
namespace {

constexpr double panel = 380;  ///< pixels, both ways

class CriticalFigure {
 public:
  explicit CriticalFigure(const CriticalReport& report) : report_(report) {}

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
  static double share(const CriticalAxis& axis, double value) {
    return axis.logarithmic ? std::log(value / axis.from) / std::log(axis.to / axis.from)
                            : (value - axis.from) / (axis.to - axis.from);
  }
  double x(double value) const { return panel * share(report_.axes[0], value); }
  double y(double value) const { return top_ + panel * (1 - share(report_.axes[1], value)); }
  static std::vector<double> ticks_of(const CriticalAxis& axis) {
    return axis.logarithmic ? logarithmic_ticks(axis.from, axis.to, 8)
                            : ticks(axis.from, axis.to, 8);
  }

  static std::string style_of_region(StruckRest rest) {
    return "region-" + std::string(is_known(rest) ? name(rest) : "none");
  }
  /// Where there is nothing that could do anything: hatched, not only pale.
  static bool is_hatched(StruckRest rest) { return !is_known(rest); }

  /// Cells of one outcome in a row as one rectangle.
  void draw_regions(std::size_t contact) {
    const CriticalRegions& regions = report_.regions;
    const double width = panel / regions.columns, height = panel / regions.rows;
    Path hatching;
    for (int row = 0; row < regions.rows; ++row) {
      const double low = top_ + panel - (row + 1) * height;
      for (int column = 0; column < regions.columns;) {
        const auto at = [&](int c) { return regions.outcome[contact][row * regions.columns + c]; };
        int end = column;
        while (end < regions.columns && at(end) == at(column)) ++end;
        found_.insert(at(column));
        // A little more than its cells, so that no paper shows between rows.
        svg_.box({{column * width, low - 0.2}, {end * width, low + height + 0.2}},
                 style_of_region(at(column)));
        // Diagonals of every other cell: the lines go on from row to row.
        for (int c = column; is_hatched(at(column)) && c < end; ++c)
          if ((c - row) % 2 == 0)
            hatching.move({c * width, low + height}).line({(c + 1) * width, low});
        column = end;
      }
    }
    svg_.path(hatching, "region-hatching");
  }

  void draw_axes(std::size_t contact) {
    const double bottom = top_ + panel;
    for (const double tick : ticks_of(report_.axes[0])) {
      svg_.line({x(tick), bottom}, {x(tick), bottom + 4}, "axis");
      svg_.text({x(tick), bottom + 16}, Anchor::middle, "small", short_number(tick), 10.5);
    }
    for (const double tick : ticks_of(report_.axes[1])) {
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
    return fmt::format("curve of-{}", place % series_count);
  }

  void draw_legend() {
    double at = top_ - 20, from = 0;
    for (const StruckRest rest : found_) {
      svg_.box({{from, at - 9}, {from + 18, at + 3}}, style_of_region(rest));
      if (is_hatched(rest))
        svg_.path(Path()
                      .move({from, at + 3})
                      .line({from + 12, at - 9})
                      .move({from + 6, at + 3})
                      .line({from + 18, at - 9}),
                  "region-hatching");
      const std::string words(rest == StruckRest::unknown ? "no single answer" : name(rest));
      svg_.text({from + 24, at}, Anchor::start, "", words);
      from += 24 + text_width(words, Svg::text_size) + 22;
    }
    for (const std::string& cause : causes_) {
      at += 20;
      svg_.line({0, at - 4}, {26, at - 4}, style_of(cause));
      svg_.text({33, at}, Anchor::start, "", cause);
    }
  }

  const CriticalReport& report_;
  std::vector<std::string> causes_;
  std::set<StruckRest> found_;  ///< in the regions drawn
  Svg svg_;
  double top_ = 0;
};

}  // namespace

std::string critical_svg(const CriticalReport& report) {
  return CriticalFigure(report).document();
}

}  // namespace carom
