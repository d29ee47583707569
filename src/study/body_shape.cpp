#include "study/body_shape.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "base/rounding.hpp"

namespace carom {
namespace {

constexpr int outline_points = 64;
/// A block narrower than this share of its length is a bar.
constexpr double thinnest = 1e-9;

bool on_the_bar(const Link& link, const Vec2& local) {
  return without_rounding(local.y, link.length + std::abs(local.x)) == 0 && local.x >= 0 &&
         local.x <= link.length;
}

/// Whether a point lies in a convex polygon that goes round counter-clockwise.
bool inside(const std::vector<Vec2>& polygon, const Vec2& point) {
  for (std::size_t i = 0; i < polygon.size(); ++i)
    if (cross(polygon[(i + 1) % polygon.size()] - polygon[i], point - polygon[i]) < 0) return false;
  return !polygon.empty();
}

/// What is known of a link's body.
struct Known {
  std::vector<Vec2> points;  ///< joints and contacts
  std::vector<Vec2> masses;
  std::vector<std::vector<Vec2>> outlines;

  bool rounded_off(const Vec2& point) const {
    return std::ranges::any_of(outlines, [&](const auto& each) { return inside(each, point); });
  }
};

/// The rectangle of a link with mass; empty where all is on its line.
std::vector<Vec2> block(const Link& link, const Known& known) {
  const Vec2 com = link.com.value_or(Vec2{link.length / 2, 0});
  std::vector<Vec2> points{{0, 0}, {link.length, 0}};
  for (const Vec2& point : known.points)
    if (!known.rounded_off(point)) points.push_back(point);
  if (!known.rounded_off(com)) points.push_back(com);
  if (std::ranges::all_of(points, [&](const Vec2& p) { return on_the_bar(link, p); })) return {};
  Vec2 low = points.front(), high = points.front();
  for (const Vec2& point : points) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  }
  const double half = std::max(high.y - com.y, com.y - low.y);
  low.y = com.y - half;
  high.y = com.y + half;
  if (link.length == 0) {
    const double along = std::max(high.x - com.x, com.x - low.x);
    low.x = com.x - along;
    high.x = com.x + along;
  }
  const double size = std::max(high.x - low.x, high.y - low.y);
  if (std::min(high.x - low.x, high.y - low.y) <= thinnest * size) return {};
  return {low, {high.x, low.y}, high, {low.x, high.y}};
}

}  // namespace

std::vector<Vec2> outline_on_link(const TreeContact& contact, int count) {
  std::vector<Vec2> points;
  if (is_point(contact.outline)) return points;
  const Vec2 turned{std::cos(contact.outline_angle), std::sin(contact.outline_angle)};
  for (const Vec2& point : boundary(contact.outline, count))
    points.push_back(contact.centre + rotated(point, turned));
  return points;
}

std::vector<BodyShape> body_shapes(const Tree& tree, const Mechanism& mechanism) {
  std::vector<Known> known(mechanism.links.size());
  const auto of = [&](int link) -> Known& {
    return known[static_cast<std::size_t>(tree.links[link].file)];
  };
  for (const TreeLink& link : tree.links)
    if (link.parent >= 0) of(link.parent).points.push_back(link.attach);
  for (const TreeContact& contact : tree.contacts) {
    of(contact.link).points.push_back(contact.centre);
    if (auto outline = outline_on_link(contact, outline_points); !outline.empty())
      of(contact.link).outlines.push_back(std::move(outline));
  }
  std::unordered_map<std::string_view, std::size_t> file_index;
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) file_index[mechanism.links[i].name] = i;
  for (const PointMass& mass : mechanism.masses)
    known[file_index.at(mass.link)].masses.push_back(mass.at);

  std::vector<BodyShape> shapes;
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
    const Link& link = mechanism.links[i];
    BodyShape& shape = shapes.emplace_back();
    if (link.mass > 0) shape.block = block(link, known[i]);
    const auto hang = [&](const std::vector<Vec2>& points) {
      for (const Vec2& point : points)
        if (!on_the_bar(link, point) && !inside(shape.block, point) && !known[i].rounded_off(point))
          shape.arms.push_back(point);
    };
    if (shape.block.empty()) hang(known[i].points);
    hang(known[i].masses);
  }
  return shapes;
}

}  // namespace carom
