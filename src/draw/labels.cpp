#include "draw/labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

/// Pixels added to a label's distance.
constexpr std::array extra_distances{0.0, 6.0, 14.0, 26.0, 40.0};

/// How much of the segment lies in the box, as a length (Liang–Barsky clipping).
double length_within(const Box& box, const Vec2& from, const Vec2& to) {
  const Vec2 along = to - from;
  double begin = 0, end = 1;
  const double directions[] = {-along.x, along.x, -along.y, along.y};
  const double distances[] = {from.x - box.low.x, box.high.x - from.x, from.y - box.low.y,
                              box.high.y - from.y};
  for (int side = 0; side < 4; ++side) {
    if (directions[side] == 0) {
      if (distances[side] < 0) return 0;
      continue;
    }
    const double crossing = distances[side] / directions[side];
    if (directions[side] < 0)
      begin = std::max(begin, crossing);
    else
      end = std::min(end, crossing);
  }
  return begin < end ? (end - begin) * std::hypot(along.x, along.y) : 0;
}

Box grown(const Box& box, double margin) {
  return {{box.low.x - margin, box.low.y - margin}, {box.high.x + margin, box.high.y + margin}};
}

}  // namespace

void Labels::avoid(const Vec2& from, const Vec2& to, double half_width) {
  strokes_.push_back({from, to, half_width});
}

void Labels::avoid(const Box& box) {
  boxes_.push_back(box);
}

std::vector<Labels::Stroke> Labels::strokes_near(const Box& box) const {
  std::vector<Stroke> near;
  for (const Stroke& stroke : strokes_)
    if (length_within(grown(box, stroke.half_width), stroke.from, stroke.to) > 0)
      near.push_back(stroke);
  return near;
}

std::vector<Box> Labels::boxes_near(const Box& box) const {
  std::vector<Box> near;
  for (const Box& other : boxes_)
    if (common_area(box, other) > 0) near.push_back(other);
  return near;
}

void Labels::draw(Svg& svg) const {
  std::vector<Box> placed;
  for (const Label& label : labels_) {
    const double size = label.style.empty() ? Svg::text_size : 10.5;
    const Vec2 half{0.5 * text_width(label.text, size) + 1, 0.5 * size};
    // All places are within this, so only what is here counts.
    Box around;
    around.include(label.at,
                   label.distance + extra_distances.back() + 2 * std::max(half.x, half.y));
    const std::vector<Stroke> strokes = strokes_near(around);
    const std::vector<Box> boxes = boxes_near(around);
    double least = std::numeric_limits<double>::infinity();
    Box best;
    for (const double extra : extra_distances) {
      for (int k = 0; k < 16; ++k) {
        const double angle = k * std::numbers::pi / 8;
        const Vec2 towards{std::cos(angle), std::sin(angle)};
        const Vec2 centre = label.at + (label.distance + extra) * towards +
                            Vec2{towards.x * half.x, towards.y * half.y};
        const Box place{centre - half, centre + half};
        double cost = 1.5 * extra + 8 * (1 - dot(towards, label.wanted));
        for (const Stroke& stroke : strokes)
          cost += 4 * length_within(grown(place, stroke.half_width), stroke.from, stroke.to);
        for (const Box& box : boxes) cost += common_area(place, box);
        for (const Box& other : placed) cost += 8 * common_area(grown(place, 2), other);
        if (cost < least) {
          least = cost;
          best = place;
        }
      }
    }
    if (label.optional)
      if (std::any_of(placed.begin(), placed.end(),
                      [&](const Box& other) { return common_area(best, other) > 0; }))
        continue;
    placed.push_back(best);
    svg.text({best.centre().x, best.high.y - 0.14 * size}, Anchor::middle, label.style, label.text,
             size);
  }
}

}  // namespace carom
