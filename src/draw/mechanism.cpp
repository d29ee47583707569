#include "draw/mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/scale.hpp"
#include "draw/sheet.hpp"
#include "draw/surfaces.hpp"

namespace carom {
namespace {

constexpr double nothing = 1e-300;  ///< below it a scale would not be finite

/// What must be seen, in metres: the bodies.
Box bodies(const MechanismDrawing& drawing) {
  Box box;
  for (const DrawnLink& link : drawing.links) {
    box.include(link.near);
    box.include(link.far);
    if (link.mass > 0) box.include(link.com);
    for (const Vec2& point : link.block) box.include(point);
    for (const Vec2& point : link.arms) box.include(point);
  }
  for (const Vec2& joint : drawing.joints) box.include(joint);
  for (const DrawnMass& mass : drawing.masses) box.include(mass.position);
  for (const DrawnContact& contact : drawing.contacts) {
    box.include(contact.position);
    for (const Vec2& point : contact.outline) box.include(point);
  }
  if (box.empty() || drawing.base.kind != BaseKind::free) box.include(drawing.base.position);
  return box;
}

/// Chooses the view: the bodies and the surfaces within twice their size, as large as the picture
/// allows. Where everything is in one point, the nearest surface, or a metre, gives the scale.
void choose_view(Sheet& sheet) {
  const MechanismDrawing& drawing = sheet.drawing;
  Box box = bodies(drawing);
  const double size = std::hypot(box.width(), box.height());
  sheet.reach = 2 * size;
  if (size == 0) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const DrawnContact& contact : drawing.contacts)
      if (contact.gap != 0) nearest = std::min(nearest, std::abs(contact.gap));
    sheet.reach = std::isfinite(nearest) ? nearest : 0;
  }
  for (const DrawnContact& contact : drawing.contacts)
    if (sheet.within_reach(contact)) box.include(foot(contact));
  sheet.view.centre = box.centre();
  const double metres_a_pixel =
      std::max(box.width() / Sheet::picture_width, box.height() / Sheet::picture_height);
  sheet.view.scale = metres_a_pixel > nothing ? 1 / metres_a_pixel : Sheet::picture_height / 3;
}

void choose_sizes(Sheet& sheet) {
  const MechanismDrawing& drawing = sheet.drawing;
  sheet.detailed = drawing.links.size() <= 300;
  sheet.named = drawing.links.size() <= 40;
  std::vector<double> lengths;
  for (const DrawnLink& link : drawing.links) {
    const double drawn = sheet.view.scale * length(link.far - link.near);
    if (drawn > 0) lengths.push_back(drawn);
  }
  sheet.bar = 8;
  if (!lengths.empty()) {
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    sheet.bar = std::clamp(0.07 * *middle, 3.0, 12.0);
  }
  double fastest = 0;
  if (sheet.detailed)
    for (const DrawnVelocity& v : drawing.velocities)
      fastest = std::max(fastest, length(v.velocity));
  for (const DrawnContact& c : drawing.contacts) fastest = std::max(fastest, length(c.velocity));
  sheet.arrow_scale = fastest > nothing ? Sheet::longest_arrow / fastest : 0;
}

/// The first joint of a free base joins nothing unless several links hang on it.
std::vector<Vec2> true_joints(const MechanismDrawing& drawing) {
  std::vector<Vec2> joints = drawing.joints;
  if (drawing.base.kind != BaseKind::free) return joints;
  const Vec2 first = drawing.base.position;
  const auto links = std::count_if(drawing.links.begin(), drawing.links.end(),
                                   [&](const DrawnLink& link) { return link.near == first; });
  if (links == 1) std::erase(joints, first);
  return joints;
}

std::string description(const MechanismDrawing& drawing) {
  std::string text = fmt::format("A mechanism of {} link{}, {} point mass{} and {} surface{}.",
                                 drawing.links.size(), drawing.links.size() == 1 ? "" : "s",
                                 drawing.masses.size(), drawing.masses.size() == 1 ? "" : "es",
                                 drawing.surfaces.size(), drawing.surfaces.size() == 1 ? "" : "s");
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, drawing.contacts.size()); ++i) {
    const DrawnContact& contact = drawing.contacts[i];
    text += fmt::format(" Contact {} is {}, gap {}, velocity {} tangential, {} normal.",
                        contact.name, name_of(contact.state), quantity(contact.gap, "m"),
                        quantity(dot(contact.velocity, contact.tangent), "m/s"),
                        quantity(dot(contact.velocity, contact.normal), "m/s"));
  }
  if (drawing.contacts.size() > most)
    text += fmt::format(" And {} more contacts.", drawing.contacts.size() - most);
  return text;
}

}  // namespace

std::string mechanism_svg(const MechanismDrawing& drawing) {
  Sheet sheet{drawing, true_joints(drawing), {}, {}, {}};
  choose_view(sheet);
  choose_sizes(sheet);

  const Box world = bodies(drawing);
  Box content;
  content.include(sheet.view(world.low));
  content.include(sheet.view(world.high));
  const auto absent =
      draw_surfaces(sheet.svg, sheet.labels, drawing, sheet.view, content, sheet.reach);
  draw_bodies(sheet);
  draw_velocities(sheet);
  draw_joints_and_centres(sheet);
  draw_contacts(sheet);
  sheet.labels.draw(sheet.svg);
  sheet.svg.make_room(content);
  draw_legend(sheet, absent);

  const Box drawn = sheet.svg.extent();
  if (!drawing.title.empty())
    sheet.svg.text({drawn.centre().x, drawn.low.y - 18}, Anchor::middle, "title", drawing.title,
                   15);
  return sheet.svg.document(drawing.title.empty() ? "Mechanism" : drawing.title,
                            description(drawing));
}

}  // namespace carom
