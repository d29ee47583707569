#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "draw/scale.hpp"
#include "draw/sheet.hpp"
#include "draw/symbols.hpp"

namespace carom {
namespace {

constexpr double frame_length = 26;   ///< pixels, of t and n
constexpr double smallest_arrow = 2;  ///< pixels; shorter ones are not drawn

void draw_velocity(Sheet& sheet, const Vec2& position, const Vec2& velocity,
                   std::string_view style) {
  const Vec2 from = sheet.view(position);
  const Vec2 arrow = sheet.arrow_scale * View::direction(velocity);
  if (length(arrow) < smallest_arrow) return;
  draw_arrow(sheet.svg, from, from + arrow, "halo");
  draw_arrow(sheet.svg, from, from + arrow, style);
  sheet.labels.avoid(from, from + arrow, 4);
}

/// A joint's velocity says nothing new where a contact shows the same.
bool shown_by_contact(const Sheet& sheet, const DrawnVelocity& velocity) {
  return std::any_of(sheet.drawing.contacts.begin(), sheet.drawing.contacts.end(),
                     [&](const DrawnContact& c) {
                       return sheet.view.scale * length(c.position - velocity.position) < 1 &&
                              sheet.arrow_scale * length(c.velocity - velocity.velocity) < 1;
                     });
}

void draw_contact(Sheet& sheet, const DrawnContact& contact, bool labelled) {
  Svg& svg = sheet.svg;
  const Vec2 at = sheet.view(contact.position);
  const Vec2 normal = View::direction(contact.normal), tangent = View::direction(contact.tangent);
  svg.open("drawn-contact", fmt::format("{}: {}, gap {}", contact.name, name_of(contact.state),
                                        quantity(contact.gap, "m")));
  if (sheet.within_reach(contact) && sheet.view.scale * std::abs(contact.gap) > 2) {
    svg.line(at, sheet.view(foot(contact)), "gap");
    sheet.labels.avoid(at, sheet.view(foot(contact)), 2);
  }
  if (labelled) {
    for (const auto& [axis, name] : {std::pair{tangent, "t"}, std::pair{normal, "n"}}) {
      const Vec2 tip = at + frame_length * axis;
      draw_arrow(svg, at, tip, "frame", 5);
      // The letters stand on the free side, clear of the surface's line.
      const Vec2 letter = tip + (axis == normal ? 7 * normal : 7 * normal - 2 * tangent);
      svg.text(letter + Vec2{0, 3}, Anchor::middle, "symbol", name, 10.5);
      sheet.labels.avoid(at, tip, 3);
      sheet.labels.avoid({letter - Vec2{4, 6}, letter + Vec2{4, 6}});
    }
  }
  draw_velocity(sheet, contact.position, contact.velocity,
                contact.state == ContactState::apart ? "velocity" : name_of(contact.state));
  svg.circle(at, 3.4, name_of(contact.state));
  svg.close();
  sheet.labels.avoid({at - Vec2{4, 4}, at + Vec2{4, 4}});
  if (!labelled) return;
  Label label;
  label.text = contact.name;
  label.at = at;
  label.wanted = unit({0, 0}, tangent + 0.5 * normal);
  if (dot(at, tangent) < 0) label.wanted = unit({0, 0}, 0.5 * normal - tangent);
  label.distance = 8;
  sheet.labels.add(label);
}

}  // namespace

const char* name_of(ContactState state) {
  const char* const names[] = {"apart", "touching", "approaching", "below"};
  return names[static_cast<int>(state)];
}

void draw_velocities(Sheet& sheet) {
  if (!sheet.detailed) return;
  for (const DrawnVelocity& velocity : sheet.drawing.velocities)
    if (!shown_by_contact(sheet, velocity))
      draw_velocity(sheet, velocity.position, velocity.velocity, "velocity");
}

void draw_contacts(Sheet& sheet) {
  const bool labelled = sheet.drawing.contacts.size() <= 30;
  for (const DrawnContact& contact : sheet.drawing.contacts) draw_contact(sheet, contact, labelled);
}

}  // namespace carom
