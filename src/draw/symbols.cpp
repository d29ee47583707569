#include "draw/symbols.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

void add_head(Path& path, const Vec2& tip, const Vec2& along, double head) {
  const Vec2 side = 0.36 * head * perpendicular(along);
  const Vec2 back = tip - head * along;
  path.move(tip).line(back + side).line(back - side).close();
}

}  // namespace

Vec2 unit(const Vec2& a, const Vec2& b) {
  const Vec2 d = b - a;
  const double length = std::hypot(d.x, d.y);
  return length > 0 ? (1 / length) * d : Vec2{1, 0};
}

void draw_arrow(Svg& svg, const Vec2& from, const Vec2& to, std::string_view style, double head) {
  const Vec2 along = unit(from, to);
  const double length = dot(to - from, along);
  const double shrunk = std::min(head, 0.6 * length);
  Path path;
  path.move(from).line(to - shrunk * along);
  add_head(path, to, along, shrunk);
  svg.path(path, style);
}

void draw_double_arrow(Svg& svg, const Vec2& from, const Vec2& to, std::string_view style) {
  const Vec2 along = unit(from, to);
  const double head = std::min(7.0, 0.35 * dot(to - from, along));
  Path path;
  path.move(from + head * along).line(to - head * along);
  add_head(path, to, along, head);
  add_head(path, from, -along, head);
  svg.path(path, style);
}

void draw_hatching(Svg& svg, const Vec2& from, const Vec2& to, const Vec2& solid, double depth) {
  const Vec2 along = unit(from, to);
  const double length = dot(to - from, along);
  constexpr double spacing = 8;
  Path path;
  for (double s = 0.5 * spacing; s < length; s += spacing) {
    const Vec2 begin = from + s * along;
    path.move(begin).line(begin + depth * solid - std::min(depth, s) * along);
  }
  svg.path(path, "hatching");
}

void draw_spring(Svg& svg, const Vec2& from, const Vec2& to) {
  const Vec2 along = unit(from, to);
  const double length = dot(to - from, along);
  const Vec2 side = 6 * perpendicular(along);
  constexpr int turns = 5;
  const double straight = 0.15 * length;
  const double pitch = (length - 2 * straight) / turns;
  Path path;
  path.move(from).line(from + straight * along);
  for (int k = 0; k < turns; ++k) {
    const Vec2 begin = from + (straight + k * pitch) * along;
    path.line(begin + 0.25 * pitch * along + side).line(begin + 0.75 * pitch * along - side);
  }
  path.line(to - straight * along).line(to);
  svg.path(path, "spring");
}

void draw_mass_centre(Svg& svg, const Vec2& at, double radius) {
  svg.circle(at, radius, "mark");
  const Vec2 right = at + Vec2{radius, 0}, left = at - Vec2{radius, 0};
  const Vec2 below = at + Vec2{0, radius}, above = at - Vec2{0, radius};
  Path quarters;
  quarters.move(at).line(above).arc(right, radius, false, true).close();
  quarters.move(at).line(below).arc(left, radius, false, true).close();
  svg.path(quarters, "mark-quarter");
}

void draw_pinned_support(Svg& svg, const Vec2& at, const Vec2& ground) {
  const Vec2 along = perpendicular(ground);
  const Vec2 foot = at + 20 * ground;
  svg.path(Path().move(at).line(foot + 12 * along).line(foot - 12 * along).close(), "support");
  svg.line(foot - 18 * along, foot + 18 * along, "surface");
  draw_hatching(svg, foot - 18 * along, foot + 18 * along, ground, 6);
}

void draw_plate(Svg& svg, const Vec2& from, const Vec2& to, const Vec2& solid, double depth) {
  const Vec2 down = depth * solid;
  svg.path(Path().move(from).line(to).line(to + down).line(from + down).close(), "plate");
  svg.line(from, to, "surface");
}

}  // namespace carom
