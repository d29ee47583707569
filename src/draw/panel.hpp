#pragma once

/// draw/panel.hpp
///
/// A panel of a drawing: two axes with ticks, a heading, room for curves. Panels of one drawing
/// stand above one another.

#include <limits>
#include <string>

#include "draw/svg.hpp"

namespace carom {

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value);
  /// By a part of itself on both sides.
  void widen(double part);
};

/// From quantities to pixels.
struct Panel {
  static constexpr double width = 560;   ///< pixels
  static constexpr double height = 230;  ///< pixels
  static constexpr double gap = 78;      ///< pixels between panels
  double top = 0;
  Extent x, y;
  Vec2 operator()(double a, double b) const {
    return {width * (a - x.low) / (x.high - x.low), top + height * (y.high - b) / (y.high - y.low)};
  }
};

/// What a quantity is measured in, so that ticks are short: factor and unit.
struct DrawnUnit {
  double factor = 1;
  std::string name;
};
DrawnUnit drawn_unit(double largest, const std::string& base);

/// The style of the i-th curve.
std::string curve_style(std::size_t i);

void draw_axes(Svg& svg, const Panel& panel, const std::string& below, const std::string& beside);
void heading(Svg& svg, double top, const std::string& text);

}  // namespace carom
