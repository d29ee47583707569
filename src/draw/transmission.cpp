#include "draw/transmission.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/labels.hpp"
#include "draw/scale.hpp"
#include "draw/surfaces.hpp"
#include "draw/svg.hpp"
#include "draw/symbols.hpp"
#include "draw/view.hpp"

namespace carom {
namespace {

constexpr double picture_width = 620;   ///< pixels
constexpr double picture_height = 420;  ///< pixels
constexpr int levels = 5;               ///< of colour, either way

struct Picture {
  const TransmissionReport& report;
  double largest = 0;  ///< impulse in a rod
  View view;
  Svg svg;
  Labels labels;
  bool named = true;
};

double size(const TransmittedRod& rod) {
  return std::hypot(rod.along, rod.across);
}

/// "pull-3", "press-1", "blocked", "idle".
std::string style_of(const Picture& picture, const TransmittedRod& rod) {
  if (rod.blocked) return "blocked";
  if (picture.largest == 0 || size(rod) == 0) return "idle";
  const double share = size(rod) / picture.largest;
  const int level = std::clamp(static_cast<int>(std::ceil(levels * share)), 1, levels);
  return fmt::format("{}-{}", rod.along > 0 ? "pull" : "press", level);
}

double width_of(const Picture& picture, const TransmittedRod& rod) {
  const double share = picture.largest > 0 ? size(rod) / picture.largest : 0;
  return rod.blocked ? 2.2 : 2.2 + 5 * share;
}

void draw_rods(Picture& picture) {
  const auto& links = picture.report.drawing.links;
  for (std::size_t i = 0; i < links.size() && i < picture.report.rods.size(); ++i) {
    const TransmittedRod& rod = picture.report.rods[i];
    const Vec2 near = picture.view(links[i].near), far = picture.view(links[i].far);
    picture.svg.open("drawn-link", fmt::format("{}: {}", rod.link,
                                               rod.blocked ? "blocked" : short_number(rod.along)));
    picture.svg.line(near, far, style_of(picture, rod), width_of(picture, rod));
    if (rod.blocked) {
      // A bar across: the strike stops here.
      const Vec2 middle = 0.5 * (near + far);
      const Vec2 along = unit(near, far);
      const Vec2 across = 6 * perpendicular(along);
      picture.svg.line(middle - across, middle + across, "blocked-mark");
    }
    picture.svg.close();
    picture.labels.avoid(near, far, 5);
    if (!picture.named) continue;
    Label label;
    label.text = rod.blocked ? rod.link + ": blocked"
                             : fmt::format("{}: {}", rod.link, short_number(rod.along));
    label.at = 0.5 * (near + far);
    label.wanted = perpendicular(unit(near, far));
    if (label.wanted.y > 0) label.wanted = -label.wanted;
    label.distance = 9;
    label.optional = true;
    picture.labels.add(label);
  }
}

void draw_masses(Picture& picture) {
  double heaviest = 0;
  for (const DrawnMass& mass : picture.report.drawing.masses)
    heaviest = std::max(heaviest, mass.mass);
  for (const DrawnMass& mass : picture.report.drawing.masses) {
    if (!(mass.mass > 0)) continue;
    const Vec2 at = picture.view(mass.position);
    const double radius = std::max(2.5, 10 * std::sqrt(mass.mass / heaviest));
    picture.svg.circle(at, radius, "mass");
    picture.labels.avoid({at - Vec2{radius, radius}, at + Vec2{radius, radius}});
  }
}

void draw_contacts(Picture& picture) {
  for (const DrawnContact& drawn : picture.report.drawing.contacts) {
    const Vec2 at = picture.view(drawn.position);
    const Vec2 normal = View::direction(drawn.normal);
    Label label;
    label.at = at;
    label.wanted = normal;
    label.distance = 14;
    const auto found =
        std::ranges::find(picture.report.contacts, drawn.name, &TransmittedContact::name);
    if (drawn.name == picture.report.striker) {
      const Vec2 pushed = View::direction(drawn.normal + picture.report.ratio * drawn.tangent);
      const Vec2 tip = at + (40 / std::hypot(pushed.x, pushed.y)) * pushed;
      draw_arrow(picture.svg, at, tip, "approaching");
      picture.svg.circle(at, 4, "approaching");
      picture.labels.avoid(at, tip, 5);
      label.text = drawn.name + ": struck";
    } else if (found != picture.report.contacts.end()) {
      const bool leaves = found->outcome == "leaves", pressed = found->outcome == "pressed";
      const Vec2 tip = at + 34 * normal;
      if (leaves) draw_arrow(picture.svg, at, tip, "velocity");
      if (pressed) draw_arrow(picture.svg, at + 46 * normal, at + 13 * normal, "touching");
      if (leaves || pressed) picture.labels.avoid(at, tip, 5);
      picture.svg.circle(at, 4, leaves ? "velocity" : pressed ? "touching" : "apart");
      label.text =
          fmt::format("{}: {}", drawn.name,
                      leaves    ? "leaves, V = " + short_number(found->normal_velocity) + " 1/kg"
                      : pressed ? "pressed, F = " + short_number(found->normal_impulse)
                                : std::string("critical: nothing"));
    } else {
      picture.svg.circle(at, 4, "apart");
      label.text = drawn.name;
    }
    if (picture.report.drawing.contacts.size() <= 30) picture.labels.add(label);
  }
}

void draw_legend(Picture& picture) {
  const Box drawn = picture.svg.extent();
  double x = drawn.low.x;
  const double y = drawn.high.y + 26;
  const auto sign = [&](const std::string& style, double width, const std::string& words) {
    picture.svg.line({x, y}, {x + 26, y}, style, width);
    picture.svg.text({x + 33, y + 4}, Anchor::start, "", words);
    x += 33 + text_width(words, Svg::text_size) + 20;
  };
  sign(fmt::format("pull-{}", levels), 6, "pulls");
  sign(fmt::format("press-{}", levels), 6, "presses");
  sign("blocked", 2.2, "blocked");
  picture.svg.text({drawn.low.x, y + 24}, Anchor::start, "small",
                   fmt::format("per unit of the normal impulse at {}; thickest: {}",
                               picture.report.striker, short_number(picture.largest)),
                   10.5);
}

}  // namespace

std::string transmission_svg(const TransmissionReport& report) {
  Picture picture{report, 0, {}, {}, {}, report.rods.size() <= 40};
  for (const TransmittedRod& rod : report.rods)
    picture.largest = std::max(picture.largest, size(rod));
  const MechanismDrawing& drawing = report.drawing;
  Box world;
  for (const DrawnLink& link : drawing.links) {
    world.include(link.near);
    world.include(link.far);
  }
  for (const DrawnContact& contact : drawing.contacts) world.include(contact.position);
  picture.view.centre = world.centre();
  const double metres =
      std::max({world.width() / picture_width, world.height() / picture_height, 1e-300});
  picture.view.scale = 1 / metres;
  Box content;
  content.include(picture.view(world.low));
  content.include(picture.view(world.high));
  draw_surfaces(picture.svg, picture.labels, drawing, picture.view, content,
                2 * std::hypot(world.width(), world.height()));
  draw_rods(picture);
  draw_masses(picture);
  draw_contacts(picture);
  picture.labels.draw(picture.svg);
  picture.svg.make_room(content);
  draw_legend(picture);
  const Box drawn = picture.svg.extent();
  const std::string title = report.title.empty() ? "Transmission" : report.title;
  picture.svg.text({drawn.centre().x, drawn.low.y - 18}, Anchor::middle, "title", title, 15);
  std::string description = fmt::format("How a strike at {} travels.", report.striker);
  for (std::size_t i = 0; i < std::min<std::size_t>(report.contacts.size(), 20); ++i)
    description +=
        fmt::format(" Contact {}: {}.", report.contacts[i].name, report.contacts[i].outcome);
  return picture.svg.document(title, description);
}

}  // namespace carom
