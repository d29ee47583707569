#pragma once

/// A motion as a scenario file, all of it and all digits: what a test found can be run by hand.

#include <fmt/format.h>

#include <string>

#include "support/random_motions.hpp"

namespace carom::testing {

inline std::string motion_file(const RandomMotion& r, const std::string& comment) {
  const Mechanism& m = r.mechanism;
  std::string out = "# " + comment + "\n\n";
  const auto number = [](double x) {
    std::string s = fmt::format("{}", x);
    return s.find_first_of(".en") == std::string::npos ? s + ".0" : s;
  };
  const auto pair = [&](Vec2 v) { return "[" + number(v.x) + ", " + number(v.y) + "]"; };
  const auto line = [&](const char* key, const std::string& value) {
    out += fmt::format("{} = {}\n", key, value);
  };
  const auto quoted = [](const std::string& s) { return "\"" + s + "\""; };
  line("title", quoted(r.family));
  out += "\n[world]\n";
  line("gravity", pair(m.gravity));
  out += "\n[base]\n";
  const int base = m.base.kind == BaseKind::free ? 2 : m.base.kind == BaseKind::slider ? 1 : 0;
  line("kind", base == 2 ? "\"free\"" : base == 1 ? "\"slider\"" : "\"pinned\"");
  line("position",
       pair(base == 2 ? Vec2{r.state.positions[0], r.state.positions[1]} : m.base.position));
  if (base == 1) {
    line("direction", number(m.base.direction));
    line("displacement", number(r.state.positions[0]));
    line("mass", number(m.base.mass));
    line("stiffness", number(m.base.stiffness));
    line("damping", number(m.base.damping));
  }
  for (const Link& l : m.links) {
    out += "\n[[link]]\n";
    line("name", quoted(l.name));
    if (l.parent) line("parent", quoted(*l.parent));
    if (l.at) line("at", pair(*l.at));
    line("length", number(l.length));
    line("mass", number(l.mass));
    if (l.com) line("com", pair(*l.com));
    if (l.inertia) line("inertia", number(*l.inertia));
  }
  for (const PointMass& p : m.masses)
    out += fmt::format("\n[[mass]]\nlink = \"{}\"\nat = {}\nmass = {}\n", p.link, pair(p.at),
                       number(p.mass));
  std::size_t coordinate = static_cast<std::size_t>(base) + m.links.size();
  for (const Surface& s : m.surfaces) {
    out += "\n[[surface]]\n";
    line("name", quoted(s.name));
    line("angle", number(s.angle));
    line("point", pair(s.point));
    if (s.body) {
      out += fmt::format(
          "body = {{ direction = {}, mass = {}, stiffness = {}, damping = {}, displacement = {}, "
          "velocity = {} }}\n",
          number(s.body->direction), number(s.body->mass), number(s.body->stiffness),
          number(s.body->damping), number(r.state.positions[coordinate]),
          number(r.state.velocities[coordinate]));
      ++coordinate;
    }
    if (s.motion)
      out += fmt::format("motion = {{ normal = \"{}\", tangential = \"{}\" }}\n",
                         s.motion->normal.text, s.motion->tangential.text);
  }
  for (const Contact& c : m.contacts) {
    out += "\n[[contact]]\n";
    line("name", quoted(c.name));
    line("link", quoted(c.link));
    line("at", pair(c.at));
    line("surface", quoted(c.surface));
    line("friction", number(c.friction));
    if (c.static_friction) line("static_friction", number(*c.static_friction));
    line("restitution", number(c.restitution));
    if (c.outline.kind == OutlineKind::disc)
      out +=
          fmt::format("outline = {{ kind = \"disc\", radius = {} }}\n", number(c.outline.radius));
    if (c.outline.kind == OutlineKind::ellipse)
      out += fmt::format("outline = {{ kind = \"ellipse\", semi_axes = {}, angle = {} }}\n",
                         pair(c.outline.semi_axes), number(c.outline.angle));
  }
  const auto against = [](const std::optional<std::string>& name) {
    return name ? "against = \"" + *name + "\"\n" : std::string();
  };
  for (const Torque& t : m.torques)
    out += fmt::format("\n[[torque]]\nlink = \"{}\"\n{}value = \"{}\"\n", t.link,
                       against(t.against), t.value.text);
  for (const Force& f : m.forces)
    out += fmt::format("\n[[force]]\nlink = \"{}\"\nat = {}\nvalue = [\"{}\", \"{}\"]\n", f.link,
                       pair(f.at), f.value_x.text, f.value_y.text);
  for (const Spring& s : m.springs)
    out += fmt::format("\n[[spring]]\nlink = \"{}\"\n{}stiffness = {}\ndamping = {}\nrest = {}\n",
                       s.link, against(s.against), number(s.stiffness), number(s.damping),
                       number(s.rest));
  for (const Drive& d : m.drives)
    out += fmt::format("\n[[drive]]\nlink = \"{}\"\n{}angle = \"{}\"\n", d.link, against(d.against),
                       d.angle.text);
  const auto list = [&](const std::vector<double>& v, std::size_t from, std::size_t count) {
    std::string s = "[";
    for (std::size_t i = 0; i < count; ++i) s += (i ? ", " : "") + number(v[from + i]);
    return s + "]";
  };
  out += "\n[state]\n";
  line("angles", list(r.state.positions, base, m.links.size()));
  line("rates", list(r.state.velocities, base, m.links.size()));
  if (base > 0)
    line("velocity", base == 1 ? number(r.state.velocities[0]) : list(r.state.velocities, 0, 2));
  out += "\n[simulate]\n";
  line("duration", number(r.duration));
  return out;
}

}  // namespace carom::testing
