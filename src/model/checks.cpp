#include "model/checks.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "model/element.hpp"
#include "model/law_checks.hpp"

namespace carom {
namespace {

void check_base(const Base& base, std::vector<Fault>& faults) {
  const Element element(faults, "base");
  element.check("position", base.position);
  element.check("direction", base.direction);
  element.check("displacement", base.displacement);
  element.check("mass", base.mass, Range::not_negative);
  element.check("stiffness", base.stiffness, Range::not_negative);
  element.check("damping", base.damping, Range::not_negative);
  if (base.kind == BaseKind::slider) return;

  const std::string_view kind = base.kind == BaseKind::free ? "free" : "pinned";
  const auto check_absent = [&](std::string_view key, double value) {
    if (value != 0 && std::isfinite(value))
      element.fault(key, fmt::format("{} is {}, but kind is \"{}\"; only a \"slider\" has it", key,
                                     value, kind));
  };
  check_absent("direction", base.direction);
  check_absent("displacement", base.displacement);
  check_absent("mass", base.mass);
  check_absent("stiffness", base.stiffness);
  check_absent("damping", base.damping);
}

void check_link(const Link& link, const Element& element) {
  if (link.at) element.check("at", *link.at);
  element.check("length", link.length, Range::not_negative);
  element.check("mass", link.mass, Range::not_negative);
  if (link.com) element.check("com", *link.com);
  if (link.inertia) element.check("inertia", *link.inertia, Range::not_negative);
  if (link.name == "base" || link.name == "ground")
    element.fault("name", fmt::format("the name \"{}\" is reserved", link.name));
}

void check_surface(const Surface& surface, const Element& element) {
  element.check("angle", surface.angle);
  element.check("point", surface.point);
  if (surface.body) {
    element.check("body.direction", surface.body->direction);
    element.check("body.mass", surface.body->mass, Range::positive);
    element.check("body.stiffness", surface.body->stiffness, Range::not_negative);
    element.check("body.damping", surface.body->damping, Range::not_negative);
    element.check("body.displacement", surface.body->displacement);
    element.check("body.velocity", surface.body->velocity);
  }
  if (surface.body && surface.motion)
    element.fault("motion", "has both body and motion; a surface either yields or is moved");
}

std::string_view name_of(OutlineKind kind) {
  switch (kind) {
    case OutlineKind::point:
      return "point";
    case OutlineKind::disc:
      return "disc";
    case OutlineKind::ellipse:
      return "ellipse";
    case OutlineKind::fourier:
      return "fourier";
    case OutlineKind::expression:
      return "expression";
  }
  return {};
}

void check_outline(const Outline& outline, const Element& element) {
  if (outline.centre) element.check("outline.centre", *outline.centre);
  element.check("outline.angle", outline.angle);

  // A key of another kind would be ignored in silence.
  const auto belongs = [&](std::string_view key, bool given, OutlineKind owner) {
    if (given && outline.kind != owner)
      element.fault(key, fmt::format("{} is given, but outline.kind is \"{}\"; only \"{}\" has it",
                                     key, name_of(outline.kind), name_of(owner)));
    return outline.kind == owner;
  };
  if (belongs("outline.radius", outline.radius != 0, OutlineKind::disc))
    element.check("outline.radius", outline.radius, Range::positive);
  if (belongs("outline.semi_axes", outline.semi_axes != Vec2{}, OutlineKind::ellipse))
    element.check("outline.semi_axes", outline.semi_axes, Range::positive);
  belongs("outline.h", outline.h.text != Formula{}.text, OutlineKind::expression);
  belongs("outline.b", !outline.b.empty(), OutlineKind::fourier);
  if (belongs("outline.a", !outline.a.empty(), OutlineKind::fourier)) {
    element.check("outline.a", outline.a);
    element.check("outline.b", outline.b);
    if (outline.a.empty() && outline.b.empty())
      element.fault("outline.a", "outline.a is empty; needs at least one coefficient");
    // b = [b1, b2] would be taken for b0, b1, and b0 sin 0 is nothing: shifted in silence.
    if (!outline.b.empty() && std::isfinite(outline.b[0]) && outline.b[0] != 0)
      element.fault("outline.b",
                    fmt::format("outline.b[0] is {}; must be 0: b begins, as a does, with k = 0, "
                                "whose sine is zero, so b = [0, b1, b2, …]",
                                outline.b[0]),
                    0);
  }
}

void check_contact(const Contact& contact, const LawSet& laws, const Element& element) {
  element.check("at", contact.at);
  check_law_parameters(contact, laws, element);
  if (contact.static_friction) {
    element.check("static_friction", *contact.static_friction, Range::not_negative);
    const bool below = *contact.static_friction >= 0 && *contact.static_friction < contact.friction;
    if (below && std::isfinite(contact.friction))
      element.fault("static_friction", fmt::format("static_friction is {}; must be >= friction, {}",
                                                   *contact.static_friction, contact.friction));
  }
  check_outline(contact.outline, element);
  if (contact.compliance) check_compliance(*contact.compliance, element);
}

/// Calls check(element of the description, Element) on each of a list.
template <class Item, class Name, class Check>
void check_each(std::vector<Fault>& faults, std::string_view section,
                const std::vector<Item>& items, Name name, Check check) {
  for (std::size_t i = 0; i < items.size(); ++i)
    check(items[i], Element(faults, section, static_cast<int>(i), name(items[i])));
}

}  // namespace

void check_numbers(const Mechanism& mechanism, const LawSet& laws, std::vector<Fault>& faults) {
  const auto named = [](const auto& item) -> std::string_view { return item.name; };
  const auto nameless = [](const auto&) -> std::string_view { return {}; };

  Element(faults, "world").check("gravity", mechanism.gravity);
  for (const Parameter& parameter : mechanism.parameters)
    Element(faults, "parameters").check(parameter.name, parameter.value);
  check_base(mechanism.base, faults);
  check_each(faults, "link", mechanism.links, named, check_link);
  check_each(faults, "mass", mechanism.masses, nameless,
             [](const PointMass& mass, const Element& element) {
               element.check("at", mass.at);
               element.check("mass", mass.mass, Range::not_negative);
             });
  check_each(faults, "surface", mechanism.surfaces, named, check_surface);
  check_each(faults, "contact", mechanism.contacts, named,
             [&](const Contact& contact, const Element& element) {
               check_contact(contact, laws, element);
             });
  check_each(faults, "force", mechanism.forces, nameless,
             [](const Force& force, const Element& element) { element.check("at", force.at); });
  check_each(faults, "spring", mechanism.springs, nameless,
             [](const Spring& spring, const Element& element) {
               element.check("stiffness", spring.stiffness, Range::not_negative);
               element.check("damping", spring.damping, Range::not_negative);
               element.check("rest", spring.rest);
             });
}

}  // namespace carom
