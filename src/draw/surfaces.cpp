#include "draw/surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "draw/symbols.hpp"

namespace carom {
namespace {

constexpr double plate_depth = 10;

/// The drawn part of a surface in pixels: origin + s·tangent, s from `begin` to `end`.
struct Span {
  const DrawnSurface* surface = nullptr;
  Vec2 origin;
  Vec2 tangent;
  Vec2 solid;  ///< unit vector away from the free side
  double first_foot = 0, last_foot = 0;
  double begin = 0, end = 0;

  Vec2 at(double s) const { return origin + s * tangent; }
  bool fixed() const { return surface->kind == SurfaceKind::fixed; }
};

/// Where the surface is in the picture and where its near contacts stand on it; nothing if it is
/// out of the picture.
std::optional<Span> span_of(const MechanismDrawing& drawing, int index, const View& view,
                            const Box& content, double reach) {
  const DrawnSurface& surface = drawing.surfaces[index];
  Span span;
  span.surface = &surface;
  span.tangent = View::direction(surface.tangent);
  span.solid = -View::direction(surface.normal);
  const Vec2 point = view(surface.point);
  span.origin = point + dot(content.centre() - point, span.tangent) * span.tangent;

  bool used = false, near = false;
  for (const DrawnContact& contact : drawing.contacts) {
    if (contact.surface != index) continue;
    used = true;
    if (std::abs(contact.gap) > reach) continue;
    const double foot = dot(view(contact.position) - span.origin, span.tangent);
    span.first_foot = near ? std::min(span.first_foot, foot) : foot;
    span.last_foot = near ? std::max(span.last_foot, foot) : foot;
    near = true;
  }
  const Vec2 off = span.origin - content.centre();
  const bool crosses =
      std::abs(dot(off, span.solid)) <= 0.5 * std::hypot(content.width(), content.height()) + 1;
  if (!near && (used || !crosses)) return std::nullopt;
  return span;
}

/// Lets the spans reach beyond their feet: a lone floor under the whole picture, others so far
/// that they read as surfaces.
void extend(std::vector<Span>& spans, const Box& content) {
  const double size = std::hypot(content.width(), content.height());
  for (Span& span : spans) {
    const double margin = std::max(46.0, 0.22 * size);
    span.begin = span.first_foot - margin;
    span.end = span.last_foot + margin;
    if (spans.size() > 1 || !span.fixed()) continue;
    const Vec2 half{0.5 * content.width(), 0.5 * content.height()};
    const double reach = std::abs(half.x * span.tangent.x) + std::abs(half.y * span.tangent.y) + 36;
    span.begin = std::min(span.first_foot - 36, -reach);
    span.end = std::max(span.last_foot + 36, reach);
  }
}

/// On which side of the other surface a span's feet stand: −1 in its solid, +1 on its free side, 0
/// on both.
int side(const Span& feet, const Span& other) {
  const double first = dot(other.origin - feet.at(feet.first_foot), other.solid);
  const double last = dot(other.origin - feet.at(feet.last_foot), other.solid);
  if (first >= 0 && last >= 0) return 1;
  return first <= 0 && last <= 0 ? -1 : 0;
}

/// Two surfaces meet in a corner where each has its contacts on the other's free side (a room's
/// corner), or each on the other's solid side (a body's edge). Near such a corner both end in it.
void join(std::vector<Span>& spans, const Box& content) {
  const double near = 0.5 * std::hypot(content.width(), content.height());
  const std::vector<Span> whole = spans;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Span& span = whole[i];
    double first = -std::numeric_limits<double>::infinity();
    double last = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < whole.size(); ++j) {
      const Span& other = whole[j];
      const double slope = dot(span.tangent, other.solid);
      if (i == j || std::abs(slope) < 1e-6) continue;
      if (side(span, other) == 0 || side(span, other) != side(other, span)) continue;
      const double corner = dot(other.origin - span.origin, other.solid) / slope;
      const double on_other = dot(span.at(corner) - other.origin, other.tangent);
      if (on_other < other.begin - near || on_other > other.end + near) continue;
      if (corner >= span.last_foot) last = std::min(last, corner);
      if (corner <= span.first_foot) first = std::max(first, corner);
    }
    if (last < span.end + near) spans[i].end = last;
    if (first > span.begin - near) spans[i].begin = first;
  }
}

