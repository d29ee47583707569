#pragma once

/// draw/svg.hpp
///
/// A small SVG writer. Coordinates are pixels, x to the right and y down. The picture is as large
/// as what was drawn in it: nothing is ever cut off. Looks come from the classes of one style
/// sheet (style_sheet.cpp): dark ink on white paper, and light on dark where the reader prefers it.

#include <limits>
#include <string>
#include <string_view>

#include "carom/vec2.hpp"

namespace carom {

/// An upright rectangle; empty until something is in it.
struct Box {
  Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  bool empty() const { return low.x > high.x; }
  double width() const { return empty() ? 0 : high.x - low.x; }
  double height() const { return empty() ? 0 : high.y - low.y; }
  Vec2 centre() const { return 0.5 * (low + high); }
  void include(const Vec2& point, double margin = 0);
  void unite(const Box& other);
};

/// The area that two boxes share.
double common_area(const Box& a, const Box& b);

/// The data of a path: lines and arcs.
class Path {
 public:
  Path& move(const Vec2& to);
  Path& line(const Vec2& to);
  /// A circular arc; `clockwise` as one sees it.
  Path& arc(const Vec2& to, double radius, bool large, bool clockwise);
  Path& close();

  const std::string& data() const { return data_; }
  const Box& extent() const { return extent_; }

 private:
  void add(char command, const Vec2& to);

  std::string data_;
  Box extent_;
};

enum class Anchor { start, middle, end };

/// About how wide a text is: the sans-serif average, which suffices to keep labels apart.
double text_width(std::string_view text, double size);

class Svg {
 public:
  static constexpr double text_size = 12;

  /// Opens a group. A title is what a pointer that rests on it shows.
  void open(std::string_view style, std::string_view title = {});
  void close();

  /// `width` is the stroke's, in pixels; 0 leaves it to the style.
  void path(const Path& path, std::string_view style, double width = 0);
  void line(const Vec2& from, const Vec2& to, std::string_view style, double width = 0);
  void circle(const Vec2& centre, double radius, std::string_view style);
  void box(const Box& box, std::string_view style);
  /// `at` is on the base line. `size` must be the style's.
  void text(const Vec2& at, Anchor anchor, std::string_view style, std::string_view content,
            double size = text_size);
  /// A text that reads upwards, centred at `at`.
  void upward_text(const Vec2& at, std::string_view style, std::string_view content,
                   double size = text_size);

  /// The picture contains the box, whatever is drawn.
  void make_room(const Box& box) { extent_.unite(box); }

  const Box& extent() const { return extent_; }

  /// The whole document. Title and description are for those who do not see the picture.
  std::string document(std::string_view title, std::string_view description) const;

 private:
  std::string body_;
  Box extent_;
  int depth_ = 0;
};

/// `text` with the characters that XML gives a meaning, and those it does not allow, replaced.
std::string escaped(std::string_view text);

/// A coordinate to a hundredth of a pixel, as short as can be: "3", "0.25", never "-0".
std::string coordinate(double value);

inline constexpr int series_count = 8;   ///< curves' styles, "of-0" to "of-7"; then they take turns
inline constexpr int number_levels = 8;  ///< "fill-above-1" to "line-below-8", on each side of zero

/// The style sheet of every drawing; its colours are those of draw/palette.hpp.
std::string_view style_sheet();

}  // namespace carom
