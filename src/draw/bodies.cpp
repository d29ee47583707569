#include <algorithm>
#include <cmath>

#include "draw/scale.hpp"
#include "draw/sheet.hpp"
#include "draw/symbols.hpp"

namespace carom {
namespace {

/// The drawn body of a link in pixels: the corners of a block, or the line of a bar. A bar's round
/// end stands on the end of its line where no joint holds it, so that it does not cover a surface
/// that it touches.
std::vector<Vec2> body_of(const Sheet& sheet, const DrawnLink& link) {
  std::vector<Vec2> points;
  for (const Vec2& corner : link.block) points.push_back(sheet.view(corner));
  if (!points.empty()) return points;
  points = {sheet.view(link.near), sheet.view(link.far)};
  if (length(points[1] - points[0]) < 1e-3) return {points[0]};
  if (length(points[1] - points[0]) < 4 * sheet.bar) return points;
  const auto held = [&](const Vec2& end) {
    return std::any_of(sheet.joints.begin(), sheet.joints.end(),
                       [&](const Vec2& joint) { return length(sheet.view(joint) - end) < 1; });
  };
  const Vec2 shift = (0.5 * sheet.bar + 1.4) * unit(points[0], points[1]);
  if (link.mass > 0) {
    if (!held(points[0])) points[0] += shift;
    if (!held(points[1])) points[1] -= shift;
  }
  return points;
}

/// From the nearest point of the bar to what lies off it.
void draw_arms(Sheet& sheet, const DrawnLink& link) {
  const Vec2 near = sheet.view(link.near), far = sheet.view(link.far);
  const double whole = dot(far - near, far - near);
  for (const Vec2& end : link.arms) {
    const Vec2 to = sheet.view(end);
    const double share = whole > 0 ? std::clamp(dot(to - near, far - near) / whole, 0.0, 1.0) : 0;
    const Vec2 from = near + share * (far - near);
    sheet.svg.line(from, to, "rod", 2.2);
    sheet.labels.avoid(from, to, 3);
  }
}

void add_link_label(Sheet& sheet, const DrawnLink& link, bool is_bar) {
  if (!sheet.named) return;
  const Vec2 near = sheet.view(link.near), far = sheet.view(link.far);
  Label label;
  label.text = link.name;
  label.optional = true;
  if (is_bar) {
    // Beside the bar, clear of the mass centre, on the side away from the picture's middle.
    const Vec2 middle = 0.5 * (near + far);
    Vec2 away = perpendicular(unit(near, far));
    if (dot(away, middle) < 0 || (dot(away, middle) < 1 && away.y > 0)) away = -away;
    label.at = middle + 0.12 * (near - far);
    label.wanted = away;
    label.distance = 0.5 * sheet.bar + 6;
  } else {
    label.at = sheet.view(link.mass > 0 ? link.com : link.near);
    label.distance = 10;
  }
  sheet.labels.add(label);
}

void draw_link(Sheet& sheet, const DrawnLink& link) {
  const std::vector<Vec2> points = body_of(sheet, link);
  Path path;
  path.move(points.front());
  for (std::size_t i = 1; i < points.size(); ++i) path.line(points[i]);
  // A path of one point shows its round cap.
  if (points.size() == 1) path.line(points.front());
  if (points.size() > 2) path.close();

  sheet.svg.open("drawn-link", link.mass > 0 ? link.name + ": " + quantity(link.mass, "kg")
                                             : link.name + ": massless");
  draw_arms(sheet, link);
  if (link.mass > 0 && points.size() > 2) {
    sheet.svg.path(path, "outline");
  } else if (link.mass > 0) {
    sheet.svg.path(path, "link-edge", sheet.bar + 2.8);
    sheet.svg.path(path, "link-face", sheet.bar);
  } else {
    sheet.svg.path(path, "rod", 2.2);
  }
  sheet.svg.close();
  for (std::size_t i = 0; i < points.size(); ++i)
    sheet.labels.avoid(points[i], points[(i + 1) % points.size()], 0.5 * sheet.bar + 2);
  const bool is_bar = points.size() == 2 && length(points[1] - points[0]) > 14;
  add_link_label(sheet, link, is_bar);
}

/// Many links: two strokes for all of them.
void draw_links_as_lines(Sheet& sheet) {
  Path bars, rods;
  for (const DrawnLink& link : sheet.drawing.links)
    (link.mass > 0 ? bars : rods).move(sheet.view(link.near)).line(sheet.view(link.far));
  sheet.svg.path(rods, "rod", 1);
  sheet.svg.path(bars, "rod", 2);
}

/// Where the links of the base go, in pixels.
Vec2 direction_of_links(const Sheet& sheet) {
  Vec2 sum;
  for (const DrawnLink& link : sheet.drawing.links)
    if (link.near == sheet.drawing.base.position)
      sum += sheet.view(link.far) - sheet.view(link.near);
  return sum;
}

void draw_pinned_base(Sheet& sheet) {
  const Vec2 at = sheet.view(sheet.drawing.base.position);
  const Vec2 ground = direction_of_links(sheet).y > 0 ? Vec2{0, -1} : Vec2{0, 1};
  draw_pinned_support(sheet.svg, at, ground);
  sheet.labels.avoid(at, at + 26 * ground, 14);
}

/// A block on a rail, on the side where the links do not go.
void draw_slider_base(Sheet& sheet) {
  const DrawnBase& base = sheet.drawing.base;
  const Vec2 at = sheet.view(base.position), relaxed = sheet.view(base.relaxed);
  const Vec2 along = View::direction(base.direction);
  Vec2 across = perpendicular(along);
  if (dot(across, direction_of_links(sheet)) > 0) across = -across;
  const double shift = dot(relaxed - at, along);
  const Vec2 from = at + (std::min(shift, 0.0) - 60) * along;
  const Vec2 to = at + (std::max(shift, 0.0) + 60) * along;
  const Vec2 half = 17 * along, rail = 20 * across, middle = 10 * across;
  sheet.svg.line(from + rail, to + rail, "surface");
  draw_hatching(sheet.svg, from + rail, to + rail, across, 7);
  if (std::abs(shift) > 2) sheet.svg.line(relaxed, relaxed + rail, "ghost");
  if (base.sprung) {
    draw_spring(sheet.svg, from + middle, at - half + middle);
    sheet.svg.line(from, from + rail, "surface");
  }
  draw_plate(sheet.svg, at - half + rail, at + half + rail, -across, 27);
  sheet.labels.avoid(from + middle, to + middle, 18);
}

void draw_base(Sheet& sheet) {
  const BaseKind kind = sheet.drawing.base.kind;
  if (kind == BaseKind::free) return;
  sheet.svg.open("drawn-base", kind == BaseKind::pinned ? "pinned base" : "slider base");
  if (kind == BaseKind::pinned)
    draw_pinned_base(sheet);
  else
    draw_slider_base(sheet);
  sheet.svg.close();
}

void draw_outlines(Sheet& sheet) {
  for (const DrawnContact& contact : sheet.drawing.contacts) {
    if (contact.outline.empty()) continue;
    Path path;
    Vec2 last = sheet.view(contact.outline.back());
    for (std::size_t i = 0; i < contact.outline.size(); ++i) {
      const Vec2 point = sheet.view(contact.outline[i]);
      if (i == 0)
        path.move(point);
      else
        path.line(point);
      sheet.labels.avoid(last, point, 2);
      last = point;
    }
    sheet.svg.path(path.close(), "outline");
  }
}

void draw_masses(Sheet& sheet) {
  const std::vector<DrawnMass>& masses = sheet.drawing.masses;
  double heaviest = 0;
  for (const DrawnMass& mass : masses) heaviest = std::max(heaviest, mass.mass);
  for (const DrawnMass& mass : masses) {
    if (!(mass.mass > 0)) continue;
    const Vec2 at = sheet.view(mass.position);
    const double radius = std::max(2.5, 12 * std::sqrt(mass.mass / heaviest));
    sheet.svg.circle(at, radius, "mass");
    sheet.labels.avoid({at - Vec2{radius, radius}, at + Vec2{radius, radius}});
    if (masses.size() > 30) continue;
    Label label;
    label.text = quantity(mass.mass, "kg");
    label.at = at;
    label.distance = radius + 4;
    label.style = "small";
    label.optional = true;
    sheet.labels.add(label);
  }
}

}  // namespace

void draw_bodies(Sheet& sheet) {
  draw_base(sheet);
  if (sheet.detailed)
    for (const DrawnLink& link : sheet.drawing.links) draw_link(sheet, link);
  else
    draw_links_as_lines(sheet);
  draw_outlines(sheet);
  draw_masses(sheet);
}

void draw_joints_and_centres(Sheet& sheet) {
  if (!sheet.detailed) return;
  for (const DrawnLink& link : sheet.drawing.links) {
    if (!(link.mass > 0)) continue;
    const Vec2 at = sheet.view(link.com);
    const double radius = std::clamp(0.42 * sheet.bar, 2.5, 5.0);
    draw_mass_centre(sheet.svg, at, radius);
    sheet.labels.avoid({at - Vec2{radius, radius}, at + Vec2{radius, radius}});
  }
  for (const Vec2& joint : sheet.joints)
    sheet.svg.circle(sheet.view(joint), std::clamp(0.42 * sheet.bar, 2.0, 4.5), "joint");
}

}  // namespace carom
