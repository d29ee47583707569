#include "draw/transmission.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

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

struct Picture {
  const TransmissionReport& report;
  double largest = 0;  ///< impulse in a rod
  View view;
  Svg svg;
  Labels labels;
  bool named = true;
};

/// Whether something of it is one of several, of (t, n) or (along, across).
bool open(const std::array<bool, 2>& determined) {
  return !(determined[0] && determined[1]);
}

/// The style of what is, beside its own.
std::string doubt(bool is_open) {
  return is_open ? " undetermined" : "";
}

double size(const TransmittedRod& rod) {
  return std::hypot(rod.along, rod.across);
}

/// The colour tells what goes along the rod: tension above zero, pressure below.
std::string style_of(const Picture& picture, const TransmittedRod& rod) {
  switch (carried(picture.report, rod)) {
    case Carried::blocked:
      return "blocked";
    case Carried::no_joint:
      return "rod";
    case Carried::idle:
      return "idle" + doubt(open(rod.determined));
    case Carried::across:
      return "across" + doubt(open(rod.determined));
    case Carried::tension:
    case Carried::pressure:
      break;
  }
  // The palest levels are for areas; a line needs more.
  const double share = std::abs(rod.along) / picture.largest;
  const int level =
      std::clamp(static_cast<int>(std::ceil(number_levels * share)), 3, number_levels);
  return fmt::format("line-{}-{}{}", rod.along > 0 ? "above" : "below", level,
                     doubt(open(rod.determined)));
}

double width_of(const Picture& picture, const TransmittedRod& rod) {
  const Carried what = carried(picture.report, rod);
  const bool carries =
      what == Carried::tension || what == Carried::pressure || what == Carried::across;
  return carries ? 2.2 + 5 * size(rod) / picture.largest : 2.2;
}

std::string words_of(const Picture& picture, const TransmittedRod& rod) {
  if (rod.free) return "free at its near end";
  if (rod.blocked) return "blocked";
  const double across = shown(picture.report, rod.across);
  std::string words = short_number(shown(picture.report, rod.along));
  if (across != 0) words += ", across " + short_number(across);
  return open(rod.determined) ? "undetermined (" + words + ")" : words;
}

void draw_polygon(Picture& picture, const std::vector<Vec2>& corners) {
  if (corners.empty()) return;
  Path path;
  path.move(picture.view(corners.front()));
  for (const Vec2& corner : corners) path.line(picture.view(corner));
  picture.svg.path(path.close(), "outline");
}

/// The bodies that are more than rods, behind what goes through them.
void draw_bodies(Picture& picture) {
  for (const DrawnContact& contact : picture.report.drawing.contacts)
    draw_polygon(picture, contact.outline);
  for (const DrawnLink& link : picture.report.drawing.links) draw_polygon(picture, link.block);
}

void draw_rods(Picture& picture) {
  const auto& links = picture.report.drawing.links;
  for (std::size_t i = 0; i < links.size() && i < picture.report.rods.size(); ++i) {
    const TransmittedRod& rod = picture.report.rods[i];
    const Vec2 near = picture.view(links[i].near), far = picture.view(links[i].far);
    const std::string words = fmt::format("{}: {}", rod.link, words_of(picture, rod));
    picture.svg.open("drawn-link", words);
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
    label.text = words;
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

std::string force_words(const TransmittedContact& contact) {
  const std::string force = short_number(contact.normal_impulse);
  return contact.determined[1] ? "F = " + force : "F undetermined (" + force + ")";
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
      const bool leaves = found->outcome == Response::leaves;
      const bool pressed = found->outcome == Response::pressed;
      const Vec2 tip = at + 34 * normal;
      if (leaves) draw_arrow(picture.svg, at, tip, "leaving");
      const bool undecided = found->outcome == Response::open;
      if (pressed || undecided)
        draw_arrow(picture.svg, at + 46 * normal, at + 13 * normal,
                   "pressing" + doubt(open(found->determined)));
      if (leaves || pressed || undecided) picture.labels.avoid(at, tip, 5);
      picture.svg.circle(at, 4, leaves ? "leaving" : pressed ? "pressing" : "apart");
      label.text =
          fmt::format("{}: {}", drawn.name,
                      leaves      ? "leaves, V = " + short_number(found->normal_velocity) + " 1/kg"
                      : pressed   ? "pressed, " + force_words(*found)
                      : undecided ? force_words(*found)
                      : open(found->determined) ? "critical, " + force_words(*found)
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
  std::map<Carried, bool> found;  // and whether all of them are open
  bool any_open = false;
  for (const TransmittedRod& rod : picture.report.rods) {
    const bool is_open = open(rod.determined);
    const auto [place, first] = found.emplace(carried(picture.report, rod), is_open);
    if (!first) place->second = place->second && is_open;
    any_open = any_open || is_open;
  }
  for (const TransmittedContact& contact : picture.report.contacts)
    any_open = any_open || open(contact.determined);
  // What is said to carry nothing may carry something where it is open.
  const bool idle_open = found.contains(Carried::idle) && found[Carried::idle];
  const auto explain = [&](Carried what, const std::string& style, double width,
                           const std::string& words) {
    if (found.contains(what)) sign(style + doubt(found[what]), width, words);
  };
  explain(Carried::tension, fmt::format("line-above-{}", number_levels), 6, "pulls");
  explain(Carried::pressure, fmt::format("line-below-{}", number_levels), 6, "presses");
  explain(Carried::across, "across", 6, "carries only across");
  explain(Carried::idle, "idle", 2.2, idle_open ? "undetermined" : "carries nothing");
  explain(Carried::blocked, "blocked", 2.2, "blocked");
  explain(Carried::no_joint, "rod", 2.2, "no joint at its near end");
  double below = y + 24;
  const auto line = [&](const std::string& words) {
    picture.svg.text({drawn.low.x, below}, Anchor::start, "small", words, 10.5);
    below += 15;
  };
  const double thickest = shown(picture.report, picture.largest);
  line(fmt::format("per unit of the normal impulse at {}{}", picture.report.striker,
                   thickest > 0 ? "; thickest: " + short_number(thickest) : std::string()));
  if (any_open)
    line(
        "dotted: undetermined, other impulses give the same velocities; those given have the least "
        "sum of squares");
  if (picture.report.verdict != Verdict::unique)
    line(std::string(name(picture.report.verdict)) + " answer");
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
    for (const Vec2& corner : link.block) world.include(corner);
  }
  for (const DrawnContact& contact : drawing.contacts) {
    world.include(contact.position);
    for (const Vec2& point : contact.outline) world.include(point);
  }
  picture.view.centre = world.centre();
  const double metres =
      std::max({world.width() / picture_width, world.height() / picture_height, 1e-300});
  picture.view.scale = 1 / metres;
  Box content;
  content.include(picture.view(world.low));
  content.include(picture.view(world.high));
  draw_surfaces(picture.svg, picture.labels, drawing, picture.view, content,
                2 * std::hypot(world.width(), world.height()));
  draw_bodies(picture);
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
  if (!report.impulses_determined) description += " Some impulses are undetermined.";
  for (std::size_t i = 0; i < std::min<std::size_t>(report.contacts.size(), 20); ++i)
    description +=
        fmt::format(" Contact {}: {}.", report.contacts[i].name, name(report.contacts[i].outcome));
  return picture.svg.document(title, description);
}

}  // namespace carom
