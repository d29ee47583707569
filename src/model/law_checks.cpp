#include "model/law_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/nearest_name.hpp"
#include "keys/mechanism_keys.hpp"
#include "laws/registry.hpp"

namespace carom {
namespace {

/// Those that `Contact` has members for; their ranges are those of its keys.
bool is_member(std::string_view name) {
  return name == friction_parameter.name || name == restitution_parameter.name;
}

/// Whether [[contact]] has a key of that name that is no law's.
bool is_key_of_contacts(std::string_view name) {
  bool is = false;
  for_each_key<Contact>([&](const auto& key) {
    is = is || key.facts.name == name ||
         (key.facts.is_angle && std::string(key.facts.name) + "_deg" == name);
  });
  return is && !is_member(name);
}

bool is_key(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && std::ranges::all_of(name, letter);
}

const Parameter* found(const std::vector<Parameter>& parameters, std::string_view name) {
  const auto place = std::ranges::find(parameters, name, &Parameter::name);
  return place == parameters.end() ? nullptr : &*place;
}

/// A law's parameters against all that are declared before it.
void check_declaration(const Law& law, std::vector<LawParameter>& declared,
                       const Element& element) {
  for (const LawParameter& parameter : law.parameters) {
    const auto fault = [&](std::string_view problem) {
      element.fault("parameters", fmt::format("parameter \"{}\" {}", parameter.name, problem));
    };
    if (!is_key(parameter.name)) {
      fault("is no name; must be of letters, digits and _");
      continue;
    }
    if (is_key_of_contacts(parameter.name)) fault("is a key of contacts already");
    if (!parameter.otherwise)
      fault("has no default; a contact that strikes by another law does not give it");
    else if (!std::isfinite(*parameter.otherwise) ||
             !parameter.range.contains(*parameter.otherwise))
      fault(fmt::format("has the default {}, which is not in its range", *parameter.otherwise));
    const auto other = std::ranges::find(declared, parameter.name, &LawParameter::name);
    if (other == declared.end())
      declared.push_back(parameter);
    else if (other->range != parameter.range || other->otherwise != parameter.otherwise ||
             other->unit != parameter.unit)
      fault("is declared by another law with another range, default or unit");
    if (std::ranges::count(law.parameters, parameter.name, &LawParameter::name) > 1)
      fault("is declared twice");
  }
}

void fault_unknown(const Element& element, const std::string& key, std::string_view what,
                   const std::vector<std::string>& valid, std::string_view name) {
  element.fault(key, fmt::format("\"{}\" is not {}{}", key, what, nearest_or_all(name, valid)));
}

}  // namespace

void check_laws(const std::vector<const Law*>& laws, std::vector<Fault>& faults) {
  std::vector<LawParameter> declared(own_laws()->parameters().begin(),
                                     own_laws()->parameters().end());
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const Law* const law = laws[i];
    const Element element(faults, "law", static_cast<int>(i),
                          law == nullptr ? std::string_view{} : law->name);
    if (law == nullptr) {
      element.fault("", "is null");
      continue;
    }
    if (!is_key(law->name))
      element.fault("name",
                    fmt::format("name is \"{}\"; must be of letters, digits and _", law->name));
    const auto same = [&](const Law* other) { return other && other->name == law->name; };
    if (law->name == "all" || find_law(law->name) != nullptr ||
        std::any_of(laws.begin(), laws.begin() + static_cast<std::ptrdiff_t>(i), same))
      element.fault("name", fmt::format("name is \"{}\", which is another law's", law->name));
    if (law->solve == nullptr && law->kernel == nullptr) element.fault("solve", "has no solve");
    check_declaration(*law, declared, element);
  }
  if (declared.size() > most_law_parameters)
    Element(faults, "law")
        .fault("parameters",
               fmt::format("the laws of the mechanism declare {} parameters; at most {}",
                           declared.size(), most_law_parameters));
}

const double* given_parameter(const Contact& contact, const LawParameter& parameter) {
  if (parameter.name == friction_parameter.name) return &contact.friction;
  if (parameter.name == restitution_parameter.name) return &contact.restitution;
  const Parameter* const given = found(contact.parameters, parameter.name);
  return given != nullptr ? &given->value : nullptr;
}

double parameter_of(const Contact& contact, const LawParameter& parameter) {
  const double* const given = given_parameter(contact, parameter);
  return given != nullptr ? *given : parameter.otherwise.value_or(0);
}

void check_law_parameters(const Contact& contact, const LawSet& laws, const Element& element) {
  for (const LawParameter& parameter : laws.parameters())
    if (!is_member(parameter.name))
      element.check(parameter.name, parameter_of(contact, parameter), parameter.range);
  for (const Parameter& given : contact.parameters) {
    const auto same = [&](const Parameter& other) { return other.name == given.name; };
    if (is_member(given.name))
      element.fault(given.name, fmt::format("\"{}\" is a member of Contact", given.name));
    else if (std::ranges::count_if(contact.parameters, same) > 1)
      element.fault(given.name, fmt::format("{} is given twice", given.name));
    if (laws.row(given.name) >= 0) continue;
    std::vector<std::string> valid;
    for (const LawParameter& parameter : laws.parameters()) valid.emplace_back(parameter.name);
    fault_unknown(element, given.name, "a parameter of any law", valid, given.name);
  }
}

void check_compliance(const Compliance& compliance, const Element& element) {
  const CompliantLaw* const law = find_compliant_law(compliance.kind);
  if (law == nullptr) {
    std::vector<std::string> kinds;
    for (const CompliantLaw* each : compliant_laws()) kinds.emplace_back(each->name);
    element.fault("compliance.kind",
                  fmt::format("compliance.kind is \"{}\"; must be one of \"{}\"{}", compliance.kind,
                              fmt::join(kinds, "\", \""), did_you_mean(compliance.kind, kinds)));
    return;
  }
  for (const LawParameter& parameter : law->parameters) {
    const std::string key = fmt::format("compliance.{}", parameter.name);
    if (const Parameter* const given = found(compliance.parameters, parameter.name))
      element.check(key, given->value, parameter.range);
    else if (!parameter.otherwise)
      element.fault(key, fmt::format("{} is missing", key));
  }
  for (const Parameter& given : compliance.parameters) {
    if (std::ranges::find(law->parameters, given.name, &LawParameter::name) !=
        law->parameters.end())
      continue;
    std::vector<std::string> valid;
    for (const LawParameter& parameter : law->parameters) valid.emplace_back(parameter.name);
    fault_unknown(element, "compliance." + given.name,
                  fmt::format("a parameter of \"{}\"", law->name), valid, given.name);
  }
}

}  // namespace carom