void draw_spring_to_ground(Svg& svg, Labels& labels, const Vec2& from, const Vec2& away) {
  const Vec2 ground = from + 46 * away;
  const Vec2 side = 16 * perpendicular(away);
  draw_spring(svg, from, ground);
  svg.line(ground - side, ground + side, "surface");
  draw_hatching(svg, ground - side, ground + side, away, 6);
  labels.avoid(from, ground + 6 * away, 10);
}

/// Springs from a plate back to the ground, along the line on which the plate yields: two behind
/// it, to both sides of where it is struck, or one at its end.
void draw_yielding_support(Svg& svg, Labels& labels, const Span& span) {
  Vec2 away = View::direction(span.surface->direction);
  if (dot(away, span.solid) < 0) away = -away;
  const Vec2 back = plate_depth * span.solid;
  if (dot(away, span.solid) < 0.3) {
    const bool along = dot(away, span.tangent) > 0;
    const Vec2 end = span.at(along ? span.end : span.begin);
    draw_spring_to_ground(svg, labels, end + 0.5 * back, away);
    return;
  }
  for (const double part : {0.2, 0.8})
    draw_spring_to_ground(svg, labels, span.at(std::lerp(span.begin, span.end, part)) + back, away);
}

/// A double arrow beside a plate, along the line on which it is moved.
void draw_motion(Svg& svg, Labels& labels, const Span& span) {
  const Vec2 along = View::direction(span.surface->direction);
  const bool sideways = std::abs(dot(along, span.solid)) < 0.3;
  const Vec2 middle = sideways ? span.at(0.5 * (span.begin + span.end)) + 22 * span.solid
                               : span.at(span.end + 16) + 0.5 * plate_depth * span.solid;
  draw_double_arrow(svg, middle - 18 * along, middle + 18 * along, "motion");
  labels.avoid(middle - 18 * along, middle + 18 * along, 4);
}

void draw_ghost(Svg& svg, const Span& span, double scale) {
  const Vec2 moved = scale * View::direction(span.surface->displacement);
  if (std::hypot(moved.x, moved.y) < 2) return;
  svg.line(span.at(span.begin) - moved, span.at(span.end) - moved, "ghost");
}

void draw_span(Svg& svg, Labels& labels, const Span& span, double scale) {
  const Vec2 from = span.at(span.begin), to = span.at(span.end);
  if (span.fixed()) {
    draw_hatching(svg, from, to, span.solid);
    svg.line(from, to, "surface");
  } else {
    draw_ghost(svg, span, scale);
    draw_plate(svg, from, to, span.solid, plate_depth);
    if (span.surface->kind == SurfaceKind::yields)
      draw_yielding_support(svg, labels, span);
    else
      draw_motion(svg, labels, span);
  }
  labels.avoid(from + 5 * span.solid, to + 5 * span.solid, 6);
}

}  // namespace

std::vector<std::string> draw_surfaces(Svg& svg, Labels& labels, const MechanismDrawing& drawing,
                                       const View& view, const Box& content, double reach) {
  std::vector<Span> spans;
  std::vector<std::string> absent;
  for (std::size_t i = 0; i < drawing.surfaces.size(); ++i) {
    if (const auto span = span_of(drawing, static_cast<int>(i), view, content, reach))
      spans.push_back(*span);
    else
      absent.push_back(drawing.surfaces[i].name);
  }
  extend(spans, content);
  join(spans, content);
  for (const Span& span : spans) {
    svg.open("drawn-surface", span.surface->name);
    draw_span(svg, labels, span, view.scale);
    svg.close();
    Label label;
    label.text = span.surface->name;
    label.at = span.at(span.fixed() ? span.end - 20 : span.begin + 16) + 12 * span.solid;
    label.wanted = span.solid;
    label.style = "small";
    label.distance = 4;
    labels.add(label);
  }
  return absent;
}

}  // namespace carom
