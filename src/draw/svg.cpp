#include "draw/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

namespace carom {

void Box::include(const Vec2& point, double margin) {
  low = {std::min(low.x, point.x - margin), std::min(low.y, point.y - margin)};
  high = {std::max(high.x, point.x + margin), std::max(high.y, point.y + margin)};
}

void Box::unite(const Box& other) {
  if (other.empty()) return;
  include(other.low);
  include(other.high);
}

double common_area(const Box& a, const Box& b) {
  const double width = std::min(a.high.x, b.high.x) - std::max(a.low.x, b.low.x);
  const double height = std::min(a.high.y, b.high.y) - std::max(a.low.y, b.low.y);
  return width > 0 && height > 0 ? width * height : 0;
}

std::string coordinate(double value) {
  assert(std::isfinite(value));
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        // XML allows no control characters but these, not even escaped.
        if (static_cast<unsigned char>(c) < 0x20)
          result += ' ';
        else
          result += c;
    }
  }
  return result;
}

double text_width(std::string_view text, double size) {
  // Bytes 10xxxxxx continue a UTF-8 character.
  const auto characters =
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
  return 0.57 * size * static_cast<double>(characters);
}

void Path::add(char command, const Vec2& to) {
  data_ += command;
  data_ += coordinate(to.x) + ' ' + coordinate(to.y);
  extent_.include(to);
}

Path& Path::move(const Vec2& to) {
  add('M', to);
  return *this;
}

Path& Path::line(const Vec2& to) {
  add('L', to);
  return *this;
}

Path& Path::arc(const Vec2& to, double radius, bool large, bool clockwise) {
  const std::string r = coordinate(radius);
  data_ += fmt::format("A{} {} 0 {:d} {:d} {} {}", r, r, large, clockwise, coordinate(to.x),
                       coordinate(to.y));
  extent_.include(to);
  return *this;
}

Path& Path::close() {
  data_ += 'Z';
  return *this;
}

void Svg::open(std::string_view style, std::string_view title) {
  body_ += fmt::format("<g class=\"{}\">", style);
  if (!title.empty()) body_ += "<title>" + escaped(title) + "</title>";
  body_ += '\n';
  ++depth_;
}

void Svg::close() {
  assert(depth_ > 0);
  body_ += "</g>\n";
  --depth_;
}

void Svg::path(const Path& path, std::string_view style, double width) {
  if (path.data().empty()) return;
  const std::string stroke =
      width > 0 ? fmt::format(" stroke-width=\"{}\"", coordinate(width)) : std::string();
  body_ += fmt::format("<path class=\"{}\"{} d=\"{}\"/>\n", style, stroke, path.data());
  extent_.unite(path.extent());
}

void Svg::line(const Vec2& from, const Vec2& to, std::string_view style, double width) {
  path(Path().move(from).line(to), style, width);
}

void Svg::circle(const Vec2& centre, double radius, std::string_view style) {
  body_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", style,
                       coordinate(centre.x), coordinate(centre.y), coordinate(radius));
  extent_.include(centre, radius);
}

void Svg::box(const Box& box, std::string_view style) {
  body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", style,
                       coordinate(box.low.x), coordinate(box.low.y), coordinate(box.width()),
                       coordinate(box.height()));
  extent_.unite(box);
}

void Svg::text(const Vec2& at, Anchor anchor, std::string_view style, std::string_view content,
               double size) {
  const char* const names[] = {"start", "middle", "end"};
  body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", style,
                       coordinate(at.x), coordinate(at.y), names[static_cast<int>(anchor)],
                       escaped(content));
  const double width = text_width(content, size);
  const double left = at.x - 0.5 * width * static_cast<int>(anchor);
  extent_.include({left, at.y - 0.8 * size});
  extent_.include({left + width, at.y + 0.25 * size});
}

void Svg::upward_text(const Vec2& at, std::string_view style, std::string_view content,
                      double size) {
  body_ += fmt::format(
      "<text class=\"{}\" transform=\"translate({} {}) rotate(-90)\" "
      "text-anchor=\"middle\">{}</text>\n",
      style, coordinate(at.x), coordinate(at.y), escaped(content));
  const double half = 0.5 * text_width(content, size);
  extent_.include({at.x - 0.8 * size, at.y - half});
  extent_.include({at.x + 0.25 * size, at.y + half});
}

std::string Svg::document(std::string_view title, std::string_view description) const {
  assert(depth_ == 0);
  constexpr double margin = 16;
  Box paper;
  paper.include({0, 0});
  if (!extent_.empty()) paper = extent_;
  paper = {{std::floor(paper.low.x - margin), std::floor(paper.low.y - margin)},
           {std::ceil(paper.high.x + margin), std::ceil(paper.high.y + margin)}};
  const std::string x = coordinate(paper.low.x), y = coordinate(paper.low.y);
  const std::string width = coordinate(paper.width()), height = coordinate(paper.height());
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"carom\" role=\"img\" width=\"{2}\" "
      "height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">\n"
      "<title>{4}</title>\n<desc>{5}</desc>\n<style>\n{6}</style>\n"
      "<rect class=\"paper\" x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\"/>\n{7}</svg>\n",
      x, y, width, height, escaped(title), escaped(description), style_sheet(), body_);
}

}  // namespace carom
