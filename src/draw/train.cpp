#include "draw/train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "draw/loops.hpp"
#include "draw/panel.hpp"
#include "draw/scale.hpp"

namespace carom {
namespace {

constexpr int shades = number_levels;      ///< of the wave, on each side of zero
constexpr std::size_t most_curves = 12;    ///< a body's segments that are drawn
constexpr std::size_t most_columns = 120;  ///< of the wave
constexpr std::size_t most_rows = 110;

class TrainFigure {
 public:
  explicit TrainFigure(const TrainDrawing& drawing) : drawing_(drawing) {}

  std::string document(const TrainPanels& panels) {
    if (!drawing_.title.empty())
      svg_.text({0.5 * Panel::width, -30}, Anchor::middle, "title", drawing_.title, 15);
    if (panels.loops && !drawing_.loops.empty()) top_ = draw_loops(svg_, top_, drawing_.loops);
    if (panels.velocities) draw_velocities();
    if (panels.wave) draw_wave();
    return svg_.document(drawing_.title.empty() ? "Collision of a train" : drawing_.title,
                         description());
  }

 private:
  std::string time_label(const DrawnUnit& seconds) const {
    return drawing_.begin > 0
               ? fmt::format("time after {} ({})", quantity(drawing_.begin, "s"), seconds.name)
               : fmt::format("time ({})", seconds.name);
  }

  /// Rows of names under a heading, as many as they need; what follows goes further down.
  void draw_legend(const std::vector<std::string>& names) {
    double x = 0;
    top_ += 6;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const double wide = 32 + text_width(names[i], Svg::text_size);
      if (x > 0 && x + wide > Panel::width) {
        x = 0;
        top_ += 16;
      }
      svg_.line({x, top_ - 4}, {x + 26, top_ - 4}, curve_style(i));
      svg_.text({x + 32, top_}, Anchor::start, "", names[i]);
      x += wide + 20;
    }
    top_ += 8;
  }

  void draw_velocities() {
    heading(svg_, top_, "Segments (thin), mass centres (thick)");
    std::vector<std::string> names;
    for (const TrainDrawing::Body& body : drawing_.bodies) names.push_back(body.name);
    draw_legend(names);
    Panel panel{top_, {}, {}};
    const DrawnUnit seconds = drawn_unit(drawing_.times.back(), "s");
    double fastest = 0;
    for (const auto& sample : drawing_.velocities)
      for (const double v : sample) fastest = std::max(fastest, std::abs(v));
    const DrawnUnit speed = drawn_unit(fastest, "m/s");
    panel.x = {0, seconds.factor * drawing_.times.back()};
    for (const auto& sample : drawing_.velocities)
      for (const double v : sample) panel.y.include(speed.factor * v);
    panel.y.widen(0.06);
    draw_axes(svg_, panel, time_label(seconds), fmt::format("velocity ({})", speed.name));
    for (std::size_t b = 0; b < drawing_.bodies.size(); ++b) {
      const TrainDrawing::Body& body = drawing_.bodies[b];
      const auto count = static_cast<std::size_t>(body.count);
      const std::size_t shown = std::min(count, most_curves);
      for (std::size_t k = 0; k < shown && count > 1; ++k) {
        const std::size_t segment = shown == 1 ? 0 : k * (count - 1) / (shown - 1);
        svg_.path(curve(panel, seconds.factor, speed.factor,
                        [&](const std::vector<double>& sample) {
                          return sample[static_cast<std::size_t>(body.first) + segment];
                        }),
                  fmt::format("segment tint-{}", b % series_count));
      }
      svg_.path(curve(panel, seconds.factor, speed.factor,
                      [&](const std::vector<double>& sample) {
                        double sum = 0;
                        for (std::size_t i = 0; i < count; ++i)
                          sum += sample[static_cast<std::size_t>(body.first) + i];
                        return sum / static_cast<double>(count);
                      }),
                curve_style(b));
    }
    top_ += Panel::height + Panel::gap;
  }

  template <class Value>
  Path curve(const Panel& panel, double per_second, double per_speed, Value&& value) const {
    Path path;
    for (std::size_t s = 0; s < drawing_.times.size(); ++s) {
      const Vec2 at =
          panel(per_second * drawing_.times[s], per_speed * value(drawing_.velocities[s]));
      if (s == 0)
        path.move(at);
      else
        path.line(at);
    }
    return path;
  }

