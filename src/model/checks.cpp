#include "model/checks.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "keys/element.hpp"
#include "keys/mechanism_keys.hpp"
#include "keys/range_checks.hpp"
#include "model/law_checks.hpp"

namespace carom {
namespace {

bool is_plain(const Formula& value, const Formula& plain) {
  return value.text == plain.text;
}
template <class Value>
bool is_plain(const Value& value, const Value& plain) {
  return value == plain;
}

/// Calls use(facts, value) on what is given of an item though it is of another kind.
template <class T, class Use>
void for_each_misplaced(const T& item, Use&& use) {
  static const T plain{};
  for_each_key<T>([&](const auto& key) {
    if constexpr (requires { std::invoke(key.access, item); }) {
      if (applies(key.facts, item)) return;
      const auto& value = std::invoke(key.access, item);
      if (!is_plain(value, std::invoke(key.access, plain))) use(key.facts, value);
    }
  });
}

void check_base(const Base& base, std::vector<Fault>& faults) {
  const Element element(faults, "base");
  check_ranges(element, base);
  for_each_misplaced(base, [&](const KeyFacts& facts, const auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, double>) {
      element.check(facts.name, value, facts);
      if (!std::isfinite(value)) return;
      element.fault(facts.name, fmt::format("{} is {}, but kind is \"{}\"; only a \"{}\" has it",
                                            facts.name, value, name_of(base.kind),
                                            name_of(static_cast<BaseKind>(facts.only))));
    }
  });
}

void check_link(const Link& link, const Element& element) {
  check_ranges(element, link);
  if (link.name == "base" || link.name == "ground")
    element.fault("name", fmt::format("the name \"{}\" is reserved", link.name));
}

void check_surface(const Surface& surface, const Element& element) {
  check_ranges(element, surface);
  if (surface.body && surface.motion)
    element.fault("motion", "has both body and motion; a surface either yields or is moved");
}

/// What keys and ranges cannot say.
void check_outline(const Outline& outline, const Element& element) {
  // A key of another kind would be ignored in silence.
  for_each_misplaced(outline, [&](const KeyFacts& facts, const auto&) {
    const std::string key = fmt::format("outline.{}", facts.name);
    element.fault(
        key, fmt::format("{} is given, but outline.kind is \"{}\"; only \"{}\" has it", key,
                         name_of(outline.kind), name_of(static_cast<OutlineKind>(facts.only))));
  });
  if (outline.kind != OutlineKind::fourier) return;
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

void check_contact(const Contact& contact, const LawSet& laws, const Element& element) {
  check_ranges(element, contact);
  check_law_parameters(contact, laws, element);
  if (contact.static_friction) {
    const bool below = *contact.static_friction >= 0 && *contact.static_friction < contact.friction;
    if (below && std::isfinite(contact.friction))
      element.fault("static_friction", fmt::format("static_friction is {}; must be >= friction, {}",
                                                   *contact.static_friction, contact.friction));
  }
  check_outline(contact.outline, element);
  if (contact.compliance) check_compliance(*contact.compliance, element);
  if (contact.compliance && contact.active)
    element.fault("active",
                  "active and compliance are both given; a contact that yields takes part always");
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
  const auto by_ranges = [](const auto& item, const Element& element) {
    check_ranges(element, item);
  };

  check_ranges(Element(faults, "world"), mechanism);
  for (const Parameter& parameter : mechanism.parameters)
    Element(faults, "parameters").check(parameter.name, parameter.value);
  check_base(mechanism.base, faults);
  check_each(faults, "link", mechanism.links, named, check_link);
  check_each(faults, "mass", mechanism.masses, nameless, by_ranges);
  check_each(faults, "surface", mechanism.surfaces, named, check_surface);
  check_each(faults, "contact", mechanism.contacts, named,
             [&](const Contact& contact, const Element& element) {
               check_contact(contact, laws, element);
             });
  check_each(faults, "force", mechanism.forces, nameless, by_ranges);
  check_each(faults, "spring", mechanism.springs, nameless, by_ranges);
}

}  // namespace carom
