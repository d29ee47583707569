#pragma once

/// draw/labels.hpp
///
/// Texts near their points, clear of what is drawn. A label may stand in sixteen directions and at
/// several distances from its point; each place costs what it covers (strokes, boxes, labels
/// already placed) plus a little for being far from the wanted direction, and the cheapest wins.

#include <string>
#include <string_view>
#include <vector>

#include "draw/svg.hpp"

namespace carom {

struct Label {
  std::string text;
  Vec2 at;                 ///< pixels; what it belongs to
  double distance = 6;     ///< pixels between the point and the text
  Vec2 wanted{0, -1};      ///< unit vector from the point, in pixels (y down)
  std::string_view style;  ///< empty: plain; "small" is 10.5 pixels high
  bool optional = false;   ///< left out rather than drawn over another label
};

class Labels {
 public:
  /// A stroke that labels should not cover.
  void avoid(const Vec2& from, const Vec2& to, double half_width);
  void avoid(const Box& box);

  void add(Label label) { labels_.push_back(std::move(label)); }

  /// Places the labels in the order they were added.
  void draw(Svg& svg) const;

 private:
  struct Stroke {
    Vec2 from;
    Vec2 to;
    double half_width;
  };

  std::vector<Stroke> strokes_near(const Box& box) const;
  std::vector<Box> boxes_near(const Box& box) const;

  std::vector<Stroke> strokes_;
  std::vector<Box> boxes_;
  std::vector<Label> labels_;
};

}  // namespace carom