  /// Place along the train from left to right, time upwards; equal neighbours are one box.
  void draw_wave() {
    const std::size_t segments = drawing_.velocities.front().size();
    const DrawnUnit seconds = drawn_unit(drawing_.times.back(), "s");
    Panel panel{
        top_, {0, static_cast<double>(segments)}, {0, seconds.factor * drawing_.times.back()}};
    double fastest = 0;
    for (const auto& sample : drawing_.velocities)
      for (const double v : sample) fastest = std::max(fastest, std::abs(v));
    if (!(fastest > 0)) fastest = 1;
    svg_.box({{0, panel.top}, {Panel::width, panel.top + Panel::height}}, "wave fill-zero");
    const std::size_t rows = std::min(most_rows, drawing_.times.size() - 1);
    const std::size_t columns = std::min(most_columns, segments);
    const auto shade = [&](std::size_t row, std::size_t column) {
      const auto& sample = drawing_.velocities[row * (drawing_.times.size() - 1) / rows];
      const double v = sample[columns == 1 ? 0 : column * (segments - 1) / (columns - 1)];
      return static_cast<int>(std::lround(shades * v / fastest));
    };
    for (std::size_t row = 0; row < rows; ++row) {
      const double low = Panel::height * static_cast<double>(row) / static_cast<double>(rows);
      const double high = Panel::height * static_cast<double>(row + 1) / static_cast<double>(rows);
      for (std::size_t column = 0; column < columns;) {
        const int one = shade(row, column);
        std::size_t end = column + 1;
        while (end < columns && shade(row, end) == one) ++end;
        const double pixel = Panel::width / static_cast<double>(columns);
        if (one != 0)
          svg_.box({{pixel * static_cast<double>(column), panel.top + Panel::height - high},
                    {pixel * static_cast<double>(end), panel.top + Panel::height - low}},
                   fmt::format("wave fill-{}-{}", one > 0 ? "above" : "below", std::abs(one)));
        column = end;
      }
    }
    for (const double tick : ticks(panel.y.low, panel.y.high, 6)) {
      const Vec2 at = panel(0, tick);
      svg_.line({-4, at.y}, {0, at.y}, "axis");
      svg_.text({-8, at.y + 3.5}, Anchor::end, "small", short_number(tick), 10.5);
    }
    svg_.upward_text({-58, panel.top + 0.5 * Panel::height}, "small", time_label(seconds), 10.5);
    svg_.line({0, panel.top}, {0, panel.top + Panel::height}, "axis");
    svg_.line({0, panel.top + Panel::height}, {Panel::width, panel.top + Panel::height}, "axis");
    double free_from = -1e9;
    for (const TrainDrawing::Body& body : drawing_.bodies) {
      const double from = panel(body.first, 0).x, to = panel(body.first + body.count, 0).x;
      if (body.first > 0)
        svg_.line({from, panel.top}, {from, panel.top + Panel::height + 6}, "axis");
      // Names of narrow bodies take turns in two rows.
      const double half = 0.5 * text_width(body.name, Svg::text_size) + 4;
      const double middle = 0.5 * (from + to);
      const bool lower = middle - half < free_from;
      svg_.text({middle, panel.top + Panel::height + (lower ? 34 : 18)}, Anchor::middle, "",
                body.name);
      if (!lower) free_from = middle + half;
    }
    heading(svg_, panel.top, "Wave: colour = velocity of the segments");
    draw_colour_scale(panel.top, fastest);
    top_ += Panel::height + Panel::gap;
  }

  void draw_colour_scale(double top, double fastest) {
    const double box = 9;
    const double left = Panel::width - (2 * shades + 1) * box - 84;
    const DrawnUnit speed = drawn_unit(fastest, "m/s");
    svg_.text({left - 6, top - 8}, Anchor::end, "small", short_number(-speed.factor * fastest),
              10.5);
    for (int k = -shades; k <= shades; ++k) {
      const double x = left + box * (k + shades);
      svg_.box({{x, top - 17}, {x + box, top - 7}},
               k == 0 ? "wave fill-zero"
                      : fmt::format("wave fill-{}-{}", k > 0 ? "above" : "below", std::abs(k)));
    }
    svg_.text({left + (2 * shades + 1) * box + 6, top - 8}, Anchor::start, "small",
              fmt::format("{} {}", short_number(speed.factor * fastest), speed.name), 10.5);
  }

  std::string description() const {
    std::string text = fmt::format("A collision of {} bodies in line over {}.",
                                   drawing_.bodies.size(), quantity(drawing_.times.back(), "s"));
    for (const ForceLoop& loop : drawing_.loops)
      text += fmt::format(" {} loses {}.", loop.name, quantity(loop.lost, "J"));
    return text;
  }

  const TrainDrawing& drawing_;
  Svg svg_;
  double top_ = 0;
};

}  // namespace

std::string train_svg(const TrainDrawing& drawing, const TrainPanels& panels) {
  return TrainFigure(drawing).document(panels);
}

}  // namespace carom
