#include "io/section_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest_name.hpp"

namespace carom::io {
namespace {

/// How a key is spelled in a table that has it.
std::optional<std::string> written(const toml::table& table, std::string_view key) {
  for (const std::string& spelling : spellings(key))
    if (table.contains(spelling)) return spelling;
  return std::nullopt;
}

/// The keys that each kind of outline needs.
struct OutlineNeed {
  OutlineKind kind;
  std::string_view key;
  bool given;
};

void check_outline(Reader& reader, const toml::table& table, const Element& element,
                   Outline& outline) {
  const auto kind = table["kind"].value<std::string>();
  if (!kind || (outline.kind == OutlineKind::point && *kind != "point")) {
    // No kind was understood; the keys of the one that was meant are not at fault.
    outline = Outline{.centre = outline.centre, .angle = outline.angle};
    reader.unbind();  // from the numbers that are gone
    return;
  }
  const OutlineNeed needs[] = {
      {OutlineKind::disc, "outline.radius", table.contains("radius")},
      {OutlineKind::ellipse, "outline.semi_axes", table.contains("semi_axes")},
      {OutlineKind::fourier, "outline.a", table.contains("a") || table.contains("b")},
      {OutlineKind::expression, "outline.h", table.contains("h") || table.contains("expression")}};
  for (const OutlineNeed& need : needs)
    if (need.kind == outline.kind && !need.given)
      reader.fault(element, need.key,
                   fmt::format("{} is missing; outline.kind \"{}\" needs it", need.key, *kind));
}

}  // namespace

void check_contact(Reader& reader, const toml::table& table, const Element& element,
                   Contact& contact) {
  const toml::table* outline = table["outline"].as_table();
  for (const std::string_view key : {"centre", "angle"}) {
    const auto own = written(table, key);
    const auto inner = outline != nullptr ? written(*outline, key) : std::nullopt;
    if (own && inner)
      reader.fault(element, key,
                   fmt::format("{} and outline.{} are both given; only one may be", *own, *inner));
  }
  if (outline != nullptr) check_outline(reader, *outline, element, contact.outline);

  if (table.contains("at")) return;
  const toml::node* centre = table.get("centre");
  if (centre == nullptr && outline != nullptr) centre = outline->get("centre");
  if (centre == nullptr) return reader.fault(element, "at", "at is missing");
  if (!contact.outline.centre) return;
  contact.at = *contact.outline.centre;
  const auto own = [i = static_cast<std::size_t>(element.index)](Scenario& scenario) -> Vec2& {
    return scenario.mechanism.contacts[i].at;
  };
  reader.bind_like(contact.outline.centre->x, [own](Scenario& s) -> double& { return own(s).x; });
  reader.bind_like(contact.outline.centre->y, [own](Scenario& s) -> double& { return own(s).y; });
}

void check_spring(Reader& reader, const toml::table& table, const Element& element, Spring&) {
  if (!table.contains("stiffness") && !table.contains("damping"))
    reader.fault(element, "stiffness", "stiffness is missing; a spring needs stiffness or damping");
}

void check_impact(Reader& reader, const toml::table& table, const Element& element,
                  ImpactChoice& impact) {
  if (!impact.colliding) return;
  std::vector<std::string> names;
  for (const Contact& contact : reader.scenario().mechanism.contacts) names.push_back(contact.name);
  if (std::find(names.begin(), names.end(), *impact.colliding) != names.end()) return;
  reader.fault({*table.get("colliding"), element, "colliding", "colliding"},
               fmt::format("colliding \"{}\" is not a contact{}", *impact.colliding,
                           nearest_or_all(*impact.colliding, names)));
}

void check_close(Reader& reader, const toml::table& table, const Element& element,
                 Closing& closing) {
  const Mechanism& mechanism = reader.scenario().mechanism;
  const auto check = [&](std::string_view key, const std::vector<std::string>& named,
                         const std::vector<std::string>& valid, std::string_view what) {
    if (!table[key].is_array()) return;
    const Found found{*table.get(key), element, key, key};
    for (std::size_t i = 0; i < named.size(); ++i) {
      if (named[i].empty()) continue;
      if (std::find(valid.begin(), valid.end(), named[i]) == valid.end())
        reader.fault(found,
                     fmt::format("{} \"{}\" is not a {}{}", key, named[i], what,
                                 nearest_or_all(named[i], valid)),
                     static_cast<int>(i));
      else if (std::find(named.begin(), named.begin() + static_cast<long>(i), named[i]) !=
               named.begin() + static_cast<long>(i))
        reader.fault(found, fmt::format("{} names \"{}\" twice", key, named[i]),
                     static_cast<int>(i));
    }
    if (named.empty()) reader.fault(found, fmt::format("{} is empty; needs a {}", key, what));
  };
  std::vector<std::string> links, contacts;
  for (const Link& link : mechanism.links) links.push_back(link.name);
  for (const Contact& contact : mechanism.contacts) contacts.push_back(contact.name);
  check("angles", closing.angles, links, "link");
  check("touch", closing.touch, contacts, "contact");
  if (table["angles"].is_array() && table["touch"].is_array() &&
      closing.angles.size() != closing.touch.size())
    reader.fault({*table.get("touch"), element, "touch", "touch"},
                 fmt::format("touch names {}, angles {}; must be as many",
                             counted(closing.touch.size(), "contact"),
                             counted(closing.angles.size(), "link")));
}

void check_sweep(Reader& reader, const toml::table& table, const Element& element,
                 SweepAxis& axis) {
  reader.unbind();  // an axis stays what it is while its parameter changes
  const Scenario& scenario = reader.scenario();
  const auto found = [&](std::string_view key) {
    return Found{*table.get(key), element, key, key};
  };
  if (table["parameter"].is_string()) {
    std::vector<std::string> names;
    for (const Parameter& parameter : scenario.parameters) names.push_back(parameter.name);
    if (std::find(names.begin(), names.end(), axis.parameter) == names.end())
      reader.fault(found("parameter"),
                   fmt::format("parameter \"{}\" is not defined{}", axis.parameter,
                               did_you_mean(axis.parameter, names)));
    for (int i = 0; i < element.index; ++i)
      if (scenario.sweep[static_cast<std::size_t>(i)].parameter == axis.parameter) {
        reader.fault(
            found("parameter"),
            fmt::format("parameter \"{}\" is swept by sweep {} already", axis.parameter, i + 1));
        break;
      }
  }
  if (table.contains("values")) {
    for (const std::string_view key : {"from", "to", "count", "spacing"})
      if (table.contains(key))
        reader.fault(found(key), fmt::format("values and {} are both given; only one may be", key));
    if (table["values"].is_array() && axis.values.empty())
      reader.fault(found("values"), "values is empty; needs at least one number");
    return;
  }
  for (const std::string_view key : {"from", "to", "count"})
    if (!table.contains(key))
      reader.fault(element, key,
                   fmt::format("{} is missing; an axis has from, to and count, or values", key));
  if (axis.spacing != Spacing::log) return;
  const std::pair<std::string_view, double> ends[] = {{"from", axis.from}, {"to", axis.to}};
  for (const auto& [key, value] : ends)
    if (table.contains(key) && value <= 0)
      reader.fault(found(key),
                   fmt::format("{} is {}; must be > 0 where spacing is \"log\"", key, value));
}

}  // namespace carom::io
