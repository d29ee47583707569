#include "scenarios/section_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest_name.hpp"
#include "data/grid.hpp"
#include "data/question_keys.hpp"
#include "keys/range_checks.hpp"

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
  if (centre == nullptr) {
    // A misspelt key that would have told it is a fault already.
    const std::vector<std::string> telling{"outline", "centre"};
    for (auto&& [key, node] : table)
      if (!table.contains("outline") && nearest_name(key.str(), telling)) return;
    return reader.fault(element, "at", "at is missing");
  }
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

namespace {

/// A name that could not be read may be any, and its fault is told.
bool may_be_among(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::any_of(names,
                             [&](const std::string& each) { return each == name || each.empty(); });
}

}  // namespace

void check_impact(Reader& reader, const toml::table& table, const Element& element,
                  ImpactChoice& impact) {
  if (!impact.colliding) return;
  std::vector<std::string> names;
  for (const Contact& contact : reader.scenario().mechanism.contacts) names.push_back(contact.name);
  if (may_be_among(names, *impact.colliding)) return;
  reader.fault({*table.get("colliding"), element, "colliding", "colliding"},
               fmt::format("colliding \"{}\" is not a contact{}", *impact.colliding,
                           nearest_or_all(*impact.colliding, names)));
}

namespace {

/// Keys that mean nothing beside another.
void refuse_beside(Reader& reader, const toml::table& table, const Element& element,
                   std::string_view given, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys)
    if (table.contains(key))
      reader.fault({*table.get(key), element, key, key},
                   fmt::format("{} and {} are both given; only one may be", given, key));
}

void check_range(Reader& reader, const toml::table& table, const Element& element,
                 const SweepAxis& axis) {
  for (const std::string_view key : {"from", "to", "count"})
    if (!table.contains(key))
      reader.fault(element, key,
                   fmt::format("{} is missing; an axis has from, to and count, or values, or a "
                               "distribution and count",
                               key));
  if (table.contains("seed"))
    reader.fault({*table.get("seed"), element, "seed", "seed"},
                 "seed means nothing without a distribution");
  if (axis.spacing != Spacing::log) return;
  const std::pair<std::string_view, double> ends[] = {{"from", axis.from}, {"to", axis.to}};
  for (const auto& [key, value] : ends)
    if (table.contains(key) && value <= 0)
      reader.fault({*table.get(key), element, key, key},
                   fmt::format("{} is {}; must be > 0 where spacing is \"log\"", key, value));
}

void check_samples(Reader& reader, const toml::table& table, const Element& element,
                   const Distribution& distribution) {
  refuse_beside(reader, table, element, "distribution", {"from", "to", "spacing"});
  if (!table.contains("count"))
    reader.fault(element, "count", "count is missing; a distribution needs the number of samples");
  const toml::table* inner = table["distribution"].as_table();
  const bool kind_known =
      !reader.has_fault({std::string(element.section), element.index, "distribution.kind", -1});
  if (inner == nullptr || !kind_known) return;
  for (const DistributionFault& fault : faults_of(distribution)) {
    const toml::node* node = inner->get(fault.key);
    reader.fault(element, fault.key, "distribution." + fault.problem,
                 place((node != nullptr ? *node : *table.get("distribution")).source()));
  }
}

/// An axis that advances with one above it.
void check_company(Reader& reader, const Found& with, const Element& element,
                   const SweepAxis& axis) {
  const auto& axes = reader.scenario().sweep;
  const auto above = axes.begin() + element.index;
  const auto other = std::find_if(
      axes.begin(), above, [&](const SweepAxis& each) { return each.parameter == *axis.with; });
  const auto in_doubt = [&](const SweepAxis& each) {
    return reader.has_fault_in(element.section, static_cast<int>(&each - axes.data()));
  };
  if (other == above && std::any_of(axes.begin(), above, in_doubt)) return;
  if (other == above)
    return reader.fault(
        with, fmt::format("with \"{}\" is not the parameter of an axis above this", *axis.with));
  if (other->with)
    return reader.fault(with, fmt::format("with \"{}\" itself advances with \"{}\"; name that one",
                                          *axis.with, *other->with));
  if (other->size() != axis.size() && !in_doubt(*other) && !in_doubt(axis))
    reader.fault(with, fmt::format("with \"{}\" has {} points and this axis {}; must be as many",
                                   *axis.with, other->size(), axis.size()));
}

}  // namespace

void check_simulate(Reader& reader, const toml::table& table, const Element& element,
                    MotionChoice& choice) {
  for_each_value(choice, [&](const KeyFacts& facts, double value) {
    const toml::node* node = table.get(facts.name);
    if (node == nullptr || facts.whole) return;  // whole numbers were checked as they were read
    if (reader.has_fault(
            {std::string(element.section), element.index, std::string(facts.name), -1}))
      return;
    if (const std::string allowed = allowed_instead(facts, value); !allowed.empty())
      reader.fault({*node, element, facts.name, facts.name},
                   fmt::format("{} is {}; {}", facts.name, described(value), allowed));
  });
  if (choice.every && *choice.every > 0 && choice.duration / *choice.every > most_samples)
    reader.fault({*table.get("every"), element, "every", "every"},
                 fmt::format("every is {:g}: that is {:.3g} samples; must be at most {:g} of them",
                             *choice.every, choice.duration / *choice.every, most_samples));
}

void check_map(Reader& reader, const toml::table& table, const Element& element, MapChoice& map) {
  const Mechanism& mechanism = reader.scenario().mechanism;
  std::vector<std::string> links, contacts;
  for (const Link& link : mechanism.links) links.push_back(link.name);
  for (const Contact& contact : mechanism.contacts) contacts.push_back(contact.name);
  if (map.contact && !may_be_among(contacts, *map.contact))
    reader.fault({*table.get("contact"), element, "contact", "contact"},
                 fmt::format("contact \"{}\" is not a contact{}", *map.contact,
                             nearest_or_all(*map.contact, contacts)));
  std::vector<std::string> named;
  for (const auto& pair : map.swap)
    for (const std::string& name : pair) {
      const Found found{*table.get("swap"), element, "swap", "swap"};
      if (!may_be_among(links, name))
        reader.fault(found,
                     fmt::format("swap \"{}\" is not a link{}", name, nearest_or_all(name, links)));
      else if (std::ranges::find(named, name) != named.end())
        reader.fault(found, fmt::format("swap names \"{}\" twice", name));
      named.push_back(name);
    }
  for (const auto& [key, value] : {std::pair{"within", map.within}, {"period", map.period}})
    if (value && !(*value > 0))
      reader.fault({*table.get(key), element, key, key},
                   fmt::format("{} is {}; must be > 0 (seconds)", key, *value));
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
      if (!may_be_among(valid, named[i]))
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
  const auto is_in_doubt = [&](const char* key) {
    return reader.has_fault({std::string(element.section), element.index, key, -1});
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
    refuse_beside(reader, table, element, "values",
                  {"from", "to", "count", "spacing", "distribution", "seed"});
    if (table["values"].is_array() && axis.values.empty())
      reader.fault(found("values"), "values is empty; needs at least one number");
  } else if (axis.distribution) {
    check_samples(reader, table, element, *axis.distribution);
  } else if (!is_in_doubt("values") && !is_in_doubt("distribution")) {
    check_range(reader, table, element, axis);
  }
  if (axis.with) check_company(reader, found("with"), element, axis);
  if (element.index + 1 == static_cast<int>(scenario.sweep.size()) &&
      points_of(scenario.sweep) > most_points)
    reader.fault(element, "count",
                 fmt::format("the axes make more than {} points together", most_points));
}

}  // namespace carom::io
