#include "io/scenario_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <vector>

namespace carom {
namespace {

/// A text in TOML's quotes.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

/// All digits, and never an integer.
std::string number(double x) {
  std::string text = fmt::format("{}", x);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string pair(const Vec2& v) {
  return fmt::format("[{}, {}]", number(v.x), number(v.y));
}

std::string list(std::span<const double> values) {
  std::vector<std::string> words;
  for (const double x : values) words.push_back(number(x));
  return fmt::format("[{}]", fmt::join(words, ", "));
}

std::string outline_text(const Outline& outline) {
  if (outline.kind == OutlineKind::point)
    return outline.centre ? "centre = " + pair(*outline.centre) + "\n" : "";
  std::string out = fmt::format("outline = {{ kind = \"{}\"", name(outline.kind));
  switch (outline.kind) {
    case OutlineKind::disc:
      out += ", radius = " + number(outline.radius);
      break;
    case OutlineKind::ellipse:
      out += ", semi_axes = " + pair(outline.semi_axes);
      break;
    case OutlineKind::fourier:
      out += fmt::format(", a = {}, b = {}", list(outline.a), list(outline.b));
      break;
    case OutlineKind::expression:
      out += ", h = " + quoted(outline.h.text);
      break;
    case OutlineKind::point:
      break;
  }
  if (outline.centre) out += ", centre = " + pair(*outline.centre);
  return out + fmt::format(", angle = {} }}\n", number(outline.angle));
}

std::size_t base_coordinates(const Base& base) {
  return base.kind == BaseKind::free ? 2 : base.kind == BaseKind::slider ? 1 : 0;
}

std::string base_text(const Base& base) {
  constexpr const char* kinds[] = {"free", "pinned", "slider"};
  std::string out = fmt::format("[base]\nkind = \"{}\"\nposition = {}\n",
                                kinds[static_cast<int>(base.kind)], pair(base.position));
  if (base.kind == BaseKind::slider)
    out +=
        fmt::format("direction = {}\ndisplacement = {}\nmass = {}\nstiffness = {}\ndamping = {}\n",
                    number(base.direction), number(base.displacement), number(base.mass),
                    number(base.stiffness), number(base.damping));
  return out + "\n";
}

std::string link_text(const Link& link) {
  std::string out = fmt::format("[[link]]\nname = {}\nlength = {}\nmass = {}\n", quoted(link.name),
                                number(link.length), number(link.mass));
  if (link.parent) out += "parent = " + quoted(*link.parent) + "\n";
  if (link.at) out += "at = " + pair(*link.at) + "\n";
  if (link.com) out += "com = " + pair(*link.com) + "\n";
  if (link.inertia) out += "inertia = " + number(*link.inertia) + "\n";
  return out + "\n";
}

/// With the base and the yielding surfaces where the state has them.
Mechanism placed(Mechanism mechanism, const State& state) {
  if (mechanism.base.kind == BaseKind::free)
    mechanism.base.position = {state.positions[0], state.positions[1]};
  if (mechanism.base.kind == BaseKind::slider) mechanism.base.displacement = state.positions[0];
  std::size_t coordinate = base_coordinates(mechanism.base) + mechanism.links.size();
  for (Surface& surface : mechanism.surfaces) {
    if (!surface.body) continue;
    surface.body->displacement = state.positions[coordinate];
    surface.body->velocity = state.velocities[coordinate];
    ++coordinate;
  }
  return mechanism;
}

}  // namespace

std::string surface_text(const Surface& surface) {
  std::string out = fmt::format("[[surface]]\nname = {}\nangle = {}\npoint = {}\n",
                                quoted(surface.name), number(surface.angle), pair(surface.point));
  if (surface.body)
    out += fmt::format(
        "body = {{ direction = {}, mass = {}, stiffness = {}, damping = {}, displacement = {}, "
        "velocity = {} }}\n",
        number(surface.body->direction), number(surface.body->mass),
        number(surface.body->stiffness), number(surface.body->damping),
        number(surface.body->displacement), number(surface.body->velocity));
  if (surface.motion)
    out +=
        fmt::format("motion = {{ normal = {}, tangential = {} }}\n",
                    quoted(surface.motion->normal.text), quoted(surface.motion->tangential.text));
  return out + "\n";
}

std::string contact_text(const Contact& contact) {
  std::string out = fmt::format(
      "[[contact]]\nname = {}\nlink = {}\nat = {}\nsurface = {}\nfriction = {}\n"
      "restitution = {}\n",
      quoted(contact.name), quoted(contact.link), pair(contact.at), quoted(contact.surface),
      number(contact.friction), number(contact.restitution));
  if (contact.static_friction)
    out += "static_friction = " + number(*contact.static_friction) + "\n";
  for (const Parameter& parameter : contact.parameters)
    out += fmt::format("{} = {}\n", parameter.name, number(parameter.value));
  if (const auto& compliance = contact.compliance) {
    out += "compliance = { kind = " + quoted(compliance->kind);
    for (const Parameter& parameter : compliance->parameters)
      out += fmt::format(", {} = {}", parameter.name, number(parameter.value));
    out += " }\n";
  }
  return out + outline_text(contact.outline) + "\n";
}

std::string state_text(const Mechanism& mechanism, const State& state, const ScenarioText& about) {
  const std::size_t base = base_coordinates(mechanism.base);
  const std::size_t links = mechanism.links.size();
  const std::span<const double> q(state.positions), v(state.velocities);
  std::string out = fmt::format("[state]\nangles = {}\nrates = {}\n", list(q.subspan(base, links)),
                                list(v.subspan(base, links)));
  if (base > 0) out += "velocity = " + list(v.first(base)) + "\n";
  if (state.time != 0) out += "time = " + number(state.time) + "\n";
  if (about.colliding.empty() && about.law.empty()) return out;
  out += "\n[impact]\n";
  if (!about.law.empty()) out += "law = " + quoted(about.law) + "\n";
  if (!about.colliding.empty()) out += "colliding = " + quoted(about.colliding) + "\n";
  return out;
}

namespace {

/// What acts between impacts, and drives.
std::string inputs_text(const Mechanism& mechanism) {
  const auto ends = [](const auto& input) {
    return "link = " + quoted(input.link) + "\n" +
           (input.against ? "against = " + quoted(*input.against) + "\n" : "");
  };
  std::string out;
  for (const Torque& torque : mechanism.torques)
    out += fmt::format("[[torque]]\n{}value = {}\n\n", ends(torque), quoted(torque.value.text));
  for (const Force& force : mechanism.forces)
    out += fmt::format("[[force]]\nlink = {}\nat = {}\nvalue = [{}, {}]\n\n", quoted(force.link),
                       pair(force.at), quoted(force.value_x.text), quoted(force.value_y.text));
  for (const Spring& spring : mechanism.springs)
    out += fmt::format("[[spring]]\n{}stiffness = {}\ndamping = {}\nrest = {}\n\n", ends(spring),
                       number(spring.stiffness), number(spring.damping), number(spring.rest));
  for (const Drive& drive : mechanism.drives)
    out += fmt::format("[[drive]]\n{}angle = {}\n\n", ends(drive), quoted(drive.angle.text));
  return out;
}

}  // namespace

std::string scenario_text(const Mechanism& given, const State& state, const ScenarioText& about) {
  const Mechanism mechanism = placed(given, state);
  std::string out;
  if (!about.comment.empty()) out += "# " + about.comment + "\n\n";
  out += "title = " + quoted(about.title) + "\n\n";
  if (!mechanism.parameters.empty()) {
    out += "[parameters]\n";
    for (const Parameter& parameter : mechanism.parameters)
      out += parameter.name + " = " + number(parameter.value) + "\n";
    out += "\n";
  }
  if (mechanism.gravity != Vec2{})
    out += fmt::format("[world]\ngravity = {}\n\n", pair(mechanism.gravity));
  out += base_text(mechanism.base);
  for (const Link& link : mechanism.links) out += link_text(link);
  for (const PointMass& mass : mechanism.masses)
    out += fmt::format("[[mass]]\nlink = {}\nat = {}\nmass = {}\n\n", quoted(mass.link),
                       pair(mass.at), number(mass.mass));
  for (const Surface& surface : mechanism.surfaces) out += surface_text(surface);
  for (const Contact& contact : mechanism.contacts) out += contact_text(contact);
  return out + inputs_text(mechanism) + state_text(mechanism, state, about);
}

}  // namespace carom
