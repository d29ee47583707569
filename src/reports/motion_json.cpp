#include "reports/motion_json.hpp"

#include <algorithm>

#include "keys/mechanism_keys.hpp"
#include "reports/json_parts.hpp"
#include "reports/page_columns.hpp"
#include "reports/panels_json.hpp"

namespace carom {
namespace {

using json_parts::array;
using json_parts::Json;
using json_parts::pair;

/// Two columns from a list of pairs.
template <class List, class First, class Second>
Json two(const List& list, const char* a, First&& first, const char* b, Second&& second) {
  std::vector<double> one, other;
  for (const auto& each : list) {
    one.push_back(first(each));
    other.push_back(second(each));
  }
  return {{a, page_singles(one)}, {b, page_singles(other)}};
}

Json places(const std::vector<Vec2>& list) {
  return two(
      list, "x", [](const Vec2& v) { return v.x; }, "y", [](const Vec2& v) { return v.y; });
}

Json link_node(const MovingLink& link) {
  Json node = {{"name", link.name}};
  if (link.massless) node["massless"] = true;
  if (link.parent >= 0) {
    node["parent"] = link.parent;
    node["attach"] = pair(link.attach);
  }
  node["length"] = link.length;
  if (link.centre) node["centre"] = pair(*link.centre);
  if (!link.block.empty()) node["block"] = array(link.block, pair);
  if (!link.others.empty()) node["others"] = array(link.others, pair);
  node["angle"] = page_singles(link.angles);
  return node;
}

Json surface_node(const MovingSurface& surface) {
  Json node = {{"name", surface.name},
               {"kind", name(surface.kind)},
               {"point", pair(surface.point)},
               {"angle", surface.angle}};
  if (!surface.displacements.empty()) node["displacement"] = places(surface.displacements);
  return node;
}

Json contact_node(const MovingContact& contact) {
  Json node = {{"name", contact.name},
               {"link", contact.link},
               {"surface", contact.surface},
               {"at", pair(contact.at)}};
  if (!contact.outline.empty()) {
    node["outline"] = array(contact.outline, pair);
    node["touching"] = places(contact.touching);
  }
  node["mode"] = page_codes(contact.modes);
  node["gap"] = page_singles(contact.gaps);
  node["force"] = two(
      contact.forces, "t", [](const auto& f) { return f[0]; }, "n",
      [](const auto& f) { return f[1]; });
  for (std::size_t axis = 0; axis < 2; ++axis)
    if (const auto& codes = contact.determined[axis]; std::ranges::find(codes, 0) != codes.end())
      node["determined"][axis == 0 ? "t" : "n"] = page_codes(codes);
  return node;
}

Json event_node(const MovingEvent& event) {
  Json node = {{"time", event.time},
               {"kind", event.kind},
               {"contact", event.contact},
               {"words", event.words}};
  if (!event.impulses.empty()) node["impulses"] = event.impulses;
  if (!event.determined.empty()) node["determined"] = event.determined;
  return node;
}

}  // namespace

Json section(const PageMotion& motion) {
  Json node = {{"kind", "motion"}, {"title", motion.title}};
  if (!motion.caption.empty()) node["caption"] = motion.caption;
  node["base"] = {{"kind", name(motion.base)}};
  if (motion.base != BaseKind::free) node["base"]["position"] = pair(motion.base_position);
  if (motion.base == BaseKind::slider) node["base"]["direction"] = pair(motion.slider_direction);
  if (!motion.bases.empty()) node["base"]["at"] = places(motion.bases);
  node["time"] = page_numbers(motion.times);
  node["links"] = array(motion.links, link_node);
  if (!motion.masses.empty())
    node["masses"] = array(motion.masses, [](const MovingMass& mass) {
      return Json{{"link", mass.link}, {"at", pair(mass.at)}, {"mass", mass.mass}};
    });
  node["surfaces"] = array(motion.surfaces, surface_node);
  node["contacts"] = array(motion.contacts, contact_node);
  node["modes"] = motion.modes;
  node["events"] = array(motion.events, event_node);
  if (motion.beside) node["beside"] = section(*motion.beside);
  return node;
}

}  // namespace carom
